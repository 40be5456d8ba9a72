// SPDX-License-Identifier: GPL-3.0-or-later
// The whole window with the real measuring process and the GPU of this machine. Skipped, with the reason, where there
// is none. $LANESCOPE_PICTURES names a folder for what the window shows.
#include <gtest/gtest.h>

#include <QCheckBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QProcess>
#include <QPushButton>
#include <QScrollBar>
#include <QTest>
#include <QToolButton>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/main_window.h"
#include "app/pages/occupancy_page.h"
#include "app/state/settings.h"
#include "app/zones/choice_bar.h"
#include "app/zones/measure_queue.h"
#include "core/metrics/dictionary.h"
#include "tests/app/wait_for.h"
#include "tests/gui/library.h"

namespace lanescope {
namespace {

constexpr int kLong = 120'000;  // milliseconds

struct GpuWindow : ::testing::Test {
    GpuWindow() : window((settings.clear(), library()), theme, settings, QStringLiteral(LANESCOPE_CLI)) {
        window.resize(1280, 720);
        window.show();
        QObject::connect(&window.worker(), &WorkerClient::measured, &window,
                         [this](const StudyEntry& entry, qint64 id) { answers[id] = entry.measurement; });
        QObject::connect(&window.worker(), &WorkerClient::failed, &window, [this](const Error& error, qint64 id) {
            errors[id] = error;
            answers[id] = std::nullopt;
        });
    }
    void SetUp() override {
        ASSERT_TRUE(waitFor([this] { return window.worker().machine().has_value(); }));
        if (window.worker().machine()->gpu.isEmpty())
            GTEST_SKIP() << window.worker().machine()->gpuMissing.toStdString();
    }
    void choose(const char* algorithm, const Parameters& parameters) {
        window.workbench().chooseAlgorithm(QLatin1StringView(algorithm));
        window.workbench().choose(parameters);
        ASSERT_TRUE(waitFor([this] { return !window.workbench().jobs().isBusy(); }, kLong));
        ASSERT_FALSE(window.workbench().problem()) << describe(*window.workbench().problem());
    }
    /// By the button, and waits.
    std::optional<Measurement> measured() {
        QPushButton* button = window.choiceBar()->measureButton();
        if (!waitFor([&] { return button->isEnabled(); })) return std::nullopt;
        QTest::mouseClick(button, Qt::LeftButton);
        if (!waitFor([&] { return !window.worker().isMeasuring(); }, kLong)) return std::nullopt;
        const auto measurement = window.workbench().metrics().measurement;
        return measurement && measurement->origin == Origin::Measured ? measurement : std::nullopt;
    }
    void keepPicture(const char* name) {
        const QString folder = qEnvironmentVariable("LANESCOPE_PICTURES");
        QCoreApplication::processEvents();
        if (!folder.isEmpty()) window.grab().save(QStringLiteral("%1/%2.png").arg(folder, QLatin1StringView(name)));
    }

