// SPDX-License-Identifier: GPL-3.0-or-later
// Seek time in a 10-million-event trace: one block of 1024 threads that multiplies 512 × 512 matrices, and random
// positions in it. Aim: a median of at most 2 ms. And any step of any block of a launch of 1024 blocks or more, of
// which nothing was recorded. Aim: 95 of 100 within 100 ms.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <random>

#include "core/trace/run_history.h"
#include "core/trace/timeline.h"
#include "tests/bench/multiplied_block.h"

namespace {

using namespace lanescope;

std::shared_ptr<const BlockTrace> bigTrace() {
    static const std::shared_ptr<const BlockTrace> trace =
        recordMultiplied(matmulKernel("singleBlock<32, float>"), 512, {32, 32, 1});
    return trace;
}

void seekAnywhere(benchmark::State& state) {
    const std::shared_ptr<const BlockTrace> trace = bigTrace();
    if (!trace) {
        state.SkipWithError("the kernel cannot be run");
        return;
    }
    Timeline timeline(trace);
    std::mt19937_64 random(1);
    std::vector<double> times;
    for (auto _ : state) {
        const auto begin = std::chrono::steady_clock::now();
        timeline.seek(random() % (trace->size() + 1));
        benchmark::DoNotOptimize(timeline.position());
        times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    }
    std::sort(times.begin(), times.end());
    state.counters["events"] = static_cast<double>(trace->size());
    state.counters["trace_MiB"] = static_cast<double>(trace->bytes() >> 20);
    state.counters["median_ms"] = times[times.size() / 2];
    state.counters["p95_ms"] = times[times.size() * 95 / 100];
}
BENCHMARK(seekAnywhere)->Unit(benchmark::kMillisecond)->Iterations(400);

/// What a view around the cursor asks for: 500 whole events.
void recordsAroundTheCursor(benchmark::State& state) {
    const std::shared_ptr<const BlockTrace> trace = bigTrace();
    if (!trace || trace->size() < 1000) {
        state.SkipWithError("the kernel cannot be run");
        return;
    }
    std::mt19937_64 random(2);
    for (auto _ : state) {
        const std::uint64_t first = random() % (trace->size() - 500);
        for (std::uint64_t event = first; event < first + 500; ++event) benchmark::DoNotOptimize(trace->record(event));
    }
}
BENCHMARK(recordsAroundTheCursor)->Unit(benchmark::kMicrosecond);

/// A random step of a random block of a tiled product of 1024 × 1024 matrices: the block is run again and recorded, and
/// the cursor goes there.
void anyStepOfAnyBlock(benchmark::State& state) {
    const auto side = static_cast<std::uint32_t>(state.range(0));
    const auto kernel = matmulKernel("tiled<" + std::to_string(side) + ", float>");
    using Content = InitialContent;
    constexpr std::uint32_t kOrder = 1024;
    const std::vector<Buffer> buffers{{"A", ElementType::F32, kOrder, kOrder, {Content::Kind::SmallIntegers, 1}},
                                      {"B", ElementType::F32, kOrder, kOrder, {Content::Kind::SmallIntegers, 2}},
                                      {"C", ElementType::F32, kOrder, kOrder, {Content::Kind::Uninitialised, 0}}};
    RunHistory history({});
    simt::Emulator emulator({.maxBlocks = 9, .observer = &history});
    bool ready = kernel && emulator.allocate(buffers).has_value();
    for (BufferId buffer : {BufferId{0}, BufferId{1}})
        ready = ready && emulator.upload(buffer, initialBytes(buffers[buffer])).has_value();
    Launch launch;
    launch.kernel = kernel;
    launch.grid = {kOrder / side, kOrder / side, 1};
    launch.block = {side, side, 1};
    launch.arguments = {BufferId{2}, BufferId{0}, BufferId{1}, static_cast<std::int32_t>(kOrder)};
    if (!ready || !emulator.launch(launch, {})) return state.SkipWithError("the kernel cannot be run");
    std::mt19937_64 random(3);
    std::vector<double> times;
    double events = 0;
    for (auto _ : state) {
        const auto begin = std::chrono::steady_clock::now();
        const auto traced = history.traceOf(0, launch.grid.at(random() % launch.grid.count()), {});
        Timeline timeline(traced->trace);
        timeline.seek(random() % (traced->trace->size() + 1));
        benchmark::DoNotOptimize(timeline.state());
        times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
        events = static_cast<double>(traced->trace->size());
    }
    std::sort(times.begin(), times.end());
    state.counters["events"] = events;
    state.counters["median_ms"] = times[times.size() / 2];
    state.counters["p95_ms"] = times[times.size() * 95 / 100];
    state.counters["traces"] = static_cast<double>(history.usage().traces);
    state.counters["traces_MiB"] = static_cast<double>(history.usage().bytes >> 20);
    state.counters["budget_MiB"] = static_cast<double>(history.usage().budget >> 20);
}
BENCHMARK(anyStepOfAnyBlock)->ArgName("block")->Arg(16)->Arg(32)->Unit(benchmark::kMillisecond)->Iterations(100);

/// Recording itself, by event.
void recordATrace(benchmark::State& state) {
    const auto kernel = matmulKernel("singleBlock<16, float>");
    std::uint64_t events = 0;
    for (auto _ : state) {
        const auto trace = recordMultiplied(kernel, 128, {16, 16, 1});
        if (!trace) {
            state.SkipWithError("the kernel cannot be run");
            return;
        }
        events += trace->size();
    }
    state.counters["events_per_second"] = benchmark::Counter(static_cast<double>(events), benchmark::Counter::kIsRate);
}
BENCHMARK(recordATrace)->Unit(benchmark::kMillisecond);

}  // namespace
