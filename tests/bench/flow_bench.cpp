// SPDX-License-Identifier: GPL-3.0-or-later
// How quickly a picture gets what moves, and from where. In a trace of ten million events (one block of 1024 threads
// that multiplies matrices, mostly loads of global memory), and in one of a million of a tiled product, mostly of
// shared memory. Aim: a window of 300 events, moves and links of all lanes, within a frame at 60 Hz, 16 ms.
#include <benchmark/benchmark.h>

#include <random>

#include "core/flow/owned.h"
#include "tests/bench/multiplied_block.h"

namespace {

using namespace lanescope;

std::shared_ptr<const BlockTrace> traceOf(std::int64_t tiled) {
    static const auto kGlobal = recordMultiplied(matmulKernel("singleBlock<32, float>"), 512, {32, 32, 1});
    static const auto kTiled = recordMultiplied(matmulKernel("tiled<32, float>"), 8192, {32, 32, 1});
    return tiled != 0 ? kTiled : kGlobal;
}

void setUp(benchmark::State& state) {
    const auto trace = traceOf(state.range(0));
    if (!trace) return state.SkipWithError("the kernel cannot be run");
    for (auto _ : state) benchmark::DoNotOptimize(flow::Moves(trace));
    state.counters["events"] = static_cast<double>(trace->size());
}
BENCHMARK(setUp)->ArgName("tiled")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond)->Iterations(3);

void plane(benchmark::State& state) {
    const auto trace = traceOf(state.range(0));
    if (!trace) return state.SkipWithError("the kernel cannot be run");
    const flow::Moves moves(trace);
    for (auto _ : state) benchmark::DoNotOptimize(flow::Owned(moves));
}
BENCHMARK(plane)->ArgName("tiled")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond)->Iterations(3);

/// 300 events somewhere in the trace: what they move, and who wrote what they read.
void window(benchmark::State& state) {
    const auto trace = traceOf(state.range(0));
    if (!trace || trace->size() < 1000) return state.SkipWithError("the kernel cannot be run");
    const flow::Moves moves(trace);
    std::mt19937_64 random(1);
    std::uint64_t links = 0;
    for (auto _ : state) {
        const std::uint64_t first = random() % (trace->size() - 300);
        for (std::uint64_t event = first; event < first + 300; ++event)
            for (const flow::Move& move : moves.of(event)) links += moves.writerOf(move, event) ? 1 : 0;
    }
    state.counters["links"] = benchmark::Counter(static_cast<double>(links), benchmark::Counter::kAvgIterations);
}
BENCHMARK(window)->ArgName("tiled")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond)->Iterations(100);

/// One event anywhere.
void oneEvent(benchmark::State& state) {
    const auto trace = traceOf(state.range(0));
    if (!trace || trace->size() < 1000) return state.SkipWithError("the kernel cannot be run");
    const flow::Moves moves(trace);
    std::mt19937_64 random(2);
    for (auto _ : state) {
        const std::uint64_t event = random() % trace->size();
        for (const flow::Move& move : moves.of(event)) benchmark::DoNotOptimize(moves.writerOf(move, event));
    }
}
BENCHMARK(oneEvent)->ArgName("tiled")->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond)->Iterations(400);

}  // namespace
