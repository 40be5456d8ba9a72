// SPDX-License-Identifier: GPL-3.0-or-later
// The map's facts: where each block flies is where its threads write, what is launched, useful and wasted is what the
// emulator counted.
#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>
#include <set>

#include "core/metrics/counters.h"
#include "tests/support/mapped.h"
#include "widgets/stage/map/map_rounds.h"
#include "widgets/stage/map/map_steps.h"
#include "widgets/stage/map/map_strip.h"

namespace lanescope {
namespace {

using test::Mapped;
using Fate = MapItem::Fate;

/// Elements of the shown buffer that a block writes, thread by thread.
std::set<std::uint64_t> writtenBy(const ThreadWork& work, std::uint64_t block, BufferId buffer) {
    std::set<std::uint64_t> elements;
    const std::uint64_t threads = work.block().count();
    for (std::uint64_t i = 0; i < threads; ++i)
        for (const ThreadWork::Write& write : work.writesOf(block * threads + i))
            if (write.buffer == buffer) elements.insert(write.element);
    return elements;
}

bool covers(const MapScene& scene, const MapItem& item, std::uint64_t row, std::uint64_t column) {
    for (std::uint16_t p = 0; p < item.pieces; ++p) {
        const MapRect& piece = scene.piecesOf(item)[p];
        if (row >= piece.row && row < piece.row + piece.rows && column >= piece.column &&
            column < piece.column + piece.columns)
            return true;
    }
    return false;
}

/// Every block of a scene against the log of its launch, and the totals against the emulator's counts.
void compare(const MapScene& scene, const std::vector<std::shared_ptr<const ThreadWork>>& works, const Emulation& run) {
    ASSERT_EQ(scene.kind, MapKind::Blocks);
    ASSERT_TRUE(scene.buffer);
    const std::uint64_t columns = scene.plan->buffers[*scene.buffer].columns;
    double launched = 0;
    std::uint64_t wasted = 0, idle = 0;
    for (std::size_t launch = 0; launch < works.size(); ++launch) {
        launched += countersOf(run, launch).at("blocks_launched");
        wasted += works[launch]->totals().blocksWasted;
        idle += works[launch]->totals().idle;
    }
    EXPECT_EQ(static_cast<double>(scene.launched), launched);
    EXPECT_EQ(scene.wasted, wasted);
    EXPECT_EQ(scene.idleThreads, idle);
    EXPECT_EQ(static_cast<double>(scene.items.size()), launched);
    for (const MapItem& item : scene.items) {
        const ThreadWork& work = *works[scene.groups[item.group].launch];
        const std::uint64_t block = work.grid().linear(scene.blockOf(item));
        EXPECT_EQ(item.fate == Fate::Wasted, work.isWasted(block));
        const std::set<std::uint64_t> elements = writtenBy(work, block, *scene.buffer);
        EXPECT_EQ(item.fate == Fate::Writes, !elements.empty());
        EXPECT_EQ(item.elements, elements.size());
        std::uint64_t area = 0;
        for (std::uint16_t p = 0; p < item.pieces; ++p)
            area += std::uint64_t{scene.piecesOf(item)[p].rows} * scene.piecesOf(item)[p].columns;
        EXPECT_GE(area, elements.size());
        if (item.pieces > 1) {
            EXPECT_EQ(area, elements.size());
        }
        for (const std::uint64_t element : elements)
            EXPECT_TRUE(covers(scene, item, element / columns, element % columns)) << item.number << " " << element;
    }
}

TEST(MapScene, FlightsGoWhereThreadsWrite) {
    struct Case {
        const char* algorithm;
        Parameters parameters;
    };
    const Case cases[]{{"triangle.bb", {{"n", "60"}, {"block", "8"}}},
                       {"triangle.ltm", {{"n", "64"}, {"block", "8"}}},
                       {"triangle.rb", {{"n", "64"}, {"block", "8"}}},
                       {"triangle.rb", {{"n", "64"}, {"block", "8"}, {"variant", "published"}}},
                       {"triangle.h", {{"n", "56"}, {"block", "8"}}},
                       {"triangle.rec", {{"n", "64"}, {"block", "8"}, {"levels", "2"}}},
                       {"triangle.utm", {{"n", "24"}, {"block", "4"}}},
                       {"matmul.tiled", {{"n", "40"}, {"block", "16"}}},
                       {"matmul.rect2", {{"n", "64"}, {"block", "8"}}},
                       {"matmul.quadrants-8-launches", {}},
                       {"transpose.tiled", {}},
                       {"vector.add", {}},
                       {"reduce.0", {}}};
    for (const Case& one : cases) {
        SCOPED_TRACE(one.algorithm);
        const Emulation run = test::emulatedRun(one.algorithm, one.parameters);
        const auto works = test::workOf(run.plan);
        ASSERT_EQ(works.size(), run.plan.launches().size());
        const auto plan = std::make_shared<const Plan>(run.plan);
        compare(mapOfBlocks(plan, works), works, run);
    }
}

TEST(MapScene, EachMapHitsEachTileOfTheTriangleOnce) {
    struct Case {
        const char* algorithm;
        Parameters parameters;
        std::size_t launches;
    };
    const Case cases[]{{"triangle.bb", {{"n", "64"}, {"block", "8"}}, 1},
                       {"triangle.ltm", {{"n", "64"}, {"block", "8"}}, 1},
                       {"triangle.rb", {{"n", "64"}, {"block", "8"}}, 1},
                       {"triangle.h", {{"n", "64"}, {"block", "8"}}, 1},
                       {"triangle.rec", {{"n", "64"}, {"block", "8"}, {"levels", "3"}}, 4}};
    for (const Case& one : cases) {
        SCOPED_TRACE(one.algorithm);
        const Emulation run = test::emulatedRun(one.algorithm, one.parameters);
        const auto works = test::workOf(run.plan);
        const MapScene scene = mapOfBlocks(std::make_shared<const Plan>(run.plan), works);
        EXPECT_EQ(scene.groups.size(), one.launches);
        EXPECT_EQ(scene.unitRows, 8U);
        EXPECT_EQ(scene.unitColumns, 8U);
        std::map<std::pair<std::uint32_t, std::uint32_t>, int> hits;
        for (const MapItem& item : scene.items) {
            if (item.fate != Fate::Writes) continue;
            ASSERT_EQ(item.pieces, 1);
            ++hits[{scene.latticeRow(*scene.piecesOf(item)), scene.latticeColumn(*scene.piecesOf(item))}];
        }
        EXPECT_EQ(hits.size(), 36U);
        for (const auto& [tile, count] : hits) {
            EXPECT_EQ(count, 1) << tile.first << " " << tile.second;
            EXPECT_LE(tile.second, tile.first);
        }
        EXPECT_EQ(scene.useful(), 36U);
        EXPECT_EQ(scene.again, 0U);
        EXPECT_EQ(scene.elements, 64U * 65 / 2);
    }
}

TEST(MapScene, OnlyTheHalfThatIsTurnedIsTurned) {
    const Emulation run = test::emulatedRun("triangle.rb", {{"n", "64"}, {"block", "8"}});
    const auto works = test::workOf(run.plan);
    const MapScene scene = mapOfBlocks(std::make_shared<const Plan>(run.plan), works);
    for (const MapItem& item : scene.items) {
        const Dim3 at = scene.blockOf(item);
        // As the kernel has it, for 8 rows: the left half begins one row below the diagonal.
        EXPECT_EQ(item.turned, at.y < at.x + 1) << at.x << " " << at.y;
    }
    for (const char* straight : {"triangle.bb", "triangle.h", "matmul.tiled"}) {
        const Emulation other = test::emulatedRun(straight, {{"n", "64"}, {"block", "8"}});
        const auto of = test::workOf(other.plan);
        const MapScene map = mapOfBlocks(std::make_shared<const Plan>(other.plan), of);
        EXPECT_TRUE(std::ranges::none_of(map.items, &MapItem::turned)) << straight;
    }
}

TEST(MapScene, TheOneBlockWorksPassByPassInTheOrderOfItsTrace) {
    Mapped maps(std::vector<test::Choice>{{"matmul.one-block-grid-stride", {}}});
    const MapScene& scene = maps.scene();
    ASSERT_EQ(scene.kind, MapKind::Passes);
    EXPECT_TRUE(scene.ordered);
    const BlockTrace& trace = maps.playback.flow(0).trace();
    const auto& buffer = trace.memoryBefore().allocation(*scene.buffer);
    // The k-th time that thread 0 stores, it stores to where pass k lands.
    std::size_t pass = 0;
    for (std::uint64_t event = 0; event < trace.size(); ++event) {
        const simt::StepRecord record = trace.record(event);
        if (record.access != simt::AccessKind::Store || record.space != program::Space::Global) continue;
        if (record.warp != 0 || (record.active & 1U) == 0) continue;
        const std::uint64_t element = (record.address[0] - buffer.base) / sizeOf(buffer.buffer.type);
        ASSERT_LT(pass, scene.items.size());
        EXPECT_TRUE(covers(scene, scene.items[pass], element / buffer.buffer.columns, element % buffer.buffer.columns));
        ++pass;
    }
    EXPECT_EQ(pass, scene.items.size());
    // All passes together are what the block writes.
    std::uint64_t elements = 0;
    for (const MapItem& item : scene.items) elements += item.elements;
    EXPECT_EQ(elements, writtenBy(*maps.works[0][0], 0, *scene.buffer).size());
}

TEST(MapScene, StepsLieInTheirStreamsAndOnTheirParts) {
    const Emulation run = test::emulatedRun("cholesky.tiles", {});
    ASSERT_TRUE(hasStepsOfItsOwn(run.plan));
    const MapScene scene = mapOfSteps(std::make_shared<const Plan>(run.plan));
    ASSERT_EQ(scene.items.size(), run.plan.steps.size());
    EXPECT_EQ(run.plan.buffers[*scene.buffer].name, "A");
    for (std::size_t i = 0; i < run.plan.steps.size(); ++i) {
        const Step& step = run.plan.steps[i];
        EXPECT_EQ(scene.groups[scene.items[i].group].stream, streamOf(step));
        const auto* call = std::get_if<LibraryStep>(&step);
        if (!call) continue;
        EXPECT_EQ(scene.items[i].box,
                  (MapRect{static_cast<std::uint32_t>(call->c.row), static_cast<std::uint32_t>(call->c.column),
                           static_cast<std::uint32_t>(call->c.rows), static_cast<std::uint32_t>(call->c.columns)}));
    }
    EXPECT_EQ(scene.unitRows, 16U) << "tiles of the default block";
    EXPECT_FALSE(hasStepsOfItsOwn(test::emulatedRun("matmul.tiled", {}).plan));
}

TEST(MapScene, AKernelOnACopyWorksOnThePartThatTheCopyGoesTo) {
    const Emulation run = test::emulatedRun("cholesky.structured-own", {});
    const MapScene scene = mapOfSteps(std::make_shared<const Plan>(run.plan));
    std::size_t launches = 0;
    for (const MapItem& item : scene.items) {
        if (!std::holds_alternative<LaunchStep>(run.plan.steps[item.step]) || item.fate != Fate::Writes) continue;
        ++launches;
        // The next copy to the matrix goes there.
        for (std::size_t next = item.step + 1; next < run.plan.steps.size(); ++next) {
            const auto* copy = std::get_if<CopyStep>(&run.plan.steps[next]);
            if (!copy || copy->to.buffer != *scene.buffer) continue;
            EXPECT_EQ(item.box.row, copy->to.row);
            EXPECT_EQ(item.box.column, copy->to.column);
            break;
        }
    }
    EXPECT_GT(launches, 0U);
}

/// By thread: elements of shared memory that it has loaded since it last stored there.
class SharedLoads {
public:
    explicit SharedLoads(const BlockTrace& trace) : m_trace(trace) {}
    /// What each lane of an event stores, and what it had loaded for it.
    struct Store {
        std::uint32_t thread;
        std::uint32_t element;
        std::set<std::uint32_t> loaded;
    };
    std::vector<Store> at(std::uint64_t event) {
        std::vector<Store> stores;
        const simt::StepRecord record = m_trace.record(event);
        if (record.space != program::Space::Shared || record.access == simt::AccessKind::None) return stores;
        for (unsigned lane = 0; lane < simt::kWarpSize; ++lane) {
            if ((record.active >> lane & 1U) == 0) continue;
            const std::uint32_t thread = record.warp * simt::kWarpSize + lane;
            const auto element = static_cast<std::uint32_t>(record.address[lane] / record.bytesPerLane);
            if (record.access == simt::AccessKind::Load)
                m_loaded[thread].insert(element);
            else
                stores.push_back({thread, element, std::exchange(m_loaded[thread], {})});
        }
        return stores;
    }

private:
    const BlockTrace& m_trace;
    std::map<std::uint32_t, std::set<std::uint32_t>> m_loaded;
};

TEST(MapRounds, AreWhatTheThreadsLoadedAndStored) {
    for (const char* algorithm : {"reduce.0", "reduce.1", "reduce.2", "reduce.3", "reduce.4"}) {
        SCOPED_TRACE(algorithm);
        const test::Staged staged(std::vector<test::Choice>{{algorithm, {{"n", "1000"}, {"block", "128"}}}});
        const flow::BlockFlow& block = staged.playback.flow(0);
        const MapRounds rounds = mapRoundsOf(block);
        ASSERT_EQ(rounds.rounds.size(), 7U);
        EXPECT_EQ(rounds.threads, 128U);
        EXPECT_EQ(rounds.array, "shared");
        // Each addition is a store, and nothing else that a thread stores is made of what it loaded there.
        std::map<std::pair<std::uint64_t, std::uint32_t>, const MapAddition*> byStore;
        for (const MapRound& round : rounds.rounds)
            for (const MapAddition& addition : round.additions) byStore[{addition.event, addition.thread}] = &addition;
        SharedLoads loads(block.trace());
        std::size_t found = 0;
        for (std::uint64_t event = 0; event < block.trace().size(); ++event)
            for (const SharedLoads::Store& store : loads.at(event)) {
                const auto addition = byStore.find({event, store.thread});
                ASSERT_EQ(addition != byStore.end(), !store.loaded.empty()) << event << " " << store.thread;
                if (store.loaded.empty()) continue;
                ++found;
                EXPECT_EQ(addition->second->target, store.element);
                EXPECT_TRUE(std::ranges::equal(addition->second->sources, store.loaded));
            }
        EXPECT_EQ(found, byStore.size());
    }
}

TEST(MapRounds, HalveAndTellHowManyWarpsWork) {
    const test::Staged staged(std::vector<test::Choice>{{"reduce.0", {{"n", "1000"}, {"block", "128"}}},
                                                        {"reduce.1", {{"n", "1000"}, {"block", "128"}}},
                                                        {"matmul.tiled", {{"n", "32"}, {"block", "16"}}},
                                                        {"reduce.cub", {}}});
    const MapRounds by[]{mapRoundsOf(staged.playback.flow(0)), mapRoundsOf(staged.playback.flow(1))};
    for (std::uint32_t round = 0; round < 7; ++round) {
        const std::uint32_t threads = 64U >> round;
        EXPECT_EQ(by[0].rounds[round].threadCount, threads);
        EXPECT_EQ(by[1].rounds[round].threadCount, threads);
        // By modulo all warps go on as long as each has a thread that adds; by whole warps as few as can be.
        EXPECT_EQ(by[0].rounds[round].warpCount, std::min(4U, threads));
        EXPECT_EQ(by[1].rounds[round].warpCount, (threads + 31) / 32);
    }
    EXPECT_TRUE(mapRoundsOf(staged.playback.flow(2)).empty()) << "nobody gathers from others";
    const MapRounds shuffled = mapRoundsOf(staged.playback.flow(3));
    ASSERT_GE(shuffled.rounds.size(), 5U);
    EXPECT_TRUE(shuffled.array.empty()) << "lane to lane";
    // Round k adds the value of the lane 2^k further on.
    for (std::uint32_t round = 0; round < 5; ++round)
        for (const MapAddition& addition : shuffled.rounds[round].additions)
            EXPECT_EQ(addition.sources, (std::vector{addition.thread, addition.thread + (1U << round)}));
}

TEST(MapView, LooksAtAReductionByRoundsAndAtItsBlocksIfWanted) {
    Mapped maps(std::vector<test::Choice>{{"reduce.0", {}}, {"reduce.1", {}}});
    MapView& view = *maps.view;
    EXPECT_EQ(maps.scene().kind, MapKind::Rounds);
    EXPECT_EQ(view.kinds(), (std::vector{MapKind::Blocks, MapKind::Rounds}));
    view.clock().seek(3);
    EXPECT_EQ(
        view.why().sentence,
        QStringLiteral("Round 3: 16 threads add in 4 warps of reduce.0 and 16 threads add in 1 warp of reduce.1."));
    view.setKind(MapKind::Blocks);
    EXPECT_EQ(maps.scene().kind, MapKind::Blocks);
    EXPECT_EQ(view.clock().size(), 9U) << "two launches";
    view.setKind(std::nullopt);
    EXPECT_EQ(maps.scene().kind, MapKind::Rounds);
    // The words at the upper right choose, too.
    view.resize(1440, 840);
    (void)view.grab();
    test::keep(view.grab().toImage(), QStringLiteral("map-kinds"));
    QTest::mouseClick(&view, Qt::LeftButton, {}, view.placeOf(MapKind::Blocks).center().toPoint());
    EXPECT_EQ(maps.scene().kind, MapKind::Blocks);
}

TEST(MapLayout, BlocksAndTilesLieApartAndInTheirRoom) {
    Mapped maps(test::fourTriangles());
    for (const bool compact : {true, false}) {
        maps.theme.setCompact(compact);
        const QSize size = compact ? QSize(928, 504) : QSize(1440, 840);
        (void)test::drawn(*maps.view, maps.theme, size);
        std::vector<const MapScene*> scenes;
        for (std::size_t i = 0; i < 4; ++i) scenes.push_back(&maps.scene(i));
        const auto layouts = layOutMaps(maps.theme, scenes, QRectF(QPointF(16, 16), QSizeF(size) - QSizeF(32, 32)), 16);
        for (std::size_t i = 0; i < layouts.size(); ++i) {
            const MapLayout& layout = layouts[i];
            EXPECT_EQ(layout.cell, layouts[0].cell) << "one scale";
            EXPECT_TRUE(layout.room.adjusted(-1, -1, 1, 1).contains(layout.matrix));
            EXPECT_FALSE(layout.matrix.intersects(layout.formula));
            for (const MapGridPlace& place : layout.grids) {
                EXPECT_TRUE(layout.room.adjusted(-1, -1, 1, 1).contains(place.cells));
                EXPECT_FALSE(place.cells.intersects(layout.matrix));
            }
            for (std::uint64_t item = 0; item < scenes[i]->items.size(); ++item) {
                const auto cell = layout.cellOf(*scenes[i], scenes[i]->items[item]);
                ASSERT_TRUE(cell);
                EXPECT_EQ(layout.itemAt(*scenes[i], cell->center()), item);
            }
        }
    }
    maps.theme.setCompact(false);
}

TEST(SpeedChart, PointsStandWhereTheirNumbersAre) {
    Theme theme;
    SpeedChart chart(theme);
    SpeedUps ups{.over = QStringLiteral("bb"), .with = QStringLiteral("block 16")};
    // As replayed from the H200 for the mockup.
    const double sizes[]{256, 1024, 2048, 4096, 8192, 16384};
    const std::pair<const char*, std::vector<double>> lines[]{{"ltm", {1.004, 1.081, 1.358, 1.582, 1.661, 1.697}},
                                                              {"rb", {1.06, 1.177, 1.535, 1.827, 1.948, 1.991}},
                                                              {"h", {1, 1.228, 1.502, 1.816, 1.954, 1.991}}};
    for (const auto& [name, factors] : lines) {
        SpeedUps::Line line{QString::fromLatin1(name), {}};
        for (std::size_t i = 0; i < factors.size(); ++i) line.points.push_back({sizes[i], factors[i]});
        ups.lines.push_back(std::move(line));
    }
    ups.said = QStringLiteral("Replayed from NVIDIA H200, workload dummy; n from 256 to 16 384.");
    chart.setSpeedUps(ups);
    for (const Theme::Mode mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
        theme.setMode(mode);
        QImage image(432, 330, QImage::Format_RGB32);
        image.fill(theme.colour(Colour::Raised));
        QPainter painter(&image);
        chart.paintTo(painter, image.size());
        painter.end();
        test::keep(image,
                   mode == Theme::Mode::Light ? QStringLiteral("map-chart-light") : QStringLiteral("map-chart-dark"));
        // The last of LTM lies apart from the others, and has its line's colour.
        const QPoint at = chart.pointOf(ups.lines[0].points.back(), image.size()).toPoint();
        EXPECT_EQ(image.pixelColor(at), theme.colour(Colour::A));
    }
    // Equal steps of n, and equal factors, are equally far apart.
    const QSizeF size(432, 330);
    const auto at = [&](double n, double factor) { return chart.pointOf({n, factor}, size); };
    EXPECT_NEAR(at(2048, 1).x() - at(1024, 1).x(), at(4096, 1).x() - at(2048, 1).x(), 1e-6);
    EXPECT_NEAR(at(256, 1.5).y() - at(256, 2).y(), at(256, 1).y() - at(256, 1.5).y(), 1e-6);
    EXPECT_TRUE(chart.accessibleDescription().contains(QStringLiteral("h is 1.99× as fast as bb at n = 16\u202F384")))
        << chart.accessibleDescription().toStdString();
    theme.setMode(Theme::Mode::System);
}

TEST(MapView, SaysWhatTheBlockDoes) {
    Mapped maps(test::fourTriangles());
    MapView& view = *maps.view;
    EXPECT_EQ(view.clock().size(), 64U);
    EXPECT_EQ(view.clock().position(), 16U) << "opens where something can be seen";
    EXPECT_EQ(view.why().sentence, QStringLiteral("Block 15 of bb finds nothing to do. In the other three it finds a "
                                                  "tile of its own."));
    const auto fits = [](const QString& line) { return line.size() <= 40; };
    EXPECT_EQ(MapText::formula(maps.scene(2), 16, 4, fits),
              (QStringList{QStringLiteral("tx = 3, ty = 3, even = 1"), QStringLiteral("3 ≥ 3 + 1: no"),
                           QStringLiteral("i = 8 − 1 − 3 = 4, j = 8 − 1 − 3 = 4"),
                           QStringLiteral("→ tile (4, 4): rows 32…39, columns 32…39")}));
    EXPECT_EQ(MapText::formula(maps.scene(0), 16, 4, fits),
              (QStringList{QStringLiteral("i = 1, j = 7"), QStringLiteral("j > i: 7 > 1"),
                           QStringLiteral("the block ends at once")}));
    view.clock().toEnd();
    EXPECT_TRUE(view.why().sentence.startsWith(QStringLiteral("Block 63 of bb finds a place")))
        << view.why().sentence.toStdString();
    EXPECT_FALSE(view.why().lines.empty());
    view.clock().toStart();
    EXPECT_EQ(view.why().sentence, QStringLiteral("64 blocks wait in the grid. Each will look for its place."));
}

TEST(MapView, IsDrivenByMouseAndKeys) {
    Mapped maps(test::fourTriangles());
    MapView& view = *maps.view;
    view.resize(1440, 840);
    (void)view.grab();
    const MapLayout& layout = view.picture().layouts()[1];
    const QSignalSpy described(&view, &StageView::described);
    QTest::mouseClick(&view, Qt::LeftButton, {},
                      layout.cellOf(maps.scene(1), maps.scene(1).items[20])->center().toPoint());
    EXPECT_EQ(view.clock().position(), 21U);
    // A tile: the block that writes it.
    QTest::mouseClick(&view, Qt::LeftButton, {}, layout.latticeRect(1, 0).center().toPoint());
    EXPECT_EQ(view.clock().position(), 2U);
    QTest::keyClick(&view, Qt::Key_Right);
    QTest::keyClick(&view, Qt::Key_Right);
    EXPECT_FALSE(described.isEmpty());
    QSignalSpy activated(&view, &MapView::blockActivated);
    QTest::keyClick(&view, Qt::Key_Return, Qt::ControlModifier);
    ASSERT_EQ(activated.size(), 1);
}

// Each thread can be pointed at, with the mouse and with keys, and what is said of it is what its log says.
TEST(MapView, ThreadsArePointedAtOneByOne) {
    Mapped maps(std::vector<test::Choice>{{"triangle.ltm", {{"n", "64"}, {"block", "8"}}}});
    MapView& view = *maps.view;
    view.resize(1440, 840);
    (void)view.grab();
    const MapScene& scene = maps.scene();
    const MapLayout& layout = view.picture().layouts()[0];
    const ThreadWork& work = *maps.works[0][0];
    QSignalSpy described(&view, &StageView::described);
    const auto said = [&] { return described.isEmpty() ? QString() : described.last().front().toString(); };
    // Row 26, column 17 of M lies in tile (3, 2), which block 8 writes: its thread (1, 2).
    const std::uint64_t element = 26 * 64 + 17;
    const auto writers = work.writersOf(*scene.buffer, element);
    ASSERT_EQ(writers.size(), 1U);
    const auto thread = writerOf(maps.works[0], *scene.buffer, element);
    ASSERT_TRUE(thread);
    EXPECT_EQ(thread->block * 64 + thread->thread, writers.front());
    const QPointF at = layout.elementRect(scene, 26, 17).center();
    QMouseEvent move(QEvent::MouseMove, at, view.mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
    QCoreApplication::sendEvent(&view, &move);
    EXPECT_TRUE(said().startsWith(threadWords(maps.works[0], *scene.plan, *thread))) << said().toStdString();
    EXPECT_TRUE(said().contains(QStringLiteral("writes M[26][17]"))) << said().toStdString();
    test::keep(view.grab().toImage(), QStringLiteral("map-thread"));
    // With keys: a block, then its threads one after the other.
    QTest::keyClick(&view, Qt::Key_Escape);
    QTest::keyClick(&view, Qt::Key_Right);
    for (std::uint64_t expected : {0, 1}) {
        QTest::keyClick(&view, Qt::Key_Right, Qt::ShiftModifier);
        EXPECT_EQ(said(), threadWords(maps.works[0], *scene.plan, {0, 0, expected}));
        EXPECT_EQ(view.accessibleDescription(), said());
    }
    QTest::keyClick(&view, Qt::Key_Down, Qt::ShiftModifier);
    EXPECT_EQ(said(), threadWords(maps.works[0], *scene.plan, {0, 0, 9})) << "a row further";
    // Above the diagonal a thread of a tile on it writes nothing.
    EXPECT_TRUE(threadWords(maps.works[0], *scene.plan, {0, 0, 1}).endsWith(QStringLiteral("writes nothing")));
}

// Steps of a plan that launches nothing of its own are a picture, not an excuse.
TEST(MapView, StepsAreShownWithoutALaunch) {
    Mapped maps(std::vector<test::Choice>{{"cholesky.tiles", {}}});
    MapView& view = *maps.view;
    view.setMissing(QStringLiteral("This algorithm launches no kernel"));
    view.resize(928, 504);
    ASSERT_NE(view.scene(0), nullptr);
    EXPECT_TRUE(view.showsWithoutLaunch());
    const QImage with = view.grab().toImage();
    view.setMissing(QString());
    EXPECT_EQ(with, view.grab().toImage());
    view.setSides({});
    EXPECT_FALSE(view.showsWithoutLaunch());
}

// Alone a run has no speed-up: what says so takes its own height, and no empty figure stands in the zone.
TEST(SpeedChart, WithoutLinesItIsAsHighAsItsWords) {
    Theme theme;
    SpeedChart chart(theme);
    SpeedUps ups;
    ups.said = QStringLiteral("One run alone is not faster than anything: put another one beside it.");
    chart.setSpeedUps(ups);
    EXPECT_LT(chart.heightForWidth(320), 80);
    EXPECT_GT(chart.heightForWidth(320), 10);
    EXPECT_LE(chart.minimumSizeHint().height(), chart.heightForWidth(320));
    ups.lines.push_back({QStringLiteral("h"), {{64, 1}, {128, 2}}});
    chart.setSpeedUps(ups);
    EXPECT_GE(chart.heightForWidth(320), 300);
}

TEST(MapView, KeepsWhatItKnowsOfARunAndForgetsOthers) {
    Mapped maps(std::vector<test::Choice>{{"triangle.bb", {{"n", "32"}, {"block", "8"}}}});
    MapView& view = *maps.view;
    const MapScene* before = view.scene(0);
    view.setSides(maps.sides);
    EXPECT_EQ(view.scene(0), before);
    view.setSides({});
    view.setSides(maps.sides);
    EXPECT_EQ(view.scene(0), nullptr);
    view.setWorkMissing(0, QStringLiteral("because"));
    EXPECT_EQ(view.why().sentence, QStringLiteral("because"));
}

TEST(MapClock, FliesByOneAndSeeksWithoutAFlight) {
    MapClock clock;
    clock.setSize(10);
    const QSignalSpy moved(&clock, &MapClock::positionChanged);
    clock.stepForward();
    EXPECT_EQ(clock.position(), 1U);
    EXPECT_TRUE(clock.isFlying());
    EXPECT_LT(clock.flight(), 1);
    clock.seek(5);
    EXPECT_FALSE(clock.isFlying());
    EXPECT_EQ(clock.flight(), 1);
    clock.stepBack();
    EXPECT_EQ(clock.position(), 4U);
    EXPECT_FALSE(clock.isFlying());
    clock.setReduced(true);
    clock.stepForward();
    EXPECT_FALSE(clock.isFlying());
    clock.seek(99);
    EXPECT_TRUE(clock.atEnd());
    clock.play();
    EXPECT_TRUE(clock.isPlaying());
    EXPECT_TRUE(clock.atStart()) << "from the start again";
    clock.pause();
    EXPECT_EQ(moved.size(), 6);
    clock.seek(9);
    clock.setSize(3, 2);
    EXPECT_EQ(clock.position(), 3U);
    EXPECT_EQ(clock.words().first(), QStringLiteral("block 2 of each"));
    clock.setUnit(QStringLiteral("round"), 1);
    clock.setSize(3, 2);
    clock.seek(3);
    EXPECT_EQ(clock.unit(), QStringLiteral("round"));
    EXPECT_EQ(clock.words().first(), QStringLiteral("round 3 of each"));
}

TEST(MapClock, FastBlocksLandAtOnceInBatches) {
    MapClock clock;
    clock.setSize(100'000);
    clock.setSpeed(100'000);
    clock.play();
    QTest::qWait(120);
    clock.pause();
    EXPECT_GT(clock.position(), 100U);
    EXPECT_LT(clock.batch() + 1, clock.position());
    EXPECT_EQ(clock.flight(), 1);
}

TEST(MapStrip, ACellLeadsToItsBlock) {
    Mapped maps(test::fourTriangles());
    MapStrip* strip = maps.view->makeStrip(nullptr);
    const std::unique_ptr<MapStrip> owned(strip);
    strip->resize(1440, 144);
    (void)strip->grab();
    for (const quint64 item : {0U, 17U, 63U}) {
        QTest::mouseClick(strip, Qt::LeftButton, {}, strip->cellOf(0, item).center().toPoint());
        EXPECT_EQ(maps.view->clock().position(), item + 1);
    }
    QTest::keyClick(strip, Qt::Key_Left);
    EXPECT_EQ(maps.view->clock().position(), 63U);
    EXPECT_TRUE(strip->accessibleDescription().startsWith(QStringLiteral("bb: Block (6, 7), number 62: writes rows")))
        << strip->accessibleDescription().toStdString();
}

}  // namespace
}  // namespace lanescope
