// SPDX-License-Identifier: GPL-3.0-or-later
// How quickly a launch is simulated that has been recorded, and how quickly it is recorded. Counters: thread
// instructions of machine code a second and core.
#include <benchmark/benchmark.h>

#include "core/algorithms/algorithm.h"
#include "core/run/emulation.h"
#include "core/timing/simulation.h"

namespace {

using namespace lanescope;

struct Launch {
    std::string algorithm;
    Parameters parameters;
};
const std::vector<Launch> kLaunches{{"matmul.tiled", {{"n", "1024"}, {"block", "16"}}},
                                    {"vector.add", {{"n", "4194304"}}},
                                    {"transpose.tiled", {{"width", "1024"}, {"height", "1024"}}}};

const GpuSpec& h200() {
    static const GpuSpec gpu = *readGpuSpec(LANESCOPE_SOURCE_DIR "/resources/gpus/h200.json");
    return gpu;
}

Emulation recorded(const Launch& launch) {
    const Result<Catalogue> catalogue = Catalogue::load(LANESCOPE_SOURCE_DIR "/resources");
    const Algorithm& algorithm = **catalogue->find(launch.algorithm);
    EmulationOptions options;
    options.maxBlocks = 16;
    options.sample.emplace();
    static const sass::MachineCodes codes(LANESCOPE_SOURCE_DIR "/resources");
    static const sass::MachinePlans plans(codes);
    options.machine = timing::machineKernelsFor(h200(), plans);
    return *emulate(*algorithm.plan(*algorithm.complete(launch.parameters)), options, {});
}

void record(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(recorded(kLaunches[static_cast<std::size_t>(state.range(0))]));
}
BENCHMARK(record)->DenseRange(0, 2)->Unit(benchmark::kMillisecond);

void simulate(benchmark::State& state) {
    const Emulation run = recorded(kLaunches[static_cast<std::size_t>(state.range(0))]);
    const ModelInput input = modelInputOf(run);
    const timing::Parameters parameters = *timing::parametersOf(h200());
    double instructions = 0;
    for (auto _ : state) {
        const auto simulated = timing::simulate(*input.launches[0].sample, {}, h200(), parameters);
        instructions += simulated->run.instructions * 32;
    }
    state.counters["instructions"] = benchmark::Counter(instructions, benchmark::Counter::kIsRate);
}
BENCHMARK(simulate)->DenseRange(0, 2)->Unit(benchmark::kMillisecond);

}  // namespace
