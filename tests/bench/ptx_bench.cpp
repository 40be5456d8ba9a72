// SPDX-License-Identifier: GPL-3.0-or-later
// PTX parse time of the whole matrix-multiply family. Aim: less than 20 ms for 20 000 lines.
#include <benchmark/benchmark.h>

#include "core/base/file_reader.h"
#include "core/ptx/parser.h"

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

}  // namespace
