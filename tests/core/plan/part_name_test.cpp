// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/part_name.h"

#include <gtest/gtest.h>

namespace lanescope {
namespace {

std::string nameOf(const Step& step) {
    Plan plan;
    plan.buffers = {{"A", ElementType::F64, 4, 4, {}}};
    return partNameOf(step, plan);
}

TEST(PartName, IsThatOfAnEstimatesTerm) {
    EXPECT_EQ(nameOf(UploadStep{}), "copy to device");
    EXPECT_EQ(nameOf(DownloadStep{}), "copy from device");
    EXPECT_EQ(nameOf(CopyStep{CopyStep::Direction::ToDevice, {}, {}}), "copy to device");
    EXPECT_EQ(nameOf(CopyStep{CopyStep::Direction::ToHost, {}, {}}), "copy from device");
    EXPECT_EQ(nameOf(CopyStep{CopyStep::Direction::OnDevice, {}, {}}), "copy on device");
    EXPECT_EQ(nameOf(FillStep{}), "fill");
    EXPECT_EQ(nameOf(LibraryStep{}), "library cublasDgemm");
    EXPECT_EQ(nameOf(WaitStep{}), "");
    Kernel kernel;
    kernel.entry = "tiled<16, float>";
    EXPECT_EQ(nameOf(LaunchStep{Launch{.kernel = std::make_shared<const Kernel>(kernel), .grid = {}, .block = {}}}),
              "kernel tiled<16, float>");
}

TEST(PartName, TasksThatDifferInABlocksNumberAreOne) {
    const auto host = [](const char* name) { return nameOf(HostStep{name, false, {}, {}, {}}); };
    EXPECT_EQ(host("dpotrf, block 12"), "host dpotrf");
    EXPECT_EQ(host("solve below block 3"), "host solve below block");
    EXPECT_EQ(host("multiply by three loops"), "host multiply by three loops");
    EXPECT_EQ(host("log2"), "host log2") << "no number of its own";
    EXPECT_EQ(host("7"), "host 7");
}

}  // namespace
}  // namespace lanescope
