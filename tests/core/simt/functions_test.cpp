// SPDX-License-Identifier: GPL-3.0-or-later
// Calls and indexed branches in PTX written by hand: lanes that part within functions, and what goes wrong.
#include <gtest/gtest.h>

#include "tests/core/simt/run_ptx.h"

namespace lanescope::simt {
namespace {

constexpr Scheduling kBoth[] = {Scheduling::ReconvergenceStack, Scheduling::IndependentThreads};

/// A run of `body` in one warp, after `functions`.
struct CallRun {
    explicit CallRun(const std::string& functions, const std::string& body, Scheduling scheduling) {
        std::string text = entryText(body);
        text.insert(text.find(".visible .entry"), functions);
        EmulatorOptions options;
        options.scheduling = scheduling;
        emulator = std::make_unique<Emulator>(options);
        EXPECT_TRUE(emulator->allocate(std::vector<Buffer>{{"a", ElementType::I32, 1, 1024, {}}}));
        Launch launch;
        launch.kernel = kernelOf(text);
        launch.block = {32, 1, 1};
        launch.arguments = {BufferId{0}};
        if (launch.kernel) done = emulator->launch(launch, {});
        values.resize(1024);
        EXPECT_TRUE(emulator->download(0, std::as_writable_bytes(std::span(values))));
    }
    [[nodiscard]] std::string problem() const { return done ? std::string("none") : describe(done.error()); }

