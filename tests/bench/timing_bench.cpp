// SPDX-License-Identifier: GPL-3.0-or-later
// How quickly a launch is estimated: recorded, simulated, and both as `estimate` does it, from small configurations to
// huge ones. Counters: thread instructions of machine code a second and core; the most memory that the process has had
// so far, so that --benchmark_filter tells it of one configuration.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>

#include "core/algorithms/algorithm.h"
#include "core/base/memory.h"
#include "core/models/model.h"
#include "core/run/counting_policy.h"
#include "core/run/emulation.h"
#include "core/study/study_file.h"
#include "core/timing/launch_setting.h"
#include "core/timing/machine_stream.h"
#include "core/timing/multiprocessor.h"
#include "core/timing/simulation.h"

namespace {

using namespace lanescope;

struct Launch {
    std::string algorithm;
    Parameters parameters;
};
const std::vector<Launch> kLaunches{
    {"matmul.tiled", {{"n", "1024"}, {"block", "16"}}},
    {"vector.add", {{"n", "4194304"}}},
    {"transpose.tiled", {{"width", "1024"}, {"height", "1024"}}},
    {"vector.add", {{"n", "1024"}}},
    {"reduce.1", {{"n", "65536"}}},
    {"matmul.global", {{"n", "256"}, {"block", "16"}}},
    {"matvec.rows", {{"n", "2048"}, {"m", "2048"}}},
    {"transpose.tiled", {{"width", "4096"}, {"height", "4096"}}},
    {"matmul.tiled", {{"n", "4096"}, {"block", "32"}}},
    {"matmul.global", {{"n", "4096"}, {"block", "16"}}},
    {"vector.add", {{"n", "16777216"}}},
    {"reduce.1", {{"n", "16777216"}}},
    {"triangle.ltm", {{"n", "16384"}}},
};
constexpr int kTaken = 2;  ///< of them, for what is taken apart

const GpuSpec& h200() {
    static const GpuSpec gpu = *readGpuSpec(LANESCOPE_SOURCE_DIR "/resources/gpus/h200.json");
    return gpu;
}

const Catalogue& catalogue() {
    static const Catalogue all = *Catalogue::load(LANESCOPE_SOURCE_DIR "/resources");
    return all;
}

Emulation recorded(const Launch& launch) {
    const Algorithm& algorithm = **catalogue().find(launch.algorithm);
    Plan plan = *algorithm.plan(*algorithm.complete(launch.parameters));
    EmulationOptions options = optionsForModels(plan, h200(), kBlocksOfErrors);
    static const sass::MachineCodes codes(LANESCOPE_SOURCE_DIR "/resources");
    static const sass::MachinePlans plans(codes);
    options.machine = timing::machineKernelsFor(h200(), plans);
    return *emulate(std::move(plan), options, {});
}

void record(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(recorded(kLaunches[static_cast<std::size_t>(state.range(0))]));
}
BENCHMARK(record)->DenseRange(0, kTaken)->Unit(benchmark::kMillisecond);

/// The whole answer: of a sample that stands for more, other runs for its pace go on beside the one that is told.
void simulate(benchmark::State& state) {
    const Emulation run = recorded(kLaunches[static_cast<std::size_t>(state.range(0))]);
    const ModelInput input = modelInputOf(run);
    const timing::Parameters parameters = *timing::parametersOf(h200());
    for (auto _ : state) benchmark::DoNotOptimize(timing::simulate(*input.launches[0].sample, {}, h200(), parameters));
}
BENCHMARK(simulate)->DenseRange(0, kTaken)->Unit(benchmark::kMillisecond)->UseRealTime();

/// One run of the sampled blocks, on one core.
void runSample(benchmark::State& state) {
    const Emulation run = recorded(kLaunches[static_cast<std::size_t>(state.range(0))]);
    const ModelInput input = modelInputOf(run);
    const timing::LaunchSample& sample = *input.launches[0].sample;
    const timing::Parameters parameters = *timing::parametersOf(h200());
    const timing::LaunchSetting setting = *timing::settingOf(sample, {}, h200(), parameters);
    const timing::MachineStream stream = timing::machineStreamOf(sample, setting.registersPerThread, parameters);
    constexpr double kLanes = 32;
    double instructions = 0;
    for (auto _ : state)
        instructions +=
            kLanes * timing::run(sample, stream, parameters,
                                 {.resident = setting.resident, .l1Bytes = setting.l1Bytes, .sharing = setting.sharing})
                         .instructions;
    state.counters["instructions"] = benchmark::Counter(instructions, benchmark::Counter::kIsRate);
}
BENCHMARK(runSample)->DenseRange(0, kTaken)->Unit(benchmark::kMillisecond);

/// From the configuration to what both models of time say.
void estimate(benchmark::State& state) {
    const Launch& launch = kLaunches[static_cast<std::size_t>(state.range(0))];
    std::string label = launch.algorithm;
    for (const auto& [name, value] : launch.parameters) label += " " + name + "=" + value;
    state.SetLabel(label);
    giveLargeMemoryBack();
    for (auto _ : state) {
        const Emulation run = recorded(launch);
        const ModelInput input = modelInputOf(run);
        for (const std::string id : {"simulation", "interval"})
            benchmark::DoNotOptimize((*findModel(id))->estimate(input, h200()));
    }
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    state.counters["MB"] = static_cast<double>(used.ru_maxrss) / 1024;
}
BENCHMARK(estimate)->DenseRange(0, static_cast<int>(kLaunches.size()) - 1)->Unit(benchmark::kMillisecond);

/// Configurations of the recording, evenly, whose plans have a few launches at most.
std::vector<Launch> drawn() {
    constexpr std::size_t kDrawn = 120;
    constexpr std::size_t kMostLaunches = 8;
    const Study recording = *studyInFile(LANESCOPE_SOURCE_DIR "/resources/recordings/h200.json.gz");
    std::vector<Launch> launches;
    for (std::size_t i = 0; i < kDrawn; ++i) {
        const StudyEntry& entry = recording.entries[i * recording.entries.size() / kDrawn];
        const Algorithm& algorithm = **catalogue().find(entry.algorithm);
        const std::size_t count = algorithm.plan(*algorithm.complete(entry.parameters))->launches().size();
        if (count > 0 && count <= kMostLaunches) launches.push_back({entry.algorithm, entry.parameters});
    }
    return launches;
}

double processorSeconds() {
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

/// What half of the recording's configurations take at most, what 19 of 20 do, and the longest; with `cpu_` of all
/// cores together.
void estimateRecorded(benchmark::State& state) {
    const std::vector<Launch> launches = drawn();
    constexpr double kMilli = 1e3;
    std::vector<double> wall, processor;
    for (auto _ : state)
        for (const Launch& launch : launches) {
            const auto begin = std::chrono::steady_clock::now();
            const double before = processorSeconds();
            const Emulation run = recorded(launch);
            benchmark::DoNotOptimize((*findModel("simulation"))->estimate(modelInputOf(run), h200()));
            wall.push_back(kMilli * std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
            processor.push_back(kMilli * (processorSeconds() - before));
        }
    const auto tell = [&state](const std::string& prefix, std::vector<double>& times) {
        std::ranges::sort(times);
        state.counters[prefix + "median_ms"] = times[times.size() / 2];
        state.counters[prefix + "p95_ms"] = times[times.size() * 19 / 20];
        state.counters[prefix + "most_ms"] = times.back();
    };
    tell("", wall);
    tell("cpu_", processor);
}
BENCHMARK(estimateRecorded)->Iterations(1)->Unit(benchmark::kSecond);

}  // namespace
