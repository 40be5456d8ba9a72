// SPDX-License-Identifier: GPL-3.0-or-later
// The time strip of a long trace: one block of 1024 threads that multiplies matrices (n 512: more than ten million
// events). Aim: rows and bytes in 2000 columns take a fraction of a frame (16 ms), whatever the range is.
#include <benchmark/benchmark.h>

#include <random>

#include "core/base/file_reader.h"
#include "core/flow/events.h"
#include "core/flow/phases.h"
#include "core/flow/tracks.h"
#include "core/ptx/parser.h"

namespace {

using namespace lanescope;

std::shared_ptr<const BlockTrace> record(std::uint32_t n) {
    const auto text = readFile(LANESCOPE_SOURCE_DIR "/resources/ptx/matmul.ptx");
    auto module = text ? ptx::parse(*text, "matmul.ptx") : Result<ptx::Module>(fail(text.error()));
    if (!module) return nullptr;
    auto kernel = std::make_shared<Kernel>();
    kernel->module = std::make_shared<const ptx::Module>(std::move(*module));
    kernel->entry = "singleBlock<32, float>";
    using Content = InitialContent;
    const std::vector<Buffer> buffers{{"A", ElementType::F32, n, n, {Content::Kind::SmallIntegers, 1}},
                                      {"B", ElementType::F32, n, n, {Content::Kind::SmallIntegers, 2}},
                                      {"C", ElementType::F32, n, n, {Content::Kind::Uninitialised, 0}}};
    TraceRecorder recorder({});
    simt::EmulatorOptions options;
    options.observer = &recorder;
    simt::Emulator emulator(options);
    if (!emulator.allocate(buffers)) return nullptr;
    for (BufferId buffer : {BufferId{0}, BufferId{1}})
        if (!emulator.upload(buffer, initialBytes(buffers[buffer]))) return nullptr;
    Launch launch;
    launch.kernel = kernel;
    launch.block = {32, 32, 1};
    launch.arguments = {BufferId{2}, BufferId{0}, BufferId{1}, static_cast<std::int32_t>(n)};
    if (!emulator.launch(launch, {}) || recorder.traces().empty()) return nullptr;
    return recorder.traces().front();
}

struct Long {
    std::shared_ptr<const BlockTrace> trace = record(512);
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
