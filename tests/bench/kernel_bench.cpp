// SPDX-License-Identifier: GPL-3.0-or-later
// What is made of a kernel before it runs, along each axis in which PTX can grow: the emulator's program and its log,
// and the model of ptxas. The time must be about in proportion to n.
#include <benchmark/benchmark.h>

#include "core/ptx/parser.h"
#include "core/ptxas/machine_code.h"
#include "core/simt/decode/program.h"
#include "core/simt/log/plan.h"
#include "tests/bench/ptx_axes.h"

namespace {

using namespace lanescope;

std::shared_ptr<const Kernel> kernelOf(benchmark::State& state, const PtxAxis& axis) {
    auto module = ptx::parse(axis.text(static_cast<std::size_t>(state.range(0))), "axis.ptx");
    if (!module) {
        state.SkipWithError(describe(module.error()).c_str());
        return nullptr;
    }
    auto kernel = std::make_shared<Kernel>();
    kernel->module = std::make_shared<const ptx::Module>(std::move(*module));
    kernel->entry = "k";
    return kernel;
}

void decode(benchmark::State& state, const PtxAxis& axis) {
    const auto kernel = kernelOf(state, axis);
    if (!kernel) return;
    for (auto _ : state) {
        const auto program = simt::Program::decode(kernel);
        if (!program) {
            state.SkipWithError(describe(program.error()).c_str());
            return;
        }
        benchmark::DoNotOptimize(simt::LogPlan(**program).siteCount());
    }
}

void model(benchmark::State& state, const PtxAxis& axis) {
    const auto kernel = kernelOf(state, axis);
    if (!kernel) return;
    for (auto _ : state) {
        const ptxas::MachineCode made = ptxas::machineCode(*ptx::moduleOf(kernel->module), kernel->code());
        if (!made.refused.empty()) {
            state.SkipWithError(made.refused.c_str());
            return;
        }
        benchmark::DoNotOptimize(made.ends.size());
    }
}

[[maybe_unused]] const bool kAxes = [] {
    for (const PtxAxis& axis : ptxAxes()) {
        for (const bool decodes : {true, false}) {
            const std::string name = decodes ? "decode/" : "model/";
            const auto run = decodes ? decode : model;
            auto* bench = benchmark::RegisterBenchmark((name + std::string(axis.name)).c_str(), run, axis);
            const auto most = static_cast<std::int64_t>(axis.most);
            for (const std::int64_t n : {most / 16, most / 8, most / 4}) bench->Arg(n);
            bench->Unit(benchmark::kMillisecond)->MinTime(0.1);
        }
    }
    return true;
}();

}  // namespace
