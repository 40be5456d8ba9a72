// SPDX-License-Identifier: GPL-3.0-or-later
// Loads, stores, atomics, warp operations, and the journal of global writes.
#include <gtest/gtest.h>

#include <bit>
#include <numeric>

#include "tests/core/simt/run_ptx.h"

namespace lanescope::simt {
namespace {

Trial withCountingBuffer(const std::string& body) { return {.body = body, .contents = {bytesOf(countingUp(1024))}}; }

TEST(Memory, VectorsOfTwoAndFour) {
    Trial run = withCountingBuffer(
        "ld.param.u64 %d0, [a];\nmov.u32 %r0, %tid.x;\nmul.wide.u32 %d1, %r0, 16;\n"
        "add.s64 %d1, %d0, %d1;\nld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%d1];\n"
        "ld.global.v2.u32 {%r5, %r6}, [%d1+8];\nadd.u32 %r4, %r5, %r6;\n"
        "st.global.v4.u32 [%d1], {%r4, %r3, %r2, %r1};\nret;\n");
    const auto values = run.ok().result<std::int32_t>();
    for (int i = 0; i < 32; ++i) {
        EXPECT_EQ(values[4 * i], 8 * i + 5);
        EXPECT_EQ(values[4 * i + 3], 4 * i);
    }
    // 512 bytes in 16 sectors, 256 bytes (every other 8) in 16.
    EXPECT_EQ(run.counts().globalLoad, (GlobalCounts{2, 32, 768}));
    EXPECT_EQ(run.counts().globalStore, (GlobalCounts{1, 16, 512}));
}

TEST(Memory, NarrowElementsAreWidenedWithOrWithoutSign) {
    Trial run{.body = kAddressOfThread +
                      "ld.global.s8 %h1, [%d0+1];\nld.global.u8 %h2, [%d0+1];\nld.global.s16 %r1, [%d0];\n"
                      "ld.global.u16 %r2, [%d0];\nld.global.s32 %d5, [%d0];\n"
                      "cvt.s32.s16 %r3, %h1;\ncvt.u32.u16 %r4, %h2;\n"
                      "st.global.v4.u32 [%d0+16], {%r3, %r4, %r1, %r2};\nst.global.u64 [%d0+32], %d5;\n"
                      "st.global.u8 [%d0+3], %r4;\nret;\n",
              .block = {1, 1, 1},
              .contents = {bytesOf(std::vector<std::int32_t>{static_cast<std::int32_t>(0x80008180U), 0})}};
    const auto values = run.ok().result<std::uint32_t>();
    EXPECT_EQ(values[4], 0xffffff81U);
    EXPECT_EQ(values[5], 0x81U);
    EXPECT_EQ(values[6], 0xffff8180U);
    EXPECT_EQ(values[7], 0x8180U);
    EXPECT_EQ(values[8], 0x80008180U);
    EXPECT_EQ(values[9], 0xffffffffU);
    EXPECT_EQ(values[0], 0x81008180U);
}

TEST(Memory, GenericAddressesReachGlobalAndShared) {
    Trial run = withCountingBuffer(".shared .align 4 .b8 s[128];\n" + kAddressOfThread +
                                   "cvta.to.global.u64 %d2, %d1;\nld.global.u32 %r1, [%d2];\n"
                                   "mov.u64 %d3, s;\ncvta.shared.u64 %d4, %d3;\nmul.wide.u32 %d5, %r0, 4;\n"
                                   "add.s64 %d6, %d4, %d5;\nst.u32 [%d6], %r1;\n"         // generic into shared
                                   "add.s64 %d7, %d3, %d5;\nld.shared.u32 %r2, [%d7];\n"  // the same word
                                   "cvta.to.shared.u64 %d8, %d6;\nsub.s64 %d8, %d8, %d7;\ncvt.u32.u64 %r3, %d8;\n"
                                   "add.u32 %r2, %r2, %r3;\nadd.u32 %r2, %r2, 100;\nst.u32 [%d1], %r2;\nret;\n");
    const auto values = run.ok().result<std::int32_t>();
    for (int i = 0; i < 32; ++i) EXPECT_EQ(values[i], 100 + i);
    EXPECT_EQ(run.counts().sharedStore.requests, 1U);
    EXPECT_EQ(run.counts().globalStore.requests, 1U);
}

TEST(Memory, LanesInDifferentSpacesAndBuffersAreOneRequestOfEach) {
    Trial run{.body = ".shared .align 4 .b8 s[128];\n" + kAddressOfThread +
                      "ld.param.u64 %d2, [b];\nmul.wide.u32 %d5, %r0, 4;\nadd.s64 %d2, %d2, %d5;\n"
                      "mov.u64 %d3, s;\ncvta.shared.u64 %d3, %d3;\nadd.s64 %d3, %d3, %d5;\n"
                      "setp.lt.u32 %p1, %r0, 16;\nselp.b64 %d4, %d1, %d2, %p1;\n"
                      "ld.global.u32 %r1, [%d4];\n"  // a and b
                      "setp.lt.u32 %p2, %r0, 8;\nselp.b64 %d6, %d3, %d4, %p2;\n"
                      "st.u32 [%d6], %r1;\nld.u32 %r2, [%d6];\nadd.u32 %r2, %r2, 1;\n"
                      "st.global.u32 [%d1+512], %r2;\nret;\n",
              .buffers = {{"a", ElementType::I32, 1, 1024, {}}, {"b", ElementType::I32, 1, 32, {}}},
              .contents = {bytesOf(countingUp(1024)), bytesOf(std::vector<std::int32_t>(32, 7))}};
    const auto values = run.ok().result<std::int32_t>();
    for (int i = 0; i < 32; ++i) EXPECT_EQ(values[128 + i], i < 16 ? i + 1 : 8) << i;
    EXPECT_EQ(run.counts().globalLoad, (GlobalCounts{2, 2 + 2 + 1 + 2, 128 + 96}));
    EXPECT_EQ(run.counts().sharedLoad.requests, 1U);
    EXPECT_EQ(run.counts().sharedStore.requests, 1U);
    EXPECT_EQ(run.counts().globalStore.requests, 2U);
}

TEST(Memory, SharedAddressesBelowAnArrayPlusAnOffsetAreFine) {
    Trial run{.body = ".shared .align 4 .b8 s[128];\n" + kAddressOfThread +
                      "mov.u32 %r1, s;\nsub.u32 %r2, %r0, 1;\nmad.lo.u32 %r3, %r2, 4, %r1;\n"
                      "st.shared.u32 [%r3+4], %r0;\nld.shared.u32 %r4, [%r3+4];\nst.global.u32 [%d1], %r4;\nret;\n"};
    EXPECT_EQ(run.ok().result<std::int32_t>()[0], 0);
    EXPECT_EQ(run.result<std::int32_t>()[31], 31);
}

TEST(Memory, DynamicSharedMemoryLiesBehindTheStatic) {
    std::string text = entryText(kAddressOfThread +
                                 "mov.u32 %r1, extra;\nmad.lo.u32 %r2, %r0, 4, %r1;\n"
                                 "st.shared.u32 [%r2], %r0;\nst.global.u32 [%d1], %r1;\n"
                                 "mov.u32 %r3, s;\nst.shared.u32 [%r3], %r0;\nret;\n");
    text.insert(text.find(".visible"), ".extern .shared .align 16 .b8 extra[];\n.shared .align 4 .b8 s[40];\n");
    Trial run{.body = "ret;"};
    run.ok();
    Launch launch = run.launch;
    launch.kernel = kernelOf(text);
    launch.dynamicSharedBytes = 128;
    const Result<void> done = run.emulator->launch(launch, {});
    ASSERT_TRUE(done) << describe(done.error());
    EXPECT_EQ(run.result<std::int32_t>()[0], 48);
    launch.dynamicSharedBytes = 124;
    const Result<void> tooSmall = run.emulator->launch(launch, {});
    ASSERT_FALSE(tooSmall);
    EXPECT_NE(
        describe(tooSmall.error()).find("wrote extra[31], beyond the end of extra, which has 31 elements of 4 bytes"),
        std::string::npos)
        << describe(tooSmall.error());
}

/// a[0] after all threads did `op` on it, starting at `start`; a[1+i] is what thread i got.
std::vector<std::uint32_t> atomically(const std::string& op, std::uint32_t start, std::uint32_t threads = 4) {
    Trial run{.body = kAddressOfThread + op + "\nst.global.u32 [%d1+4], %r9;\nret;\n",
              .block = {threads, 1, 1},
              .contents = {bytesOf(std::vector<std::uint32_t>{start})}};
    auto values = run.ok().result<std::uint32_t>();
    EXPECT_EQ(run.counts().atomicRequests, 1U);
    values.resize(threads + 1);
    return values;
}

TEST(Atomics, LanesGoInAscendingOrder) {
    using V = std::vector<std::uint32_t>;
    EXPECT_EQ(atomically("atom.global.add.u32 %r9, [%d0], %r0;", 10), (V{16, 10, 10, 11, 13}));
    EXPECT_EQ(atomically("atom.global.min.s32 %r9, [%d0], %r0;", 2), (V{0, 2, 0, 0, 0}));
    EXPECT_EQ(atomically("atom.global.max.u32 %r9, [%d0], %r0;", 2), (V{3, 2, 2, 2, 2}));
    EXPECT_EQ(atomically("atom.global.inc.u32 %r9, [%d0], 2;", 1), (V{2, 1, 2, 0, 1}));
    EXPECT_EQ(atomically("atom.global.dec.u32 %r9, [%d0], 2;", 1), (V{0, 1, 0, 2, 1}));
    EXPECT_EQ(atomically("atom.global.or.b32 %r9, [%d0], %r0;", 8), (V{11, 8, 8, 9, 11}));
    EXPECT_EQ(atomically("atom.global.and.b32 %r9, [%d0], %r0;", 7), (V{0, 7, 0, 0, 0}));
    EXPECT_EQ(atomically("atom.global.xor.b32 %r9, [%d0], %r0;", 0), (V{0, 0, 0, 1, 3}));
    EXPECT_EQ(atomically("atom.global.exch.b32 %r9, [%d0], %r0;", 9), (V{3, 9, 0, 1, 2}));
    EXPECT_EQ(atomically("atom.global.cas.b32 %r9, [%d0], %r0, 2;", 0), (V{2, 0, 2, 2, 2}));
    EXPECT_EQ(atomically("atom.add.u32 %r9, [%d0], %r0;", 10), (V{16, 10, 10, 11, 13}));
}

TEST(Atomics, ReductionsFloatsAndSharedMemory) {
    Trial run{.body = ".shared .align 8 .b8 s[8];\n" + kAddressOfThread +
                      "mov.u32 %r1, s;\nsetp.eq.u32 %p1, %r0, 0;\nmov.f64 %g1, 0d0000000000000000;\n"
                      "@%p1 st.shared.f64 [%r1], %g1;\ncvt.rn.f64.u32 %g2, %r0;\n"
                      "atom.shared.add.f64 %g3, [%r1], %g2;\nld.shared.f64 %g4, [%r1];\n"
                      "cvt.rn.f32.u32 %f1, %r0;\nred.global.add.f32 [%d0], %f1;\n"
                      "cvt.u64.u32 %d5, %r0;\nred.global.add.u64 [%d0+8], %d5;\n"
                      "@%p1 st.global.f64 [%d0+16], %g4;\nret;\n",
              .contents = {std::vector<std::byte>(32)}};
    const auto bytes = run.ok().result<std::uint64_t>();
    EXPECT_EQ(std::bit_cast<float>(static_cast<std::uint32_t>(bytes[0])), 496.0F);
    EXPECT_EQ(bytes[1], 496U);
    EXPECT_EQ(std::bit_cast<double>(bytes[2]), 496.0);
    EXPECT_EQ(run.counts().atomicRequests, 3U);
}

TEST(WarpOperations, Shuffles) {
    const auto shuffled = [](const std::string& instruction) {
        Trial run{.body = kAddressOfThread + instruction + "\nselp.u32 %r2, 1000, 0, %p1;\nadd.u32 %r1, %r1, %r2;\n" +
                          "st.global.u32 [%d1], %r1;\nret;\n"};
        auto values = run.ok().result<std::int32_t>();
        values.resize(32);
        return values;
    };
    const auto down = shuffled("shfl.sync.down.b32 %r1|%p1, %r0, 1, 31, -1;");
    EXPECT_EQ(down[0], 1001);
    EXPECT_EQ(down[31], 31);
    const auto up = shuffled("shfl.sync.up.b32 %r1|%p1, %r0, 2, 0, -1;");
    EXPECT_EQ(up[1], 1);
    EXPECT_EQ(up[2], 1000);
    const auto butterfly = shuffled("shfl.sync.bfly.b32 %r1|%p1, %r0, 16, 31, -1;");
    EXPECT_EQ(butterfly[3], 1019);
    // Segments of 8 lanes (mask 0x18 in bits 8 to 12): each reads its segment's lane 5.
    const auto index = shuffled("shfl.sync.idx.b32 %r1|%p1, %r0, 5, 0x181f, -1;");
    EXPECT_EQ(index[0], 1005);
    EXPECT_EQ(index[31], 1029);
}

TEST(WarpOperations, VotesOfTheActiveLanes) {
    Trial run{
        .body =
            kAddressOfThread +
            "setp.lt.u32 %p1, %r0, 4;\nvote.sync.ballot.b32 %r1, %p1, -1;\nvote.sync.any.pred %p2, %p1, -1;\n"
            "vote.sync.all.pred %p3, %p1, -1;\nvote.sync.all.pred %p4, %p1, 15;\nvote.sync.uni.pred %p5, %p1, -1;\n"
            "selp.u32 %r2, 1, 0, %p2;\nselp.u32 %r3, 2, 0, %p3;\nselp.u32 %r4, 4, 0, %p4;\nselp.u32 %r5, 8, 0, %p5;\n"
            "add.u32 %r2, %r2, %r3;\nadd.u32 %r2, %r2, %r4;\nadd.u32 %r2, %r2, %r5;\n"
            "bar.warp.sync -1;\nactivemask.b32 %r6;\n"
            "setp.eq.u32 %p6, %r0, 0;\n@%p6 st.global.v2.u32 [%d0], {%r1, %r2};\n@%p6 st.global.u32 [%d0+8], "
            "%r6;\nret;\n"};
    const auto values = run.ok().result<std::uint32_t>();
    EXPECT_EQ(values[0], 0xfU);
    EXPECT_EQ(values[1], 1U + 4U);
    EXPECT_EQ(values[2], 0xffffffffU);
}

TEST(Journal, UndoesAndRedoesEveryWrite) {
    Trial run{.body = kAddressOfThread +
                      "ld.global.u32 %r1, [%d1];\nadd.u32 %r1, %r1, 1;\nst.global.u32 [%d1], %r1;\n"
                      "atom.global.add.u32 %r2, [%d0], 5;\ncvt.u64.u32 %d3, %r0;\nadd.s64 %d4, %d1, %d3;\n"
                      "mul.wide.u32 %d5, %r0, 4;\nadd.s64 %d5, %d5, %d1;\nst.global.u64 [%d5+124], %d3;\nret;\n"};
    run.buffers[0].columns = 128;
    run.contents = {bytesOf(countingUp(32))};
    // 8-byte stores from byte 124 on are not aligned: store at 128 instead, half of it beyond what is initialised.
    run.body.replace(run.body.find("+124"), 4, "+128");
    run.ok();
    DeviceMemory memory;
    ASSERT_TRUE(memory.allocate(run.buffers));
    memory.upload(0, run.contents[0]);
    const DeviceMemory before = memory;
    std::vector<MemoryWrite> journal;
    memory.setJournal(&journal);
    BlockExecution execution(Program::decode(run.launch.kernel).value(), run.launch, {0, 0, 0}, memory);
    StepRecord record;
    while (execution.step(record) == BlockExecution::Status::Stepped) {
    }
    memory.setJournal(nullptr);
    const auto same = [](const DeviceMemory& a, const DeviceMemory& b) {
        return a.allocation(0).data == b.allocation(0).data &&
               a.allocation(0).initialised == b.allocation(0).initialised &&
               a.allocation(0).uninitialisedWords == b.allocation(0).uninitialisedWords;
    };
    const DeviceMemory after = memory;
    EXPECT_EQ(journal.size(), 32U + 32 + 64);
    EXPECT_TRUE(same(after, run.emulator->memory()));
    EXPECT_FALSE(same(after, before));
    for (auto write = journal.rbegin(); write != journal.rend(); ++write) memory.undo(*write);
    EXPECT_TRUE(same(memory, before));
    for (const MemoryWrite& write : journal) memory.redo(write);
    EXPECT_TRUE(same(memory, after));
}

TEST(Journal, ACopyOfTheMemoryIsNotTouchedByWhatComesAfter) {
    Trial run{.body = kAddressOfThread + "st.global.u32 [%d1], %r0;\nret;\n"};
    run.contents = {bytesOf(std::vector<std::int32_t>(32, -1))};
    run.ok();
    DeviceMemory memory;
    ASSERT_TRUE(memory.allocate(run.buffers));
    memory.upload(0, run.contents[0]);
    BlockExecution execution(Program::decode(run.launch.kernel).value(), run.launch, {0, 0, 0}, memory);
    const DeviceMemory copy = memory;
    StepRecord record;
    while (execution.step(record) == BlockExecution::Status::Stepped) {
    }
    EXPECT_EQ(copy.allocation(0).data[0], std::byte{0xff});
    EXPECT_EQ(memory.allocation(0).data[0], std::byte{0});
}

}  // namespace
}  // namespace lanescope::simt
