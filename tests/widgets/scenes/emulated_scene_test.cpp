// SPDX-License-Identifier: GPL-3.0-or-later
// The picture is true: at every step of a real run, the scene says what the trace says.
#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <set>

#include "tests/support/emulated_run.h"
#include "widgets/scenes/element_text.h"
#include "widgets/scenes/step_facts.h"
#include "widgets/scenes/tiles_scene.h"
#include "widgets/scenes/touch_history.h"

namespace lanescope {
namespace {

using Cell = std::pair<std::uint64_t, std::uint64_t>;

constexpr std::chrono::milliseconds kLong{60'000};

/// matmul.tiled, n = 16, block 4 × 4; block (1, 2) makes rows 8–11, columns 4–7 of C.
class EmulatedScene : public testing::Test {
protected:
    static void SetUpTestSuite() {
        s_run = new Emulation(test::emulatedRun("matmul.tiled", {{"n", "16"}, {"block", "4"}}, {1, 2, 0}));
    }
    static void TearDownTestSuite() {
        delete s_run;
        s_run = nullptr;
    }
    void SetUp() override {
        ASSERT_EQ(s_run->traces.size(), 1U);
        timeline = std::make_unique<Timeline>(s_run->traces[0]);
        history = TouchHistory(s_run->traces[0], timeline->memory());
        ASSERT_TRUE(history.learn(trace().size(), kLong));
    }
    [[nodiscard]] const BlockTrace& trace() const { return *s_run->traces[0]; }

    TilesScene sceneAt(std::uint64_t position) {
        timeline->seek(position);
        history.moveTo(position);
        std::vector<GridView> views;
        for (const ArrayShape& shape : arraysOf(*timeline)) views.push_back({shape.whole(), true});
        return makeTilesScene(*timeline, history, views, &s_run->check, touchesNow(*timeline));
    }

    static Emulation* s_run;
    std::unique_ptr<Timeline> timeline;
    TouchHistory history;
};
Emulation* EmulatedScene::s_run = nullptr;

TEST_F(EmulatedScene, HasTheMatricesAndTheSharedTiles) {
    const TilesScene scene = sceneAt(0);
    ASSERT_EQ(scene.grids.size(), 5U);
    const char* names[] = {"A", "B", "C", "As", "Bs"};
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_EQ(scene.grids[i].shape.name, names[i]);
        EXPECT_EQ(scene.grids[i].shape.rows, i < 3 ? 16U : 4U);
    }
    EXPECT_FALSE(scene.step);
}

TEST_F(EmulatedScene, TouchesAreThoseOfTheTrace) {
    std::size_t accesses = 0;
    for (std::uint64_t position = 1; position <= trace().size(); ++position) {
        const TilesScene scene = sceneAt(position);
        const simt::StepRecord record = trace().record(position - 1);
        std::map<std::string, std::set<Cell>> expected;
        if (record.access != simt::AccessKind::None)
            for (unsigned lane = 0; lane < 32; ++lane) {
                if ((record.active >> lane & 1U) == 0) continue;
                const std::uint64_t address = record.address[lane];
                if (record.space == program::Space::Global) {
                    const auto element = timeline->memory().element(address);
                    ASSERT_TRUE(element);
                    expected[timeline->memory().allocation(element->buffer).buffer.name].insert(
                        {element->row, element->column});
                } else if (record.space == program::Space::Shared) {
                    // As lies at 0, Bs behind it; 4 × 4 floats each.
                    const std::uint64_t number = address / 4;
                    expected[number < 16 ? "As" : "Bs"].insert({number % 16 / 4, number % 4});
                }
            }
        for (const TileGrid& grid : scene.grids) {
            std::set<Cell> now;
            for (std::uint64_t row = 0; row < grid.shape.rows; ++row)
                for (std::uint64_t column = 0; column < grid.shape.columns; ++column)
                    if (grid.flagsAt(row, column) & (kReadNow | kWrittenNow)) {
                        now.insert({row, column});
                        EXPECT_EQ((grid.flagsAt(row, column) & kWrittenNow) != 0,
                                  record.access == simt::AccessKind::Store);
                    }
            EXPECT_EQ(now, expected[grid.shape.name]) << grid.shape.name << " at " << position;
            accesses += now.size();
        }
    }
    EXPECT_GT(accesses, 4U * 16 * 4);
}

TEST_F(EmulatedScene, HistoryIsWhatTheTraceDidUntilNow) {
    const std::uint64_t size = trace().size();
    // There and back, and across: scrubbing must not leave anything behind.
    for (std::uint64_t position : {size / 3, size, size / 2, std::uint64_t{0}, size - 1, size / 5, size / 5 + 1}) {
        const TilesScene scene = sceneAt(position);
        std::map<std::string, std::map<Cell, std::uint8_t>> expected;
        for (std::uint64_t event = 0; event < position; ++event) {
            const simt::StepRecord record = trace().record(event);
            if (record.access == simt::AccessKind::None || record.space != program::Space::Global) continue;
            for (unsigned lane = 0; lane < 32; ++lane) {
                if ((record.active >> lane & 1U) == 0) continue;
                const auto element = timeline->memory().element(record.address[lane]);
                ASSERT_TRUE(element);
                expected[timeline->memory().allocation(element->buffer).buffer.name][{element->row, element->column}] |=
                    record.access == simt::AccessKind::Load ? kReadBefore : kComputed;
            }
        }
        for (std::size_t i = 0; i < 3; ++i) {
            const TileGrid& grid = scene.grids[i];
            for (std::uint64_t row = 0; row < 16; ++row)
                for (std::uint64_t column = 0; column < 16; ++column)
                    EXPECT_EQ(grid.flagsAt(row, column) & (kReadBefore | kComputed),
                              (expected[grid.shape.name][{row, column}]))
                        << grid.shape.name << '[' << row << "][" << column << "] at " << position;
        }
    }
}

TEST_F(EmulatedScene, SharedTilesHoldWhatTheLastLoadBrought) {
    // When a phase of inner products begins, As and Bs are tiles of A and B.
    std::size_t checked = 0;
    for (std::uint32_t phase = 1; phase < trace().phaseCount(); phase += 2) {
        const TilesScene scene = sceneAt(trace().phaseStart(phase));
        const std::uint64_t m = phase / 2 * 4;
        for (std::uint64_t row = 0; row < 4; ++row)
            for (std::uint64_t column = 0; column < 4; ++column) {
                EXPECT_EQ(scene.grids[3].valueAt(row, column), scene.grids[0].valueAt(8 + row, m + column));
                EXPECT_EQ(scene.grids[4].valueAt(row, column), scene.grids[1].valueAt(m + row, 4 + column));
                EXPECT_FALSE(scene.grids[3].valueAt(row, column).empty());
                ++checked;
            }
    }
    EXPECT_EQ(checked, 4U * 16);
}

TEST_F(EmulatedScene, SharedMemoryIsEmptyBeforeTheFirstStore) {
    const TilesScene scene = sceneAt(0);
    for (std::uint8_t flags : scene.grids[3].flags) EXPECT_EQ(stateOf(flags), CellState::Uninitialised);
}

TEST_F(EmulatedScene, InTheEndTheBlocksTileOfCIsComputedAndRight) {
    const TilesScene scene = sceneAt(trace().size());
    const TileGrid& a = scene.grids[0];
    const TileGrid& b = scene.grids[1];
    const TileGrid& c = scene.grids[2];
    for (std::uint64_t row = 0; row < 16; ++row)
        for (std::uint64_t column = 0; column < 16; ++column) {
            const bool mine = row >= 8 && row < 12 && column >= 4 && column < 8;
            EXPECT_EQ((c.flagsAt(row, column) & kComputed) != 0, mine);
            EXPECT_FALSE(c.flagsAt(row, column) & kWrong);
            if (!mine) continue;
            int product = 0;
            for (std::uint64_t k = 0; k < 16; ++k)
                product += std::stoi(std::string(a.valueAt(row, k))) * std::stoi(std::string(b.valueAt(k, column)));
            EXPECT_EQ(c.valueAt(row, column), std::to_string(product));
        }
}

TEST_F(EmulatedScene, ElementTextNamesTheLanesThatTouchIt) {
    // The first global load of A.
    std::uint64_t position = 0;
    simt::StepRecord record;
    std::optional<simt::ElementRef> element;
    while (!element) {
        ASSERT_LT(position, trace().size());
        record = trace().record(position++);
        if (record.access == simt::AccessKind::Load && record.space == program::Space::Global && record.active != 0)
            element = timeline->memory().element(record.address[std::countr_zero(record.active)]);
    }
    const TilesScene scene = sceneAt(position);
    const ElementText text(*timeline, history, &s_run->check);
    const ElementPick pick{{ArrayRef::Kind::Buffer, element->buffer}, element->row, element->column};
    const QString words = text.describe(pick);
    const std::string value(scene.grids[element->buffer].valueAt(element->row, element->column));
    EXPECT_TRUE(words.startsWith(QStringLiteral("%1[%2][%3] = %4\n")
                                     .arg(QString::fromStdString(scene.grids[element->buffer].shape.name))
                                     .arg(element->row)
                                     .arg(element->column)
                                     .arg(QString::fromStdString(value))))
        << words.toStdString();
    EXPECT_TRUE(words.contains(QStringLiteral("Read now by warp 0 lane 0."))) << words.toStdString();
    EXPECT_TRUE(
        words.contains(QStringLiteral("First read at step %1 by thread (0, 0, 0), warp 0 lane 0.").arg(position)))
        << words.toStdString();
    EXPECT_TRUE(words.contains(QStringLiteral("Emulated"))) << words.toStdString();
    EXPECT_TRUE(text.describe({{ArrayRef::Kind::Buffer, 2}, 8, 4}).contains(QStringLiteral("no value yet")));
    EXPECT_TRUE(text.describe({{ArrayRef::Kind::Buffer, 2}, 99, 4}).isEmpty());
}

TEST_F(EmulatedScene, StepFactsAddUpToTheCounters) {
    // The grid has 16 blocks that do the same; what the steps of one say must be a sixteenth of the launch's counters.
    std::uint64_t loads = 0;
    std::uint64_t sectors = 0;
    std::uint64_t sharedLoads = 0;
    std::uint64_t wavefronts = 0;
    for (std::uint64_t position = 1; position <= trace().size(); ++position) {
        timeline->seek(position);
        const StepFacts facts = stepFacts(*timeline);
        EXPECT_EQ(facts.existing, 0xffffU);
        EXPECT_FALSE(facts.instruction.empty());
        if (!facts.access || facts.access->kind != simt::AccessKind::Load) continue;
        if (facts.access->space == program::Space::Global) {
            ++loads;
            sectors += facts.access->sectors;
            EXPECT_FALSE(facts.access->array.empty());
            EXPECT_GE(facts.access->sectors, facts.access->fewestSectors);
        } else {
            ++sharedLoads;
            wavefronts += facts.access->wavefronts;
        }
    }
    const simt::LaunchCounts& counts = s_run->launches[0].counts;
    EXPECT_EQ(loads * 16, counts.globalLoad.requests);
    EXPECT_EQ(sectors * 16, counts.globalLoad.sectors);
    EXPECT_EQ(sharedLoads * 16, counts.sharedLoad.requests);
    EXPECT_EQ(wavefronts * 16, counts.sharedLoad.wavefronts);
}

TEST(EmulatedWrongScene, WrongElementsAreThoseOfTheCheck) {
    const Emulation run =
        test::emulatedRun("matmul.single-block", {{"variant", "published"}, {"n", "8"}, {"block", "4"}});
    ASSERT_EQ(run.traces.size(), 1U);
    ASSERT_EQ(run.check.verdict, CheckResult::Verdict::Wrong);
    Timeline timeline(run.traces[0]);
    TouchHistory history(run.traces[0], timeline.memory());
    ASSERT_TRUE(history.learn(run.traces[0]->size(), kLong));
    timeline.seek(run.traces[0]->size());
    history.moveTo(timeline.position());
    const std::vector<GridView> views(3, GridView{{0, 0, 8, 8}, false});
    const TilesScene scene = makeTilesScene(timeline, history, views, &run.check, touchesNow(timeline));
    EXPECT_TRUE(scene.anyWrong);
    const TileGrid& c = scene.grids[2];
    std::uint64_t wrong = 0;
    for (std::size_t i = 0; i < c.flags.size(); ++i) {
        EXPECT_EQ((c.flags[i] & kWrong) != 0, run.check.wrongElements[i]);
        wrong += (c.flags[i] & kWrong) != 0;
    }
    EXPECT_EQ(wrong, run.check.wrong);
    ASSERT_FALSE(run.check.first.empty());
    const CheckResult::Difference& first = run.check.first[0];
    const QString words =
        ElementText(timeline, history, &run.check).describe({{ArrayRef::Kind::Buffer, 2}, first.row, first.column});
    EXPECT_TRUE(words.contains(QStringLiteral("right is %1").arg(first.expected))) << words.toStdString();
}

}  // namespace
}  // namespace lanescope
