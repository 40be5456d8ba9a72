// SPDX-License-Identifier: GPL-3.0-or-later
// The two policies for lanes that part: lockstep with a reconvergence stack, and independent threads; loops in which
// threads wait for each other, and which of them never end.
#include <gtest/gtest.h>

#include "tests/core/simt/run_ptx.h"

namespace lanescope::simt {
namespace {

constexpr Scheduling kBoth[] = {Scheduling::ReconvergenceStack, Scheduling::IndependentThreads};

/// Every thread takes the lock a[0], adds one to a[1] without an atomic, and gives the lock back.
const std::string kSpinLock = kAddressOfThread +
                              "SPIN:\n"
                              "atom.global.cas.b32 %r1, [%d0], 0, 1;\n"
                              "setp.ne.u32 %p1, %r1, 0;\n"
                              "@%p1 bra SPIN;\n"
                              "ld.volatile.global.u32 %r2, [%d0+4];\n"
                              "add.u32 %r2, %r2, 1;\n"
                              "st.volatile.global.u32 [%d0+4], %r2;\n"
                              "atom.global.exch.b32 %r3, [%d0], 0;\n"
                              "ret;\n";

Trial withZeros(const std::string& body, Dim3 block) {
    return {.body = body, .block = block, .contents = {bytesOf(std::vector<std::int32_t>(1024))}};
}

TEST(SpinLock, BetweenLanesOfAWarpIsADeadlockInLockstep) {
    Trial run = withZeros(kSpinLock, {32, 1, 1});
    const std::string fault = run.fault();
    EXPECT_NE(fault.find("Thread (1, 0, 0) of block (0, 0, 0) in k goes round a loop for ever"), std::string::npos)
        << fault;
    EXPECT_NE(fault.find("Perhaps it waits for thread (0, 0, 0) of its warp, which waits for it"), std::string::npos);
    EXPECT_NE(fault.find("With independent thread scheduling both sides get on"), std::string::npos);
    EXPECT_EQ(run.emulator->reports().back().fault->kind, Fault::Kind::Deadlock);
    EXPECT_EQ(run.emulator->reports().back().fault->lanes, 0xfffffffeU);
    EXPECT_LT(run.counts().warpInstructions, 100'000U);
}

TEST(SpinLock, IndependentThreadsGetOn) {
    for (const std::uint32_t threads : {32U, 20U, 128U}) {
        Trial run = withZeros(kSpinLock, {threads, 1, 1});
        run.options.scheduling = Scheduling::IndependentThreads;
        const auto values = run.ok().result<std::int32_t>();
        EXPECT_EQ(values[0], 0);
        EXPECT_EQ(values[1], static_cast<std::int32_t>(threads));
    }
}

/// Lane 5 waits until lane 20 has written; both are on the two sides of one branch.
std::string laneWaitsForLane(unsigned consumer, unsigned producer) {
    return kAddressOfThread + "setp.eq.u32 %p1, %r0, " + std::to_string(consumer) +
           ";\n"
           "@%p1 bra WAIT;\n"
           "setp.ne.u32 %p2, %r0, " +
           std::to_string(producer) +
           ";\n"
           "@%p2 bra JOIN;\n"
           "st.global.u32 [%d0+8], 41;\n"
           "st.volatile.global.u32 [%d0], 1;\n"
           "bra JOIN;\n"
           "WAIT:\n"
           "ld.volatile.global.u32 %r1, [%d0];\n"
           "setp.eq.u32 %p3, %r1, 0;\n"
           "@%p3 bra WAIT;\n"
           "ld.global.u32 %r2, [%d0+8];\n"
           "add.u32 %r2, %r2, 1;\n"
           "st.global.u32 [%d0+4], %r2;\n"
           "JOIN:\n"
           "ret;\n";
}

TEST(ProducerConsumer, BetweenLanesOfOneWarp) {
    for (const auto& [consumer, producer] : {std::pair{5U, 20U}, std::pair{20U, 5U}}) {
        Trial run = withZeros(laneWaitsForLane(consumer, producer), {32, 1, 1});
        run.options.scheduling = Scheduling::IndependentThreads;
        EXPECT_EQ(run.ok().result<std::int32_t>()[1], 42);
    }
}

/// Warp 0 waits for a flag that warp 1 sets; warp 1 then waits for warp 0's answer.
const std::string kWarpsInTurn = kAddressOfThread +
                                 "setp.ge.u32 %p1, %r0, 32;\n"
                                 "@%p1 bra SECOND;\n"
                                 "W0:\n"
                                 "ld.volatile.global.u32 %r1, [%d0];\n"
                                 "setp.ne.u32 %p2, %r1, 1;\n"
                                 "@%p2 bra W0;\n"
                                 "st.volatile.global.u32 [%d0], 2;\n"
                                 "ret;\n"
                                 "SECOND:\n"
                                 "st.volatile.global.u32 [%d0], 1;\n"
                                 "W1:\n"
                                 "ld.volatile.global.u32 %r1, [%d0];\n"
                                 "setp.ne.u32 %p2, %r1, 2;\n"
                                 "@%p2 bra W1;\n"
                                 "st.volatile.global.u32 [%d0+4], 9;\n"
                                 "ret;\n";

TEST(ProducerConsumer, BetweenWarpsOfABlock) {
    for (const Scheduling scheduling : kBoth) {
        Trial run = withZeros(kWarpsInTurn, {64, 1, 1});
        run.options.scheduling = scheduling;
        EXPECT_EQ(run.ok().result<std::int32_t>()[1], 9);
        EXPECT_LT(run.counts().warpInstructions, 200'000U);
    }
}

TEST(ProducerConsumer, AWaitThatCountsItsRoundsGetsOnToo) {
    std::string body = kWarpsInTurn;
    body.insert(body.find("setp.ne.u32 %p2, %r1, 1;"), "add.u32 %r9, %r9, 1;\n");
    Trial run = withZeros(body, {64, 1, 1});
    EXPECT_EQ(run.ok().result<std::int32_t>()[1], 9);
}

TEST(ProducerConsumer, SteppingIsRunningHereToo) {
    for (const Scheduling scheduling : kBoth) {
        for (const std::string& body : {kWarpsInTurn, laneWaitsForLane(5, 20), kSpinLock}) {
            if (scheduling == Scheduling::ReconvergenceStack && body != kWarpsInTurn) continue;
            Trial run = withZeros(body, {64, 1, 1});
            run.options.scheduling = scheduling;
            run.ok();
            const auto program = Program::decode(run.launch.kernel, scheduling).value();
            const auto fresh = [&] {
                DeviceMemory memory;
                EXPECT_TRUE(memory.allocate(run.buffers));
                memory.upload(0, run.contents[0]);
                return memory;
            };
            DeviceMemory memory = fresh();
            BlockExecution stepped(program, run.launch, {0, 0, 0}, memory);
            StepRecord record;
            std::uint64_t steps = 0;
            BlockState middle;
            DeviceMemory memoryThen;
            const std::uint64_t half = run.counts().warpInstructions / 2;
            for (; stepped.step(record) == BlockExecution::Status::Stepped; ++steps) {
                if (steps != half) continue;
                middle = stepped.state();
                memoryThen = memory;
            }
            EXPECT_EQ(steps, run.counts().warpInstructions);
            EXPECT_EQ(stepped.counts(), run.counts());
            EXPECT_EQ(memory.allocation(0).data, run.emulator->memory().allocation(0).data);
            // From any state in between it goes on in the same way.
            BlockExecution restored(program, run.launch, {0, 0, 0}, memoryThen);
            restored.restore(middle);
            EXPECT_EQ(restored.advance(steps), BlockExecution::Status::Finished);
            EXPECT_EQ(restored.state(), stepped.state());
        }
    }
}

TEST(EndlessLoops, NothingThatIsReadCanChange) {
    for (const Scheduling scheduling : kBoth) {
        Trial run = withZeros(
            "ld.param.u64 %d0, [a];\nW:\nld.volatile.global.u32 %r1, [%d0];\nsetp.eq.u32 %p1, %r1, 0;\n"
            "@%p1 bra W;\nret;\n",
            {64, 1, 1});
        run.grid = {2, 1, 1};
        run.options.scheduling = scheduling;
        const std::string fault = run.fault();
        EXPECT_NE(fault.find("goes round a loop for ever: nothing that it reads there changes any more, as all other "
                             "threads of the block have ended, wait at a barrier or loop like this. Blocks run one "
                             "after the other here"),
                  std::string::npos)
            << fault;
    }
}

TEST(EndlessLoops, OneWarpWaitsAtABarrierForAnother) {
    Trial run =
        withZeros(kAddressOfThread +
                      "setp.ge.u32 %p1, %r0, 32;\n@%p1 bra W;\nbar.sync 0;\nst.volatile.global.u32 [%d0], 1;\nret;\n"
                      "W:\nld.volatile.global.u32 %r1, [%d0];\nsetp.eq.u32 %p1, %r1, 0;\n@%p1 bra W;\n"
                      "bar.sync 0;\nret;\n",
                  {64, 1, 1});
    EXPECT_NE(run.fault().find("Thread (32, 0, 0) of block (0, 0, 0) in k goes round a loop for ever"),
              std::string::npos);
}

TEST(EndlessLoops, ALongLoopThatGetsOnIsNone) {
    // Its registers come back every 256 rounds but for one, and then it ends.
    for (const Scheduling scheduling : kBoth) {
        Trial run{.body = kAddressOfThread +
                          "mov.u32 %r1, 0;\nmov.u32 %r2, 0;\nL:\nadd.u32 %r1, %r1, 1;\nand.b32 %r1, %r1, 255;\n"
                          "setp.ne.u32 %p1, %r1, 0;\n@%p1 bra L;\nadd.u32 %r2, %r2, 1;\nsetp.ne.u32 %p1, %r2, 999;\n"
                          "@%p1 bra L;\nst.global.u32 [%d1], %r2;\nret;\n"};
        run.options.scheduling = scheduling;
        EXPECT_EQ(run.ok().result<std::int32_t>()[31], 999);
        EXPECT_EQ(run.counts().warpInstructions, 7U + 999U * (256 * 4 + 3) + 2 - 1);
    }
}

/// Sums over lanes that come to a shuffle on two ways, after loops of their own length.
TEST(IndependentThreads, WarpOperationsWaitForTheLanesTheyName) {
    Trial run{.body = kAddressOfThread +
                      "and.b32 %r1, %r0, 1;\nsetp.eq.u32 %p1, %r1, 0;\nmov.u32 %r2, %r0;\n@%p1 bra EVEN;\n"
                      "mov.u32 %r2, 100;\n"
                      "EVEN:\n"
                      "shfl.sync.bfly.b32 %r3, %r2, 1, 31, -1;\n"
                      "st.global.u32 [%d1], %r3;\n"
                      "ret;\n"};
    for (const Scheduling scheduling : kBoth) {
        run.options.scheduling = scheduling;
        const auto values = run.ok().result<std::int32_t>();
        for (int i = 0; i < 32; ++i) EXPECT_EQ(values[i], i % 2 == 0 ? 100 : i - 1) << i;
    }
}

TEST(IndependentThreads, TheTwoSidesOfABranchMeetAtAWarpBarrier) {
    // Lanes 0-15 write, lanes 16-31 read what they wrote; each side has its own __syncwarp().
    Trial run = withZeros(kAddressOfThread +
                              "setp.ge.u32 %p1, %r0, 16;\n@%p1 bra READ;\nst.volatile.global.u32 [%d1], %r0;\n"
                              "bar.warp.sync -1;\nbra OUT;\n"
                              "READ:\nbar.warp.sync -1;\nld.volatile.global.u32 %r1, [%d1+-64];\n"
                              "add.u32 %r1, %r1, 1000;\nst.global.u32 [%d1], %r1;\nOUT:\nret;\n",
                          {32, 1, 1});
    run.options.scheduling = Scheduling::IndependentThreads;
    const auto values = run.ok().result<std::int32_t>();
    for (int i = 16; i < 32; ++i) EXPECT_EQ(values[i], 1000 + i - 16);
}

TEST(IndependentThreads, AMaskThatNamesLanesThatCannotCome) {
    Trial run{.body = kAddressOfThread +
                      "setp.ge.u32 %p1, %r0, 16;\n@%p1 bra OTHER;\nshfl.sync.idx.b32 %r1, %r0, 0, 31, -1;\nret;\n"
                      "OTHER:\nbar.warp.sync -1;\nret;\n"};
    run.options.scheduling = Scheduling::IndependentThreads;
    const std::string fault = run.fault();
    EXPECT_NE(fault.find("of its warp, which the member mask of the instruction names, but threads"), std::string::npos)
        << fault;
    EXPECT_EQ(run.emulator->reports().back().fault->kind, Fault::Kind::WarpSync);
}

TEST(IndependentThreads, LanesMeetAgainAfterABranch) {
    Trial run{.body = kAddressOfThread +
                      "setp.lt.u32 %p1, %r0, 4;\n@!%p1 bra ELSE;\nmov.u32 %r1, 1;\nbra JOIN;\nELSE:\nmov.u32 %r1, 2;\n"
                      "JOIN:\nadd.u32 %r1, %r1, 10;\nst.global.u32 [%d1], %r1;\nret;\n"};
    run.options.scheduling = Scheduling::IndependentThreads;
    const auto values = run.ok().result<std::int32_t>();
    for (int i = 0; i < 32; ++i) EXPECT_EQ(values[i], i < 4 ? 11 : 12) << i;
    EXPECT_EQ(run.counts().globalStore.requests, 1U);
    EXPECT_EQ(run.counts().warpInstructions, 6U + 2 + 1 + 3);
}

}  // namespace
}  // namespace lanescope::simt
