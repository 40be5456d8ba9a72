// SPDX-License-Identifier: GPL-3.0-or-later
// Registers that ptxas uses again are registers of their own for whoever reads the code.
#include <algorithm>

#include "core/program/dataflow.h"
#include "tests/core/sass/small_kernel.h"

namespace lanescope::sass {
namespace {

using program::RegisterId;

constexpr std::uint32_t kFirst = 9;  ///< index of the first line given

class Lowered {
public:
    explicit Lowered(const std::vector<std::string>& lines) : m_module(test::moduleOf(lines)) {
        EXPECT_FALSE(entry().unsupported);
    }
    [[nodiscard]] const program::Entry& entry() const { return m_module->entries[0]; }
    /// Line `k` of those given.
    [[nodiscard]] const program::Instruction& line(std::uint32_t k) const { return entry().instructions[kFirst + k]; }
    [[nodiscard]] RegisterId written(std::uint32_t k, std::size_t which = 0) const {
        return program::registersWritten(line(k)).at(which);
    }
    [[nodiscard]] RegisterId read(std::uint32_t k, std::size_t which = 0) const {
        return program::registersRead(line(k)).at(which);
    }

private:
    std::shared_ptr<const program::Module> m_module;
};

TEST(LiveRanges, AreRegistersOfTheirOwnUnderOneName) {
    const Lowered code({"IADD3 R10, R4, R5, RZ", "IADD3 R8, R10, R6, RZ",  // an index, say
                        "FADD R10, R4, R5", "FADD R9, R10, R6"});          // and a sum
    EXPECT_EQ(code.read(1), code.written(0));
    EXPECT_EQ(code.read(3), code.written(2));
    EXPECT_NE(code.written(0), code.written(2));
    EXPECT_EQ(code.entry().registers[code.written(2)].name, "R10");
}

TEST(LiveRanges, ALoopKeepsOneRegister) {
    const Lowered code({"MOV R10, RZ",                              // 0x90
                        "IADD3 R10, R10, R4, RZ",                   // 0xa0
                        "ISETP.LT.U32.AND P0, PT, R10, R6, PT",     // 0xb0
                        "@P0 BRA 0xa0", "IADD3 R8, R10, R5, RZ"});  // 0xc0
    EXPECT_EQ(code.written(0), code.read(1));
    EXPECT_EQ(code.written(1), code.read(1));
    EXPECT_EQ(code.read(4), code.read(1));
}

TEST(LiveRanges, BothWaysToAReaderAreOne) {
    const Lowered code({"@P0 BRA 0xc0", "MOV R10, R4", "BRA 0xd0",  // 0x90 to 0xb0
                        "MOV R10, R5",                              // 0xc0
                        "MOV R8, R10"});                            // 0xd0
    EXPECT_EQ(code.written(1), code.written(3));
    EXPECT_EQ(code.read(4), code.written(1));
}

TEST(LiveRanges, WhatAPredicateKeepsApartIsNotJoined) {
    const std::vector<std::string> lines{"IADD3 R10, R4, R5, RZ", "MOV R8, R10",  // something else before
                                         "@P0 MOV R10, R4", "@!P0 MOV R10, R5", "FADD R9, R10, R6"};
    const Lowered both(lines);
    EXPECT_EQ(both.written(2), both.written(3));
    EXPECT_EQ(both.read(4), both.written(2));
    EXPECT_NE(both.written(0), both.written(2)) << "one of the two is always done";

    const Lowered one({"IADD3 R10, R4, R5, RZ", "MOV R8, R10", "@P0 MOV R10, R4", "@P0 FADD R9, R10, R6"});
    EXPECT_NE(one.written(0), one.written(2)) << "read by the same lanes that have written it";

    const Lowered changed({"IADD3 R10, R4, R5, RZ", "MOV R8, R10", "@P0 MOV R10, R4", "ISETP.NE.AND P0, PT, R4, R6, PT",
                           "@P0 FADD R9, R10, R6"});
    EXPECT_EQ(changed.written(0), changed.written(2)) << "other lanes may read it";

    const Lowered behind(
        {"IADD3 R10, R4, R5, RZ", "MOV R8, R10", "@P0 MOV R10, R4", "@!P0 BRA 0xe0", "FADD R9, R10, R6"});
    EXPECT_NE(behind.written(0), behind.written(2)) << "a branch has sent the others away";
}

TEST(LiveRanges, AFunctionDoesNotBringOneCallersValuesToAnother) {
    const Lowered code({"MOV R12, R4",                      // 0x90
                        "IMAD.MOV.U32 R20, RZ, RZ, 0xc0",   // 0xa0
                        "CALL.REL.NOINC 0x120",             // 0xb0
                        "MOV R8, R12", "MOV R12, R5",       // 0xc0, 0xd0
                        "IMAD.MOV.U32 R20, RZ, RZ, 0x100",  // 0xe0
                        "CALL.REL.NOINC 0x120",             // 0xf0
                        "MOV R9, R12", "BRA 0x150",         // 0x100, 0x110
                        "IADD3 R14, R6, 0x1, RZ",           // 0x120
                        "IMAD.MOV.U32 R21, RZ, RZ, 0x0",    // 0x130
                        "RET.REL.NODEC R20 0x0"});          // 0x140
    EXPECT_EQ(code.read(3), code.written(0));
    EXPECT_EQ(code.read(7), code.written(4));
    EXPECT_NE(code.written(0), code.written(4));
}

TEST(LiveRanges, WhatWorksWithLoadedWordsTellsTheElements) {
    const Lowered floats({"LDG.E.128.SYS R12, [R2]", "FADD R8, R12, R13", "FADD R9, R14, R15"});
    EXPECT_EQ(floats.line(0).vectorSize, 4);
    EXPECT_EQ(program::bitsOf(floats.line(0).type), 32U);
    EXPECT_EQ(floats.written(0, 3), floats.read(2, 1));

    const Lowered doubles({"LDG.E.128.SYS R12, [R2]", "DADD R8, R12, R14"});
    EXPECT_EQ(doubles.line(0).vectorSize, 2);
    EXPECT_EQ(doubles.written(0, 1), doubles.read(1, 1));
}

TEST(LiveRanges, AWordIsInOnePairOnly) {
    const Lowered code({"LDG.E.64.SYS R12, [R2]", "DADD R8, R12, R12", "MOV R13, R4", "DADD R8, R12, R8"});
    const RegisterId first = code.read(1);
    EXPECT_EQ(code.read(3), first) << "its low word is still the same";
    EXPECT_EQ(code.entry().registers[first].halves[1], code.written(2));
}

}  // namespace
}  // namespace lanescope::sass
