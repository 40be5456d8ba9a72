// SPDX-License-Identifier: GPL-3.0-or-later
// The time strip of a long trace: one block of 1024 threads that multiplies matrices (n 512: more than ten million
// events). Aim: rows and bytes in 2000 columns take a fraction of a frame (16 ms), whatever the range is.
#include <benchmark/benchmark.h>

#include <random>

#include "core/flow/events.h"
#include "core/flow/phases.h"
#include "core/flow/tracks.h"
#include "tests/bench/multiplied_block.h"

namespace {

using namespace lanescope;

struct Long {
    std::shared_ptr<const BlockTrace> trace =
        recordMultiplied(matmulKernel("singleBlock<32, float>"), 512, {32, 32, 1});
    flow::Roles roles{trace->entry()};
    flow::Activities activities{*trace, roles};
};
const Long& longTrace() {
    static const Long kLong;
    return kLong;
}

void countEvents(benchmark::State& state) { state.counters["events"] = static_cast<double>(longTrace().trace->size()); }

void buildTracks(benchmark::State& state) {
    const Long& block = longTrace();
    std::uint64_t bytes = 0;
    for (auto _ : state) bytes = flow::Tracks(block.activities).bytes();
    countEvents(state);
    state.counters["MiB"] = static_cast<double>(bytes >> 20);
}
BENCHMARK(buildTracks)->Unit(benchmark::kMillisecond);

void findPhases(benchmark::State& state) {
    const Long& block = longTrace();
    for (auto _ : state) benchmark::DoNotOptimize(flow::Phases(block.activities).all().size());
    countEvents(state);
}
BENCHMARK(findPhases)->Unit(benchmark::kMillisecond);

void findEvents(benchmark::State& state) {
    const Long& block = longTrace();
    for (auto _ : state) benchmark::DoNotOptimize(flow::EventStops(block.activities).count());
    countEvents(state);
}
BENCHMARK(findEvents)->Unit(benchmark::kMillisecond);

/// Rows and bytes of a range of this many events, anywhere; 0 = of all.
void columns2000(benchmark::State& state) {
    const Long& block = longTrace();
    static const flow::Tracks kTracks(block.activities);
    const std::uint64_t length = state.range(0) == 0 ? kTracks.events() : static_cast<std::uint64_t>(state.range(0));
    std::mt19937_64 random(1);
    for (auto _ : state) {
        const std::uint64_t first = random() % (kTracks.events() - length + 1);
        benchmark::DoNotOptimize(kTracks.rows(first, first + length, 2000));
        benchmark::DoNotOptimize(kTracks.moved(first, first + length, 2000));
    }
    state.counters["warps"] = kTracks.warps();
}
BENCHMARK(columns2000)->Arg(2000)->Arg(64'000)->Arg(1'000'000)->Arg(0)->Unit(benchmark::kMicrosecond);

}  // namespace
