// SPDX-License-Identifier: GPL-3.0-or-later
// .global and .const variables with their initial values.
#include <cstring>

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

template <typename T>
std::vector<T> valuesOf(const ModuleVariable& variable) {
    std::vector<T> values(variable.initial.size() / sizeof(T));
    std::memcpy(values.data(), variable.initial.data(), variable.initial.size());
    return values;
}

TEST(Variables, NumbersOfAllKinds) {
    const Module module = moduleOf(
        ".visible .global .align 4 .u32 counter = 5;\n.const .align 8 .f64 d[3] = {0d3FF8000000000000, -2.0};\n"
        ".const .f32 f[2] = {0f3FC00000, 0f80000000};\n.global .align 1 .b8 text[4] = {104, 105, 255, -1};\n"
        ".global .align 2 .s16 s[2] = {-2, 0x10};\n.weak .global .u64 zero[2];\n.global .b32 open[] = {1, 2, 3};\n");
    ASSERT_EQ(module.variables.size(), 7U);
    EXPECT_EQ(module.variables[0].space, Space::Global);
    EXPECT_EQ(valuesOf<std::uint32_t>(module.variables[0]), (std::vector<std::uint32_t>{5}));
    EXPECT_EQ(module.variables[1].space, Space::Const);
    EXPECT_EQ(valuesOf<double>(module.variables[1]), (std::vector<double>{1.5, -2.0, 0.0}));
    EXPECT_EQ(valuesOf<std::uint32_t>(module.variables[2]), (std::vector<std::uint32_t>{0x3FC00000U, 0x80000000U}));
    EXPECT_EQ(valuesOf<std::uint8_t>(module.variables[3]), (std::vector<std::uint8_t>{104, 105, 255, 255}));
    EXPECT_EQ(valuesOf<std::int16_t>(module.variables[4]), (std::vector<std::int16_t>{-2, 16}));
    EXPECT_TRUE(module.variables[5].initial.empty());
    EXPECT_EQ(module.variables[5].size, 16U);
    EXPECT_EQ(module.variables[6].size, 12U);
}

TEST(Variables, NestedBracesFollowTheDimensions) {
    const Module module = moduleOf(".global .u16 grid[2][3] = {{1}, {4, 5}};\n.global .u16 flat[2][2] = {1, 2, {3}};");
    EXPECT_EQ(valuesOf<std::uint16_t>(module.variables.at(0)), (std::vector<std::uint16_t>{1, 0, 0, 4, 5, 0}));
    EXPECT_EQ(valuesOf<std::uint16_t>(module.variables.at(1)), (std::vector<std::uint16_t>{1, 2, 3, 0}));
}

TEST(Variables, AddressesAreRelocations) {
    const Module module = moduleOf(
        ".func f();\n.const .u64 c = 1;\n.global .u64 p[4] = {f, generic(c), p+8, generic(c)-4};\n.func f() { ret; }");
    const std::vector<ModuleVariable::Relocation>& relocations = module.variables.at(1).relocations;
    ASSERT_EQ(relocations.size(), 4U);
    EXPECT_EQ(relocations[0].space, Space::Code);
    EXPECT_EQ(module.functions.at(relocations[0].symbol), "f");
    EXPECT_EQ(relocations[1].offset, 8U);
    EXPECT_EQ(relocations[1].space, Space::Const);
    EXPECT_TRUE(relocations[1].generic);
    EXPECT_EQ(relocations[2].symbol, 1U);
    EXPECT_EQ(relocations[2].addend, 8);
    EXPECT_FALSE(relocations[2].generic);
    EXPECT_EQ(relocations[3].addend, -4);
}

TEST(Variables, AreUsedByTheirNames) {
    const Module module = moduleOf(
        ".global .align 4 .u32 counter;\n.const .align 4 .b8 table[8] = {1};\n.entry k() { .reg .b32 %r<3>; .reg .b64 "
        "%rd<3>;\nmov.u64 %rd1, table+4; ld.global.u32 %r1, [counter]; ld.const.u32 %r2, [table+4]; cvta.global.u64 "
        "%rd2, "
        "counter; }");
    const std::vector<Instruction>& instructions = module.entries.at(0).instructions;
    EXPECT_EQ(instructions.at(0).sources[0].space, Space::Const);
    EXPECT_EQ(instructions[0].sources[0].symbol, 1U);
    EXPECT_EQ(instructions[0].sources[0].offset, 4);
    EXPECT_EQ(instructions[1].sources[0].space, Space::Global);
    EXPECT_EQ(instructions[1].sources[0].symbol, 0U);
    EXPECT_EQ(instructions[2].space, Space::Const);
    EXPECT_EQ(instructions[3].sources[0].kind, Operand::Kind::Symbol);
}

TEST(Variables, OnlyWhoUsesAnOddOneIsRefused) {
    const std::string odd = ".global .b8 bytes[2] = {0xFF(bytes), 0xFF00(bytes)};\n.extern .global .u32 elsewhere;\n";
    EXPECT_EQ(complaintAbout(std::string(kHead) + odd + ".entry k() { ret; }"), "");
    EXPECT_EQ(complaintAbout(std::string(kHead) + odd + ".entry k() { .reg .b64 %r<2>;\nmov.u64 %r1, bytes; }"),
              "test.ptx, line 7: the emulator does not know \"mov.u64 %r1, bytes\".");
    EXPECT_NE(complaintAbout(std::string(kHead) + odd + ".entry k() { .reg .b64 %r<2>;\nmov.u64 %r1, elsewhere; }"),
              "");
}

TEST(Variables, BadOnesAreComplainedAbout) {
    for (const char* text :
         {".global .u32 a = ;", ".global .u32 a[1] = {1, 2};", ".global .u32 a[2] = {{1, 2, 3}};",
          ".global .u32 a[2] = 1;", ".global .u8 a = 256;", ".global .u32 a = 1.5;", ".global .u64 a = nothing;",
          ".global .u32 a[2][2] = {{1, 2}, {3, 4}, {5}};", ".global .u32 a[] ;", ".global .u32 a; .const .u32 a;",
          ".global .u32 a[2] = {1 2};", ".global .u32 a = 5", ".global .u32 a[2] = {1,"})
        EXPECT_NE(complaintAbout(std::string(kHead) + text), "") << text;
}

}  // namespace
}  // namespace lanescope::ptx
