// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of the steps of a real run is what the trace says.
#include "widgets/scenes/step_facts.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tests/support/emulated_run.h"
#include "widgets/scenes/touched.h"

namespace lanescope {
namespace {

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
    }
    [[nodiscard]] const BlockTrace& trace() const { return *s_run->traces[0]; }

    static Emulation* s_run;
    std::unique_ptr<Timeline> timeline;
};
Emulation* EmulatedScene::s_run = nullptr;

TEST_F(EmulatedScene, TouchesAreThoseOfTheTrace) {
    using Cell = std::pair<std::uint64_t, std::uint64_t>;
    EXPECT_FALSE(currentStep(*timeline));
    std::size_t accesses = 0;
    for (std::uint64_t position = 1; position <= trace().size(); ++position) {
        timeline->seek(position);
        const simt::StepRecord record = trace().record(position - 1);
        std::map<std::string, std::set<Cell>> expected;
        for (unsigned lane = 0; record.access != simt::AccessKind::None && lane < 32; ++lane) {
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
        for (const ArrayShape& shape : arraysOf(*timeline)) {
            std::set<Cell> touched;
            for (const LaneTouch& touch : touchesOf(*currentStep(*timeline), *timeline, shape))
                touched.insert({touch.row, touch.column});
            EXPECT_EQ(touched, expected[shape.name]) << shape.name << " at " << position;
            accesses += touched.size();
        }
    }
    EXPECT_GT(accesses, 4U * 16 * 4);
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

}  // namespace
}  // namespace lanescope
