// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/what_if.h"

#include <gtest/gtest.h>

#include "core/timing/simulation.h"
#include "tests/core/timing/by_hand.h"

namespace lanescope::timing {
namespace {

GpuSpec gpu() {
    GpuSpec gpu{"g", "G", "9.0", {}, {}, {}};
    const auto put = [&gpu](const char* id, double value) { gpu.values[id] = {value, "", "a test"}; };
    put("clock_under_load", 2e9);
    put("dram_latency", 600);
    put("l2_latency", 280);
    put("dram_bandwidth", 4e12);
    put("l2_bandwidth", 8e12);
    put("sm_count", 132);
    return gpu;
}
double valueOf(const GpuSpec& gpu, const char* id) { return gpu.find(id)->value; }

GpuSpec changedBy(std::vector<std::string> words) { return *changed(gpu(), *whatIfFrom(words)); }

TEST(WhatIf, NumbersAndFactorsAreRead) {
    const auto what = whatIfFrom(std::vector<std::string>{"dram_bandwidth=2x", "registers=64", "block=32"});
    ASSERT_TRUE(what);
    EXPECT_EQ(what->quantities.at("dram_bandwidth"), (Amount{2, true}));
    EXPECT_EQ(*what->registers, (Amount{64, false}));
    EXPECT_EQ(what->parameters.at("block"), "32");
    EXPECT_TRUE(what->needsAnotherRun());
    for (const char* wrong : {"dram_bandwidth", "=2", "dram_bandwidth=", "dram_bandwidth=much", "clock=0", "clock=-1x"})
        EXPECT_FALSE(whatIfFrom(std::vector<std::string>{wrong})) << wrong;
}

// A slip in the name of a quantity is not answered with the program's parameters alone.
TEST(WhatIf, WhoAsksForAnUnknownNameIsToldAllThereAre) {
    const std::vector<std::string> parameters{"n", "block"};
    EXPECT_TRUE(
        checkNames(*whatIfFrom(std::vector<std::string>{"clock=2x", "block=8", "sm_count=1"}), gpu(), parameters));
    const WhatIf wrong = *whatIfFrom(std::vector<std::string>{"dram_bandwith=2x"});
    const auto refused = checkNames(wrong, gpu(), parameters);
    ASSERT_FALSE(refused);
    for (const char* name : {"dram_bandwith=2x", "dram_bandwidth", "l2_latency", "clock", "registers", "n, block"})
        EXPECT_NE(describe(refused.error()).find(name), std::string::npos) << name;
    EXPECT_EQ(describe(refused.error()).find("l1_latency"), std::string::npos) << "this GPU has none";
    EXPECT_FALSE(checkNames(*whatIfFrom(std::vector<std::string>{"block=8"}), gpu(), {}));
}

TEST(WhatIf, AGpuHasOtherNumbersAndSaysSo) {
    const GpuSpec other = changedBy({"dram_bandwidth=2x", "sm_count=66"});
    EXPECT_DOUBLE_EQ(valueOf(other, "dram_bandwidth"), 8e12);
    EXPECT_DOUBLE_EQ(valueOf(other, "sm_count"), 66);
    EXPECT_NE(other.find("dram_bandwidth")->source, "a test");
    EXPECT_DOUBLE_EQ(valueOf(other, "l2_bandwidth"), 8e12);
    EXPECT_FALSE(changed(gpu(), *whatIfFrom(std::vector<std::string>{"l1_latency=2x"})));
}

TEST(WhatIf, ASlowerClockDoesNotSlowMemoryDown) {
    const GpuSpec other = changedBy({"clock=0.5x"});
    EXPECT_DOUBLE_EQ(valueOf(other, "clock_under_load"), 1e9);
    EXPECT_DOUBLE_EQ(valueOf(other, "dram_latency"), 300);  // the same nanoseconds
    EXPECT_DOUBLE_EQ(valueOf(other, "l2_latency"), 280);
    EXPECT_DOUBLE_EQ(valueOf(other, "dram_bandwidth"), 4e12);
    EXPECT_DOUBLE_EQ(valueOf(other, "l2_bandwidth"), 4e12);
}

TEST(WhatIf, ALaunchHasOtherResources) {
    LaunchSample sample;
    sample.sharedBytes = 1024;
    const WhatIf what = *whatIfFrom(std::vector<std::string>{"shared=4x", "registers=2x"});
    EXPECT_EQ(changed(sample, what).sharedBytes, 4096U);
    EXPECT_EQ(changed(std::optional<std::uint64_t>(20), sample, what), 40U);
    EXPECT_EQ(changed(std::nullopt, sample, what), 2 * kUsualRegisters);
    EXPECT_EQ(changed(std::optional<std::uint64_t>(20), sample, WhatIf{}), 20U);
}

}  // namespace
}  // namespace lanescope::timing
