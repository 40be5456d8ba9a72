// SPDX-License-Identifier: GPL-3.0-or-later
// What the warps view says and where it draws it.
#include "widgets/stage/warps/warps_view.h"

#include <QSignalSpy>
#include <QTest>
#include <QThreadPool>

#include "tests/support/staged.h"
#include "widgets/stage/warps/flow_figure.h"
#include "widgets/stage/warps/flow_graph.h"
#include "widgets/stage/warps/warps_words.h"

namespace lanescope::test {
namespace {

const Parameters kSmall{{"n", "64"}, {"block", "64"}};

/// Position behind the event of a fork of a warp.
std::uint64_t behindFork(const warps::WarpsScene& scene, std::size_t group, std::uint32_t warp) {
    for (const warps::Fork& fork : scene.group(group).forks)
        if (fork.warp == warp) return fork.event + 1;
    ADD_FAILURE() << "no fork";
    return 0;
}

TEST(WarpsView, SaysWhatABranchDidAndWhatIsExecuted) {
    Staged staged({{"reduce.0", kSmall}});
    const auto view = staged.view<WarpsView>();
    EXPECT_EQ(view->why().sentence,
              QStringLiteral("2 warps are about to begin: their lanes stand at the same instruction."));
    staged.playback.seek(behindFork(*view->scene(0), 3, 0));
    EXPECT_EQ(view->why().sentence, QStringLiteral("4 of 32 lanes go on to add, 28 wait: warp 0 parts."));
    EXPECT_EQ(view->why().lines.front(), 48U);
    staged.playback.stepForward();
    EXPECT_EQ(view->why().sentence, QStringLiteral("4 of 32 lanes add, 28 wait: warp 0 goes both ways."));
    EXPECT_EQ(view->why().detail, QStringLiteral("s = 4: every 8th thread adds, in 2 of 2 warps."));
    EXPECT_EQ(view->accessibleDescription(), view->why().sentence + QLatin1Char(' ') + view->why().detail);
    staged.playback.setStepBy(StepBy::Phase);
    EXPECT_EQ(view->why().sentence, QStringLiteral("s = 4: every 8th thread adds, in 2 of 2 warps."));
}

// The window stood still for a second.
TEST(WarpsView, ALongBlockIsFollowedBehindTheWindow) {
    const Parameters small{{"n", "16"}, {"block", "8"}};
    Staged staged({{"matmul.single-block", {{"n", "96"}, {"block", "8"}}}});
    ASSERT_GT(staged.playback.size(), 60'000U);
    const auto view = staged.view<WarpsView>();
    EXPECT_FALSE(view->isReady());
    EXPECT_EQ(view->scene(0), nullptr);
    EXPECT_EQ(view->why().sentence, QStringLiteral("Following the warps through their steps …"));
    test::drawn(*view, staged.theme, {1440, 840});
    ASSERT_TRUE(QTest::qWaitFor([&] { return view->isReady(); }, 60'000));
    ASSERT_NE(view->scene(0), nullptr);
    EXPECT_EQ(&view->scene(0)->flow(), staged.playback.flow());

    // What comes of a block that is no longer watched is dropped.
    const Staged shorter({{"matmul.single-block", small}});
    staged.playback.setBlocks({std::make_shared<const flow::BlockFlow>(staged.playback.sharedTrace())});
    EXPECT_FALSE(view->isReady());
    staged.playback.setBlocks(shorter.blocks);
    EXPECT_TRUE(view->isReady());
    QThreadPool::globalInstance()->waitForDone();
    QCoreApplication::processEvents();
    EXPECT_EQ(&view->scene(0)->flow(), shorter.playback.flow());
}

TEST(WarpsView, SaysWhoWaitsAtABarrier) {
    Staged staged({{"reduce.0", kSmall}});
    const auto view = staged.view<WarpsView>();
    const BlockTrace& trace = staged.playback.flow(0).trace();
    const auto isBarrier = [&](quint64 event) {
        return trace.entry().instructions[trace.instruction(event)].opcode == program::Opcode::Bar;
    };
    const quint64 first = staged.after(isBarrier);
    staged.playback.seek(first);
    EXPECT_EQ(view->why().sentence, QStringLiteral("Warp 0 waits at the barrier: 1 of 2 warps are there."));
    staged.playback.seek(staged.after(isBarrier, first));
    EXPECT_EQ(view->why().sentence, QStringLiteral("Warp 1 is the last at the barrier: all 2 warps go on."));
}

TEST(WarpsView, ComparesTwoBlocksInTheSamePhase) {
    Staged staged({{"reduce.0", kSmall}, {"reduce.1", kSmall}});
    const auto view = staged.view<WarpsView>();
    staged.playback.seek(behindFork(*view->scene(0), 3, 0));
    EXPECT_EQ(view->why().sentence,
              QStringLiteral("s = 4: the same 8 lanes of work keep 2 warps of reduce.0 busy, and 1 warp of reduce.1."));
    EXPECT_EQ(view->why().detail, QStringLiteral("reduce.0: 4 of 32 lanes go on to add, 28 wait: warp 0 parts."));
    const auto layouts = view->layoutsFor({1440, 840});
    ASSERT_EQ(layouts.size(), 2U);
    for (std::size_t i = 0; i < layouts[0].groups.size(); ++i)  // one scale
        EXPECT_NEAR(layouts[0].groups[i].x.left - layouts[0].whole.left(),
                    layouts[1].groups[i].x.left - layouts[1].whole.left(), 0.01);
}

TEST(WarpsView, NothingMovesWithinAPhase) {
    Staged staged({{"matmul.tiled", {{"n", "512"}, {"block", "16"}}}});
    const auto view = staged.view<WarpsView>();
    const warps::WarpsScene& scene = *view->scene(0);
    const QSizeF size(928, 504);
    std::optional<std::size_t> group;
    warps::Page page;
    std::size_t pages = 0;
    for (quint64 position = 1; position < staged.playback.size(); position += 97) {
        staged.playback.seek(position);
        const warps::Page now = view->layoutsFor(size).front().page;
        EXPECT_GE(scene.groupAt(position), now.first);
        EXPECT_LT(scene.groupAt(position), now.end);
        if (group == scene.groupAt(position)) {
            EXPECT_EQ(now, page) << position;
        }
        pages += now == page ? 0 : 1;
        group = scene.groupAt(position);
        page = now;
    }
    EXPECT_GT(pages, 3U);
    EXPECT_LT(pages, 16U);
}

TEST(WarpsView, TheFrameIsAroundWhatTheWarpDoes) {
    Staged staged({{"reduce.0", kSmall}});
    const auto view = staged.view<WarpsView>();
    const warps::WarpsScene& scene = *view->scene(0);
    for (quint64 position = 1; position <= staged.playback.size(); ++position) {
        const auto now = warps::presentAt(scene, position);
        const warps::Layout layout = view->layoutsFor({1440, 840}).front();
        const warps::WarpsPainter painter(staged.theme, scene, layout, {0, 1});
        const warps::GroupBox* const box = layout.boxOf(now->group);
        ASSERT_NE(box, nullptr);
        const QRectF cell = layout.cell(box->columns[now->column], layout.bands[now->warp]);
        EXPECT_TRUE(painter.frameOf({position, position - 1, 1, false}).contains(cell)) << position;
        EXPECT_GT(painter.reached(now->warp, position), cell.left()) << position;
        EXPECT_LE(painter.reached(now->warp, position), cell.right() + 3) << position;
    }
}

TEST(WarpsView, DescribesWhatIsPointedAtAndGoesThere) {
    Staged staged({{"reduce.0", kSmall}});
    const auto view = staged.view<WarpsView>();
    view->resize(1440, 840);
    view->show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(view.get()));
    const warps::WarpsScene& scene = *view->scene(0);
    const warps::Fork fork = scene.group(3).forks.front();
    const std::uint32_t column = scene.group(3).column(fork.event) + 1;
    const warps::Layout layout = view->layoutsFor(view->size()).front();
    const QRectF cell = layout.cell(layout.boxOf(3)->columns[column], layout.bands[0]);
    QSignalSpy described(view.get(), &StageView::described);
    QTest::mouseMove(view.get(), cell.center().toPoint());
    ASSERT_FALSE(described.isEmpty());
    EXPECT_EQ(described.back().front().toString(),
              QStringLiteral("Warp 0, s = 4: 4 of 32 lanes add, 28 wait, 6 instructions, line 49"));
    ASSERT_TRUE(staged.selection.hovered().thread);
    EXPECT_EQ(staged.selection.hovered().thread->warp, 0U);
    EXPECT_EQ(staged.selection.hovered().sourceLine, 49U);
    QTest::mouseClick(view.get(), Qt::LeftButton, {}, cell.center().toPoint());
    EXPECT_EQ(scene.group(3).column(staged.playback.position() - 1), column);
    QTest::keyClick(view.get(), Qt::Key_Down);
    EXPECT_TRUE(described.back().front().toString().startsWith(QLatin1String("Warp 1, s = 4"))) << "keyboard";
    QTest::keyClick(view.get(), Qt::Key_Return);
    EXPECT_EQ(staged.playback.flow(0).trace().warp(staged.playback.position() - 1), 1U);
}

TEST(WarpsView, TheSideWithMoreRoundsIsWiderAndIsGoneToByAClick) {
    Staged staged({{"reduce.0", {{"n", "64"}, {"block", "16"}}}, {"reduce.0", {{"n", "1024"}, {"block", "512"}}}});
    const auto view = staged.view<WarpsView>();
    view->resize(1440, 840);
    const std::vector<warps::Layout>& layouts = view->layoutsFor(view->size());
    ASSERT_EQ(layouts.size(), 2U);
    ASSERT_LT(view->scene(0)->groups(), view->scene(1)->groups());
    EXPECT_GT(layouts[1].whole.width(), 1.2 * layouts[0].whole.width());
    EXPECT_LE(layouts[0].whole.right(), layouts[1].whole.left());
    EXPECT_LE(layouts[1].whole.right(), 1440);

    const warps::Group& group = view->scene(1)->group(2);
    const warps::Layout& layout = layouts[1];
    ASSERT_NE(layout.boxOf(2), nullptr);
    const warps::Cell& what = group.columns[0].cells[0];
    ASSERT_FALSE(what.empty());
    const QRectF cell = layout.cell(layout.boxOf(2)->columns[0], layout.bands[0]);
    QTest::mouseClick(view.get(), Qt::LeftButton, {}, cell.center().toPoint());
    EXPECT_GE(staged.playback.positionOf(1), group.first + what.end);
    EXPECT_EQ(view->scene(1)->groupAt(staged.playback.positionOf(1)), 2U);
}

TEST(FlowGraph, OfAReductionsRoundIsAForkAndItsMeeting) {
    Staged staged({{"reduce.0", kSmall}});
    const auto view = staged.view<WarpsView>();
    const warps::WarpsScene& scene = *view->scene(0);
    const warps::Fork fork = scene.group(3).forks.front();
    const std::uint32_t branch = staged.playback.flow(0).trace().instruction(fork.event);
    const warps::FlowGraph graph = warps::flowGraphAround(scene.code(), branch, 9);
    const auto& blocks = scene.code().entry().blocks;
    const auto from = graph.nodeOf(branch);
    const auto add = graph.nodeOf(blocks[fork.past].first);
    const auto meet = graph.nodeOf(blocks[fork.target].first);
    ASSERT_TRUE(from && add && meet);
    EXPECT_EQ(graph.nodes[*from].rank, 0U);
    EXPECT_EQ(graph.nodes[*add].rank, 1U);
    EXPECT_EQ(graph.nodes[*meet].rank, 2U);
    ASSERT_NE(graph.edge(*from, *meet), nullptr);
    EXPECT_EQ(graph.edge(*from, *meet)->via.size(), 1U) << "those who wait have a way of their own";
    EXPECT_LT(graph.nodes[*add].x, graph.edge(*from, *meet)->via.front());
    ASSERT_NE(graph.edge(*meet, *from), nullptr);
    EXPECT_TRUE(graph.edge(*meet, *from)->back);
    EXPECT_EQ(graph.nodes[*meet].kind, warps::FlowNode::Kind::Barrier);
}

TEST(LanePlaces, AreThoseOfTheWarpsState) {
    for (const simt::Scheduling scheduling :
         {simt::Scheduling::ReconvergenceStack, simt::Scheduling::IndependentThreads}) {
        const Result<Catalogue> catalogue = Catalogue::load(LANESCOPE_SOURCE_DIR "/resources");
        const Algorithm& found = **catalogue.value().find("reduce.0");
        EmulationOptions options;
        options.tracedBlocks = {{0, 0, 0}};
        options.scheduling = scheduling;
        const auto run = emulate(found.plan(found.complete(kSmall).value()).value(), options, {}).value();
        const flow::BlockFlow flow(run.traces.at(0));
        const warps::WarpsScene scene(flow);
        const warps::Fork fork = scene.group(3).forks.front();
        Timeline timeline(run.traces.at(0));
        timeline.seek(fork.event + 1);
        const simt::WarpState& warp = timeline.state().warps[fork.warp];
        const warps::LanePlaces places = warps::lanePlacesOf(warp);
        for (unsigned lane = 0; lane < 32; ++lane) {
            const bool adds = (fork.taken >> lane & 1) == 0;
            EXPECT_EQ(places[lane].state == warps::LanePlace::State::Runs, adds) << lane;
            EXPECT_EQ(scene.code().blockOf(places[lane].instruction), adds ? fork.past : fork.target) << lane;
        }
        const warps::Gathering gathering = warps::gatheringOf(warp);
        EXPECT_EQ(gathering.independent, scheduling == simt::Scheduling::IndependentThreads);
        ASSERT_EQ(gathering.all.size(), 2U);
        EXPECT_EQ(gathering.all[0].lanes, fork.running & ~fork.taken);
    }
}

TEST(FlowFigure, SaysWhoRunsAndWhoWaits) {
    Staged staged({{"reduce.0", kSmall}});
    const auto view = staged.view<WarpsView>();
    const std::unique_ptr<QWidget> made(view->makeFigure(nullptr));
    staged.playback.seek(behindFork(*view->scene(0), 3, 0));
    EXPECT_EQ(made->accessibleDescription(), QStringLiteral("Warp 0: 4 lanes run, 28 lanes wait."));
}

TEST(WarpsView, HasAPictureOfEveryAlgorithm) {
    const Result<Catalogue> catalogue = Catalogue::load(LANESCOPE_SOURCE_DIR "/resources");
    std::size_t watched = 0;
    for (const auto& algorithm : catalogue.value().algorithms()) {
        SCOPED_TRACE(algorithm->id());
        Staged staged({{std::string(algorithm->id()), {}}});
        staged.theme.setMode(Theme::Mode::Light);
        staged.theme.setCompact(true);
        const auto view = staged.view<WarpsView>();
        staged.playback.seek(staged.playback.size() * 2 / 3);
        const QImage image = drawn(*view, staged.theme, {928, 504});
        keep(image, QStringLiteral("all-%1").arg(QString::fromUtf8(algorithm->id())));
        EXPECT_FALSE(view->why().sentence.isEmpty());
        if (staged.blocks.empty()) continue;
        ++watched;
        const std::unique_ptr<QWidget> made(view->makeFigure(nullptr));
        QImage figure(QSize(320, 420), QImage::Format_ARGB32_Premultiplied);
        figure.fill(staged.theme.colour(Colour::Raised));
        QPainter painter(&figure);
        static_cast<warps::FlowFigure&>(*made).paintTo(painter, figure.size());
        painter.end();
        keep(figure, QStringLiteral("all-%1-figure").arg(QString::fromUtf8(algorithm->id())));
        EXPECT_FALSE(made->accessibleDescription().isEmpty());
    }
    EXPECT_GT(watched, 30U);
}

}  // namespace
}  // namespace lanescope::test
