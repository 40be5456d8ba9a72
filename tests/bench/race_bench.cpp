// SPDX-License-Identifier: GPL-3.0-or-later
// Seconds that looking for races takes, for n, 2n and 4n rounds of a loop: by round it must stay the same, and by unit
// of RaceReport::cost near 10 ns, whatever the kernel does.
#include <benchmark/benchmark.h>

#include <string>

#include "core/ptx/parser.h"
#include "core/simt/check/race_checker.h"
#include "core/simt/emulator.h"

namespace lanescope {
namespace {

struct Loop {
    const char* name;
    const char* round;  ///< %r0 = thread, %r8 = round, %r9 = shared memory of 64 KiB, %d0 = a buffer of 16 MiB
    std::uint32_t threads;
};

constexpr Loop kLoops[] = {
    {"arithmetic", "mad.lo.u32 %r7, %r7, %r7, %r8;\nxor.b32 %r7, %r7, %r0;\n", 256},
    {"one_word_read_by_all", "and.b32 %r6, %r8, 255;\nmad.lo.u32 %r6, %r6, 4, %r9;\nld.shared.u32 %r7, [%r6];\n", 32},
    {"words_read_in_turn",
     "add.u32 %r6, %r0, %r8;\nand.b32 %r6, %r6, 63;\nmad.lo.u32 %r6, %r6, 4, %r9;\nld.shared.u32 %r7, [%r6];\n", 32},
    {"words_written_in_turn",
     "add.u32 %r6, %r0, %r8;\nand.b32 %r6, %r6, 63;\nmad.lo.u32 %r6, %r6, 4, %r9;\nst.shared.u32 [%r6], %r0;\n", 32},
    {"words_written_by_32_warps",
     "add.u32 %r6, %r0, %r8;\nand.b32 %r6, %r6, 63;\nmad.lo.u32 %r6, %r6, 4, %r9;\nst.shared.u32 [%r6], %r0;\n", 1024},
    {"sums_of_partial_masks",
     "add.u32 %r6, %r0, %r8;\nand.b32 %r6, %r6, 63;\nmad.lo.u32 %r6, %r6, 4, %r9;\nst.shared.u32 [%r6], %r0;\n"
     "setp.lt.u32 %p2, %r0, 16;\n@%p2 bar.warp.sync 0xffff;\n",
     32},
    {"vectors_of_16_bytes",
     "add.u32 %r6, %r0, %r8;\nand.b32 %r6, %r6, 63;\nmad.lo.u32 %r6, %r6, 16, %r9;\n"
     "ld.shared.v4.u32 {%r1, %r2, %r3, %r4}, [%r6];\n",
     32},
    {"ever_new_global_words",
     "mad.lo.u32 %r6, %r8, 256, %r0;\nand.b32 %r6, %r6, 1048575;\nmul.wide.u32 %d2, %r6, 16;\nadd.u64 %d2, %d2, %d0;\n"
     "st.global.v4.u32 [%d2], {%r0, %r0, %r0, %r0};\n",
     256},
    {"a_global_word_by_all", "st.global.u32 [%d0], %r0;\n", 1024},
};

std::string textOf(const Loop& loop, std::int64_t rounds) {
    return std::string(
               ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 a)\n{\n"
               ".reg .pred %p<9>;\n.reg .b32 %r<20>;\n.reg .b64 %d<9>;\n.shared .align 16 .b8 s[49152];\n"
               "ld.param.u64 %d0, [a];\nmov.u32 %r0, %tid.x;\nmov.u32 %r9, s;\nmov.u32 %r8, 0;\n"
               "mov.u32 %r7, 1;\nmov.u32 %r5, %r9;\nZERO:\nst.shared.u32 [%r5], 0;\nadd.u32 %r5, %r5, 4;\n"
               "sub.u32 %r6, %r5, %r9;\nsetp.lt.u32 %p1, %r6, 2048;\n@%p1 bra ZERO;\nbar.sync 0;\nLOOP:\n") +
           loop.round + "add.u32 %r8, %r8, 1;\nsetp.lt.u32 %p1, %r8, " + std::to_string(rounds) +
           ";\n@%p1 bra LOOP;\nret;\n}\n";
}

void look(benchmark::State& state, const Loop& loop) {
    auto kernel = std::make_shared<Kernel>();
    kernel->module = std::make_shared<const ptx::Module>(ptx::parse(textOf(loop, state.range(0)), "loop.ptx").value());
    kernel->entry = "k";
    Launch launch{.kernel = kernel, .grid = {1, 1, 1}, .block = {loop.threads, 1, 1}};
    launch.arguments.emplace_back(BufferId{0});
    double cost = 0;
    for (auto _ : state) {
        simt::RaceChecker checker({.cost = ~std::uint64_t{0}});
        simt::Emulator emulator({.observer = &checker});
        if (!emulator.allocate(std::vector<Buffer>{{"a", ElementType::I32, 1, 1 << 22, {}}}) ||
            !emulator.launch(launch, {})) {
            state.SkipWithError("does not run");
            return;
        }
        cost += static_cast<double>(checker.reports().front().cost);
    }
    using benchmark::Counter;
    state.counters["s/round"] =
        Counter(static_cast<double>(state.iterations() * state.range(0)), Counter::kIsRate | Counter::kInvert);
    state.counters["s/unit"] = Counter(cost, Counter::kIsRate | Counter::kInvert);
}

const bool kRegistered = [] {
    for (const Loop& loop : kLoops)
        benchmark::RegisterBenchmark(loop.name, [&loop](benchmark::State& state) { look(state, loop); })
            ->RangeMultiplier(2)
            ->Range(1024, 4096)
            ->Unit(benchmark::kMillisecond);
    return true;
}();

}  // namespace
}  // namespace lanescope
