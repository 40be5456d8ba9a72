// SPDX-License-Identifier: GPL-3.0-or-later
// The page Schedule, driven by mouse, wheel and keys.
#include <QPushButton>
#include <QSlider>
#include <QToolButton>
#include <QWheelEvent>
#include <numeric>
#include <sstream>

#include "app/pages/schedule_page.h"
#include "app/state/what_if_dials.h"
#include "core/sass/listing.h"
#include "tests/gui/window_fixture.h"
#include "tests/support/staged.h"
#include "widgets/explore/schedule_painter.h"
#include "widgets/paint/reasons.h"
#include "widgets/style/numbers.h"

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

// A time that is simulated says how far it may be off; of a GPU that nobody has calibrated that first.
TEST_F(ScheduleWindow, TellsHowFarItMayBeOff) {
    window.workbench().chooseGpu(QStringLiteral("h200"));
    ASSERT_TRUE(waitFor([this] { return !window.workbench().jobs().isBusy(); }));
    const QString here = page().why().detail;
    for (const char* words : {"with launching it", "Usually within", "one in twenty"})
        EXPECT_TRUE(here.contains(QLatin1StringView(words))) << words << ": " << here.toStdString();
    window.workbench().chooseGpu(QStringLiteral("t4"));
    ASSERT_TRUE(waitFor([&] { return page().why().detail != here && !window.workbench().jobs().isBusy(); }));
    const QString there = page().why().detail;
    EXPECT_TRUE(there.startsWith(QStringLiteral("Simulated, with launching it"))) << "before what is scrolled to";
    ASSERT_TRUE(there.contains(QStringLiteral("Not calibrated here"))) << there.toStdString();
    EXPECT_LT(there.indexOf(QStringLiteral("Not calibrated here")), there.indexOf(QStringLiteral("usually within")));
    keep("schedule_not_calibrated");
    window.workbench().chooseGpu(QStringLiteral("h200"));
    ASSERT_TRUE(waitFor([&] { return page().why().detail == here && !window.workbench().jobs().isBusy(); }));
}

// A state that is drawn and not named is a riddle, however small it is.
TEST_F(ScheduleWindow, TheLegendNamesEachStateWhereverThePictureStands) {
    for (const double width : {500.0, 700.0, 1200.0, 1800.0}) {
        const ScheduleLegend legend = layOutScheduleLegend(theme, page().work().picture(), width);
        ASSERT_EQ(legend.entries.size(), sharesOf(side().simulated->run).size());
        EXPECT_GT(legend.entries.size(), 5U);
        for (std::size_t i = 0; i < legend.entries.size(); ++i) {
            const ScheduleLegend::Entry& one = legend.entries[i];
            EXPECT_TRUE(one.words.contains(reasonWord(one.reason)));
            EXPECT_TRUE(QRectF(0, 0, width, legend.height).contains(one.place)) << one.words.toStdString();
            for (std::size_t j = 0; j < i; ++j)
                EXPECT_FALSE(one.place.intersects(legend.entries[j].place)) << one.words.toStdString();
        }
    }
}

