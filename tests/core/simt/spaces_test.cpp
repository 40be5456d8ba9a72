// SPDX-License-Identifier: GPL-3.0-or-later
// Local memory, constants, variables of the module, slots, asynchronous copies and mbarriers.
#include "tests/core/simt/run_ptx.h"

namespace lanescope::simt {
namespace {

const std::string kDepot =
    ".local .align 16 .b8 depot[64];\n.reg .b64 %SP;\n.reg .b64 %SPL;\nmov.u64 %SPL, depot;\n"
    "cvta.local.u64 %SP, %SPL;\n";

TEST(Local, IsOfEachThreadAndLiesSideBySide) {
    Trial run{.body = kDepot + kAddressOfThread +
                      "st.local.u32 [%SPL+8], %r0;\nst.local.v2.u32 [%SPL+16], {%r0, %r0};\nst.u32 [%SP+12], %r0;\n"
                      "ld.u64 %d2, [%SP+8];\nshr.u64 %d3, %d2, 32;\nadd.u64 %d2, %d2, %d3;\ncvt.u32.u64 %r1, %d2;\n"
                      "st.global.u32 [%d1], %r1;\nret;",
              .block = {64, 1, 1}};
    const auto result = run.ok().result<std::uint32_t>();
    for (std::uint32_t thread = 0; thread < 64; ++thread) EXPECT_EQ(result[thread], 2 * thread) << thread;
    // A word of 32 lanes is 128 contiguous bytes: four sectors; two words eight.
    EXPECT_EQ(run.counts().localStore, (GlobalCounts{6, 2 * (4 + 8 + 4), 2 * 32 * (4 + 8 + 4)}));
    EXPECT_EQ(run.counts().localLoad, (GlobalCounts{2, 16, 512}));
    EXPECT_EQ(run.counts().globalStore.requests, 2U);
    EXPECT_EQ(run.counts().globalLoad.requests, 0U);
}
TEST(Local, AnIndexOfItsOwnCostsEachLaneASector) {
    Trial run{.body = kDepot + kAddressOfThread +
                      "and.b32 %r1, %r0, 15;\nmul.wide.u32 %d2, %r1, 4;\nadd.s64 %d2, %SPL, %d2;\n"
                      "st.local.u32 [%d2], %r0;\nld.local.u32 %r2, [%d2];\nst.global.u32 [%d1], %r2;\nret;"};
    EXPECT_EQ(run.ok().result<std::uint32_t>()[31], 31U);
    EXPECT_EQ(run.counts().localLoad, (GlobalCounts{1, 32, 128}));
}
TEST(Local, FaultsLikeOtherMemory) {
    Trial outside{.body = kDepot + "mov.u32 %r1, 0;\nst.local.u32 [%SPL+64], %r1;\nret;"};
    EXPECT_NE(outside.fault().find("local"), std::string::npos);
    Trial unset{.body = kDepot + "ld.local.u32 %r1, [%SPL+4];\nret;"};
    EXPECT_NE(unset.fault().find("before"), std::string::npos);
    Trial crooked{.body = kDepot + "mov.u32 %r1, 0;\nst.u32 [%SP+2], %r1;\nret;"};
    (void)crooked.fault();
    EXPECT_EQ(crooked.emulator->reports().back().fault->kind, Fault::Kind::Misaligned);
}
TEST(Local, BitFieldsAndPaddingNeedNotBeSetBefore) {
    // A bit field is set in a word that holds nothing yet.
    Trial field{.body = kDepot + kAddressOfThread +
                        "ld.u32 %r1, [%SP+8];\nand.b32 %r4, %r1, -8;\nor.b32 %r2, %r4, 5;\nst.u32 [%SP+8], %r2;\n"
                        "ld.u32 %r3, [%SP+8];\nand.b32 %r3, %r3, 7;\nst.global.u32 [%d1], %r3;\nret;"};
    EXPECT_EQ(field.ok().result<std::uint32_t>()[31], 5U);
    Trial inserted{.body = kDepot +
                           "mov.u32 %r3, 5;\nld.u32 %r1, [%SP+8];\nbfi.b32 %r2, %r3, %r1, 0, 3;\n"
                           "st.u32 [%SP+8], %r2;\nret;"};
    inserted.ok();
    // A structure is copied word by word into a call's argument.
    Trial padding{.body = kDepot + "{\n.param .b32 word;\nld.u32 %r1, [%SP+12];\nst.param.b32 [word], %r1;\n}\nret;"};
    padding.ok();
    // But nothing else: a copy of a word, a bit that is used, or put elsewhere.
    for (const char* body : {"ld.u32 %r1, [%SP+8];\nst.global.u32 [%d1], %r1;\n",
                             "ld.u32 %r1, [%SP+8];\nand.b32 %r2, %r1, 1;\nst.global.u32 [%d1], %r2;\n",
                             "ld.u32 %r1, [%SP+8];\nand.b32 %r2, %r1, 1;\nst.u32 [%SP+12], %r2;\n",
                             "ld.u8 %h1, [%SP+8];\nst.u8 [%SP+12], %h1;\n",
                             "ld.u8 %h1, [%SP+8];\nst.global.u8 [%d1], %h1;\nadd.u16 %h1, %h1, 1;\n"}) {
        Trial wrong{.body = kDepot + kAddressOfThread + body + "ret;"};
        EXPECT_NE(wrong.fault().find("before"), std::string::npos) << body;
    }
}
TEST(Shared, NumbersThatAreChangedInPlaceMustBeSetBefore) {
    const auto changing = [](const std::string& how) {
        return Trial{.body = "ld.shared.u32 %r1, [tile];\n" + how + "st.shared.u32 [tile], %r2;\nret;",
                     .declarations = ".shared .align 4 .b8 tile[64];\n"};
    };
    Trial marked = changing("or.b32 %r2, %r1, 4;\n");
    EXPECT_NE(marked.fault().find("before"), std::string::npos);
    changing("and.b32 %r3, %r1, -8;\nor.b32 %r2, %r3, 4;\n").ok();
}
TEST(Shared, PaddingOfAStructureIsCopiedWithIt) {
    const auto copying = [](const std::string& pragma, const std::string& to = "") {
        return Trial{.body = "mov.u32 %r1, 1;\nst.shared.u32 [tile+8], %r1;\n" + pragma +
                             "ld.shared.v2.u32 {%r2, %r3}, [tile+8];\nst.shared.v2.u32 [tile+16], {%r2, %r3};\n" + to +
                             "ret;",
                     .declarations = ".shared .align 8 .b8 tile[64];\n"};
    };
    copying(".pragma \"used_bytes_mask 15\";\n").ok();
    // Only what comes next is meant, and other bytes must be set.
    Trial next = copying(".pragma \"used_bytes_mask 15\";\n", "ld.shared.v2.u32 {%r2, %r3}, [tile+24];\n");
    EXPECT_NE(next.fault().find("before"), std::string::npos);
    for (const char* mask : {"31", "0x1f", "0xff", "255"}) {
        Trial other = copying(".pragma \"used_bytes_mask " + std::string(mask) + "\";\n");
        EXPECT_NE(other.fault().find("before"), std::string::npos) << mask;
    }
    copying(".pragma \"used_bytes_mask 0xf\";\n").ok();
    // Not all compilers say what is padding: a part that is set is enough, if what is not is only copied.
    copying(".pragma \"nounroll\";\n").ok();
    copying("", "add.u32 %r4, %r2, 1;\n").ok();
    Trial used = copying("", "add.u32 %r4, %r2, %r3;\n");
    EXPECT_NE(used.fault().find("before"), std::string::npos);
    Trial nothing = copying("", "ld.shared.v2.u32 {%r2, %r3}, [tile+24];\n");
    EXPECT_NE(nothing.fault().find("before"), std::string::npos);
}
TEST(Shared, LoopsOfTheCompilersOwnCopyPaddingWordByWord) {
    const auto copying = [](const std::string& location, const std::string& offset) {
        return Trial{.body = ".loc 1 7 3\nmov.u32 %r1, 1;\nst.shared.u32 [tile+16], %r1;\n" + location +
                             "ld.shared.u32 %r2, [tile+" + offset + "];\nst.shared.u32 [tile+32], %r2;\nret;",
                     .declarations = ".file 1 \"/home/me/own.cu\"\n.shared .align 16 .b8 tile[64];\n"};
    };
    copying(".loc 1 0 3\n", "28").ok();
    Trial far = copying(".loc 1 0 3\n", "32");
    EXPECT_NE(far.fault().find("before"), std::string::npos);
    Trial own = copying("", "28");
    EXPECT_NE(own.fault().find("before"), std::string::npos);
}
TEST(Local, WhatLibrariesReadIsNoMistakeOfTheirUsers) {
    const auto reading = [](const std::string& file) {
        return Trial{.body = kDepot + ".loc 1 7 3\nld.u32 %r1, [%SP+8];\nst.u32 [%SP+12], %r1;\nret;",
                     .declarations = ".file 1 \"" + file + "\"\n"};
    };
    Trial library = reading("/usr/local/cuda/include/cooperative_groups.h");
    library.ok();
    Trial own = reading("/home/me/cubic/scan.cu");
    EXPECT_NE(own.fault().find("before"), std::string::npos);
    // Global memory is the user's own, and so is that nothing was put there.
    Trial given{.body =
                    "{\n.param .b64 p;\nst.param.b64 [p], 16;\n.param .b64 q;\ncall (q), malloc, (p);\n"
                    "ld.param.b64 %d5, [q];\n}\n.loc 1 7 3\nld.global.u32 %r1, [%d5];\nret;",
                .declarations =
                    ".file 1 \"/usr/local/cuda/include/cub/cub.cuh\"\n"
                    ".extern .func (.param .b64 out) malloc(.param .b64 bytes);\n"};
    EXPECT_NE(given.fault().find("before"), std::string::npos);
}
TEST(Parameters, AreReadByGenericAddress) {
    // As nvcc does with __grid_constant__: even lanes read parameter n, odd ones the buffer.
    const std::string address = kAddressOfThread +
                                "mov.b64 %d2, n;\ncvta.param.u64 %d3, %d2;\nadd.u32 %r5, %r0, 100;\n"
                                "st.global.u32 [%d1], %r5;\n";
    Trial run{
        .body = address +
                "and.b32 %r1, %r0, 1;\nsetp.eq.u32 %p1, %r1, 0;\nselp.b64 %d4, %d3, %d1, %p1;\nld.u32 %r2, [%d4];\n"
                "ld.u32 %r3, [%d3];\nadd.u32 %r2, %r2, %r3;\nbar.sync 0;\nst.global.u32 [%d1], %r2;\nret;",
        .integer = 42};
    const auto result = run.ok().result<std::uint32_t>();
    for (std::uint32_t lane = 0; lane < 32; ++lane) EXPECT_EQ(result[lane], lane % 2 == 0 ? 84 : lane + 142) << lane;
    Trial written{.body = address + "st.u32 [%d3], %r0;\nret;", .integer = 42};
    EXPECT_EQ(written.fault(),
              "Thread (0, 0, 0) of block (0, 0, 0) in k wrote parameter address 0x8, which is a parameter of the "
              "kernel and is only read (PTX line 20).");
    EXPECT_EQ(written.emulator->reports().back().fault->hint,
              "Threads share a __grid_constant__ parameter: copy it to a variable of the thread, and change that.");
    EXPECT_EQ(written.emulator->reports().back().fault->kind, Fault::Kind::ReadOnly);
    Trial beyond{.body = address + "ld.u32 %r2, [%d3+64];\nret;", .integer = 42};
    EXPECT_EQ(beyond.fault(),
              "Thread (0, 0, 0) of block (0, 0, 0) in k read parameter address 0x48, beyond the last parameter of the "
              "kernel (PTX line 20).");
    EXPECT_EQ(beyond.emulator->reports().back().fault->hint,
              "Is the index of the array in the parameter always smaller than its size, and the pointer of the right "
              "type?");
    EXPECT_EQ(beyond.emulator->reports().back().fault->kind, Fault::Kind::OutOfBounds);
}
TEST(Parameters, AreReadAtMultiplesOfTheirSize) {
    const auto faultOf = [](const std::string& body) {
        Trial run{.body = kAddressOfThread + body + "\nret;", .integer = 42};
        std::string sentence = run.fault();
        EXPECT_EQ(run.emulator->reports().back().fault->kind, Fault::Kind::Misaligned) << body;
        EXPECT_NE(run.emulator->reports().back().fault->hint.find("offset in the PTX"), std::string::npos);
        return sentence;
    };
    // By name, a vector, by the parameter's address, and by a generic one.
    EXPECT_EQ(faultOf("ld.param.u32 %r1, [a+2];"),
              "Thread (0, 0, 0) of block (0, 0, 0) in k read 4 bytes at parameter address 0x2, which is not a multiple "
              "of 4 (PTX line 16).");
    EXPECT_NE(faultOf("ld.param.v2.u16 {%h1, %h2}, [a+2];").find("4 bytes at parameter address 0x2"),
              std::string::npos);
    const std::string address = "mov.b64 %d2, a;\n";
    EXPECT_NE(faultOf(address + "ld.param.u32 %r1, [%d2+1];").find("4 bytes at parameter address 0x1"),
              std::string::npos);
    EXPECT_NE(faultOf(address + "cvta.param.u64 %d3, %d2;\nld.u64 %d4, [%d3+4];").find("8 bytes at parameter address"),
              std::string::npos);
    // Those of functions too.
    const std::string slots = "{\n.param .align 4 .b8 p[8];\n";
    EXPECT_NE(faultOf(slots + "st.param.b32 [p+2], %r0;\n}").find("wrote 4 bytes at parameter address 0x2"),
              std::string::npos);
    EXPECT_NE(faultOf(slots + "st.param.b32 [p], %r0;\nld.param.b32 %r1, [p+1];\n}").find("read 4 bytes"),
              std::string::npos);
    // Bytes may be anywhere.
    Trial bytes{.body = kAddressOfThread + "ld.param.u8 %r1, [n+1];\nst.global.u32 [%d1], %r1;\nret;",
                .integer = 0x01020304};
    EXPECT_EQ(bytes.ok().result<std::uint32_t>()[5], 3U);
}
TEST(Local, GenericAddressesMayDiffer) {
    // Even lanes load from their local memory, odd ones from the buffer.
    Trial run{.body = kDepot + kAddressOfThread +
                      "add.u32 %r1, %r0, 100;\nst.local.u32 [%SPL], %r1;\nand.b32 %r2, %r0, 1;\n"
                      "setp.eq.u32 %p1, %r2, 0;\nselp.b64 %d2, %SP, %d1, %p1;\nld.u32 %r3, [%d2];\nbar.sync 0;\n"
                      "st.global.u32 [%d1], %r3;\nret;",
              .contents = {bytesOf(countingUp(1024))}};
    const auto result = run.ok().result<std::uint32_t>();
    for (std::uint32_t lane = 0; lane < 32; ++lane) EXPECT_EQ(result[lane], lane % 2 == 0 ? lane + 100 : lane) << lane;
    EXPECT_EQ(run.counts().localLoad.requests, 1U);
    EXPECT_EQ(run.counts().globalLoad.requests, 1U);
}

TEST(Variables, ConstantsAreReadByNameAndByAddress) {
    Trial run{
        .body = kAddressOfThread +
                "and.b32 %r1, %r0, 3;\nmul.wide.u32 %d2, %r1, 4;\nmov.u64 %d3, table;\nadd.s64 %d3, %d3, %d2;\n"
                "ld.const.u32 %r2, [%d3];\nld.const.u32 %r3, [table+4];\ncvta.const.u64 %d4, %d3;\n"
                "ld.u32 %r4, [%d4];\nadd.u32 %r2, %r2, %r3;\nadd.u32 %r2, %r2, %r4;\nst.global.u32 [%d1], %r2;\nret;",
        .declarations = ".const .align 4 .u32 table[4] = {10, 20, 30, 40};\n"};
    const auto result = run.ok().result<std::uint32_t>();
    for (std::uint32_t lane = 0; lane < 32; ++lane) EXPECT_EQ(result[lane], 20 * (lane % 4 + 1) + 20) << lane;
    EXPECT_EQ(run.counts().constantRequests, 2U);
    EXPECT_EQ(run.counts().globalLoad.requests, 1U);
    Trial beyond{.body = "ld.const.u32 %r1, [table+16];\nret;",
                 .declarations = ".const .align 4 .u32 table[4] = {10, 20, 30, 40};\n"};
    EXPECT_NE(beyond.fault(), "");
}
TEST(Variables, KeepTheirValueBetweenLaunches) {
    Trial run{.body = kAddressOfThread + "atom.global.add.u32 %r1, [counter], 1;\nst.global.u32 [%d1], %r1;\nret;",
              .declarations = ".global .align 4 .u32 counter = 5;\n"};
    EXPECT_EQ(run.ok().result<std::uint32_t>()[31], 36U);
    ASSERT_TRUE(run.emulator->launch(run.launch, {}));
    EXPECT_EQ(run.result<std::uint32_t>()[0], 37U);
    EXPECT_EQ(run.counts().globalAtomic, (GlobalCounts{1, 32, 4}));
    EXPECT_EQ(run.counts().globalReduction.requests, 0U);
}

TEST(Slots, AreOfEachThread) {
    Trial run{.body = kAddressOfThread +
                      "{\n.param .align 4 .b8 p[8];\nst.param.b32 [p+4], %r0;\nst.param.b16 [p], 7;\n"
                      "ld.param.b32 %r1, [p+4];\nld.param.u16 %r2, [p];\n}\nadd.u32 %r1, %r1, %r2;\n"
                      "st.global.u32 [%d1], %r1;\nret;"};
    const auto result = run.ok().result<std::uint32_t>();
    for (std::uint32_t lane = 0; lane < 32; ++lane) EXPECT_EQ(result[lane], lane + 7) << lane;
}

const std::string kTile = ".shared .align 16 .b8 tile[256];\n";
TEST(AsyncCopies, LandWhenTheirThreadWaits) {
    const std::string copy = kTile + kAddressOfThread +
                             "mov.u32 %r1, tile;\nshl.b32 %r2, %r0, 2;\nadd.u32 %r1, %r1, %r2;\n"
                             "cp.async.ca.shared.global [%r1], [%d1], 4;\ncp.async.commit_group;\n"
                             "cp.async.ca.shared.global [%r1+128], [%d1+128], 4;\ncp.async.commit_group;\n";
    const std::string store = "st.global.u32 [%d1+256], %r3;\nret;";
    const auto input = bytesOf(countingUp(1024));
    Trial first{.body = copy + "cp.async.wait_group 1;\nld.shared.u32 %r3, [%r1];\n" + store, .contents = {input}};
    EXPECT_EQ(first.ok().result<std::uint32_t>()[64 + 9], 9U);
    EXPECT_EQ(first.counts().globalLoad.requests, 2U);
    Trial all{.body = copy + "cp.async.wait_all;\nld.shared.u32 %r3, [%r1+128];\n" + store, .contents = {input}};
    EXPECT_EQ(all.ok().result<std::uint32_t>()[64 + 9], 41U);
    // The second group is still on its way: to read it is a bug.
    const std::string filled = kTile + "mov.u32 %r1, %tid.x;\nshl.b32 %r1, %r1, 2;\nst.shared.u32 [%r1+128], %r1;\n";
    Trial early{
        .body = filled + copy.substr(kTile.size()) + "cp.async.wait_group 1;\nld.shared.u32 %r3, [%r1+128];\n" + store,
        .contents = {input}};
    (void)early.fault();
    EXPECT_EQ(early.emulator->reports().back().fault->kind, Fault::Kind::Uninitialised);
}
TEST(Mbarriers, APhaseEndsWithTheLastArrival) {
    // 32 arrivals are expected; lane by lane all but the last find the phase unfinished.
    Trial run{.body = kTile + kAddressOfThread +
                      "setp.eq.u32 %p1, %r0, 0;\n@%p1 mbarrier.init.shared.b64 [tile], 32;\nbar.sync 0;\n"
                      "mbarrier.arrive.shared.b64 %d2, [tile];\nmbarrier.test_wait.shared.b64 %p2, [tile], %d2;\n"
                      "mbarrier.pending_count.b64 %r1, %d2;\nselp.u32 %r2, 1000, 0, %p2;\nadd.u32 %r1, %r1, %r2;\n"
                      "mbarrier.test_wait.parity.shared.b64 %p3, [tile], 0;\nselp.u32 %r2, 500, 0, %p3;\n"
                      "add.u32 %r1, %r1, %r2;\nst.global.u32 [%d1], %r1;\nret;"};
    const auto result = run.ok().result<std::uint32_t>();
    for (std::uint32_t lane = 0; lane < 32; ++lane) EXPECT_EQ(result[lane], 1500 + 32 - lane) << lane;
}

TEST(Mbarriers, AWarpThatWaitsForAnotherLetsItRun) {
    Trial run{.body = kTile + kAddressOfThread +
                      "setp.eq.u32 %p1, %r0, 0;\n@%p1 mbarrier.init.shared.b64 [tile], 64;\nbar.sync 0;\n"
                      "mbarrier.arrive.shared.b64 %d2, [tile];\nWAIT:\n"
                      "mbarrier.try_wait.parity.shared.b64 %p2, [tile], 0;\n@!%p2 bra WAIT;\n"
                      "st.global.u32 [%d1], %r0;\nret;",
              .block = {64, 1, 1}};
    EXPECT_EQ(run.ok().result<std::uint32_t>()[63], 63U);
}

TEST(Spaces, OfGenericAddresses) {
    Trial run{.body = kDepot + kTile + kAddressOfThread +
                      "mov.u32 %r1, tile;\ncvt.u64.u32 %d2, %r1;\ncvta.shared.u64 %d2, %d2;\nmov.u64 %d3, table;\n"
                      "isspacep.local %p1, %SP;\nisspacep.shared %p2, %d2;\nisspacep.global %p3, %d0;\n"
                      "isspacep.const %p4, %d3;\nisspacep.global %p5, %d2;\nisspacep.global %p6, %d3;\n"
                      "selp.u32 %r2, 1, 0, %p1;\nselp.u32 %r3, 2, 0, %p2;\nadd.u32 %r2, %r2, %r3;\n"
                      "selp.u32 %r3, 4, 0, %p3;\nadd.u32 %r2, %r2, %r3;\nselp.u32 %r3, 8, 0, %p4;\n"
                      "add.u32 %r2, %r2, %r3;\nselp.u32 %r3, 16, 0, %p5;\nadd.u32 %r2, %r2, %r3;\n"
                      "selp.u32 %r3, 32, 0, %p6;\nadd.u32 %r2, %r2, %r3;\nst.global.u32 [%d1], %r2;\nret;",
              .declarations = ".const .align 4 .u32 table[4] = {10, 20, 30, 40};\n"};
    EXPECT_EQ(run.ok().result<std::uint32_t>()[7], 15U);
}

TEST(Atomics, OnHalvesAndShortWords) {
    Trial run{.body =
                  "ld.param.u64 %d0, [a];\nmov.b16 %h1, 0x3c00;\nmov.b32 %r1, 0x40003c00;\n"
                  "atom.global.add.noftz.f16 %h2, [%d0], %h1;\natom.global.add.noftz.f16x2 %r2, [%d0+4], %r1;\n"
                  "mov.b16 %h3, 0;\nmov.b16 %h4, 9;\natom.global.cas.b16 %h5, [%d0+8], %h3, %h4;\n"
                  "red.global.add.noftz.bf16x2 [%d0+12], %r1;\nret;",
              .contents = {bytesOf(std::vector<std::int32_t>(1024, 0))}};
    const auto result = run.ok().result<std::uint32_t>();
    EXPECT_EQ(result[0], 0x5000U);      // 32
    EXPECT_EQ(result[1], 0x54005000U);  // 64 and 32
    EXPECT_EQ(result[2], 9U);
    EXPECT_EQ(run.counts().globalAtomic.requests, 3U);
    EXPECT_EQ(run.counts().globalReduction, (GlobalCounts{1, 32, 4}));
    EXPECT_EQ(run.counts().atomicRequests, 4U);
}

}  // namespace
}  // namespace lanescope::simt
