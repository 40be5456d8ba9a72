// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptx/demangle.h"

#include <gtest/gtest.h>

namespace lanescope::ptx {
namespace {

TEST(Demangle, KernelsWithoutReturnTypeAndArguments) {
    EXPECT_EQ(entryNameOf("_Z5tiledILi16EfEvPT0_PKS0_S3_i"), "tiled<16, float>");
    EXPECT_EQ(entryNameOf("_Z6nestedPfPKfi"), "nested");
    EXPECT_EQ(entryNameOf("_ZN4docs6kernelILb1EEEvPFvvE"), "docs::kernel<true>");
    EXPECT_EQ(entryNameOf("_ZN12_GLOBAL__N_16kernelEv"), "(anonymous namespace)::kernel");
    EXPECT_EQ(entryNameOf("plain"), "plain");
    EXPECT_EQ(entryNameOf("i"), "i");
    EXPECT_EQ(entryNameOf("_Z9broken"), "_Z9broken");
}

TEST(Demangle, VariablesByTheirOwnName) {
    EXPECT_EQ(variableNameOf("_ZZ5tiledILi16EfEvPT0_PKS0_S3_iE2As"), "As");
    EXPECT_EQ(variableNameOf("_ZZ6nestedPfPKfiE4tile_0"), "tile");
    EXPECT_EQ(variableNameOf("partial"), "partial");
}

TEST(Demangle, AbsurdNamesComeBack) {
    const std::string deep = "_Z1f" + std::string(5000, 'P') + "i";
    EXPECT_EQ(entryNameOf(deep), deep);
}

}  // namespace
}  // namespace lanescope::ptx
