// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpus/assumed_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace lanescope {
namespace {

using testing::ElementsAre;

const GpuPresets& presets() {
    static const GpuPresets kept = GpuPresets::load(std::string(LANESCOPE_SOURCE_DIR) + "/resources").value();
    return kept;
}
const GpuSpec& preset(std::string_view id) { return **presets().find(id); }

GpuSpec half() {  // of an H200, at half its clock
    GpuSpec gpu{"mine", "NVIDIA Mine", "9.9", {}, {}, {}};
    const GpuSpec& h200 = preset("h200");
    for (const char* id : {"sm_count", "clock_under_load", "l2_size", "l2_bandwidth", "memory_bandwidth"})
        gpu.values[id] = {h200.find(id)->value / 2, h200.find(id)->unit, "a test"};
    gpu.values["shared_per_sm"] = {preset("t4").find("shared_per_sm")->value, "B", "a test"};
    return gpu;
}

double taken(const char* id) {
    GpuSpec gpu = half();
    const std::vector<std::string_view> wanted{id};
    (void)addAssumed(gpu, wanted, preset("h200"), presets());
    EXPECT_NE(gpu.find(id), nullptr) << id;
    return gpu.find(id) == nullptr ? 0 : gpu.find(id)->value / preset("h200").find(id)->value;
}

TEST(AssumedValues, GoOverByARuleOfTheirOwn) {
    EXPECT_DOUBLE_EQ(taken("taken_branch_cycles"), 1) << "cycles of a multiprocessor stay cycles";
    EXPECT_DOUBLE_EQ(taken("joined_read_cycles"), 0.5) << "nanoseconds of DRAM stay nanoseconds";
    EXPECT_DOUBLE_EQ(taken("atomic_spread_rate"), 0.5);
    EXPECT_DOUBLE_EQ(taken("l2_write_rate"), 1) << "half the bytes a second, at half the clock";
    EXPECT_NEAR(taken("l2_write_room"), 0.5, 1e-6);
    EXPECT_DOUBLE_EQ(taken("launch_gap"), 1);
}

TEST(AssumedValues, AreMarkedAndSayWhose) {
    GpuSpec gpu = half();
    gpu.missing["joined_read_cycles"] = "nobody asked for it";
    const std::vector<std::string_view> wanted{"sm_count", "joined_read_cycles", "no_such_quantity"};
    EXPECT_THAT(addAssumed(gpu, wanted, preset("h200"), presets()), ElementsAre("joined_read_cycles"));
    EXPECT_FALSE(gpu.find("sm_count")->assumed) << "what is known stays";
    EXPECT_TRUE(gpu.find("joined_read_cycles")->assumed);
    EXPECT_EQ(gpu.find("joined_read_cycles")->source,
              "assumed: the H200's, in nanoseconds; not calibrated here: nobody asked for it");
    EXPECT_TRUE(gpu.missing.empty());
    EXPECT_EQ(assumedOf(gpu), 1U);
}

TEST(AssumedValues, OfAnArchitectureAreThoseOfAPresetOfTheSame) {
    const std::vector<std::string_view> wanted{"fp64_throughput", "l1_size", "l2_partitions", "dram_latency"};
    GpuSpec unheardOf = half();
    EXPECT_THAT(addAssumed(unheardOf, wanted, preset("h200"), presets()), ElementsAre("l1_size", "l2_partitions"))
        << "units and latencies of memory are nobody else's";
    EXPECT_EQ(unheardOf.find("l1_size")->value, preset("t4").find("l1_size")->value) << "by its shared memory";
    EXPECT_EQ(unheardOf.find("l2_partitions")->value, 1);
    GpuSpec turing = half();
    turing.computeCapability = "7.5";
    (void)addAssumed(turing, wanted, preset("h200"), presets());
    EXPECT_EQ(turing.find("fp64_throughput")->value, preset("t4").find("fp64_throughput")->value);
    EXPECT_EQ(turing.find("fp64_throughput")->source,
              "assumed: the T4's, of the same compute capability; not calibrated here");
}

/// The presets' assumptions are those that calibrate would make.
TEST(AssumedValues, OfPresetsFollowTheSameRules) {
    std::size_t compared = 0;
    for (const GpuSpec& gpu : presets().all()) {
        if (gpu.id == "h200") continue;
        for (const auto& [id, value] : gpu.values) {
            if (!value.source.starts_with("assumed: the H200's")) continue;
            GpuSpec other = gpu;
            other.values.erase(id);
            const std::vector<std::string_view> wanted{id};
            if (addAssumed(other, wanted, preset("h200"), presets()).empty()) continue;
            if (!other.find(id)->source.starts_with("assumed: the H200's")) continue;
            EXPECT_NEAR(other.find(id)->value, value.value, 0.02 * value.value) << gpu.id << " " << id;
            EXPECT_TRUE(value.assumed) << gpu.id << " " << id;
            ++compared;
        }
    }
    EXPECT_GT(compared, 400U);
}

TEST(AssumedValues, AreMarkedInPresetsWhereTheySaySo) {
    for (const GpuSpec& gpu : presets().all())
        for (const auto& [id, value] : gpu.values)
            EXPECT_EQ(value.assumed, value.source.find("assumed") != std::string::npos) << gpu.id << " " << id;
}

}  // namespace
}  // namespace lanescope
