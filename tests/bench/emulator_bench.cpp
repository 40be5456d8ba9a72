// SPDX-License-Identifier: GPL-3.0-or-later
// Thread instructions per second of the emulator, with all counters: multiplications of the catalogue, and the kernels
// of tests/bench/kernels on n × n elements; of PTX, and of machine code.
#include <benchmark/benchmark.h>

#include <chrono>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>

#include "core/algorithms/algorithm.h"
#include "core/ptx/parser.h"
#include "core/sass/machine_plan.h"
#include "core/simt/emulator.h"

namespace lanescope {
namespace {

std::string sourcePath(const std::string& name) { return std::string(LANESCOPE_SOURCE_DIR) + "/" + name; }

Plan catalogued(const std::string& id, const Parameters& given) {
    static const Catalogue catalogue = Catalogue::load(sourcePath("resources")).value();
    const Algorithm& algorithm = **catalogue.find(id);
    return algorithm.plan(algorithm.complete(given).value()).value();
}

std::shared_ptr<const Kernel> kernelOf(const std::string& entry) {
    static const auto module = [] {
        std::ifstream file(sourcePath("tests/bench/kernels/kernels.ptx"));
        std::stringstream text;
        text << file.rdbuf();
        return std::make_shared<const ptx::Module>(ptx::parse(text.str(), "kernels.ptx").value());
    }();
    auto kernel = std::make_shared<Kernel>();
    kernel->module = module;
    kernel->entry = entry;
    return kernel;
}

/// entry(C, A, B, n) on n × n floats.
Plan planOf(const std::string& entry, std::int32_t n, Dim3 grid, Dim3 block) {
    const auto side = static_cast<std::uint64_t>(n);
    const auto matrix = [side](const std::string& name, std::uint32_t seed) {
        return Buffer{name, ElementType::F32, side, side, {InitialContent::Kind::SmallIntegers, seed}};
    };
    Plan plan;
    plan.buffers = {{"C", ElementType::F32, side, side, {}}, matrix("A", 1), matrix("B", 2)};
    plan.steps = {UploadStep{1}, UploadStep{2},
                  LaunchStep{{kernelOf(entry), grid, block, 0, {BufferId{0}, BufferId{1}, BufferId{2}, n}}}};
    return plan;
}

/// Of all threads of this program; unlike the clock it does not run on while another program has the core.
double processorSeconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

Result<void> prepare(const Plan& plan, simt::Emulator& emulator) {
    if (auto done = emulator.allocate(plan.buffers); !done) return done;
    for (const Step& step : plan.steps) {
        const auto* const upload = std::get_if<UploadStep>(&step);
        if (upload == nullptr) continue;
        if (auto done = emulator.upload(upload->buffer, initialBytes(plan.buffers[upload->buffer])); !done) return done;
    }
    return {};
}

/// Times the launches alone, with a log of all if `logBytes`. A thread instruction (ti) is one lane's part of a warp
/// instruction.
void emulate(benchmark::State& state, const Plan& plan, std::uint64_t logBytes) {
    double threadInstructions = 0;
    double seconds = 0;
    double coreSeconds = 0;
    for (auto _ : state) {
        simt::Emulator emulator({.logBytes = logBytes});
        if (const auto done = prepare(plan, emulator); !done) {
            state.SkipWithError(describe(done.error()).c_str());
            return;
        }
        const double before = processorSeconds();
        const auto begin = std::chrono::steady_clock::now();
        for (const Step& step : plan.steps) {
            const auto* const launch = std::get_if<LaunchStep>(&step);
            if (launch == nullptr) continue;
            if (const auto done = emulator.launch(launch->launch, {}); !done) {
                state.SkipWithError(describe(done.error()).c_str());
                return;
            }
        }
        const double iteration = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        coreSeconds += processorSeconds() - before;
        for (const simt::LaunchReport& launch : emulator.reports())
            threadInstructions += static_cast<double>(launch.counts.threadInstructions);
        seconds += iteration;
        state.SetIterationTime(iteration);
    }
    const auto iterations = static_cast<double>(state.iterations());
    state.counters["Gti"] = threadInstructions / iterations / 1e9;
    state.counters["Gti/s"] = threadInstructions / seconds / 1e9;
    state.counters["core_seconds"] = coreSeconds / iterations;
    state.counters["Gti/core_second"] = threadInstructions / coreSeconds / 1e9;
}

void add(const std::string& name, const Plan& plan, std::uint64_t logBytes = 0) {
    benchmark::RegisterBenchmark(name.c_str(),
                                 [plan, logBytes](benchmark::State& state) { emulate(state, plan, logBytes); })
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
}

/// The same as machine code for sm_90 (what is kept of the catalogue; other kernels where there is a toolkit).
void addMachine(const std::string& name, const Plan& plan) {
    static const sass::MachineCodes codes(sourcePath("resources"));
    static const sass::MachinePlans plans(codes);
    if (const Result<Plan> machine = plans.planFor(plan, "sm_90")) add("machine/" + name, *machine);
}

void addBoth(const std::string& name, const Plan& plan) {
    add(name, plan);
    addMachine(name, plan);
}

void addAll(std::int32_t n) {
    const auto side = static_cast<std::uint32_t>(n);
    const std::string suffix = "/n" + std::to_string(n);
    const Parameters sized{{"n", std::to_string(n)}};
    const auto with = [&](const std::string& block, const std::string& type) {
        Parameters parameters = sized;
        parameters.add("block", block);
        parameters.add("type", type);
        return parameters;
    };
    addBoth("matmul.global/block16" + suffix, catalogued("matmul.global", with("16", "f32")));
    addBoth("matmul.tiled/block16" + suffix, catalogued("matmul.tiled", with("16", "f32")));
    add("matmul.tiled/block32/f64" + suffix, catalogued("matmul.tiled", with("32", "f64")));
    add("matmul.rect4-prefetch/block16" + suffix, catalogued("matmul.rect4-prefetch", with("16", "f32")));
    for (const std::string id : {"matmul.global", "matmul.tiled"})
        add("log/" + id + "/block16" + suffix, catalogued(id, with("16", "f32")), 1ULL << 32);
    const Dim3 square{side / 16, side / 16, 1};
    const Dim3 line{side * side / 256, 1, 1};
    add("naive16" + suffix, planOf("naive", n, square, {16, 16, 1}));
    add("naive32x8" + suffix, planOf("naive", n, {side / 32, side / 8, 1}, {32, 8, 1}));
    add("tiled16" + suffix, planOf("tiled16", n, square, {16, 16, 1}));
    add("tiled32" + suffix, planOf("tiled32", n, {side / 32, side / 32, 1}, {32, 32, 1}));
    for (const std::string entry : {"reduce0", "reduce1", "diverge", "gather", "collatz", "histogram"})
        addBoth(entry + suffix, planOf(entry, n, line, {256, 1, 1}));
    for (const std::string entry : {"cols", "rows"})
        add(entry + suffix, planOf(entry, n, {side / 128, 1, 1}, {128, 1, 1}));
}

}  // namespace
}  // namespace lanescope

int main(int argc, char** argv) {
    for (const std::int32_t n : {512, 1024}) lanescope::addAll(n);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
