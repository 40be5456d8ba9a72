// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/ptx/text.h"

namespace lanescope::ptx {
namespace {

using namespace test;

Module moduleOf(const std::string& rest) {
    Result<Module> module = parse(std::string(kHead) + rest, "test.ptx");
    if (module) return *module;
    ADD_FAILURE() << describe(module.error());
    return {};
}

TEST(Declarations, OfFunctionsOnceHadNoSemicolon) {
    const Module module = moduleOf(
        ".visible .func (.param .b32 r) f (.param .b32 x)\n.file 1 \"k.cu\"\n.extern .shared .align 4 .b8 tile[];\n"
        ".visible .func (.param .b32 r) f (.param .b32 x)\n{\n.reg .u64 %rd<2>;\nmov.u64 %rd1, tile;\nret;\n}\n"
        ".visible .entry k()\n{\nret;\n}\n");
    EXPECT_EQ(module.files.size(), 2U);
    EXPECT_EQ(module.entries.size(), 1U);
}

// ptxas does not want a space between directives.
TEST(Declarations, DirectivesNeedNoSpaceBetweenThem) {
    const std::string text =
        std::string(kHead) +
        ".func (.param.f32 r) f(.param.f32 x)\n{\n.reg.f32 %f<2>;\nld.param.f32 %f1, [x];\n"
        "st.param.f32 [r], %f1;\nret;\n}\n"
        ".visible .entry k(.param.u64.ptr.global.align 4 a)\n{\n.shared.align 4 .b8 tile[64];\nret;\n}\n";
    EXPECT_EQ(complaintAbout(text), "");
}

TEST(Declarations, HeadOfTheModule) {
    const Module module = moduleOf(".entry k() { ret; }");
    EXPECT_EQ(module.version, "9.0");
    EXPECT_EQ(module.target, "sm_75");
    EXPECT_EQ(module.name, "test.ptx");
    EXPECT_EQ(module.line(2), ".target sm_75");
    EXPECT_EQ(module.line(4), ".entry k() { ret; }");
    EXPECT_EQ(module.line(0), "");
    EXPECT_EQ(module.line(5), "");
}

TEST(Declarations, ParametersAreAlignedAsTheAbiSays) {
    const Module module = moduleOf(
        ".visible .entry k(.param .u32 a, .param .u64 b, .param .align 8 .b8 s[24], .param .u8 c, .param .u64 .ptr "
        ".global "
        ".align 4 d, .param .f32 e)\n.maxntid 128, 1, 1\n.minnctapersm 2\n{ ret; }");
    const Entry& entry = module.entries.at(0);
    ASSERT_EQ(entry.parameters.size(), 6U);
    EXPECT_EQ(entry.parameters[1].offset, 8U);
    EXPECT_EQ(entry.parameters[2].offset, 16U);
    EXPECT_EQ(entry.parameters[2].size, 24U);
    EXPECT_EQ(entry.parameters[3].offset, 40U);
    EXPECT_EQ(entry.parameters[4].offset, 48U);
    EXPECT_EQ(entry.parameters[5].offset, 56U);
    EXPECT_EQ(entry.parameterBytes, 60U);
}

TEST(Declarations, SharedVariablesLieInOrderAndAligned) {
    const Module module = moduleOf(
        ".entry k() {\n.shared .align 4 .b8 _ZZ5tiledILi16EfEvPT0_PKS0_S3_iE2As[10];\n.shared .align 8 .f64 d[2][3];\n"
        ".shared .u32 s;\nret; }");
    const Entry& entry = module.entries.at(0);
    ASSERT_EQ(entry.shared.size(), 3U);
    EXPECT_EQ(entry.shared[0].shortName, "As");
    EXPECT_EQ(entry.shared[0].size, 10U);
    EXPECT_EQ(entry.shared[1].offset, 16U);
    EXPECT_EQ(entry.shared[1].size, 48U);
    EXPECT_EQ(entry.shared[2].offset, 64U);
    EXPECT_EQ(entry.staticSharedBytes, 68U);
}

TEST(Declarations, ExternArraysStartBehindTheStaticOnesAndAnEntryHasOnlyWhatItNames) {
    const Module module = moduleOf(
        ".shared .align 4 .b8 other[4];\n.extern .shared .align 16 .b8 a[];\n.extern .shared .align 8 .b8 b[];\n"
        ".shared .align 4 .b8 both[8];\n"
        ".entry k() { .reg .b32 %r<9>; .shared .b8 c[5]; mov.u32 %r1, a; ld.shared.u32 %r2, [both]; mov.u32 %r1, b; "
        "mov.u32 "
        "%r1, c; }\n"
        ".entry none() { ret; }");
    const Entry& entry = module.entries.at(0);
    ASSERT_EQ(entry.shared.size(), 4U);
    EXPECT_EQ(entry.shared[0].name, "a");
    EXPECT_EQ(entry.shared[0].size, 0U);
    EXPECT_EQ(entry.shared[2].name, "both");
    EXPECT_EQ(entry.shared[2].offset, 0U);
    EXPECT_EQ(entry.shared[3].offset, 8U);
    EXPECT_EQ(entry.staticSharedBytes, 13U);
    EXPECT_EQ(entry.shared[0].offset, 16U);
    EXPECT_EQ(entry.shared[1].offset, 16U);
    EXPECT_EQ(entry.instructions[0].sources[0].symbol, 0U);
    EXPECT_EQ(entry.instructions[1].sources[0].symbol, 2U);
    EXPECT_EQ(entry.instructions[2].sources[0].symbol, 1U);
    EXPECT_EQ(entry.instructions[3].sources[0].symbol, 3U);
    EXPECT_TRUE(module.entries.at(1).shared.empty());
}

TEST(Declarations, RegistersOfAllTypesShareOneNumbering) {
    const Module module = moduleOf(".entry k() { .reg .pred %p<3>; .reg .f32 %f<2>, x; .reg .b64 %SP; ret; }");
    const Entry& entry = module.entries.at(0);
    ASSERT_EQ(entry.registers.size(), 7U);
    EXPECT_EQ(entry.registers[2].name, "%p2");
    EXPECT_EQ(entry.registers[4].name, "%f1");
    EXPECT_EQ(entry.registers[5].name, "x");
    EXPECT_EQ(entry.registers[6].type, Type::B64);
}

TEST(Declarations, SourceLocationsAreTheInnermostOnes) {
    const Module module = moduleOf(
        ".entry k() {\n.reg .b32 %r<9>;\nmov.u32 %r1, 1;\n.loc 1 7 3\nmov.u32 %r1, 2;\n"
        ".loc 2 107 5, function_name $L__info_string0, inlined_at 1 22 41\nmov.u32 %r1, 3;\n"
        ".loc 1 0 3\nmov.u32 %r1, 4;\n}\n.file 1 \"a.cu\"\n.file 2 \"b.h\", 1700000000, 123\n"
        ".section .debug_str\n{\n$L__info_string0:\n.b8 95,90,0\n}");
    const auto& instructions = module.entries.at(0).instructions;
    EXPECT_EQ(instructions[0].source, SourceLocation{});
    EXPECT_EQ(instructions[1].source, (SourceLocation{1, 7, 3}));
    EXPECT_EQ(instructions[2].source, (SourceLocation{2, 107, 5}));
    EXPECT_EQ(instructions[3].source.line, 0U);
    EXPECT_EQ(module.files, (std::vector<std::string>{"", "a.cu", "b.h"}));
}

TEST(Declarations, KernelsAreFoundByEitherName) {
    const Module module = moduleOf(".weak .entry _Z5tiledILi16EfEvPT0_PKS0_S3_i() { ret; }\n.entry plain() { ret; }");
    ASSERT_NE(module.find("tiled<16, float>"), nullptr);
    EXPECT_EQ(module.find("tiled<16, float>"), module.find("_Z5tiledILi16EfEvPT0_PKS0_S3_i"));
    EXPECT_EQ(module.find("plain"), &module.entries[1]);
    EXPECT_EQ(module.find("other"), nullptr);
    EXPECT_EQ(module.entries[1].firstLine, 5U);
    EXPECT_EQ(module.entries[1].lastLine, 5U);
}

TEST(Declarations, ManyRegistersWithALongNameAreRefused) {
    const std::string name(1'000'000, 'x');
    EXPECT_EQ(complaintAbout(withBody(".reg .b32 " + name + "<100>;")), "");
    EXPECT_NE(complaintAbout(withBody(".reg .b32 " + name + "<200>;")).find("names of the registers are too long"),
              std::string::npos);
}

}  // namespace
}  // namespace lanescope::ptx
