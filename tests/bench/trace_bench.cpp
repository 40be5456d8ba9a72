// SPDX-License-Identifier: GPL-3.0-or-later
// A log of a whole launch: how fast it is written, how large it is, how fast it is read. An event is a straight line of
// code entered by a warp, or an access. Aim: 3 G thread instructions a second at 3 bytes an event for regular kernels.
#include <benchmark/benchmark.h>

#include <string>

#include "core/algorithms/algorithm.h"
#include "core/simt/decode/program.h"
#include "core/simt/emulator.h"

namespace lanescope {
namespace {

Plan planFor(const std::string& id, const Parameters& given) {
    static const Catalogue catalogue = Catalogue::load(std::string(LANESCOPE_SOURCE_DIR) + "/resources").value();
    const Algorithm& algorithm = **catalogue.find(id);
    return algorithm.plan(algorithm.complete(given).value()).value();
}

/// Visits and accesses of a launch, from its counts by instruction.
double eventsOf(const simt::LaunchReport& report, const Kernel& kernel) {
    const auto program = simt::Program::decode(std::make_shared<Kernel>(kernel)).value();
    double events = 0;
    for (const simt::Segment& segment : program->segments())
        events += static_cast<double>(report.sites[segment.first].warps);
    for (const simt::SiteCounts& site : report.sites)
        if (site.access != simt::AccessKind::None) events += static_cast<double>(site.warps);
    return events;
}

const Launch& launchOf(const Plan& plan) {
    for (const Step& step : plan.steps)
        if (const auto* launch = std::get_if<LaunchStep>(&step)) return launch->launch;
    std::abort();
}

void writeLog(benchmark::State& state, const std::string& id, const Parameters& given) {
    const Plan plan = planFor(id, given);
    double threadInstructions = 0;
    double seconds = 0;
    double secondsWithout = 0;
    for (auto _ : state) {
        for (const bool logged : {false, true}) {
            simt::Emulator emulator({.logBytes = logged ? 1ULL << 32 : 0});
            const auto outcome = runPlan(plan, emulator, {});
            if (!outcome) return state.SkipWithError(describe(outcome.error()).c_str());
            const simt::LaunchReport& launch = emulator.reports().front();
            if (!logged) {
                secondsWithout += launch.seconds;
                continue;
            }
            threadInstructions += static_cast<double>(launch.counts.threadInstructions);
            seconds += launch.seconds;
            state.SetIterationTime(launch.seconds);
            const double events = eventsOf(launch, *launchOf(plan).kernel);
            state.counters["events"] = events;
            state.counters["KiB"] = static_cast<double>(launch.log->bytes()) / 1024;
            state.counters["bytes_per_event"] = static_cast<double>(launch.log->bytes()) / events;
        }
    }
    state.counters["thread_instructions_per_second"] = threadInstructions / seconds;
    state.counters["unlogged_per_second"] = threadInstructions / secondsWithout;
}

void readLog(benchmark::State& state, const std::string& id, const Parameters& given) {
    const Plan plan = planFor(id, given);
    simt::Emulator emulator({.logBytes = 1ULL << 32});
    const auto outcome = runPlan(plan, emulator, {});
    if (!outcome) return state.SkipWithError(describe(outcome.error()).c_str());
    const simt::LaunchLog& log = *emulator.reports().front().log;
    double steps = 0;
    simt::StepRecord record;
    for (auto _ : state) {
        simt::LogReader reader(log, {1, 1, 0});
        while (reader.next(record)) ++steps;
    }
    state.counters["steps_per_second"] = benchmark::Counter(steps, benchmark::Counter::kIsRate);
}

const Parameters kBlock16{{"n", "1024"}, {"block", "16"}};
const Parameters kBlock32{{"n", "1024"}, {"block", "32"}};

BENCHMARK_CAPTURE(writeLog, global_n1024_block16, "matmul.global", kBlock16)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(writeLog, tiled_n1024_block16, "matmul.tiled", kBlock16)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(writeLog, tiled_n1024_block32, "matmul.tiled", kBlock32)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(readLog, tiled_n1024_block32, "matmul.tiled", kBlock32)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace lanescope
