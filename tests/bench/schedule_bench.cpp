// SPDX-License-Identifier: GPL-3.0-or-later
// The schedule of 64 warps with half a million intervals. Aims: a frame of zooming at 4K below 16 ms, of pointing far
// below.
#include <benchmark/benchmark.h>

#include <QApplication>
#include <QImage>

#include "widgets/explore/schedule_chart.h"

namespace {

using namespace lanescope;

constexpr std::size_t kSlots = 64, kEach = 8000;
constexpr double kIssue = 3, kWait = 40;

/// Warps that issue, then wait for each reason in turn.
SchedulePicture picture() {
    auto simulated = std::make_shared<timing::Simulated>();
    timing::MultiprocessorRun& run = simulated->run;
    run.blocks.resize(kSlots / 8);
    for (std::uint32_t slot = 0; slot < kSlots; ++slot) {
        double now = 7.0 * slot;
        for (std::size_t i = 0; i < kEach; ++i) {
            const auto reason = static_cast<timing::Reason>(i % timing::kReasons);
            const double takes = reason == timing::Reason::Issuing ? kIssue : kWait;
            run.intervals.push_back(
                {slot, slot / 8, static_cast<std::uint16_t>(slot % 8), reason, 0, now, now + takes});
            run.warpCycles[static_cast<std::size_t>(reason)] += takes;
            run.requests.add(now, takes / kSlots);
            now += takes;
        }
        run.end = std::max(run.end, now);
    }
    ScheduleSide side;
    side.name = QStringLiteral("bench");
    side.clock = 1e9;
    side.simulated = simulated;
    sortIntoRows(side, kSlots * kEach + 1);
    SchedulePicture all;
    all.sides.push_back(std::move(side));
    return all;
}

QApplication& application() {
    static int argc = 1;
    static char name[] = "schedule_bench";
    static char* argv[] = {name, nullptr};
    qputenv("QT_QPA_PLATFORM", "offscreen");
    static QApplication kApplication(argc, argv);
    return kApplication;
}

/// `range`: a share of the whole, in thousandths.
void paintAt4k(benchmark::State& state) {
    application();
    const Theme theme;
    ScheduleChart chart(theme);
    chart.setPicture(picture());
    chart.setRange({0, chart.range().to * static_cast<double>(state.range(0)) / 1000});
    QImage image(2880, 1680, QImage::Format_RGB32);
    for (auto _ : state) {
        QPainter painter(&image);
        chart.paintTo(painter, image.size());
    }
}
BENCHMARK(paintAt4k)->Arg(1000)->Arg(50)->Arg(1)->Unit(benchmark::kMillisecond);

void lookUp(benchmark::State& state) {
    const SchedulePicture shown = picture();
    double cycle = 0;
    for (auto _ : state) {
        cycle = cycle > 1e5 ? 0 : cycle + 137;
        benchmark::DoNotOptimize(intervalAt(shown.sides[0].rows[17], cycle));
    }
}
BENCHMARK(lookUp);

}  // namespace
