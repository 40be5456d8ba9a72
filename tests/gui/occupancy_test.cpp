// SPDX-License-Identifier: GPL-3.0-or-later
// The page of occupancy, driven by mouse and keys.
#include <QtTest/qtestspontaneevent.h>

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QScrollBar>
#include <QWheelEvent>

#include "app/figure/figure_desk.h"
#include "app/pages/occupancy_page.h"
#include "app/state/block_sizes.h"
#include "core/base/file_reader.h"
#include "core/gpus/multiprocessor.h"
#include "tests/gui/window_fixture.h"
#include "tests/support/temporary_folder.h"
#include "widgets/charts/qcp.h"

namespace lanescope {
namespace {

struct OccupancyWindow : Window {
    OccupancyWindow() {
        QTest::keyClick(&window, Qt::Key_6, Qt::ControlModifier);
        QCoreApplication::processEvents();
    }
    [[nodiscard]] OccupancyPage& page() const { return window.page<OccupancyPage>(); }
    [[nodiscard]] QString answer() const { return page().answer()->text(); }
    [[nodiscard]] QString details() const { return page().details()->text(); }
    void chooseCapability(const char* capability) {
        const int item = page().gpuBox()->findData(QString::fromLatin1(capability));
        ASSERT_GT(item, 0) << capability;
        page().gpuBox()->setFocus();
        QTest::keyClick(page().gpuBox(), Qt::Key_Home);
        for (int i = 0; i < item; ++i) QTest::keyClick(page().gpuBox(), Qt::Key_Down);
        ASSERT_EQ(page().gpuBox()->currentIndex(), item);
    }
    /// Of the chart over the threads: where a block of the algorithm stands.
    [[nodiscard]] std::optional<ChartPlace> placeOfBlock(const std::string& name) const {
        const ChartData& data = page().chart(OccupancyAxis::Threads)->data();
        for (std::size_t s = 0; s < data.series.size(); ++s)
            for (std::size_t p = 0; p < data.series[s].points.size(); ++p)
                if (data.series[s].points[p].note.starts_with(name + ":")) return ChartPlace{s, p};
        return std::nullopt;
    }
    [[nodiscard]] static const ChartSeries* seriesNamed(const Chart* chart, const std::string& begin) {
        for (const ChartSeries& series : chart->data().series)
            if (series.name.starts_with(begin)) return &series;
        return nullptr;
    }
};

TEST_F(OccupancyWindow, ShowsThreeCurvesAndWhereTheConfigurationStands) {
    EXPECT_EQ(&window.currentPage(), &page());
    EXPECT_TRUE(answer().contains(QStringLiteral("Theoretical: 100 %"))) << answer().toStdString();
    EXPECT_TRUE(answer().contains(QStringLiteral("8 blocks, 64 warps")));
    EXPECT_TRUE(answer().contains(QStringLiteral("Limited by <b>threads:")));
    for (const OccupancyAxis axis : kOccupancyAxes) {
        const Chart* chart = page().chart(axis);
        EXPECT_TRUE(chart->isVisibleTo(page().widget()));
        const ChartSeries* curve = seriesNamed(chart, "theoretical occupancy");
        ASSERT_NE(curve, nullptr);
        EXPECT_GE(curve->points.size(), 32U);
    }
    const ChartSeries* own = seriesNamed(page().chart(OccupancyAxis::Threads), "this configuration");
    ASSERT_NE(own, nullptr);
    EXPECT_EQ(own->points.at(0).x, 256);
    EXPECT_EQ(own->points[0].y, 100);
    EXPECT_EQ(seriesNamed(page().chart(OccupancyAxis::SharedMemory), "this configuration")->points.at(0).x, 2) << "KiB";
}

TEST_F(OccupancyWindow, AClickOnAnotherBlockChoosesIt) {
    Chart* chart = page().chart(OccupancyAxis::Threads);
    page().widget()->ensureWidgetVisible(chart);
    const auto place = placeOfBlock("block=8");
    ASSERT_TRUE(place);
    QTest::mouseClick(chart->plot(), Qt::LeftButton, {}, chart->pixelOf(*place).toPoint());
    settle();
    EXPECT_EQ(parameter("block"), "8");
    EXPECT_EQ(parameter("n"), "64") << "all else stays";
    EXPECT_EQ(seriesNamed(chart, "this configuration")->points.at(0).x, 64);
    EXPECT_TRUE(details().contains(QStringLiteral("64 threads"))) << details().toStdString();
}

TEST_F(OccupancyWindow, KeysChooseABlockToo) {
    Chart* chart = page().chart(OccupancyAxis::Threads);
    const auto place = placeOfBlock("block=32");
    ASSERT_TRUE(place);
    chart->setFocus();
    chart->setCurrent(ChartPlace{place->series, place->point - 1});
    QTest::keyClick(chart, Qt::Key_Right);
    QTest::keyClick(chart, Qt::Key_Return);
    settle();
    EXPECT_EQ(parameter("block"), "32");
}

TEST_F(OccupancyWindow, AnyComputeCapabilityCanBeAsked) {
    chooseCapability("1.3");
    EXPECT_TRUE(answer().contains(QStringLiteral("Theoretical: 100 %"))) << answer().toStdString();
    EXPECT_TRUE(answer().contains(QStringLiteral("4 blocks, 32 warps")));
    EXPECT_EQ(seriesNamed(page().chart(OccupancyAxis::Threads), "theoretical")->points.back().x, 512)
        << "a block has no more threads there";
    chooseCapability("12.1");
    EXPECT_TRUE(answer().contains(QStringLiteral("6 blocks, 48 warps"))) << answer().toStdString();
    EXPECT_EQ(window.workbench().gpu()->id, "h200") << "the choice on the left stays";
}

TEST_F(OccupancyWindow, WhatCannotRunSaysWhy) {
    window.workbench().choose({{"variant", "corrected"}, {"n", "64"}, {"block", "32"}, {"type", "f32"}});
    settle();
    chooseCapability("1.3");
    EXPECT_TRUE(answer().contains(QStringLiteral("has at most 512 threads, not 1024"))) << answer().toStdString();
    EXPECT_EQ(seriesNamed(page().chart(OccupancyAxis::Threads), "this configuration"), nullptr);
    window.workbench().chooseAlgorithm(QStringLiteral("matmul.sequential"));
    settle();
    EXPECT_TRUE(answer().contains(QStringLiteral("launches no kernel"))) << answer().toStdString();
    EXPECT_FALSE(page().chart(OccupancyAxis::Threads)->isVisibleTo(page().widget()));
    window.workbench().chooseAlgorithm(QStringLiteral("vector.add"));
    settle();
    EXPECT_TRUE(page().chart(OccupancyAxis::Threads)->isVisibleTo(page().widget())) << "back with a kernel";
}

// Achieved and registers come from a GPU alone; whose they are is said.
TEST_F(OccupancyWindow, AchievedStandsBesideWithItsOrigin) {
    EXPECT_TRUE(answer().contains(QStringLiteral("(Replayed: NVIDIA H200"))) << answer().toStdString();
    EXPECT_TRUE(details().contains(QStringLiteral("32 registers a thread (replayed: NVIDIA H200")))
        << details().toStdString();
    ASSERT_NE(seriesNamed(page().chart(OccupancyAxis::Registers), "this configuration"), nullptr);
    ASSERT_NE(seriesNamed(page().chart(OccupancyAxis::Threads), "achieved, replayed"), nullptr);
    EXPECT_TRUE(
        answer().contains(QStringLiteral("The launch has 16 blocks, and the GPU's 132 multiprocessors have room "
                                         "for 1\u202F056")))
        << answer().toStdString();
    chooseCapability("8.0");
    EXPECT_TRUE(answer().contains(QStringLiteral("Achieved on another GPU, NVIDIA H200"))) << answer().toStdString();
    EXPECT_EQ(seriesNamed(page().chart(OccupancyAxis::Threads), "achieved"), nullptr);
    EXPECT_TRUE(details().contains(QStringLiteral("registers a thread (machine code for sm_80")))
        << details().toStdString();
    EXPECT_TRUE(page().chart(OccupancyAxis::Registers)->data().notes.empty());
    type("n", QStringLiteral("65"));
    settle();
    EXPECT_TRUE(answer().contains(QStringLiteral("There is no recording of this configuration")))
        << answer().toStdString();
}

TEST_F(OccupancyWindow, ExportsItsChartsAndTheirPoints) {
    const TemporaryFolder folder;
    for (const char* name : {"o.png", "o.svg", "o.pdf", "o.csv"}) {
        const auto written = window.figures().write(QString::fromStdString(folder.path(name)));
        ASSERT_TRUE(written) << describe(written.error());
    }
    const auto csv = readFile(folder.path("o.csv"));
    ASSERT_TRUE(csv);
    EXPECT_NE(csv->find("x,occupancy_percent,"), std::string::npos);
    EXPECT_NE(csv->find("over threads: theoretical occupancy,\"tiled<16, float>\",estimated,NVIDIA H200,"),
              std::string::npos)
        << csv->substr(0, 500);
    EXPECT_NE(csv->find("over shared KiB: this configuration"), std::string::npos);
    const auto svg = readFile(folder.path("o.svg"));
    ASSERT_TRUE(svg);
    for (const char* title : {"Over the size of a block", "Over registers", "Over shared memory"})
        EXPECT_NE(svg->find(title), std::string::npos) << title;
}

// The charts do nothing with a wheel, so it moves the page.
TEST_F(OccupancyWindow, AWheelOverAChartScrolls) {
    Chart* chart = page().chart(OccupancyAxis::Threads);
    ASSERT_GT(page().widget()->verticalScrollBar()->maximum(), 0);
    const QPoint at = chart->plot()->rect().center();
    QWheelEvent wheel(at, chart->plot()->mapToGlobal(at), QPoint(), QPoint(0, -120), Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QSpontaneKeyEvent::setSpontaneous(&wheel);  // as from a mouse: what nobody takes goes to the widget around
    qApp->notify(chart->plot(), &wheel);
    EXPECT_GT(page().widget()->verticalScrollBar()->value(), 0);
}

TEST_F(OccupancyWindow, EveryControlHasANameForThoseWhoHearIt) {
    for (QWidget* widget : page().widget()->findChildren<QWidget*>())
        if (widget->isVisible() && (widget->focusPolicy() & Qt::TabFocus) != 0) {
            EXPECT_FALSE(widget->accessibleName().isEmpty()) << widget->metaObject()->className();
        }
    EXPECT_FALSE(page().widget()->accessibleName().isEmpty());
    page().gpuBox()->setFocus();
    for (const OccupancyAxis axis : kOccupancyAxes) {
        const Chart* const next = page().chart(axis);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        EXPECT_EQ(QApplication::focusWidget(), next) << next->accessibleName().toStdString();
    }
}

// Whatever is asked, there is a curve, and each size that is offered is one that the algorithm has.
TEST(OccupancyCharts, OfTheWholeCatalogueOnEveryCapability) {
    const Library& known = *library();
    std::size_t offered = 0;
    for (const auto& algorithm : known.catalogue().algorithms()) {
        const Result<Parameters> parameters = algorithm->complete({});
        ASSERT_TRUE(parameters);
        const Result<Plan> plan = algorithm->plan(*parameters);
        ASSERT_TRUE(plan) << algorithm->id();
        for (const Multiprocessor& multiprocessor : multiprocessors()) {
            const GpuSpec gpu = gpuOfCapability(multiprocessor);
            const auto launches = launchBlocksOf(*plan, nullptr, gpu);
            if (launches.empty()) continue;
            const OccupancyInput input{.gpu = gpu,
                                       .launch = launches.front(),
                                       .achieved = {},
                                       .achievedMissing = "nobody knows",
                                       .others = blockSizes(*algorithm, *parameters, 0, gpu, known.recordings())};
            EXPECT_TRUE(occupancyHtml(input).contains(QStringLiteral("nobody knows"))) << algorithm->id();
            for (const OccupancyAxis axis : kOccupancyAxes) {
                const OccupancyChart chart = occupancyChart(axis, input);
                EXPECT_FALSE(chart.data.empty()) << algorithm->id() << ' ' << gpu.id;
                if (!chart.others) continue;
                const auto& points = chart.data.series[*chart.others].points;
                ASSERT_EQ(points.size(), chart.places.size());
                for (std::size_t i = 0; i < points.size(); ++i) {
                    const OtherBlock& other = input.others.at(chart.places[i]);
                    EXPECT_EQ(points[i].x, static_cast<double>(other.block.threads));
                    EXPECT_TRUE(algorithm->plan(other.parameters)) << algorithm->id() << ' ' << other.name;
                    ++offered;
                }
            }
        }
    }
    EXPECT_GT(offered, 1000U);
}

}  // namespace
}  // namespace lanescope
