// SPDX-License-Identifier: GPL-3.0-or-later
// Accesses of every width at random, regular and mixed addresses by full and partial warps: all handlers that this
// machine can run leave the same memory and the same counts.
#include <gtest/gtest.h>

#include "core/simt/handlers/handlers.h"
#include "tests/core/simt/run_ptx.h"

namespace lanescope::simt {
namespace {

constexpr unsigned kElements = 4096;  // 4-byte elements of the buffer that is read

struct Access {
    const char* type;   // of the instruction, "v2.u32"
    const char* value;  // what is loaded and stored
    unsigned bytes;
};
const Access kAccesses[] = {{"u8", "%r4", 1},  {"s16", "%r4", 2},          {"u32", "%r4", 4},
                            {"f64", "%g4", 8}, {"v2.u32", "{%r4,%r5}", 8}, {"v4.u32", "{%r4,%r5,%r6,%r7}", 16}};

/// Which element of the access's size the lanes take, from their number %r0 and the round %r8 into %r9.
const char* const kIndices[] = {
    "mad.lo.u32 %r9, %r8, 40503, %r0;\nmul.lo.u32 %r9, %r9, 2654435761;\nshr.u32 %r9, %r9, 9;",   // at random
    "mad.lo.u32 %r9, %r8, 40503, %r0;\nmul.lo.u32 %r9, %r9, 2654435761;\nshr.u32 %r9, %r9, 28;",  // at random, near
    "add.u32 %r9, %r0, %r8;",                                                                     // in a row
    "shr.u32 %r9, %r0, 4;\nmad.lo.u32 %r9, %r9, 16, %r8;",                                        // half warps
    "shr.u32 %r9, %r0, 3;\nmul.lo.u32 %r9, %r9, 40;\nand.b32 %r3, %r0, 7;\nsub.u32 %r9, %r9, %r3;\n"
    "add.u32 %r9, %r9, 64;",     // groups, backwards
    "mul.lo.u32 %r9, %r0, 33;",  // a diagonal
    "mul.lo.u32 %r9, %r0, 32;",  // a column
};

/// Twelve rounds; in each, lanes of a changing mask read global memory, go through shared memory, and write.
std::string bodyOf(const Access& access, const std::string& index) {
    const std::string type = access.type;
    const std::string value = access.value;
    const std::string bytes = std::to_string(access.bytes);
    const std::string most = std::to_string(kElements * 4 / access.bytes - 1);
    const std::string mostShared = std::to_string(2048 / access.bytes - 1);
    return kAddressOfThread +
           ".shared .align 16 .b8 s[2048];\nld.param.u64 %d9, [b];\nmov.u32 %r8, 0;\nmov.u32 %r1, 0;\n"
           "FILL: shl.b32 %r2, %r0, 2;\nmad.lo.u32 %r2, %r1, 128, %r2;\nst.shared.u32 [%r2], %r2;\n"
           "add.u32 %r1, %r1, 1;\nsetp.ne.u32 %p2, %r1, 16;\n@%p2 bra FILL;\n"
           "ROUND: " +
           index + "\nand.b32 %r10, %r9, " + most + ";\nmul.wide.u32 %d3, %r10, " + bytes +
           ";\nadd.s64 %d4, %d0, %d3;\nadd.s64 %d5, %d9, %d3;\nand.b32 %r11, %r9, " + mostShared +
           ";\nmul.lo.u32 %r11, %r11, " + bytes +
           ";\nmul.lo.u32 %r12, %r8, 0x9e3779b9;\nshr.u32 %r12, %r12, %r0;\nand.b32 %r12, %r12, 1;\n"
           "setp.eq.u32 %p0, %r12, 1;\nsetp.lt.u32 %p1, %r8, 4;\nor.pred %p0, %p0, %p1;\n" +
           "@%p0 ld.global." + type + " " + value + ", [%d4];\n@%p0 st.shared." + type + " [%r11], " + value +
           ";\n@%p0 ld.shared." + type + " " + value + ", [%r11];\n@%p0 st.global." + type + " [%d5], " + value +
           ";\n@%p0 atom.shared.add.u32 %r13, [%r2], %r0;\n@!%p0 bra SKIP;\nld.global." + type + " " + value +
           ", [%d4];\nSKIP: add.u32 %r8, %r8, 1;\nsetp.ne.u32 %p2, %r8, 12;\n@%p2 bra ROUND;\nret;";
}

TEST(HandlerSets, LeaveTheSameMemoryAndCounts) {
    const HandlerSet limit = limitHandlers(HandlerSet::Baseline);
    for (const Access& access : kAccesses) {
        for (const std::string index : kIndices) {
            std::optional<std::vector<SiteCounts>> sites;
            std::vector<std::byte> memory;
            for (const HandlerSet set : {HandlerSet::Baseline, HandlerSet::Avx2, HandlerSet::Avx512}) {
                if (set > bestHandlerSet()) continue;
                limitHandlers(set);
                Trial run{
                    .body = bodyOf(access, index),
                    .block = {32, 1, 1},
                    .buffers = {{"a", ElementType::I32, 1, kElements, {}}, {"b", ElementType::I32, 1, kElements, {}}},
                    .contents = {bytesOf(countingUp(kElements))}};
                run.ok();
                const std::vector<SiteCounts>& here = run.emulator->reports().back().sites;
                if (!sites) {
                    sites = here;
                    memory = run.result<std::byte>(1);
                    EXPECT_GT(run.counts().globalLoad.requests, 0U);
                    EXPECT_GT(run.counts().sharedStore.requests, 0U);
                }
                EXPECT_EQ(here, *sites) << access.type << " " << index << " set " << static_cast<int>(set);
                EXPECT_EQ(run.result<std::byte>(1), memory) << access.type << " " << index;
            }
        }
    }
    limitHandlers(limit);
}

/// Twelve rounds; in each, loads off one address register, in shared and in global memory, and atomics at the indices.
std::string groupsAndAtomics(const std::string& index) {
    const std::string loads = [] {
        std::string text;
        for (const char* const space : {"shared", "global"}) {
            const std::string base = space == std::string("shared") ? "%r11" : "%d4";
            for (const std::string offset : {"0", "256", "4", "32", "64"})
                text += "ld." + std::string(space) + ".u32 %r13, [" + base + "+" + offset +
                        "];\nadd.u32 %r14, %r14, %r13;\n";
            text += "ld." + std::string(space) + ".f64 %g4, [" + base + "];\nld." + std::string(space) + ".f64 %g5, [" +
                    base + "+64];\nadd.f64 %g6, %g4, %g5;\n";
        }
        return text;
    }();
    return kAddressOfThread +
           ".shared .align 16 .b8 s[2048];\nld.param.u64 %d9, [b];\nmov.u32 %r8, 0;\nmov.u32 %r1, 0;\n"
           "FILL: and.b32 %r2, %r0, 31;\nshl.b32 %r2, %r2, 2;\nmad.lo.u32 %r2, %r1, 128, %r2;\nst.shared.u32 [%r2], "
           "%r2;\n"
           "add.u32 %r1, %r1, 1;\nsetp.ne.u32 %p2, %r1, 16;\n@%p2 bra FILL;\n"
           "ROUND: " +
           index +
           "\nand.b32 %r11, %r9, 126;\nshl.b32 %r11, %r11, 3;\nand.b32 %r10, %r9, 1000;\nmul.wide.u32 %d3, %r10, 8;\n"
           "add.s64 %d4, %d0, %d3;\nadd.s64 %d5, %d9, %d3;\n" +
           loads +
           "and.b32 %r12, %r9, 511;\nshl.b32 %r12, %r12, 2;\natom.shared.add.u32 %r13, [%r12], %r14;\n"
           "atom.shared.max.u32 %r15, [%r12], %r0;\natom.global.add.u32 %r16, [%d5], %r13;\n"
           "add.u32 %r14, %r14, %r16;\nst.global.u32 [%d1+12288], %r14;\n"
           "add.u32 %r8, %r8, 1;\nsetp.ne.u32 %p2, %r8, 12;\n@%p2 bra ROUND;\nret;";
}

/// Counts of the launch's only block when it is stepped through.
LaunchCounts countsOfStepping(const Trial& run) {
    DeviceMemory memory;
    EXPECT_TRUE(memory.allocate(run.buffers));
    for (BufferId id = 0; id < run.contents.size(); ++id) memory.upload(id, run.contents[id]);
    BlockExecution block(Program::decode(run.launch.kernel).value(), run.launch, {0, 0, 0}, memory);
    StepRecord record;
    while (block.step(record) == BlockExecution::Status::Stepped) {
    }
    return block.counts();
}

TEST(HandlerSets, GroupsOfLoadsAndAtomicsAreAsStepped) {
    const HandlerSet limit = limitHandlers(HandlerSet::Baseline);
    for (const std::string index : kIndices) {
        for (const unsigned threads : {32U, 55U}) {
            std::vector<std::byte> memory;
            for (const HandlerSet set : {HandlerSet::Baseline, HandlerSet::Avx2, HandlerSet::Avx512}) {
                if (set > bestHandlerSet()) continue;
                limitHandlers(set);
                Trial run{
                    .body = groupsAndAtomics(index),
                    .block = {threads, 1, 1},
                    .buffers = {{"a", ElementType::I32, 1, kElements, {}}, {"b", ElementType::I32, 1, kElements, {}}},
                    .contents = {bytesOf(countingUp(kElements)), bytesOf(countingUp(kElements))}};
                run.ok();
                if (memory.empty()) memory = run.result<std::byte>(1);
                EXPECT_GT(run.counts().sharedAtomic.wavefronts, 0U);
                EXPECT_EQ(run.counts(), countsOfStepping(run)) << index << " set " << static_cast<int>(set);
                EXPECT_EQ(run.result<std::byte>(1), memory) << index << " set " << static_cast<int>(set);
            }
        }
    }
    limitHandlers(limit);
}

TEST(HandlerSets, CountTheSamePassesInLargeSharedMemory) {
    const char* const words[] = {
        "shr.u32 %r9, %r9, 16;",                           // any of 65536
        "shr.u32 %r9, %r9, 21;\nshl.b32 %r9, %r9, 5;",     // all in one bank, few the same
        "shr.u32 %r9, %r9, 29;\nshl.b32 %r9, %r9, 13;",    // all in one bank, many the same
        "shr.u32 %r9, %r9, 21;\nmul.lo.u32 %r9, %r9, 3;",  // in few places
    };
    constexpr std::uint32_t kBytes = 227 * 1024;
    const HandlerSet limit = limitHandlers(HandlerSet::Baseline);
    for (const std::string word : words) {
        std::optional<SharedCounts> counts;
        for (const HandlerSet set : {HandlerSet::Baseline, HandlerSet::Avx2, HandlerSet::Avx512}) {
            if (set > bestHandlerSet()) continue;
            limitHandlers(set);
            Trial run{.body =
                          "mov.u32 %r0, %tid.x;\nmov.u32 %r8, 0;\nROUND: mad.lo.u32 %r9, %r8, 40503, %r0;\n"
                          "mul.lo.u32 %r9, %r9, 2654435761;\nshr.u32 %r7, %r9, 15;\nxor.b32 %r9, %r9, %r7;\n"
                          "mul.lo.u32 %r9, %r9, 2246822519;\n" +
                          word + "\nrem.u32 %r9, %r9, " + std::to_string(kBytes / 4) +
                          ";\nshl.b32 %r9, %r9, 2;\nst.shared.u32 [%r9], %r0;\nadd.u32 %r8, %r8, 1;\n"
                          "setp.ne.u32 %p2, %r8, 200;\n@%p2 bra ROUND;\nret;",
                      .dynamicSharedBytes = kBytes};
            run.ok();
            if (!counts) counts = run.counts().sharedStore;
            EXPECT_EQ(counts->requests, 200U);
            EXPECT_GT(counts->conflicts, 0U) << word;
            EXPECT_EQ(run.counts().sharedStore, *counts) << word << " set " << static_cast<int>(set);
        }
    }
    limitHandlers(limit);
}

TEST(HandlerSets, AnAtomicMayAnswerIntoItsOwnOperand) {
    const HandlerSet limit = limitHandlers(HandlerSet::Baseline);
    for (const HandlerSet set : {HandlerSet::Baseline, HandlerSet::Avx2, HandlerSet::Avx512}) {
        if (set > bestHandlerSet()) continue;
        limitHandlers(set);
        // Lanes in ascending order: lane i finds the sum of the numbers below i, and as cas what lane i - 1 has put.
        Trial run{.body = kAddressOfThread +
                          "mov.u32 %r1, %r0;\natom.global.add.u32 %r1, [%d0], %r1;\nst.global.u32 [%d1+128], %r1;\n"
                          "add.u32 %r2, %r0, 1;\nmov.u32 %r3, %r0;\natom.global.cas.b32 %r2, [%d0+4], %r3, %r2;\n"
                          "st.global.u32 [%d1+256], %r2;\nret;",
                  .contents = {std::vector<std::byte>(4096)}};
        const std::vector<std::uint32_t> results = run.ok().result<std::uint32_t>();
        EXPECT_EQ(results[0], 31U * 32 / 2);
        EXPECT_EQ(results[1], 32U);
        for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
            EXPECT_EQ(results[32 + lane], lane * (lane - 1) / 2) << "set " << static_cast<int>(set);
            EXPECT_EQ(results[64 + lane], lane) << "set " << static_cast<int>(set);
        }
    }
    limitHandlers(limit);
}

}  // namespace
}  // namespace lanescope::simt