    Settings settings;
    Theme theme;
    MainWindow window;
    std::map<qint64, std::optional<Measurement>> answers;
    std::map<qint64, Error> errors;
};

/// The same by the command line, in a process that has never heard of the window.
Result<Measurement> measuredDirectly(const QStringList& words) {
    QProcess cli;
    cli.start(QStringLiteral(LANESCOPE_CLI), QStringList{QStringLiteral("measure"), QStringLiteral("--json")} + words);
    cli.waitForFinished(kLong);
    const auto answer = nlohmann::json::parse(cli.readAllStandardOutput().toStdString(), nullptr, false);
    if (!answer.is_object()) return fail(ErrorCode::Internal, {{"reason", cli.readAllStandardError().toStdString()}});
    return measurementFromJson(answer["measurement"].dump(), "lanescope-cli measure");
}

TEST_F(GpuWindow, AllCountersComeThroughTheWorkerAsTheyComeDirectly) {
    if (!window.worker().machine()->countersMissing.isEmpty())
        GTEST_SKIP() << window.worker().machine()->countersMissing.toStdString();
    window.choiceBar()->allCountersBox()->setChecked(true);
    struct Case {
        const char* algorithm;
        Parameters parameters;
    };
    for (const Case& one : {Case{"matmul.tiled", {{"n", "256"}, {"block", "16"}, {"type", "f32"}}},
                            Case{"reduce.0", {{"n", "65536"}, {"block", "256"}, {"type", "f32"}}},
                            Case{"transpose.tiled", {{"width", "512"}, {"height", "512"}, {"tile", "32"}}}}) {
        choose(one.algorithm, one.parameters);
        const auto here = measured();
        ASSERT_TRUE(here) << one.algorithm << ": " << window.notice().toStdString();
        EXPECT_EQ(here->countersMissing, "");
        QStringList words{QString::fromLatin1(one.algorithm), QStringLiteral("--all-counters")};
        for (const auto& [name, value] : window.workbench().parameters())
            words += QString::fromStdString(name + "=" + value);
        const auto direct = measuredDirectly(words);
        ASSERT_TRUE(direct) << describe(direct.error());
        EXPECT_EQ(direct->countersMissing, "") << "the window's worker must not keep the profiler";
        EXPECT_EQ(here->counterPasses, direct->counterPasses);
        ASSERT_EQ(here->counters.size(), direct->counters.size());
        std::size_t all = 0;
        std::size_t exact = 0;
        std::size_t more = 0;
        for (std::size_t launch = 0; launch < here->counters.size(); ++launch) {
            EXPECT_EQ(here->counters[launch].size(), direct->counters[launch].size());
            for (const auto& [id, value] : direct->counters[launch]) {
                ASSERT_TRUE(here->counters[launch].contains(id)) << id;
                const Metric* const metric = findMetric(id);
                ++all;
                if (metric != nullptr && metric->set == MetricSet::Whole) ++more;
                if (metric == nullptr || !metric->exact) continue;
                ++exact;
                EXPECT_EQ(here->counters[launch].at(id), value) << one.algorithm << ' ' << id;
            }
        }
        std::cout << one.algorithm << ": " << here->counters.size() << " launches, " << here->counterPasses
                  << " passes, " << all << " values, " << more << " of them of the whole set only, " << exact
                  << " that must be equal are compared; time here " << 1e6 * here->median << " µs, directly "
                  << 1e6 * direct->median << " µs; " << here->notes.size() << " notes here, " << direct->notes.size()
                  << " directly\n";
        EXPECT_GT(exact, 20U);
        EXPECT_GT(more, 20U);
    }
    keepPicture("all-counters");
}

TEST_F(GpuWindow, WhatIsCalledOffStopsSoonAndTheNextIsMeasured) {
    struct Case {
        const char* algorithm;
        Parameters parameters;
        int delay;      ///< milliseconds after the first progress
        qint64 atMost;  ///< milliseconds that stopping may take
        bool survives;  ///< the worker is the same behind it
    };
    const std::vector<Case> cases{
        {"cholesky.structured-own", {{"n", "2048"}, {"block", "32"}}, 300, 500, true},
        {"cholesky.structured-own", {{"n", "2048"}, {"block", "32"}}, 1500, 500, true},
        {"matmul.quadrants-8-launches", {{"n", "4096"}}, 400, 500, true},
        {"matmul.quadrants-8-launches", {{"n", "4096"}}, 1400, 500, true},
        {"triangle.rec", {{"n", "32768"}, {"levels", "6"}}, 600, 500, true},
        {"reduce.0", {{"n", "16777216"}, {"block", "256"}}, 300, 500, true},
    };
    MeasureChoice choice;
    choice.samples = 100'000;
    const auto complete = [&](const Case& one) {
        const Algorithm& algorithm = **window.workbench().library().catalogue().find(one.algorithm);
        return algorithm.complete(one.parameters).value();
    };
    MeasureQueue* queue = window.choiceBar()->measureQueue();
    const Parameters small = (*window.workbench().library().catalogue().find("matmul.tiled"))->complete({}).value();
    for (const Case& one : cases) {
        const qint64 process = window.worker().processId();
        bool begun = false;
        const auto listening =
            QObject::connect(&window.worker(), &WorkerClient::progressed, &window,
                             [&](const worker::Progress& progress) { begun |= progress.fraction > 0; });
        const qint64 id = window.worker().measure(one.algorithm, complete(one), choice);
        const qint64 next = window.worker().measure("matmul.tiled", small, {});
        ASSERT_TRUE(waitFor([&] { return begun || answers.contains(id); }, kLong)) << one.algorithm;
        QObject::disconnect(listening);
        QTest::qWait(one.delay);
        ASSERT_FALSE(answers.contains(id))
            << one.algorithm << ": " << (errors.contains(id) ? describe(errors.at(id)) : "was measured");
        ASSERT_NE(queue->cancelButton(id), nullptr);
        QElapsedTimer waited;
        waited.start();
        QTest::mouseClick(queue->cancelButton(id), Qt::LeftButton);
        ASSERT_TRUE(waitFor([&] { return answers.contains(id); }));
        const qint64 stopped = waited.elapsed();
        EXPECT_EQ(errors.at(id).code, ErrorCode::Cancelled) << describe(errors.at(id));
        ASSERT_TRUE(waitFor([&] { return answers.contains(next); }, kLong));
        ASSERT_TRUE(answers.at(next)) << describe(errors.at(next));
        EXPECT_EQ(answers.at(next)->verdict, CheckResult::Verdict::Correct);
        EXPECT_FALSE(answers.at(next)->counters.empty());
        EXPECT_FALSE(queue->isVisible());
        std::cout << one.algorithm << ' ' << toString(one.parameters) << ", called off after " << one.delay
                  << " ms: ended " << stopped << " ms later, the next one was there " << waited.elapsed()
                  << " ms later; " << (window.worker().processId() == process ? "same" : "another") << " worker\n";
        EXPECT_LT(stopped, one.atMost) << one.algorithm;
        EXPECT_EQ(window.worker().processId() == process, one.survives) << one.algorithm;
    }
}

// One launch that takes seconds cannot be stopped, but for the process that waits for it.
TEST_F(GpuWindow, ALongKernelCostsItsWorkerAndNothingElse) {
    const Algorithm& algorithm = **window.workbench().library().catalogue().find("matmul.one-block-grid-stride");
    const Parameters parameters = algorithm.complete({{"n", "4096"}, {"block", "16"}, {"type", "f32"}}).value();
    const qint64 id = window.worker().measure("matmul.one-block-grid-stride", parameters, {});
    const qint64 next = window.worker().measure(
        "matmul.tiled", (*window.workbench().library().catalogue().find("matmul.tiled"))->complete({}).value(), {});
    QTest::qWait(3000);
    ASSERT_FALSE(answers.contains(id)) << "it was to run for longer";
    QElapsedTimer waited;
    waited.start();
    window.worker().cancel(id);
    ASSERT_TRUE(waitFor([&] { return answers.contains(id); }, kLong));
    std::cout << "a kernel of many seconds: ended " << waited.elapsed() << " ms later";
    EXPECT_EQ(errors.at(id).code, ErrorCode::Cancelled) << describe(errors.at(id));
    EXPECT_LT(waited.elapsed(), 7000);
    ASSERT_TRUE(waitFor([&] { return answers.contains(next); }, kLong));
    ASSERT_TRUE(answers.at(next)) << describe(errors.at(next));
    std::cout << ", the next one was there " << waited.elapsed() << " ms later\n";
}

TEST_F(GpuWindow, AchievedOccupancyStandsBesideTheTheoretical) {
    if (!window.worker().machine()->countersMissing.isEmpty())
        GTEST_SKIP() << window.worker().machine()->countersMissing.toStdString();
    struct Case {
        const char* algorithm;
        Parameters parameters;
        bool fills;  ///< its blocks are many times what the GPU has room for, and alike
    };
    const std::vector<Case> cases{
        {"matmul.tiled", {{"n", "1024"}, {"block", "16"}, {"type", "f32"}}, true},
        {"matmul.tiled", {{"n", "1024"}, {"block", "32"}, {"type", "f32"}}, true},
        {"matmul.tiled", {{"n", "1024"}, {"block", "8"}, {"type", "f32"}}, true},
        {"matmul.rect4-prefetch", {{"n", "1024"}, {"block", "16"}, {"type", "f64"}}, false},
        {"matmul.tiled", {{"n", "64"}, {"block", "16"}, {"type", "f32"}}, false},
        {"reduce.0", {{"n", "1048576"}, {"block", "256"}, {"type", "f32"}}, true},
        {"vector.add", {{"n", "4194304"}, {"block", "256"}}, true},
        {"transpose.tiled", {{"width", "2048"}, {"height", "2048"}, {"tile", "32"}}, true},
    };
    // What another GPU achieved is told in words, and stands in no chart of the one that is chosen.
    const GpuSpec* const chosen = window.workbench().gpu();
    ASSERT_NE(chosen, nullptr);
    if (const QString here = window.worker().machine()->gpu; here.toStdString() != chosen->title)
        GTEST_SKIP() << "this machine has an " << here.toStdString() << ", the charts are of the " << chosen->title;
    window.setPage<OccupancyPage>();
    OccupancyPage& page = window.page<OccupancyPage>();
    std::cout << "| configuration | threads | registers | theoretical | achieved |\n|---|---|---|---|---|\n";
    int picture = 0;
    for (const Case& one : cases) {
        choose(one.algorithm, one.parameters);
        const auto here = measured();
        ASSERT_TRUE(here) << one.algorithm << ": " << window.notice().toStdString();
        ASSERT_EQ(here->countersMissing, "");
        QCoreApplication::processEvents();
        const QString answer = page.answer()->text();
        EXPECT_TRUE(answer.contains(QStringLiteral("(Measured: ") + window.worker().machine()->gpu))
            << answer.toStdString();
        const auto& data = page.chart(OccupancyAxis::Threads)->data();
        const auto named = [&](const char* begin) -> const ChartPoint* {
            for (const ChartSeries& series : data.series)
                if (series.name.starts_with(begin) && !series.points.empty()) return &series.points[0];
            return nullptr;
        };
        const ChartPoint* const theoretical = named("this configuration");
        const ChartPoint* const achieved = named("achieved, measured");
        ASSERT_NE(theoretical, nullptr) << one.algorithm;
        ASSERT_NE(achieved, nullptr) << one.algorithm;
        const Counters& counters = here->counters.at(0);
        EXPECT_DOUBLE_EQ(achieved->y, counters.at("achieved_occupancy"));
        EXPECT_LE(achieved->y, theoretical->y * 1.02) << one.algorithm;
        if (one.fills) {
            EXPECT_GE(achieved->y, theoretical->y * 0.7) << one.algorithm;
        }
        std::cout << "| " << one.algorithm << ' ' << toString(one.parameters) << " | " << theoretical->x << " | "
                  << counters.at("registers_per_thread") << " | " << theoretical->y << " % | " << achieved->y
                  << " % |\n";
        keepPicture(qPrintable(QStringLiteral("occupancy-%1").arg(++picture)));
    }
    QScrollBar* const bar = page.widget()->verticalScrollBar();
    bar->setValue(bar->maximum());
    keepPicture("occupancy-end");
}

}  // namespace
}  // namespace lanescope
