// SPDX-License-Identifier: GPL-3.0-or-later
// The warps' time beside the lines on page Code: asked for by a click, simulated, and the same as on page Schedule.
#include <QToolButton>
#include <sstream>

#include "app/pages/code_page.h"
#include "app/pages/schedule_page.h"
#include "tests/gui/window_fixture.h"
#include "tests/support/staged.h"
#include "widgets/stage/code/code_view.h"

namespace lanescope {
namespace {

struct CodeTimeWindow : Window {
    CodeTimeWindow() {
        show("code");
        settle();
    }
    [[nodiscard]] CodeStage& view() { return dynamic_cast<CodeStage&>(*page("code").widget()); }
    void click(const char* text) {
        for (auto* button : view().findChildren<QToolButton*>())
            if (button->text() == QLatin1StringView(text) && button->isVisible())
                return QTest::mouseClick(button, Qt::LeftButton);
        ADD_FAILURE() << "no button " << text;
    }
    void showTime() {
        click("Time");
        ASSERT_TRUE(waitFor([this] { return !view().times().sides.empty() || !view().times().missing.isEmpty(); }));
        settle();
    }
    [[nodiscard]] const code::Pane& pane(CodeLanguage language) {
        for (const code::Pane& pane : view().picture().panes)
            if (pane.listing->language == language) return pane;
        ADD_FAILURE() << "no such pane";
        return view().picture().panes.front();
    }
};

double sumOf(const std::vector<timing::ReasonCycles>& lines) {
    double sum = 0;
    for (const timing::ReasonCycles& line : lines) sum += timing::allOf(line);
    return sum;
}

TEST_F(CodeTimeWindow, AClickSimulatesAndLinesAreThoseOfTheSchedule) {
    EXPECT_TRUE(view().picture().timesHeading.isEmpty()) << "nobody has asked for it";
    EXPECT_TRUE(pane(CodeLanguage::Cuda).times.empty());
    showTime();
    EXPECT_TRUE(view().picture().timesHeading.contains(QStringLiteral("simulated")));
    const std::vector<timing::ReasonCycles> lines = pane(CodeLanguage::Cuda).times.at(0);
    EXPECT_EQ(page("code").origins(), (std::set{Origin::Emulated, Origin::Simulated}));
    show("schedule");
    const auto& schedule = window.page<SchedulePage>().work();
    ASSERT_TRUE(waitFor([&] { return !schedule.picture().sides.empty(); }));
    std::size_t told = 0;
    for (const timing::LineTime& line : schedule.picture().sides[0].lines) {
        if (line.line == 0) continue;
        for (std::size_t reason = 0; reason < timing::kReasons; ++reason)
            EXPECT_NEAR(lines.at(line.line - 1)[reason], line.cycles[reason], 1e-6) << line.line;
        ++told;
    }
    EXPECT_GT(told, 4U);
}

TEST_F(CodeTimeWindow, AllFormsTellTheSameTime) {
    click("PTX");
    click("Machine code");
    window.resize(1920, 1080);
    showTime();
    ASSERT_EQ(view().picture().panes.size(), 3U);
    const double all = pane(CodeLanguage::Machine).timesOfAll.at(0);
    EXPECT_NEAR(sumOf(pane(CodeLanguage::Machine).times.at(0)), all, 1e-6 * all) << "no time is padding's";
    EXPECT_GT(sumOf(pane(CodeLanguage::Ptx).times.at(0)), 0.95 * all) << "nearly all is of a line of the PTX";
    EXPECT_GT(sumOf(pane(CodeLanguage::Cuda).times.at(0)), 0.95 * all);
    // By band: what the instructions of a line take, the line takes.
    const code::Listing& machine = *pane(CodeLanguage::Machine).listing;
    std::vector<double> byKey(pane(CodeLanguage::Cuda).listing->text.size() + 1, 0);
    for (std::size_t i = 0; i < machine.key.size(); ++i)
        byKey[machine.key[i]] += timing::allOf(pane(CodeLanguage::Machine).times[0][i]);
    for (std::size_t line = 1; line < byKey.size(); ++line)
        EXPECT_NEAR(timing::allOf(pane(CodeLanguage::Cuda).times[0][line - 1]), byKey[line], 1e-6 * all) << line;
    window.workbench().chooseGpu(QStringLiteral("t4"));
    settle();
    ASSERT_TRUE(waitFor([this] { return view().times().gpu.contains(QStringLiteral("T4")); }));
    EXPECT_FALSE(pane(CodeLanguage::Cuda).times.empty());
}

TEST_F(CodeTimeWindow, PointingSaysWhatALineWaitsForInTheProfilersWords) {
    showTime();
    const code::Pane& cuda = pane(CodeLanguage::Cuda);
    const auto most = std::ranges::max_element(cuda.times[0], {}, [](const auto& line) { return timing::allOf(line); });
    const auto line = static_cast<std::uint32_t>(most - cuda.times[0].begin()) + 1;
    const auto row = std::ranges::find(cuda.rows, code::Row{line, 0});
    ASSERT_NE(row, cuda.rows.end());
    QString said;
    QObject::connect(&view(), &StageView::described, &window, [&said](const QString& text) { said = text; });
    const code::PaneGeometry at = view().geometryFor(view().size()).panes.front();
    ASSERT_GT(at.time.width(), 0);
    const QRectF place = at.row(static_cast<std::size_t>(row - cuda.rows.begin()));
    QTest::mouseMove(&view(), QPointF(at.times + 4, place.center().y()).toPoint());
    EXPECT_TRUE(said.contains(QStringLiteral("of the warps' time, simulated:"))) << said.toStdString();
    EXPECT_TRUE(said.contains(QStringLiteral("(Long Scoreboard)"))) << said.toStdString();
    EXPECT_TRUE(view().why().detail.startsWith(QStringLiteral("Line %1 takes").arg(line)))
        << view().why().detail.toStdString();
}

TEST_F(CodeTimeWindow, RowsAreWrittenWithTheirTime) {
    const auto headOf = [](const std::string& csv) { return csv.substr(0, csv.find('\n')); };
    EXPECT_EQ(headOf(page("code").csv()), "side,language,line,source_line,of,runs,lanes,sectors,wavefronts,text");
    showTime();
    const std::string csv = page("code").csv();
    EXPECT_EQ(headOf(csv),
              "side,language,line,source_line,of,runs,lanes,sectors,wavefronts,simulated_time_share,"
              "simulated_cycles_issuing,simulated_cycles_result,simulated_cycles_global_memory,"
              "simulated_cycles_shared_memory,simulated_cycles_barrier,simulated_cycles_pipe,"
              "simulated_cycles_requests,simulated_cycles_fetch,simulated_cycles_constants,"
              "simulated_cycles_not_selected,simulated_cycles_drain,text");
    std::istringstream rows(csv);
    std::string row;
    std::getline(rows, row);
    double shares = 0;
    while (std::getline(rows, row)) {
        std::istringstream cells(row);
        std::string cell;
        for (int i = 0; i < 10; ++i) std::getline(cells, cell, ',');
        shares += std::stod(cell);
    }
    EXPECT_GT(shares, 0.95);
    EXPECT_LE(shares, 1 + 1e-9);
}

TEST_F(CodeTimeWindow, WhereThereIsNoneItSaysWhy) {
    const auto& gpus = window.workbench().library().gpus().all();
    const auto old =
        std::ranges::find_if(gpus, [](const GpuSpec& gpu) { return !timing::parametersOf(gpu).has_value(); });
    ASSERT_NE(old, gpus.end());
    window.workbench().chooseGpu(QString::fromStdString(old->id));
    showTime();
    EXPECT_FALSE(view().times().missing.isEmpty());
    EXPECT_TRUE(view().picture().timesHeading.startsWith(QStringLiteral("No time:")));
    EXPECT_TRUE(pane(CodeLanguage::Cuda).times.empty());
    EXPECT_EQ(page("code").origins(), std::set{Origin::Emulated});
    click("Time");
    EXPECT_TRUE(view().picture().timesHeading.isEmpty());
}

TEST_F(CodeTimeWindow, Pictures) {
    click("PTX");
    click("Machine code");
    showTime();
    for (const QSize size : {QSize(1280, 720), QSize(1920, 1080)})
        for (const Theme::Mode mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
            window.resize(size);
            theme.setMode(mode);
            settle();
            test::keep(window.grab().toImage(),
                       QStringLiteral("code_time_%1_%2")
                           .arg(size.width())
                           .arg(mode == Theme::Mode::Dark ? QStringLiteral("dark") : QStringLiteral("light")));
        }
    click("PTX");
    click("Machine code");
    window.resize(1280, 720);
    test::keep(window.grab().toImage(), QStringLiteral("code_time_source"));
    window.workbench().chooseAlgorithm(QStringLiteral("transpose.tiled"));
    settle();
    window.workbench().setBeside({window.workbench().partners().front()});
    settle();
    ASSERT_TRUE(waitFor([this] { return view().times().sides.size() == 2; }));
    test::keep(window.grab().toImage(), QStringLiteral("code_time_two"));
}

}  // namespace
}  // namespace lanescope