// 32 lanes in one bank: all wait for the unit that serves them; padded, nobody does.
TEST_F(ScheduleWindow, BankConflictsKeepTheLoadStoreUnitBusy) {
    const auto busy = [this] { return side().simulated->run.requestBusy / side().simulated->run.end; };
    simulate("transpose.tiled");
    window.workbench().choose({{"padded", "no"}});
    settle();
    ASSERT_TRUE(waitFor([this] { return !window.workbench().jobs().isBusy(); }));
    const double conflicts = busy();
    keep("schedule_unpadded");
    window.workbench().choose({{"padded", "yes"}});
    settle();
    ASSERT_TRUE(waitFor([this] { return !window.workbench().jobs().isBusy(); }));
    EXPECT_GT(conflicts, 0.3);
    EXPECT_LT(busy(), conflicts / 3);
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
    EXPECT_TRUE(page().why().detail.contains(QStringLiteral("Line %1 takes").arg(side().lines.front().line)))
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
    const std::string& code = side().sample->listing->instructions.at(one.instruction).text;
    EXPECT_TRUE(said.contains(QString::fromStdString(code))) << said.toStdString();
    const std::uint32_t line = side().instructions.at(one.instruction).line;
    EXPECT_TRUE(line == 0 || said.endsWith(QStringLiteral("line %1").arg(line))) << said.toStdString();
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

/// The pairs of docs/timing.md, whose pictures these are (docs/pictures).
TEST_F(ScheduleWindow, ShowsWhatABetterKernelWins) {
    const auto beside = [this](const char* algorithm, const char* other) {
        simulate(algorithm);
        window.workbench().setBeside(
            {BesideChoice{.algorithm = *window.workbench().library().catalogue().find(other)}});
        settle();
        ASSERT_TRUE(waitFor(
            [this] { return page().work().picture().sides.size() == 2 && !window.workbench().jobs().isBusy(); }));
    };
    const auto end = [this](std::size_t number) { return side(number).simulated->run.end; };
    window.resize(1280, 800);
    beside("matmul.global", "matmul.tiled");
    EXPECT_GT(end(0), end(1)) << "tiles are read from shared memory";
    keep("schedule_products");
    beside("reduce.0", "reduce.6");
    EXPECT_GT(end(0), end(1)) << "no lane is idle, and no remainder taken";
    keep("schedule_reductions");
    window.workbench().setBeside({});
    simulate("transpose.tiled");
    window.workbench().choose({{"padded", "no"}});
    settle();
    QTest::keyClick(&window, Qt::Key_B, Qt::ControlModifier);
    window.workbench().choose({{"padded", "yes"}});
    settle();
    ASSERT_TRUE(
        waitFor([this] { return page().work().picture().sides.size() == 2 && !window.workbench().jobs().isBusy(); }));
    EXPECT_LT(end(0), end(1)) << "each column lies in 32 banks";
    keep("schedule_transposes");
    window.workbench().removeBaseline();
    settle();
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

// ---- what if

struct WhatIfWindow : ScheduleWindow {
    WhatIfWindow() { QTest::mouseClick(page().pane()->whatIfButton(), Qt::LeftButton); }
    [[nodiscard]] WhatIfPanel& panel() const { return *page().pane()->whatIf(); }
    [[nodiscard]] std::size_t sides() const { return page().work().picture().sides.size(); }
    void press(const char* dial, Qt::Key key, int times = 1) {
        QSlider* const slider = panel().slider(QLatin1StringView(dial));
        ASSERT_NE(slider, nullptr) << dial;
        ASSERT_TRUE(slider->isEnabled()) << dial;
        slider->setFocus();
        for (int i = 0; i < times; ++i) QTest::keyClick(slider, key);
    }
    void answer() {
        ASSERT_TRUE(waitFor([this] { return !page().work().isAnswering() && !window.workbench().jobs().isBusy(); }));
    }
};

TEST_F(WhatIfWindow, AnotherNumberStandsBesideWithBothTimesAndBounds) {
    EXPECT_TRUE(panel().isVisible());
    EXPECT_FALSE(panel().resetButton()->isEnabled());
    press("dram_latency", Qt::Key_Right, 6);
    answer();
    ASSERT_EQ(sides(), 2U);
    EXPECT_GT(side(1).simulated->cycles, side(0).simulated->cycles);
    EXPECT_EQ(side(1).name, QStringLiteral("what if"));
    const QString said = panel().answer();
    for (const QString& part : {timeText(side(0).seconds()), timeText(side(1).seconds()),
                                factorText(side(1).seconds() / side(0).seconds()), boundWords(side(1).bound)})
        EXPECT_TRUE(said.contains(part)) << said.toStdString() << " lacks " << part.toStdString();
    EXPECT_TRUE(said.startsWith(QStringLiteral("Simulated"))) << said.toStdString();
    EXPECT_TRUE(said.contains(QStringLiteral("Usually within"))) << said.toStdString();
    EXPECT_TRUE(said.contains(QStringLiteral("nobody has tried"))) << said.toStdString();
    // The very words of the command line.
    EXPECT_EQ(panel().words(), std::vector<std::string>{"dram_latency=2.8x"});
    keep("schedule_what_if");
    QTest::mouseClick(panel().resetButton(), Qt::LeftButton);
    ASSERT_TRUE(waitFor([this] { return sides() == 1; }));
    EXPECT_TRUE(panel().words().empty());
    EXPECT_EQ(panel().slider(QStringLiteral("dram_latency"))->value(), 8);
}

TEST_F(WhatIfWindow, OnlyTheNewestIsAnswered) {
    int answers = 0;
    QObject::connect(&page().work(), &ScheduleWork::changed, &window, [&answers] { ++answers; });
    press("clock", Qt::Key_Left, 4);
    press("clock", Qt::Key_Right, 8);
    answer();
    EXPECT_LE(answers, 4) << "what is superseded is not shown";
    ASSERT_EQ(sides(), 2U);
    EXPECT_EQ(panel().words(), std::vector<std::string>{"clock=1.6x"});
    EXPECT_NEAR(side(1).clock, 1.6 * side(0).clock, 1);
    EXPECT_TRUE(side(1).name.contains(QStringLiteral("GHz"))) << "the scale is in cycles";
}

TEST_F(WhatIfWindow, BlocksAndMultiprocessorsAreEmulatedAnew) {
    const std::uint64_t warps = side().warpsPerBlock;
    QSlider* const block = panel().slider(QStringLiteral("block_size"));
    ASSERT_NE(block, nullptr);
    press("block_size", block->value() == block->maximum() ? Qt::Key_Left : Qt::Key_Right);
    answer();
    ASSERT_EQ(sides(), 2U);
    EXPECT_NE(side(1).warpsPerBlock * 100 + side(1).simulated->run.blocks.size(),
              warps * 100 + side(0).simulated->run.blocks.size());
    press("sm_count", Qt::Key_Home);
    answer();
    ASSERT_EQ(sides(), 2U);
    EXPECT_GE(side(1).simulated->setting.blocks, side(0).simulated->setting.blocks);
}

TEST_F(WhatIfWindow, WhatIsNotPossibleSaysWhy) {
    simulate("matmul.tiled");
    window.workbench().choose({{"n", "256"}, {"block", "32"}});
    settle();
    ASSERT_TRUE(waitFor([this] { return !window.workbench().jobs().isBusy(); }));
    press("registers", Qt::Key_End);
    answer();
    EXPECT_EQ(sides(), 1U) << "1024 threads of 255 registers do not fit";
    EXPECT_TRUE(panel().answer().startsWith(QStringLiteral("Not possible"))) << panel().answer().toStdString();
    const auto fixed = whatIfDials(*window.workbench().gpu(), *page().work().sampled(), Catalogue());
    const auto dial = std::ranges::find(fixed, QStringLiteral("block_size"), &WhatIfDial::id);
    ASSERT_NE(dial, fixed.end());
    EXPECT_FALSE(dial->why.isEmpty()) << "a kernel of one's own has its launch";
}

TEST_F(WhatIfWindow, ItIsKeptWithTheLookAndComesBack) {
    press("l2_bandwidth", Qt::Key_Left, 6);
    answer();
    page().pane()->setView(ScheduleView::Waves);
    const session::PageLook look = page().look();
    EXPECT_EQ(look.at("view"), "waves");
    EXPECT_EQ(look.at("what_if"), "l2_bandwidth=0.35x");
    page().setLook({});
    answer();
    EXPECT_EQ(sides(), 1U);
    EXPECT_EQ(page().pane()->view(), ScheduleView::Multiprocessor);
    EXPECT_TRUE(page().setLook(look).isEmpty());
    answer();
    EXPECT_EQ(sides(), 2U);
    EXPECT_EQ(page().look(), look);
    EXPECT_EQ(page().setLook({{"other", "1"}}), QStringList{QStringLiteral("other")});
}

TEST_F(WhatIfWindow, NothingIsCutOff) {
    for (const double scale : {1.0, 1.5, 2.0})
        for (const QSize size : {QSize(1280, 720), QSize(1920, 1080)}) {
            theme.setTextScale(scale);
            window.resize(size);
            press("dram_bandwidth", Qt::Key_Left);
            answer();
            for (int i = 0; i < 5; ++i) QCoreApplication::processEvents();
            EXPECT_EQ(window.size(), size);
            for (const QLabel* label : panel().findChildren<QLabel*>()) {
                if (!label->isVisible() || label->text().isEmpty()) continue;
                const int needed =
                    label->wordWrap() ? label->heightForWidth(label->width()) : label->minimumSizeHint().height();
                EXPECT_GE(label->height() + 1, needed) << label->text().toStdString() << " at " << scale;
                const int wide = label->wordWrap() ? 0 : label->minimumSizeHint().width();
                EXPECT_GE(label->width() + 1, wide) << label->text().toStdString() << " at " << scale;
            }
            EXPECT_GE(page().pane()->chart()->width(), page().pane()->width() / 2);
            EXPECT_EQ(chart().layouts().size(), page().pane()->isNarrow() ? 1U : 2U);
            for (const ScheduleLayout& layout : chart().layouts()) EXPECT_GE(layout.rows.width(), 100) << scale;
            keep(qPrintable(QStringLiteral("schedule_what_if_%1_%2").arg(size.width()).arg(scale)));
        }
    theme.setTextScale(1);
    theme.setMode(Theme::Mode::Dark);
    for (int i = 0; i < 5; ++i) QCoreApplication::processEvents();
    EXPECT_EQ(panel().width(), panel().wantedWidth()) << "as wide as its letters are now";
    keep("schedule_what_if_dark");
    theme.setMode(Theme::Mode::Light);
}

// ---- waves

struct WavesWindow : ScheduleWindow {
    void choose(const char* algorithm, const char* n) {
        simulate(algorithm);
        window.workbench().choose({{"n", n}});
        settle();
        QTest::mouseClick(page().pane()->views()->button(1), Qt::LeftButton);
        ASSERT_TRUE(waitFor([this] { return !window.workbench().jobs().isBusy() && side().waves != nullptr; }));
    }
    [[nodiscard]] const timing::Waves& waves() const { return *side().waves; }
    [[nodiscard]] WavesChart& picture() const { return *page().pane()->waves(); }
};

TEST_F(WavesWindow, AllMultiprocessorsFillAndDrain) {
    EXPECT_EQ(side().waves, nullptr) << "nobody has asked";
    choose("triangle.bb", "2048");
    EXPECT_TRUE(picture().isVisible());
    EXPECT_EQ(waves().dealing.multiprocessors, 132U);
    EXPECT_EQ(waves().blocks.size(), waves().steps.size());
    const QString said = page().why().sentence;
    EXPECT_TRUE(said.contains(QStringLiteral("waves of blocks"))) << said.toStdString();
    EXPECT_TRUE(said.contains(QStringLiteral("of 132 multiprocessors"))) << said.toStdString();
    EXPECT_TRUE(page().why().detail.contains(QStringLiteral("simulated")));
    const double end = waves().end;
    keep("schedule_waves_bb");
    choose("triangle.ltm", "2048");
    EXPECT_LT(waves().end, end) << "no block is launched for nothing";
    keep("schedule_waves_ltm");
    window.resize(1920, 1080);
    theme.setMode(Theme::Mode::Dark);
    QCoreApplication::processEvents();
    keep("schedule_waves_dark");
    theme.setTextScale(1.5);
    window.resize(1280, 720);
    QCoreApplication::processEvents();
    keep("schedule_waves_text15");
    theme.setTextScale(1);
    theme.setMode(Theme::Mode::Light);
}

TEST_F(WavesWindow, TwoRunsAndWhatIfShareOneScale) {
    choose("triangle.bb", "2048");
    window.workbench().setBeside(
        {BesideChoice{.algorithm = *window.workbench().library().catalogue().find("triangle.ltm")}});
    settle();
    ASSERT_TRUE(waitFor([this] {
        return page().work().picture().sides.size() == 2 && !window.workbench().jobs().isBusy() && side(1).waves;
    }));
    const auto layouts = picture().layouts();
    ASSERT_EQ(layouts.size(), 2U);
    EXPECT_DOUBLE_EQ(layouts[0].cycles, layouts[1].cycles);
    EXPECT_DOUBLE_EQ(layouts[0].rows.height(), layouts[1].rows.height());
    for (const auto& [name, size] : {std::pair{"schedule_waves_two_narrow", QSize(1280, 800)},
                                     std::pair{"schedule_waves_two", QSize(1920, 1080)}}) {
        window.resize(size);
        QCoreApplication::processEvents();
        keep(name);
    }
}

TEST_F(WavesWindow, PointingAndKeysTellWhatAMultiprocessorDoes) {
    choose("triangle.bb", "512");
    QString said;
    QObject::connect(&page(), &Page::described, &window, [&said](const QString& text) { said = text; });
    const WavesLayout at = picture().layouts().front();
    const timing::DealtBlock& last = waves().blocks.back();
    const double row = at.rows.height() / 132;
    QTest::mouseMove(
        &picture(),
        QPointF(at.xOf((last.begin + last.end) / 2), at.rows.top() + (last.multiprocessor + 0.5) * row).toPoint());
    EXPECT_TRUE(said.contains(QStringLiteral("places have a block"))) << said.toStdString();
    picture().setFocus();
    QTest::keyClick(&picture(), Qt::Key_Home);
    const QString before = said;
    QTest::keyClick(&picture(), Qt::Key_Down);
    EXPECT_NE(said, before);
    EXPECT_TRUE(said.startsWith(QStringLiteral("Multiprocessor "))) << said.toStdString();
}

TEST_F(WavesWindow, EachBlockIsARowOfItsOwn) {
    choose("triangle.bb", "512");
    const std::string rows = page().csv();
    EXPECT_TRUE(rows.starts_with("side,block,multiprocessor,wave,steps,from_cycle,to_cycle\n"));
    EXPECT_EQ(std::ranges::count(rows, '\n'), std::ssize(waves().blocks) + 1);
    QTest::mouseClick(page().pane()->views()->button(0), Qt::LeftButton);
    EXPECT_TRUE(page().csv().starts_with("side,place,"));
    EXPECT_TRUE(page().why().sentence.startsWith(QStringLiteral("Warps")));
}

TEST(WavesPicture, ACellIsTheShareOfItsPlaces) {
    const timing::Waves waves =
        timing::wavesFrom(std::vector<std::uint32_t>(5, 10), {.multiprocessors = 2, .resident = 2, .together = 0.5});
    // Two waves: four blocks until 10, then one alone.
    const WavesRaster raster = rasterOf(waves, waves.end, 2);
    ASSERT_EQ(raster.rows, 2U);
    EXPECT_FLOAT_EQ(raster.filled[0], 1);
    EXPECT_FLOAT_EQ(raster.odd[0], 0);
    EXPECT_FLOAT_EQ(raster.filled[1], 0.5F);
    EXPECT_FLOAT_EQ(raster.odd[1], 0.5F);
    EXPECT_FLOAT_EQ(raster.filled[2], 1);
    EXPECT_FLOAT_EQ(raster.filled[3], 0);
}

TEST(ScheduleRows, APartShowsWhatTakesMostOfIt) {
    using timing::Reason;
    const std::vector<timing::Interval> row{{0, 0, 0, Reason::Issuing, 0, 0, 1},
                                            {0, 0, 0, Reason::Global, 0, 1, 8},
                                            {0, 0, 0, Reason::Issuing, 0, 8, 9},
                                            {0, 0, 0, Reason::Result, 0, 12, 16}};
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
