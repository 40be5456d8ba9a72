// SPDX-License-Identifier: GPL-3.0-or-later
// Divergence and reconvergence, loops, early exits, partial warps, barriers; stepping and running are the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "tests/core/simt/run_ptx.h"

namespace lanescope::simt {
namespace {

/// if (tid < 4) r = 1 else r = 2; r += 10 once together.
const std::string kIfElse = kAddressOfThread +
                            "setp.lt.u32 %p1, %r0, 4;\n"
                            "@!%p1 bra ELSE;\n"
                            "mov.u32 %r1, 1;\n"
                            "bra JOIN;\n"
                            "ELSE:\n"
                            "mov.u32 %r1, 2;\n"
                            "JOIN:\n"
                            "add.u32 %r1, %r1, 10;\n"
                            "st.global.u32 [%d1], %r1;\n"
                            "ret;\n";

TEST(Divergence, BothSidesRunAndMeetAgain) {
    Trial run{.body = kIfElse};
    const auto values = run.ok().result<std::int32_t>();
    for (int i = 0; i < 32; ++i) EXPECT_EQ(values[i], i < 4 ? 11 : 12) << i;
    // 6 before, 2 + 1 on the two sides, 3 together: the store is one request again.
    EXPECT_EQ(run.counts().warpInstructions, 6U + 2 + 1 + 3);
    EXPECT_EQ(run.counts().threadInstructions, 9U * 32 + 2 * 4 + 1 * 28);
    EXPECT_EQ(run.counts().branches, 1U);
    EXPECT_EQ(run.counts().divergentBranches, 1U);
    EXPECT_EQ(run.counts().globalStore.requests, 1U);
}

// Nobody waits for lanes that jump behind the last instruction of the kernel from within one arm; they end there.
TEST(Divergence, LanesMayLeaveByTheKernelsEnd) {
    const std::string leaving = kAddressOfThread +
                                "setp.lt.u32 %p1, %r0, 4;\n"
                                "setp.lt.u32 %p2, %r0, 16;\n"
                                "@!%p2 bra ELSE;\n"
                                "@%p1 bra END;\n"
                                "mov.u32 %r1, 8;\n"
                                "bra JOIN;\n"
                                "ELSE:\n"
                                "mov.u32 %r1, 7;\n"
                                "JOIN:\n"
                                "st.global.u32 [%d1], %r1;\n"
                                "END:\n";
    for (const Scheduling scheduling : {Scheduling::ReconvergenceStack, Scheduling::IndependentThreads}) {
        Trial run{.body = leaving, .options = {.scheduling = scheduling}};
        const auto values = run.ok().result<std::int32_t>();
        for (int i = 4; i < 32; ++i) EXPECT_EQ(values[i], i < 16 ? 8 : 7) << i;
        EXPECT_EQ(run.counts().globalStore.requests, 1U);
        EXPECT_EQ(run.counts().globalStore.bytes, 28U * 4);
    }
}

/// Lane i goes round the inner loop i times for each of n rounds of the outer: counts to n × i.
const std::string kNestedLoops = kAddressOfThread +
                                 "ld.param.u32 %r5, [n];\n"
                                 "mov.u32 %r1, 0;\n"
                                 "mov.u32 %r2, 0;\n"
                                 "OUTER:\n"
                                 "mov.u32 %r3, 0;\n"
                                 "INNER:\n"
                                 "setp.ge.u32 %p1, %r3, %r0;\n"
                                 "@%p1 bra INNER_END;\n"
                                 "add.u32 %r1, %r1, 1;\n"
                                 "add.u32 %r3, %r3, 1;\n"
                                 "bra INNER;\n"
                                 "INNER_END:\n"
                                 "add.u32 %r2, %r2, 1;\n"
                                 "setp.lt.u32 %p2, %r2, %r5;\n"
                                 "@%p2 bra OUTER;\n"
                                 "st.global.u32 [%d1], %r1;\n"
                                 "ret;\n";

TEST(Divergence, NestedLoopsOfDifferentLength) {
    Trial run{.body = kNestedLoops, .integer = 3};
    const auto values = run.ok().result<std::int32_t>();
    for (int i = 0; i < 32; ++i) EXPECT_EQ(values[i], 3 * i) << i;
    // Each round: the inner test is made 32 times, and splits the warp at each but the last, when lane 31 leaves alone.
    EXPECT_EQ(run.counts().branches, 3U * 32 + 3);
    EXPECT_EQ(run.counts().divergentBranches, 3U * 31);
    EXPECT_EQ(run.counts().globalStore.requests, 1U);
}

TEST(Divergence, LanesThatEndEarlyAreGone) {
    Trial run{.body = kAddressOfThread +
                      "setp.gt.u32 %p1, %r0, 9;\n"
                      "@%p1 exit;\n"
                      "setp.lt.u32 %p2, %r0, 5;\n"
                      "@%p2 bra OUT;\n"
                      "mov.u32 %r1, 7;\n"
                      "st.global.u32 [%d1], %r1;\n"
                      "OUT:\n"
                      "activemask.b32 %r2;\n"
                      "setp.ge.u32 %p3, %r0, 5;\n"
                      "@%p3 ret;\n"
                      "st.global.u32 [%d1], %r2;\n"
                      "ret;\n"};
    const auto values = run.ok().result<std::int32_t>();
    for (int i = 0; i < 5; ++i) EXPECT_EQ(values[i], 0x3ff) << i;  // ten lanes met again
    for (int i = 5; i < 10; ++i) EXPECT_EQ(values[i], 7) << i;
    EXPECT_EQ(values[10], 0);
}

TEST(Divergence, AnExitInsideALoopLetsTheOthersGoOn) {
    Trial run{.body = kAddressOfThread +
                      "mov.u32 %r1, 0;\n"
                      "LOOP:\n"
                      "st.global.u32 [%d1], %r1;\n"
                      "setp.eq.u32 %p1, %r1, %r0;\n"
                      "@%p1 ret;\n"
                      "add.u32 %r1, %r1, 1;\n"
                      "bra LOOP;\n"};
    const auto values = run.ok().result<std::int32_t>();
    for (int i = 0; i < 32; ++i) EXPECT_EQ(values[i], i);
}

TEST(Divergence, GuardedInstructionsTouchOnlyTheirLanes) {
    Trial run{.body = kAddressOfThread +
                      "setp.lt.u32 %p1, %r0, 8;\n"
                      "mov.u32 %r1, 1;\n"
                      "@%p1 mov.u32 %r1, 5;\n"
                      "@!%p1 add.u32 %r1, %r1, 1;\n"
                      "@%p1 st.global.u32 [%d1], %r1;\n"
                      "@!%p1 st.global.u32 [%d1+128], %r1;\n"
                      "ret;\n"};
    const auto values = run.ok().result<std::int32_t>();
    EXPECT_EQ(values[0], 5);
    EXPECT_EQ(values[7], 5);
    EXPECT_EQ(values[8], 0);
    EXPECT_EQ(values[32 + 8], 2);
    EXPECT_EQ(run.counts().threadInstructions, run.counts().warpInstructions * 32);
    EXPECT_EQ(run.counts().globalStore.bytes, 32U * 4);
}

TEST(PartialWarps, LanesBeyondTheBlockDoNothing) {
    Trial run{.body = kAddressOfThread + "mov.u32 %r1, 1;\nst.global.u32 [%d1], %r1;\nret;\n", .block = {5, 1, 1}};
    const auto values = run.ok().result<std::int32_t>();
    EXPECT_EQ(values[4], 1);
    EXPECT_EQ(values[5], 0);
    EXPECT_EQ(run.counts().threadInstructions, run.counts().warpInstructions * 5);
}

TEST(PartialWarps, ThreadsAreNumberedAlongXThenYThenZ) {
    Trial run{.body =
                  "ld.param.u64 %d0, [a];\n"
                  "mov.u32 %r0, %tid.x;\nmov.u32 %r1, %tid.y;\nmov.u32 %r2, %tid.z;\n"
                  "mov.u32 %r3, %ntid.x;\nmov.u32 %r4, %ntid.y;\n"
                  "mad.lo.u32 %r5, %r2, %r4, %r1;\nmad.lo.u32 %r5, %r5, %r3, %r0;\n"
                  "mov.u32 %r6, %laneid;\nmov.u32 %r7, %warpid;\nmad.lo.u32 %r7, %r7, 32, %r6;\n"
                  "mul.wide.u32 %d1, %r5, 4;\nadd.s64 %d1, %d0, %d1;\nst.global.u32 [%d1], %r7;\nret;\n",
              .block = {3, 5, 7}};
    const auto values = run.ok().result<std::int32_t>();
    for (int i = 0; i < 105; ++i) EXPECT_EQ(values[i], i);
}

/// Every thread writes its number to shared memory and reads that of the thread at the other end of the block.
const std::string kReverse = ".shared .align 4 .b8 s[512];\n" + kAddressOfThread +
                             "mov.u32 %r1, s;\n"
                             "mad.lo.u32 %r2, %r0, 4, %r1;\n"
                             "st.shared.u32 [%r2], %r0;\n"
                             "bar.sync 0;\n"
                             "mov.u32 %r3, %ntid.x;\n"
                             "sub.u32 %r3, %r3, %r0;\n"
                             "mad.lo.u32 %r4, %r3, 4, %r1;\n"
                             "ld.shared.u32 %r5, [%r4+-4];\n"
                             "st.global.u32 [%d1], %r5;\n"
                             "ret;\n";

TEST(Barriers, WhatWasWrittenBeforeIsReadAfter) {
    Trial run{.body = kReverse, .block = {128, 1, 1}};
    const auto values = run.ok().result<std::int32_t>();
    for (int i = 0; i < 128; ++i) EXPECT_EQ(values[i], 127 - i);
    EXPECT_EQ(run.counts().barriers, 4U);
}

TEST(Barriers, WarpsThatHaveEndedCountAsArrived) {
    Trial run{.body = kAddressOfThread +
                      "setp.ge.u32 %p1, %r0, 64;\n@%p1 ret;\nbar.sync 0;\nst.global.u32 [%d1], %r0;\nret;\n",
              .block = {128, 1, 1}};
    EXPECT_EQ(run.ok().result<std::int32_t>()[63], 63);
    EXPECT_EQ(run.counts().barriers, 2U);
}

TEST(Stepping, DoesWhatRunningDoesAndCountsTheSame) {
    struct Case {
        std::string body;
        std::optional<std::int32_t> integer;
        Dim3 block;
    };
    for (const Case& c :
         {Case{kIfElse, {}, {40, 1, 1}}, Case{kNestedLoops, 2, {70, 1, 1}}, Case{kReverse, {}, {128, 1, 1}}}) {
        Trial run{.body = c.body, .block = c.block, .integer = c.integer};
        run.ok();
        DeviceMemory memory;
        ASSERT_TRUE(memory.allocate(run.buffers));
        BlockExecution stepped(Program::decode(run.launch.kernel).value(), run.launch, {0, 0, 0}, memory);
        StepRecord record;
        std::uint64_t steps = 0;
        while (stepped.step(record) == BlockExecution::Status::Stepped) ++steps;
        EXPECT_EQ(steps, run.counts().warpInstructions);
        EXPECT_EQ(stepped.counts(), run.counts());
        EXPECT_EQ(memory.allocation(0).data, run.emulator->memory().allocation(0).data);
    }
}

TEST(Stepping, ClocksCountTheBlocksSteps) {
    Trial run{.body = kAddressOfThread +
                      "mov.u32 %r1, %clock;\nadd.u32 %r2, %r1, 0;\nmov.u64 %d2, %clock64;\ncvt.u32.u64 %r3, %d2;\n"
                      "st.global.u32 [%d0], %r1;\nst.global.u32 [%d0+4], %r3;\nret;\n"};
    const auto values = run.ok().result<std::int32_t>();
    EXPECT_EQ(values[0], 4);
    EXPECT_EQ(values[1], 6);
    DeviceMemory memory;
    ASSERT_TRUE(memory.allocate(run.buffers));
    BlockExecution stepped(Program::decode(run.launch.kernel).value(), run.launch, {0, 0, 0}, memory);
    StepRecord record;
    while (stepped.step(record) == BlockExecution::Status::Stepped) {
    }
    EXPECT_EQ(memory.allocation(0).data, run.emulator->memory().allocation(0).data);
}

TEST(Stepping, ARestoredStateGoesOnAsBefore) {
    Trial run{.body = kReverse, .block = {64, 1, 1}};
    run.ok();
    DeviceMemory memory;
    ASSERT_TRUE(memory.allocate(run.buffers));
    const auto program = Program::decode(run.launch.kernel).value();
    BlockExecution first(program, run.launch, {0, 0, 0}, memory);
    std::vector<BlockState> states{first.state()};
    StepRecord record;
    while (first.step(record) == BlockExecution::Status::Stepped) states.push_back(first.state());
    EXPECT_EQ(states.back().steps, states.size() - 1);
    BlockExecution second(program, run.launch, {0, 0, 0}, memory);
    for (std::size_t from = 0; from < states.size(); from += 3) {
        second.restore(states[from]);
        EXPECT_EQ(second.state(), states[from]);
        for (std::size_t i = from + 1; i < states.size(); ++i) {
            ASSERT_EQ(second.step(record), BlockExecution::Status::Stepped);
            ASSERT_EQ(second.state().hash(), states[i].hash()) << "from " << from << " to " << i;
        }
        EXPECT_EQ(second.step(record), BlockExecution::Status::Finished);
    }
}

TEST(Stepping, WarpsRunInTurnUntilTheBarrier) {
    Trial run{.body = kReverse, .block = {64, 1, 1}};
    run.ok();
    DeviceMemory memory;
    ASSERT_TRUE(memory.allocate(run.buffers));
    BlockExecution execution(Program::decode(run.launch.kernel).value(), run.launch, {0, 0, 0}, memory);
    std::string order;
    StepRecord record;
    while (execution.step(record) == BlockExecution::Status::Stepped) order += static_cast<char>('0' + record.warp);
    EXPECT_EQ(order, std::string(8, '0') + std::string(8, '1') + std::string(6, '0') + std::string(6, '1'));
}

TEST(Stepping, TellsWhereTheLanesWent) {
    Trial run{.body = kReverse, .block = {32, 1, 1}};
    run.ok();
    DeviceMemory memory;
    ASSERT_TRUE(memory.allocate(run.buffers));
    BlockExecution execution(Program::decode(run.launch.kernel).value(), run.launch, {0, 0, 0}, memory);
    std::vector<StepRecord> accesses;
    StepRecord record;
    while (execution.step(record) == BlockExecution::Status::Stepped)
        if (record.access != AccessKind::None) accesses.push_back(record);
    ASSERT_EQ(accesses.size(), 3U);
    EXPECT_EQ(accesses[0].space, program::Space::Shared);
    EXPECT_EQ(accesses[0].access, AccessKind::Store);
    EXPECT_EQ(accesses[0].address[3], 12U);
    EXPECT_EQ(accesses[1].access, AccessKind::Load);
    EXPECT_EQ(accesses[1].address[3], 112U);
    EXPECT_EQ(accesses[2].space, program::Space::Global);
    EXPECT_EQ(memory.element(accesses[2].address[3]), (ElementRef{0, 0, 3}));
}

TEST(Stepping, WarpsMayGoOnInTurns) {
    // Two warps: 6 instructions up to the barrier, and three behind it.
    Trial run{.body = kAddressOfThread + "bar.sync 0;\nst.global.u32 [%d1], %r0;\nret;\n", .block = {64, 1, 1}};
    run.contents = {bytesOf(std::vector<std::int32_t>(64))};
    run.ok();
    DeviceMemory memory;
    ASSERT_TRUE(memory.allocate(run.buffers));
    BlockExecution execution(Program::decode(run.launch.kernel).value(), run.launch, {0, 0, 0}, memory);
    StepRecord record;
    std::string order;
    while (execution.step(record) == BlockExecution::Status::Stepped) {
        order += static_cast<char>('0' + record.warp);
        execution.endTurn();
    }
    execution.endTurn();  // nothing is left to go on
    EXPECT_EQ(order.substr(0, 8), "01010101");
    EXPECT_EQ(std::ranges::count(order, '0'), std::ranges::count(order, '1'));
    for (std::uint32_t i = 0; i < 64; ++i) {
        std::uint32_t value = 0;
        std::memcpy(&value, memory.allocation(0).data.data() + i * sizeof value, sizeof value);
        EXPECT_EQ(value, i);
    }
}

}  // namespace
}  // namespace lanescope::simt
