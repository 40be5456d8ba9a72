// SPDX-License-Identifier: GPL-3.0-or-later
// PTX parse time of the whole matrix-multiply family (aim: less than 20 ms for 20 000 lines), and along each axis in
// which PTX can grow: the time of a line must be about the same at n, 2n and 4n.
#include <benchmark/benchmark.h>

#include "core/base/file_reader.h"
#include "core/ptx/parser.h"
#include "tests/bench/ptx_axes.h"

namespace {

void parseMatmul(benchmark::State& state) {
    const auto text = lanescope::readFile(LANESCOPE_SOURCE_DIR "/resources/ptx/matmul.ptx");
    if (!text) {
        state.SkipWithError("resources/ptx/matmul.ptx cannot be read");
        return;
    }
    std::size_t lines = 0;
    for (auto _ : state) {
        const auto module = lanescope::ptx::parse(*text, "matmul.ptx");
        if (!module) {
            state.SkipWithError(describe(module.error()).c_str());
            return;
        }
        lines += module->lineStarts.size();
    }
    state.counters["lines"] = benchmark::Counter(static_cast<double>(lines), benchmark::Counter::kAvgIterations);
    state.counters["seconds_per_20000_lines"] = benchmark::Counter(
        static_cast<double>(lines) / 20000, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(parseMatmul)->Unit(benchmark::kMillisecond);

void parseAxis(benchmark::State& state, const lanescope::PtxAxis& axis) {
    const std::string text = axis.text(static_cast<std::size_t>(state.range(0)));
    for (auto _ : state) {
        const auto module = lanescope::ptx::parse(text, "axis.ptx");
        if (!module) {
            state.SkipWithError(describe(module.error()).c_str());
            return;
        }
        benchmark::DoNotOptimize(module->entries.size());
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

[[maybe_unused]] const bool kAxes = [] {
    for (const lanescope::PtxAxis& axis : lanescope::ptxAxes()) {
        const auto most = static_cast<std::int64_t>(axis.most);
        auto* bench = benchmark::RegisterBenchmark(("parse/" + std::string(axis.name)).c_str(), parseAxis, axis);
        for (const std::int64_t n : {most / 16, most / 8, most / 4}) bench->Arg(n);
        bench->Unit(benchmark::kMillisecond)->MinTime(0.1);
    }
    return true;
}();

}  // namespace