    std::unique_ptr<Emulator> emulator;
    Result<void> done = fail(ErrorCode::Internal);
    std::vector<std::int32_t> values;
};

std::string call(const std::string& name, const std::string& guard = "") {
    return "{\n.param .b32 param0;\nst.param.b32 [param0+0], %r0;\n.param .b32 retval0;\n" + guard +
           "call (retval0), " + name + ", (param0);\nld.param.b32 %r5, [retval0+0];\n}\n";
}

/// Steps of the Collatz sequence from n + 1 down to 1; returns within the loop.
const std::string kCollatz =
    ".func (.param .b32 out) collatz(.param .b32 n)\n{\n.reg .b32 %r<9>;\n.reg .pred %p<4>;\n"
    "ld.param.b32 %r1, [n];\nadd.u32 %r1, %r1, 1;\nmov.u32 %r2, 0;\n"
    "LOOP:\nst.param.b32 [out+0], %r2;\nsetp.eq.u32 %p1, %r1, 1;\n@%p1 ret;\n"
    "add.u32 %r2, %r2, 1;\nand.b32 %r3, %r1, 1;\nsetp.eq.u32 %p2, %r3, 0;\n@%p2 bra EVEN;\n"
    "mad.lo.u32 %r1, %r1, 3, 1;\nbra LOOP;\nEVEN:\nshr.u32 %r1, %r1, 1;\nbra LOOP;\n}\n";

std::int32_t collatz(std::int32_t n) {
    std::int32_t steps = 0;
    for (std::int64_t x = n + 1; x != 1; ++steps) x = x % 2 == 0 ? x / 2 : 3 * x + 1;
    return steps;
}

TEST(Functions, LanesReturnAtDifferentTimesAndMeetBehindTheCall) {
    for (const Scheduling scheduling : kBoth) {
        const CallRun run(kCollatz, kAddressOfThread + call("collatz") + "st.global.u32 [%d1], %r5;\nret;\n",
                          scheduling);
        ASSERT_TRUE(run.done) << run.problem();
        for (int i = 0; i < 32; ++i) EXPECT_EQ(run.values[i], collatz(i)) << i;
        EXPECT_EQ(run.emulator->reports().back().counts.globalStore.requests, 1U);
    }
}

TEST(Functions, ACallThatSomeLanesMake) {
    for (const Scheduling scheduling : kBoth) {
        const CallRun run(kCollatz,
                          kAddressOfThread + "mov.u32 %r6, 0;\nsetp.lt.u32 %p1, %r0, 10;\n" + call("collatz", "@%p1 ") +
                              "@!%p1 mov.u32 %r5, 99;\nst.global.u32 [%d1], %r5;\nret;\n",
                          scheduling);
        ASSERT_TRUE(run.done) << run.problem();
        for (int i = 0; i < 32; ++i) EXPECT_EQ(run.values[i], i < 10 ? collatz(i) : 99) << i;
        EXPECT_EQ(run.emulator->reports().back().counts.globalStore.requests, 1U);
    }
}

TEST(Functions, AnExitInAFunctionEndsItsLanes) {
    const std::string leave =
        ".func (.param .b32 out) leave(.param .b32 n)\n{\n.reg .b32 %r<3>;\n.reg .pred %p<2>;\nld.param.b32 %r1, [n];\n"
        "setp.gt.u32 %p1, %r1, 7;\n@%p1 exit;\nadd.u32 %r1, %r1, 1;\nst.param.b32 [out+0], %r1;\nret;\n}\n";
    for (const Scheduling scheduling : kBoth) {
        const CallRun run(leave, kAddressOfThread + call("leave") + "st.global.u32 [%d1], %r5;\nret;\n", scheduling);
        ASSERT_TRUE(run.done) << run.problem();
        for (int i = 0; i < 32; ++i) EXPECT_EQ(run.values[i], i <= 7 ? i + 1 : 0) << i;
    }
}

std::string branchByIndex(const std::string& index) {
    return kAddressOfThread + index + "LIST: .branchtargets A, B, C;\nbrx.idx %r1, LIST;\n" +
           "A:\nmov.u32 %r2, 10;\nbra OUT;\nB:\nmov.u32 %r2, 20;\nbra OUT;\nC:\nmov.u32 %r2, 30;\n" +
           "OUT:\nadd.u32 %r2, %r2, %r1;\nst.global.u32 [%d1], %r2;\nret;\n";
}

TEST(IndexedBranches, EachLaneGoesItsWayAndAllMeetAgain) {
    for (const Scheduling scheduling : kBoth) {
        const CallRun run("", branchByIndex("rem.u32 %r1, %r0, 3;\n"), scheduling);
        ASSERT_TRUE(run.done) << run.problem();
        for (int i = 0; i < 32; ++i) EXPECT_EQ(run.values[i], 10 * (i % 3 + 1) + i % 3) << i;
        EXPECT_EQ(run.emulator->reports().back().counts.globalStore.requests, 1U);
    }
}

TEST(IndexedBranches, AnIndexBeyondTheListIsAFault) {
    for (const Scheduling scheduling : kBoth) {
        const CallRun run("", branchByIndex("rem.u32 %r1, %r0, 4;\n"), scheduling);
        EXPECT_NE(
            run.problem().find("Thread (3, 0, 0) of block (0, 0, 0) in k branches by index 3, and the list has 3"),
            std::string::npos)
            << run.problem();
    }
}

TEST(Functions, APointerToNoFunctionIsAFault) {
    const std::string body = kAddressOfThread +
                             "mov.u64 %d5, 4660;\n"
                             "{\n.param .b32 param0;\nst.param.b32 [param0+0], %r0;\n.param .b32 retval0;\n"
                             "prototype_0 : .callprototype (.param .b32 _) _ (.param .b32 _);\n"
                             "call (retval0), %d5, (param0), prototype_0;\n}\nmov.u64 %d6, collatz;\nret;\n";
    for (const Scheduling scheduling : kBoth) {
        const CallRun run(kCollatz, body, scheduling);
        EXPECT_NE(run.problem().find("calls a function through a pointer that points to none"), std::string::npos)
            << run.problem();
    }
}

TEST(DeviceHeap, FreeingTwiceIsAFault) {
    const std::string declarations =
        ".extern .func (.param .b64 out) malloc(.param .b64 bytes);\n.extern .func free(.param .b64 pointer);\n";
    const std::string release = "{\n.param .b64 p;\nst.param.b64 [p+0], %d5;\ncall free, (p);\n}\n";
    const std::string body = kAddressOfThread +
                             "{\n.param .b64 p;\nmov.u64 %d4, 24;\nst.param.b64 [p+0], %d4;\n.param .b64 q;\n"
                             "call (q), malloc, (p);\nld.param.b64 %d5, [q+0];\n}\nst.u32 [%d5+20], %r0;\n" +
                             release;
    for (const Scheduling scheduling : kBoth) {
        EXPECT_TRUE(CallRun(declarations, body + "ret;\n", scheduling).done);
        const CallRun twice(declarations, body + release + "ret;\n", scheduling);
        EXPECT_NE(
            twice.problem().find("gives free() an address that malloc() has not given, or gives it a second time"),
            std::string::npos)
            << twice.problem();
    }
}

TEST(DeviceHeap, GivesPiecesThatDoNotOverlapAndTakesThemBack) {
    DeviceMemory memory;
    std::vector<MemoryWrite> journal;
    memory.setJournal(&journal);
    const auto first = memory.heapAllocate(100);
    const auto second = memory.heapAllocate(1);
    ASSERT_TRUE(first && second);
    EXPECT_EQ(*first % 16, 0U);
    EXPECT_EQ(*second - *first, 112U + 16);  // and its header, into which nvcc writes
    EXPECT_EQ(memory.heapPieces().size(), 2U);
    EXPECT_FALSE(memory.heapAllocate(0));
    EXPECT_FALSE(memory.heapAllocate(8 << 20));
    EXPECT_TRUE(memory.heapFree(*first));
    EXPECT_FALSE(memory.heapFree(*first));
    EXPECT_EQ(memory.heapAllocate(64), first);
    EXPECT_EQ(memory.heapAllocate(64), *second + 16 + 16);
    // Undone, all of it is free again.
    for (auto write = journal.rbegin(); write != journal.rend(); ++write) memory.undo(*write);
    memory.setJournal(nullptr);
    EXPECT_FALSE(memory.heapFree(*second));
    EXPECT_EQ(memory.heapAllocate(1), first);
}

}  // namespace
}  // namespace lanescope::simt
