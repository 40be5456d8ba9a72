// SPDX-License-Identifier: GPL-3.0-or-later
// Thread instructions per second of the emulator, with all counters.
#include <benchmark/benchmark.h>

#include <string>

#include "core/algorithms/algorithm.h"
#include "core/simt/emulator.h"

namespace lanescope {
namespace {

Plan planFor(const std::string& id, const Parameters& given) {
    static const Catalogue catalogue = Catalogue::load(std::string(LANESCOPE_SOURCE_DIR) + "/resources").value();
    const Algorithm& algorithm = **catalogue.find(id);
    return algorithm.plan(algorithm.complete(given).value()).value();
}

void emulate(benchmark::State& state, const std::string& id, const Parameters& given) {
    const Plan plan = planFor(id, given);
    double threadInstructions = 0;
    double seconds = 0;
    for (auto _ : state) {
        simt::Emulator emulator;
        const auto outcome = runPlan(plan, emulator, {});
        if (!outcome) {
            state.SkipWithError(describe(outcome.error()).c_str());
            return;
        }
        for (const simt::LaunchReport& launch : emulator.reports()) {
            threadInstructions += static_cast<double>(launch.counts.threadInstructions);
            seconds += launch.seconds;
        }
        state.SetIterationTime(emulator.reports().front().seconds);
    }
    state.counters["thread_instructions"] =
        benchmark::Counter(threadInstructions / static_cast<double>(state.iterations()));
    state.counters["thread_instructions_per_second"] = threadInstructions / seconds;
}

BENCHMARK_CAPTURE(emulate, global_n512_block16, "matmul.global", {{"n", "512"}, {"block", "16"}})
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(emulate, tiled_n512_block16, "matmul.tiled", {{"n", "512"}, {"block", "16"}})
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(emulate, tiled_n512_block32_f64, "matmul.tiled", {{"n", "512"}, {"block", "32"}, {"type", "f64"}})
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace lanescope
