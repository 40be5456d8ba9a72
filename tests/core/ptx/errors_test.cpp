// SPDX-License-Identifier: GPL-3.0-or-later
// Bad PTX: every complaint names file, line and text.
#include "tests/core/ptx/text.h"

namespace lanescope::ptx {
namespace {

using namespace test;

std::string complaintAboutBody(const std::string& body) { return complaintAbout(withBody(body)); }

TEST(Errors, UnknownInstructionsAreNamed) {
    EXPECT_EQ(complaintAboutBody("wgmma.fence.sync;"),
              "test.ptx, line 13: the emulator does not know \"wgmma.fence.sync\": tensor cores are not emulated. "
              "Write the product as a loop over fma, or look at matmul.tiled.");
    EXPECT_EQ(complaintAboutBody("ret;\n  bar.red.none.u32   %r4, 0, %p1;"),
              "test.ptx, line 14: the emulator does not know \"bar.red.none.u32 %r4, 0, %p1\".");
}

TEST(Errors, FormsThatNothingHereExecutesAreNotMistakenForOthers) {
    for (const char* text : {"add.cc.u16 %h1, %h2, %h3;",
                             "add.cc.f32 %f1, %f2, %f3;",
                             "mul.u32 %r1, %r2, %r3;",
                             "add.sat.bf16 %h1, %h2, %h3;",
                             "add.relu.f16 %h1, %h2, %h3;",
                             "fma.rn.relu.f32 %f1, %f2, %f3, %f4;",
                             "min.NaN.f64 %fd1, %fd2, %fd3;",
                             "mad24.lo.sat.s32 %r1, %r2, %r3, %r4;",
                             "dp4a.u32 %r1, %r2, %r3, %r4;",
                             "bmsk.b32 %r1, %r2, %r3;",
                             "ld.global.v8.f32 {}, [%rd1];",
                             "shfl.bfly.b32 %r1, %r2, 1, 31;",
                             "mov.b64 {%h1, %h2}, %rd1;",
                             "mov.b32 %r1, {%h1, 65536};",
                             "mov.b32 {%h1, 0}, %r1;",
                             "ld.global.v2.u32 {%r1, 0}, [%rd1];",
                             "mov.b32 {%h1, %h2, %h3, %h4}, %r1;",
                             "bar.arrive 0;",
                             "bar.red.popc.pred %p1, 0, %p2;",
                             "bar.red.and.pred %p1, 0, %r2;",
                             "cp.async.ca.shared.global [%r1], [%rd1], 5;",
                             "mbarrier.arrive.expect_tx.shared.b64 %rd1, [%r1], 4;",
                             "redux.sync.add.b32 %r1, %r2, %r3;",
                             "redux.sync.inc.u32 %r1, %r2, %r3;",
                             "match.any.sync.b32 %r1|%p1, %r2, %r3;",
                             "cvt.rn.f32.f16x2 %f1, %r1;",
                             "cvt.rna.tf32.f32 %r1, %f1;",
                             "cvt.rn.relu.f32.f64 %f1, %fd1;",
                             "rcp.approx.f64 %fd1, %fd2;",
                             "red.global.exch.b32 [%rd1], %r1;",
                             "mov.u32 %r1, %envreg1;",
                             "brx.idx %r1, table;",
                             "atom.global.or.u32 %r1, [%rd1], 1;",
                             "and.u32 %r1, %r2, %r3;",
                             "div.f32 %f1, %f2, %f3;",
                             "cvt.f32.s32 %f1, %r1;",
                             "ld.global.v4.f64 {%fd1, %fd2, %fd3, %fd4}, [%rd1];",
                             "st.param.b32 [n], %r1;",
                             "ld.param.u32 %r1, [%rd1+];",
                             "ld.const.u32 %r1, [tile];",
                             "add.s32.s32 %r1, %r2, %r3;",
                             "add..s32 %r1, %r2, %r3;",
                             "call.uni helper, (%r1);",
                             "ld.u32 %r1, [tile];",
                             "add.f32.ftz.ftz %f1, %f2, %f3;"}) {
        const std::string complaint = complaintAboutBody(text);
        EXPECT_EQ(complaint.rfind("test.ptx, line 13: ", 0), 0U) << text << " → " << complaint;
    }
}

TEST(Errors, UnknownDirectives) {
    EXPECT_EQ(complaintAbout(std::string(kHead) + ".func f() { ret; }\n.alias g, f;"),
              "test.ptx, line 5: the emulator does not know \".alias g, f\".");
    EXPECT_NE(complaintAbout(std::string(kHead) + ".entry k() .reqnctapercluster 2 { ret; }"), "");
    EXPECT_NE(complaintAbout(".version 9.0\n.target sm_75\n.address_size 32\n"), "");
}

TEST(Errors, WrongOperands) {
    EXPECT_EQ(complaintAboutBody("add.f64 %fd1, %fd2, %f3;"),
              "test.ptx, line 13: register %f3 is .f32, but .f64 is wanted in \"add.f64 %fd1, %fd2, %f3\".");
    EXPECT_EQ(complaintAboutBody("add.s32 %r1, %r2;"),
              "test.ptx, line 13: expected \",\" but found \";\" in \"add.s32 %r1, %r2\".");
    for (const char* text : {"setp.gt.u32 %p1, %f1, 1;",
                             "add.s32 %r1, %r2, %r9;",
                             "mov.u32 %r1, 4294967296;",
                             "mov.u16 %h1, -32769;",
                             "mov.f32 %f1, 1;",
                             "mov.u32 %r1, 0f3F800000;",
                             "@%r1 ret;",
                             "bra nowhere;",
                             "ld.param.u64 %rd1, [n];",
                             "ld.param.u32 %r1, [n+-4];",
                             "ld.shared.u32 %r1, [a];",
                             "L: L: ret;",
                             "mov.u64 %rd1, %tid.x;",
                             "mov.u32 %r1, %tid;",
                             "lop3.b32 %r1, %r2, %r3, %r4, 256;",
                             ".reg .b32 %r<2>;",
                             "ld.global.u32 %r1, [%h1];",
                             "mov.u32 %r1, 99999999999999999999;",
                             ".reg .b32 %x<4000000000>;",
                             ".shared .b8 huge[4000000000];",
                             ".loc 1 99999999999 0",
                             "}"}) {
        const std::string complaint = complaintAboutBody(text);
        EXPECT_EQ(complaint.rfind("test.ptx, line 1", 0), 0U) << text << " → " << complaint;
    }
}

TEST(Errors, TheStructureAround) {
    EXPECT_EQ(complaintAbout(""),
              "test.ptx, line 1: PTX begins with .version, and this does not: nvcc -ptx makes PTX of CUDA source.");
    EXPECT_NE(complaintAbout("hello"), "");
    EXPECT_NE(complaintAboutBody(std::string(1'000'000, '{')).find("nested too deeply"), std::string::npos);
    EXPECT_NE(complaintAbout(".version 9.0\n"), "");
    EXPECT_NE(complaintAbout(std::string(kHead) + "/* no end"), "");
    EXPECT_NE(complaintAbout(std::string(kHead) + ".file 1 \"no end\n"), "");
    EXPECT_NE(complaintAbout(std::string(kHead) + ".entry k() { ret; }\n.entry k() { ret; }"), "");
    EXPECT_NE(complaintAbout(std::string(kHead) + ".section .text { }"), "");
    EXPECT_EQ(complaintAbout(std::string(kHead) + ".entry k()\n{\n.loc 3 1 1\nret; }"),
              "test.ptx, line 7: its .loc names file 3, which no .file declares.");
}

/// `text`, `times` over, with every # replaced by the number of the copy.
std::string repeated(const std::string& text, unsigned times) {
    std::string all;
    for (unsigned i = 0; i < times; ++i) {
        for (const char c : text) all += c == '#' ? std::to_string(i) : std::string(1, c);
    }
    return all;
}

TEST(Errors, SmallTextsDoNotTakeMuchMemoryOrTime) {
    const std::string head = kHead;
    EXPECT_NE(complaintAbout(head + repeated(".entry k#() { .reg .b32 %r<200000>; ret; }\n", 100)), "");
    EXPECT_NE(complaintAbout(head + repeated(".global .b8 a#[60000000] = {1};\n", 50) +
                             ".entry k() { .reg .b64 %rd<2>; mov.u64 %rd1, a49; }"),
              "");
    EXPECT_NE(complaintAboutBody("L: ts: .branchtargets " + repeated("L, ", 3000) + "L;\n" +
                                 repeated("brx.idx %r1, ts;\n", 3000)),
              "");
    EXPECT_NE(complaintAbout(head + ".func f() { " + repeated("trap; ", 30000) + "}\n" +
                             repeated(".entry k#() { call f; }\n", 1000)),
              "");
    EXPECT_NE(
        complaintAbout(head + repeated(".func f#();\n", 3000) +
                       repeated(".func f#() { .reg .b64 %r<2>; mov.u64 %r1, f#; p: .callprototype _ (); call %r1, "
                                "p; }\n",
                                3000) +
                       repeated(".entry k#() { call f0; }\n", 100)),
        "");
}

TEST(Errors, StrayBytesAreQuotedReadably) {
    const std::string complaint = complaintAboutBody("add.s32 %r1, \x01\xff, 2;");
    EXPECT_EQ(
        complaint,
        "test.ptx, line 13: expected an operand but found the stray text \"\\x01\" in \"add.s32 %r1, \\x01\\xff, 2\".");
}

}  // namespace
}  // namespace lanescope::ptx
