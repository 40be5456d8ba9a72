// SPDX-License-Identifier: GPL-3.0-or-later
// What nvcc 13 really writes, with and without -G.
#include <algorithm>

#include "tests/core/ptx/text.h"

namespace lanescope::ptx {
namespace {

using namespace test;

TEST(CompilerOutput, Optimised) {
    const Result<Module> module = parse(dataFile("nested.ptx"), "nested.ptx");
    ASSERT_TRUE(module.has_value()) << describe(module.error());
    ASSERT_EQ(module->entries.size(), 2U);
    const Entry* nested = module->find("nested");
    ASSERT_NE(nested, nullptr);
    EXPECT_EQ(nested->parameterBytes, 20U);
    // The call to twice() in line 11 was inlined: its multiplication is shown where it is written, in line 3.
    const auto fma = std::find_if(nested->instructions.begin(), nested->instructions.end(),
                                  [](const Instruction& i) { return i.opcode == Opcode::Fma; });
    ASSERT_NE(fma, nested->instructions.end());
    EXPECT_EQ(fma->source.line, 3U);
    EXPECT_EQ(module->files.at(fma->source.file), "nested.cu");
    EXPECT_NE(module->line(fma->line).find("fma.rn.f32"), std::string_view::npos);
    const Entry* reduce = module->find("reduce");
    ASSERT_NE(reduce, nullptr);
    ASSERT_EQ(reduce->shared.size(), 1U);
    EXPECT_EQ(reduce->shared[0].shortName, "partial");
    EXPECT_EQ(reduce->staticSharedBytes, 0U);
}

TEST(CompilerOutput, ForDebuggers) {
    const Result<Module> module = parse(dataFile("debug.ptx"), "debug.ptx");
    ASSERT_TRUE(module.has_value()) << describe(module.error());
    const Entry* fill = module->find("fill<16, float>");
    ASSERT_NE(fill, nullptr);
    EXPECT_EQ(fill->shared.at(0).shortName, "tile");
    EXPECT_EQ(fill->staticSharedBytes, 64U);
    EXPECT_TRUE(std::any_of(fill->instructions.begin(), fill->instructions.end(),
                            [](const Instruction& i) { return i.opcode == Opcode::Cvta && !i.cvtaToSpace; }));
}

}  // namespace
}  // namespace lanescope::ptx
