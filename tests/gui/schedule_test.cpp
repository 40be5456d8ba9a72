// SPDX-License-Identifier: GPL-3.0-or-later
// The page Schedule, driven by mouse, wheel and keys.
#include <QWheelEvent>
#include <numeric>
#include <sstream>

#include "app/pages/schedule_page.h"
#include "tests/gui/window_fixture.h"
#include "tests/support/staged.h"

namespace lanescope {
namespace {

struct ScheduleWindow : Window {
    ScheduleWindow() {
        show("schedule");
        EXPECT_TRUE(waitFor([this] { return !page().work().picture().sides.empty(); }));
    }
    [[nodiscard]] SchedulePage& page() const { return window.page<SchedulePage>(); }
    [[nodiscard]] ScheduleChart& chart() const { return *page().chart(); }
    [[nodiscard]] const ScheduleSide& side(std::size_t number = 0) const {
        return page().work().picture().sides[number];
    }
    /// Everything that a choice brings, and the simulation after it.
    void simulate(const char* algorithm) {
        window.workbench().chooseAlgorithm(QLatin1StringView(algorithm));
        settle();
        ASSERT_TRUE(waitFor([this] { return !window.workbench().jobs().isBusy(); }));
    }
    void keep(const char* name) { test::keep(window.grab().toImage(), QLatin1StringView(name)); }
};

TEST_F(ScheduleWindow, RowsTellAllOfTheWarpsTime) {
    double told = 0;
    for (const auto& row : side().rows)
        for (std::size_t i = 0; i < row.size(); ++i) {
            told += row[i].to - row[i].from;
            EXPECT_LE(i > 0 ? row[i - 1].to : 0, row[i].from + 1e-9) << "one after the other";
        }
    const auto& cycles = side().simulated->run.warpCycles;
    EXPECT_NEAR(told, std::accumulate(cycles.begin(), cycles.end(), 0.0), 1e-6 * told);
    EXPECT_EQ(chart().range(), (CycleRange{0, side().simulated->run.end}));
    EXPECT_TRUE(page().why().sentence.startsWith(QStringLiteral("Warps wait for")))
        << page().why().sentence.toStdString();
    EXPECT_TRUE(page().why().detail.contains(QStringLiteral("simulated")));
}

// 32 lanes in one bank: all wait for the unit that serves them; padded, nobody does.
TEST_F(ScheduleWindow, BankConflictsKeepTheLoadStoreUnitBusy) {
    const auto requests = [this] {
        for (const ReasonShare& one : sharesOf(side().simulated->run))
            if (one.reason == timing::Reason::Requests) return one.share;
        return 0.0;
    };
    simulate("transpose.tiled");
    window.workbench().choose({{"padded", "no"}});
    settle();
    ASSERT_TRUE(waitFor([this] { return !window.workbench().jobs().isBusy(); }));
    const double conflicts = requests();
    keep("schedule_unpadded");
    window.workbench().choose({{"padded", "yes"}});
    settle();
    ASSERT_TRUE(waitFor([this] { return !window.workbench().jobs().isBusy(); }));
    EXPECT_GT(conflicts, 0.3);
    EXPECT_LT(requests(), conflicts / 3);
}

// The line that reads 32 words of one bank is the one that is waited for.
TEST_F(ScheduleWindow, TimeIsTheLinesOfTheSource) {
    simulate("transpose.tiled");
    window.workbench().choose({{"padded", "no"}});
    settle();
    ASSERT_TRUE(waitFor([this] { return !window.workbench().jobs().isBusy(); }));
    double told = 0;
    for (const timing::LineTime& line : side().lines) told += line.all();
    const auto& cycles = side().simulated->run.warpCycles;
    EXPECT_NEAR(told, std::accumulate(cycles.begin(), cycles.end(), 0.0), 1e-6 * told);
    ASSERT_FALSE(page().why().lines.empty());
    EXPECT_EQ(page().why().lines.front(), side().lines.front().line);
    EXPECT_TRUE(page().why().detail.startsWith(QStringLiteral("Line %1 takes").arg(side().lines.front().line)))
        << page().why().detail.toStdString();
    const std::string source = *window.workbench().emulation()->plan.launches().front()->kernel->source;
    std::istringstream text(source);
    std::string line;
    for (std::uint32_t i = 0; i < side().lines.front().line; ++i) std::getline(text, line);
    EXPECT_NE(line.find("tile["), std::string::npos) << line;
}

TEST_F(ScheduleWindow, TheWheelZoomsWhereTheMouseIsAndKeysMove) {
    const ScheduleLayout layout = chart().layouts().front();
    const QPointF at(layout.rows.left() + 0.25 * layout.rows.width(), layout.rows.center().y());
    const double before = layout.cycleAt(at.x(), chart().range()), all = chart().range().length();
    QWheelEvent wheel(at, chart().mapToGlobal(at), {}, {0, 480}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                      false);
    QApplication::sendEvent(&chart(), &wheel);
    EXPECT_LT(chart().range().length(), all / 2);
    EXPECT_NEAR(chart().layouts().front().cycleAt(at.x(), chart().range()), before, all / 1000);
    const CycleRange zoomed = chart().range();
    chart().setFocus();
    QTest::keyClick(&chart(), Qt::Key_Right);
    EXPECT_GT(chart().range().from, zoomed.from);
    EXPECT_NEAR(chart().range().length(), zoomed.length(), 1e-6);
    for (int i = 0; i < 60; ++i) QTest::keyClick(&chart(), Qt::Key_Plus);
    EXPECT_NEAR(chart().range().length(), ScheduleChart::kShortest, 1e-6);
    keep("schedule_nearest");
    QTest::keyClick(&chart(), Qt::Key_Home);
    EXPECT_EQ(chart().range(), (CycleRange{0, all}));
    QTest::keyClick(&chart(), Qt::Key_Left);
    EXPECT_EQ(chart().range(), (CycleRange{0, all})) << "there is nothing before the beginning";
}

TEST_F(ScheduleWindow, PointingTellsTheWarpAndItsState) {
    QString said;
    QObject::connect(&chart(), &ScheduleChart::described, &window, [&said](const QString& text) { said = text; });
    const ScheduleLayout layout = chart().layouts().front();
    const timing::Interval& one = side().rows.at(2).at(side().rows[2].size() / 2);
    const double x = layout.xOf((one.from + one.to) / 2, chart().range());
    QTest::mouseMove(&chart(), QPointF(x, layout.rows.top() + 2.5 * layout.rowHeight).toPoint());
    EXPECT_TRUE(said.contains(QStringLiteral("warp %1 ").arg(one.warp))) << said.toStdString();
    EXPECT_TRUE(said.contains(QStringLiteral("cycles"))) << said.toStdString();
}

TEST_F(ScheduleWindow, TwoRunsShareOneScale) {
    simulate("reduce.0");
    window.workbench().setBeside({window.workbench().partners().front()});
    settle();
    ASSERT_TRUE(
        waitFor([this] { return page().work().picture().sides.size() == 2 && !window.workbench().jobs().isBusy(); }));
    const std::vector<ScheduleLayout> layouts = chart().layouts();
    ASSERT_EQ(layouts.size(), 2U);
    EXPECT_DOUBLE_EQ(layouts[0].rows.width(), layouts[1].rows.width());
    EXPECT_DOUBLE_EQ(layouts[0].rowHeight, layouts[1].rowHeight);
    EXPECT_NE(side(0).name, side(1).name);
    keep("schedule_two");
}

TEST_F(ScheduleWindow, WhatIsPinnedStandsBesideWhereNobodyElseDoes) {
    QTest::keyClick(&window, Qt::Key_B, Qt::ControlModifier);
    settle();
    EXPECT_EQ(page().work().picture().sides.size(), 1U) << "it is its own baseline";
    window.workbench().choose({{"block", parameter("block") == "8" ? "4" : "8"}});
    settle();
    ASSERT_TRUE(
        waitFor([this] { return page().work().picture().sides.size() == 2 && !window.workbench().jobs().isBusy(); }));
    EXPECT_TRUE(side(1).name.startsWith(QStringLiteral("baseline"))) << side(1).name.toStdString();
    keep("schedule_baseline");
    window.workbench().removeBaseline();
    settle();
    ASSERT_TRUE(waitFor([this] { return page().work().picture().sides.size() == 1; }));
}

TEST_F(ScheduleWindow, RowsAreWrittenAsTheyAreShown) {
    const std::string all = page().csv();
    EXPECT_TRUE(all.starts_with("side,place,block,warp,state,from_cycle,to_cycle\n"));
    chart().setRange({0, 64});
    EXPECT_LT(page().csv().size(), all.size());
    EXPECT_NE(all.find(",issuing,"), std::string::npos);
}

TEST_F(ScheduleWindow, WhatCannotBeSimulatedSaysWhy) {
    simulate("matmul.sequential");
    EXPECT_TRUE(chart().shown().missing.contains(QStringLiteral("launches no kernel")));
    EXPECT_TRUE(page().why().sentence.isEmpty());
    simulate("matmul.tiled");
    const auto& gpus = window.workbench().library().gpus().all();
    const auto old =
        std::ranges::find_if(gpus, [](const GpuSpec& gpu) { return !timing::parametersOf(gpu).has_value(); });
    ASSERT_NE(old, gpus.end());
    window.workbench().chooseGpu(QString::fromStdString(old->id));
    ASSERT_TRUE(waitFor([this] { return !chart().shown().missing.isEmpty() && !window.workbench().jobs().isBusy(); }));
    EXPECT_GT(chart().shown().missing.size(), 20);
}

TEST(ScheduleRows, APartShowsWhatTakesMostOfIt) {
    using timing::Reason;
    const std::vector<timing::Interval> row{{0, 0, 0, Reason::Issuing, 0, 1},
                                            {0, 0, 0, Reason::Global, 1, 8},
                                            {0, 0, 0, Reason::Issuing, 8, 9},
                                            {0, 0, 0, Reason::Result, 12, 16}};
    const auto all = reasonsOf(row, {0, 20}, 5);
    EXPECT_EQ(all[0], Reason::Global);
    EXPECT_EQ(all[1], Reason::Global);
    EXPECT_EQ(all[2], Reason::Issuing) << "of what is there, however short";
    EXPECT_EQ(all[3], Reason::Result);
    EXPECT_FALSE(all[4]) << "nobody is there any more";
    EXPECT_EQ(intervalAt(row, 8.5)->reason, Reason::Issuing);
    EXPECT_EQ(intervalAt(row, 10), nullptr);
}

}  // namespace
}  // namespace lanescope
