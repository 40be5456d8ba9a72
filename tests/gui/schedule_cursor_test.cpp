// SPDX-License-Identifier: GPL-3.0-or-later
// The cursor of the stage on page Schedule: steps by cycle, clicks, and which event belongs to which issue.
#include <cmath>
#include <map>
#include <set>

#include "app/pages/schedule_page.h"
#include "core/sass/listing.h"
#include "tests/gui/window_fixture.h"
#include "tests/support/staged.h"
#include "widgets/stage/time/transport.h"

namespace lanescope {
namespace {

struct ScheduleCursor : Window {
    ScheduleCursor() {
        window.workbench().chooseGpu(QStringLiteral("h200"));
        show("schedule");
        simulated();
        watch(side().sample->blocks.front().index);
    }
    void simulated() {
        settle();
        ASSERT_TRUE(
            waitFor([this] { return !page().work().picture().sides.empty() && !window.workbench().jobs().isBusy(); }));
    }
    void watch(std::uint64_t block) {
        window.workbench().watch(0, window.workbench().grid().at(block));
        simulated();
    }
    [[nodiscard]] SchedulePage& page() { return window.page<SchedulePage>(); }
    [[nodiscard]] ScheduleChart& chart() { return *page().chart(); }
    [[nodiscard]] const CycleClock& clock() { return page().cycles(); }
    [[nodiscard]] const ScheduleSide& side() { return page().work().picture().sides[0]; }
    [[nodiscard]] const BlockTrace& trace() { return *window.workbench().trace(); }
    [[nodiscard]] quint64 event() { return window.playback().position() - 1; }
    void press(Qt::Key key) { QTest::keyClick(&window, key); }
    /// Cycles at which a warp of a sampled block issues, in order, from the rows themselves.
    [[nodiscard]] std::vector<double> issuesOf(std::uint32_t block, std::uint32_t warp) {
        std::vector<double> cycles;
        for (const auto& row : side().rows)
            for (const timing::Interval& one : row)
                if (one.block == block && one.warp == warp && one.reason == timing::Reason::Issuing)
                    cycles.push_back(one.from);
        std::ranges::sort(cycles);
        return cycles;
    }
};

TEST_F(ScheduleCursor, AStepIsTheNextCycleInWhichTheBlockIssues) {
    std::set<double> cycles;
    const std::size_t warps = side().sample->blocks[0].warps.size();
    for (std::uint32_t warp = 0; warp < warps; ++warp)
        for (const double cycle : issuesOf(0, warp)) cycles.insert(std::floor(cycle));
    ASSERT_GT(cycles.size(), 100U);
    EXPECT_EQ(clock().size(), cycles.size());
    press(Qt::Key_F3);
    EXPECT_FALSE(chart().playhead()->cycle);
    std::set<std::uint32_t> seen;
    auto expected = cycles.begin();
    for (int step = 0; step < 60; ++step, ++expected) {
        press(Qt::Key_F5);
        ASSERT_TRUE(clock().issue());
        EXPECT_EQ(std::floor(clock().issue()->cycle), *expected);
        EXPECT_EQ(trace().warp(event()), clock().issue()->warp);
        EXPECT_EQ(chart().playhead()->cycle, clock().issue()->cycle);
        seen.insert(trace().warp(event()));
    }
    EXPECT_GT(seen.size(), 1U) << "warps take turns";
    press(Qt::Key_F4);
    EXPECT_EQ(std::floor(clock().issue()->cycle), *std::prev(expected, 2));
}

TEST_F(ScheduleCursor, WhatIsIssuedIsOfTheLineOfThePtxThatTheCursorIsAt) {
    ASSERT_EQ(clock().map().by(), IssueMap::By::PtxLine);
    EXPECT_TRUE(clock().map().isWatched());
    const sass::Listing& listing = *side().sample->listing;
    std::set<std::uint32_t> lines;
    for (const auto& instruction : trace().entry().instructions) lines.insert(instruction.line);
    std::map<std::uint32_t, std::size_t> number;  // of the warp's issues so far
    std::size_t joined = 0;
    for (const IssueMap::Issue& issue : clock().map().issues()) {
        const auto& warp = side().sample->blocks[0].warps[issue.warp];
        const std::uint32_t line = listing.instructions[warp.events[number[issue.warp]++].instruction].ptxLine;
        ASSERT_EQ(trace().warp(issue.event), issue.warp);
        if (!lines.contains(line)) continue;
        EXPECT_EQ(trace().entry().instructions[trace().instruction(issue.event)].line, line);
        ++joined;
    }
    EXPECT_GT(joined, clock().map().issues().size() * 9 / 10);
    // Of a line that is issued as often as it runs, or more often, each time is come to, one after the other.
    using WarpAndLine = std::pair<std::uint32_t, std::uint32_t>;
    std::map<WarpAndLine, std::vector<std::uint64_t>> runs, reached;
    std::map<WarpAndLine, std::size_t> issued;
    const auto keyOf = [this](std::uint64_t event) {
        return WarpAndLine{trace().warp(event), trace().entry().instructions[trace().instruction(event)].line};
    };
    for (std::uint64_t event = 0; event < trace().size(); ++event) runs[keyOf(event)].push_back(event);
    number.clear();
    for (const IssueMap::Issue& issue : clock().map().issues()) {
        const auto& warp = side().sample->blocks[0].warps[issue.warp];
        const std::uint32_t line = listing.instructions[warp.events[number[issue.warp]++].instruction].ptxLine;
        if (!lines.contains(line)) continue;
        ++issued[{issue.warp, line}];
        std::vector<std::uint64_t>& of = reached[{issue.warp, line}];
        if (of.empty() || of.back() != issue.event) of.push_back(issue.event);
    }
    std::size_t compared = 0;
    for (const auto& [key, of] : reached) {
        if (issued[key] < runs[key].size()) continue;
        EXPECT_EQ(of, runs[key]) << "warp " << key.first << ", line " << key.second;
        compared += runs[key].size();
    }
    EXPECT_GT(compared, 1000U);
}

TEST_F(ScheduleCursor, OfMachineCodeTheNthInstructionIsTheNthThatIsIssued) {
    window.workbench().chooseMachine(QStringLiteral("sm_90"));
    simulated();
    watch(side().sample->blocks.front().index);
    ASSERT_EQ(clock().map().by(), IssueMap::By::Instruction);
    std::map<std::uint32_t, std::vector<quint64>> events;
    for (quint64 event = 0; event < trace().size(); ++event) events[trace().warp(event)].push_back(event);
    for (const auto& [warp, of] : events) {
        const std::vector<double> issues = issuesOf(0, warp);
        ASSERT_EQ(issues.size(), of.size()) << warp;
        for (std::size_t i = 0; i < of.size(); ++i) {
            const auto issue = clock().map().issueOf(of[i]);
            ASSERT_TRUE(issue);
            ASSERT_EQ(clock().map().issues()[*issue].cycle, issues[i]) << "warp " << warp << ", instruction " << i;
            ASSERT_EQ(clock().map().issues()[*issue].event, of[i]);
        }
    }
}

TEST_F(ScheduleCursor, AClickGoesToWhatWasIssuedThere) {
    const std::size_t row = clock().map().rows().at(3);
    const ScheduleLayout layout = chart().layouts().front();
    const double y = layout.rows.top() + (static_cast<double>(row) + 0.5) * layout.rowHeight;
    const QPointF at(layout.rows.center().x(), y);
    QTest::mouseClick(&chart(), Qt::LeftButton, Qt::NoModifier, at.toPoint());
    ASSERT_TRUE(clock().issue());
    EXPECT_EQ(clock().issue()->row, row);
    const double clicked = layout.cycleAt(at.toPoint().x(), chart().range());
    double expected = 0;
    for (const timing::Interval& one : side().rows[row])
        if (one.reason == timing::Reason::Issuing && one.from <= clicked) expected = one.from;
    EXPECT_EQ(clock().issue()->cycle, expected);
    EXPECT_EQ(event(), clock().issue()->event);
    // A drag is none.
    const quint64 before = window.playback().position();
    chart().setRange({0, 400});
    QTest::mousePress(&chart(), Qt::LeftButton, Qt::NoModifier, at.toPoint());
    QTest::mouseMove(&chart(), at.toPoint() - QPoint(60, 0));
    QTest::mouseRelease(&chart(), Qt::LeftButton, Qt::NoModifier, at.toPoint() - QPoint(60, 0));
    EXPECT_EQ(window.playback().position(), before);
}

TEST_F(ScheduleCursor, ItFollowsTheCursorOfTheOtherViewsAndTheirSelection) {
    window.playback().seek(trace().size() / 2);
    ASSERT_TRUE(clock().issue());
    EXPECT_EQ(clock().issue()->warp, trace().warp(event()));
    EXPECT_EQ(chart().playhead()->row, clock().issue()->row);
    EXPECT_TRUE(chart().playhead()->selectedRows.empty());
    Focus focus;
    focus.thread = ThreadRef{2, 5};
    window.selection().setPinned(focus);
    const auto row = clock().map().rowOf(2);
    ASSERT_TRUE(row);
    EXPECT_EQ(chart().playhead()->selectedRows, std::vector<std::size_t>{*row});
    EXPECT_EQ(side().rows[*row].front().warp, 2U);
}

TEST_F(ScheduleCursor, ABlockThatWasNotSimulatedHasOneThatStandsForIt) {
    std::set<std::uint64_t> simulatedBlocks;
    for (const auto& block : side().sample->blocks) simulatedBlocks.insert(block.index);
    std::uint64_t other = 0;
    while (simulatedBlocks.contains(other)) ++other;
    ASSERT_LT(other, window.workbench().grid().count());
    watch(other);
    EXPECT_FALSE(clock().map().isWatched());
    EXPECT_TRUE(simulatedBlocks.contains(clock().map().block()));
    EXPECT_TRUE(page().why().detail.contains(QStringLiteral("stands for it"))) << page().why().detail.toStdString();
    EXPECT_GT(clock().size(), 0U);
}

TEST_F(ScheduleCursor, Pictures) {
    window.playback().seek(trace().size() / 3);
    for (const QSize size : {QSize(1280, 720), QSize(1920, 1080)})
        for (const Theme::Mode mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
            window.resize(size);
            theme.setMode(mode);
            settle();
            test::keep(window.grab().toImage(),
                       QStringLiteral("schedule_cursor_%1_%2")
                           .arg(size.width())
                           .arg(mode == Theme::Mode::Dark ? QStringLiteral("dark") : QStringLiteral("light")));
        }
    theme.setMode(Theme::Mode::Light);
    chart().setRange({clock().issue()->cycle - 60, clock().issue()->cycle + 60});
    Focus focus;
    focus.thread = ThreadRef{clock().issue()->warp, 0};
    window.selection().setPinned(focus);
    test::keep(window.grab().toImage(), QStringLiteral("schedule_cursor_near"));
}

}  // namespace
}  // namespace lanescope
