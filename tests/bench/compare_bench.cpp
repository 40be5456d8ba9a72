// SPDX-License-Identifier: GPL-3.0-or-later
// The curves of Compare, point by point, for matmul.tiled along n: counted alone, counted and the models of time asked,
// and what one simulation of the longest launch takes, which every estimate once did twice.
#include <benchmark/benchmark.h>

#include "app/state/point_counts.h"
#include "app/state/sweep_values.h"
#include "core/library/library.h"
#include "core/models/launch_profile.h"
#include "core/run/counting_policy.h"
#include "core/run/emulation.h"
#include "core/study/launch_blocks.h"
#include "core/timing/machine_kernels.h"
#include "core/timing/simulation.h"

namespace {

using namespace lanescope;

struct Sweep {
    std::shared_ptr<const Library> library = openLibrary({LibraryPart::Catalogue}).value();
    const Algorithm& algorithm = **library->catalogue().find("matmul.tiled");
    GpuSpec gpu = **library->gpus().find("h200");
    std::vector<Parameters> points;

    Sweep() {
        const Parameters chosen = *algorithm.complete({{"block", "16"}, {"type", "f32"}});
        for (const std::uint64_t n : sweepValues(algorithm, chosen, "n", {})) {
            Parameters one = chosen;
            one.set("n", std::to_string(n));
            points.push_back(one);
        }
    }
};

const Sweep& sweep() {
    static const Sweep read;
    return read;
}

void countsAlone(benchmark::State& state) {
    for (auto _ : state)
        for (const Parameters& point : sweep().points)
            benchmark::DoNotOptimize(countPoint(sweep().algorithm, point, {}));
    state.counters["points"] = static_cast<double>(sweep().points.size());
}
BENCHMARK(countsAlone)->Unit(benchmark::kMillisecond);

void withTheModelsOfTime(benchmark::State& state) {
    const TimedFor whom{sweep().gpu, sweep().library.get()};
    for (auto _ : state)
        for (const Parameters& point : sweep().points)
            benchmark::DoNotOptimize(countPoint(sweep().algorithm, point, {}, {}, whom));
}
BENCHMARK(withTheModelsOfTime)->Unit(benchmark::kMillisecond);

void oneSimulationOfEach(benchmark::State& state) {
    std::vector<ModelInput> inputs;
    for (const Parameters& point : sweep().points) {
        const Plan plan = *sweep().algorithm.plan(point);
        EmulationOptions options = pointOptions(plan);
        addSample(options, plan, sweep().gpu);
        options.machine = timing::machineKernelsFor(sweep().gpu, sweep().library->machinePlans());
        const Emulation run = *emulate(plan, options, {});
        inputs.push_back(modelInputOf(run));
        addRegisters(inputs.back(), run.plan, sweep().gpu, &sweep().library->machineCodes());
    }
    const timing::Parameters parameters = *timing::parametersOf(sweep().gpu);
    for (auto _ : state)
        for (const ModelInput& input : inputs) {
            const LaunchProfile& launch = input.launches.front();
            benchmark::DoNotOptimize(
                timing::simulate(*launch.sample, launch.registersPerThread, sweep().gpu, parameters));
        }
}
BENCHMARK(oneSimulationOfEach)->Unit(benchmark::kMillisecond);

}  // namespace
