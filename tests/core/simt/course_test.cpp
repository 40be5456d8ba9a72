// SPDX-License-Identifier: GPL-3.0-or-later
// Course code as nvcc 13 compiles it: every instruction of it can be run.
#include <gtest/gtest.h>

#include "core/base/file_reader.h"
#include "core/ptx/parser.h"
#include "core/simt/decode/program.h"

namespace lanescope::simt {
namespace {

TEST(Course, EveryKernelIsDecoded) {
    for (const std::string name : {"cooperation.ptx", "floats.ptx", "halves.ptx", "integers.ptx", "modern.ptx"}) {
        const auto text = readFile(std::string(LANESCOPE_SOURCE_DIR) + "/tests/core/ptx/data/course/" + name);
        ASSERT_TRUE(text.has_value()) << name;
        auto module = ptx::parse(*text, name);
        ASSERT_TRUE(module.has_value()) << describe(module.error());
        const auto shared = std::make_shared<const ptx::Module>(std::move(*module));
        for (const program::Entry& entry : shared->entries) {
            auto kernel = std::make_shared<Kernel>();
            kernel->module = shared;
            kernel->entry = entry.name;
            const auto program = Program::decode(kernel);
            EXPECT_TRUE(program.has_value()) << name << ": " << (program ? "" : describe(program.error()));
        }
    }
}

}  // namespace
}  // namespace lanescope::simt
