// SPDX-License-Identifier: GPL-3.0-or-later
// Which lines are a kernel's, and which of them are wrong.
#include "widgets/scenes/kernel_lines.h"

#include <gtest/gtest.h>

#include <sstream>

#include "core/ptx/parser.h"

namespace lanescope {
namespace {

/// A kernel in a source of several, whose PTX has positions from `first` to `last`.
Kernel kernelAt(const std::string& source, std::uint32_t first, std::uint32_t last, const std::string& entry) {
    std::ostringstream ptx;
    ptx << ".version 9.0\n.target sm_75\n.address_size 64\n.visible .entry " << entry << "()\n{\n.loc 1 " << first
        << " 1\nbar.sync 0;\n.loc 1 " << last << " 1\nret;\n}\n.file 1 \"k.cu\"\n";
    Kernel kernel;
    kernel.module = std::make_shared<const program::Module>(ptx::parse(ptx.str(), "k.ptx").value());
    kernel.entry = entry;
    kernel.sourceName = "k.cu";
    kernel.source = std::make_shared<const std::string>(source);
    return kernel;
}

const std::string kSource = R"(void right() {
    int a = 1;
    if (a < n) {
        b = a;  // fine
    }
}
void wrong() {
    int a = 1;  // as above
    b = c;      // defect: c instead of a
    d = a;
    // defect in a comment of its own

}
)";

TEST(KernelLines, TheBodyIsWhatThePtxComesFrom) {
    EXPECT_EQ(bodyOf(kernelAt(kSource, 7, 13, "wrong")), (LineRange{7, 13}));
}

TEST(KernelLines, DefectsAreMarkedByTheirComment) {
    EXPECT_EQ(defectLines(kernelAt(kSource, 7, 13, "wrong")), (std::vector<std::uint32_t>{9, 11}));
    EXPECT_TRUE(defectLines(kernelAt(kSource, 1, 6, "right")).empty());
}

}  // namespace
}  // namespace lanescope
