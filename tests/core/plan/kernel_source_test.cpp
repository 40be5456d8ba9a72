// SPDX-License-Identifier: GPL-3.0-or-later
// Where a kernel stands in its source, and which lines are other than in another kernel.
#include "core/plan/kernel_source.h"

#include <gtest/gtest.h>

#include <sstream>

#include "core/ptx/parser.h"

namespace lanescope {
namespace {

/// A kernel with an instruction at each of these lines of its source.
Kernel kernelAt(const std::string& source, const std::vector<std::uint32_t>& lines) {
    std::ostringstream ptx;
    ptx << ".version 9.0\n.target sm_75\n.address_size 64\n.visible .entry k()\n{\n";
    for (const std::uint32_t line : lines) ptx << ".loc 1 " << line << " 1\nbar.sync 0;\n";
    ptx << "ret;\n}\n.file 1 \"k.cu\"\n";
    Kernel kernel;
    kernel.module = std::make_shared<const program::Module>(ptx::parse(ptx.str(), "k.ptx").value());
    kernel.entry = "k";
    kernel.sourceName = "k.cu";
    kernel.source = std::make_shared<const std::string>(source);
    return kernel;
}

const std::string kSource = R"(struct Sum {
    int combine(int a) { return a; }  // helper
};

/* another
one */
void other() {
    int z = 0;
}

void k() {
    int a = 1;  // as above

    // a comment of its own
    /* begins here
       b = c; */
    b = a;
    {
    }
}
)";

TEST(KernelSource, FunctionsAreTheKernelsAndThoseThatWereInlined) {
    EXPECT_EQ(functionsOf(kernelAt(kSource, {12, 17, 2})), (std::vector<LineRange>{{1, 3}, {11, 20}}));
    EXPECT_TRUE(functionsOf(kernelAt("", {12})).empty());
}

TEST(KernelSource, CodeLinesSaySomething) {
    const std::vector<CodeLine> expected{{1, "struct Sum {"},
                                         {2, "int combine(int a) { return a; }"},
                                         {11, "void k() {"},
                                         {12, "int a = 1;"},
                                         {17, "b = a;"}};
    EXPECT_EQ(codeLinesOf(kernelAt(kSource, {12, 17, 2})), expected) << "the function between is not the kernel's";
}

std::vector<CodeLine> linesFrom(std::uint32_t first, const std::vector<std::string>& texts) {
    std::vector<CodeLine> lines;
    lines.reserve(texts.size());
    for (const std::string& text : texts) lines.push_back({first++, text});
    return lines;
}

TEST(KernelSource, OnlyLinesThatTheOtherHasNotDiffer) {
    const auto right = linesFrom(1, {"void right() {", "int a = 1;", "if (a < n) {", "b = a;", "}", "}"});
    const auto wrong = linesFrom(7, {"void wrong() {", "int a = 1;", "b = c;", "d = a;", "}"});
    EXPECT_EQ(differingLines(wrong, right), (std::vector<std::uint32_t>{7, 9, 10}));
    EXPECT_EQ(differingLines(right, wrong), (std::vector<std::uint32_t>{1, 3, 4, 6}));
    EXPECT_TRUE(differingLines(wrong, wrong).empty());
    EXPECT_EQ(differingLines(wrong, {}), (std::vector<std::uint32_t>{7, 8, 9, 10, 11}));
}

}  // namespace
}  // namespace lanescope
