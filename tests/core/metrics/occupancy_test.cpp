// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/occupancy.h"

#include <gtest/gtest.h>

#include "core/base/resources.h"

namespace lanescope {
namespace {

GpuSpec preset(const std::string& id) {
    const std::string file = std::string(LANESCOPE_SOURCE_DIR) + "/resources/gpus/" + id + ".json";
    return parseGpuSpec(readFile(file).value_or(""), file).value();
}

// Document 003 prints 100 % for all its kernels on the GTX 1050.
TEST(Occupancy, IsWhatDocument003Says) {
    struct Case {
        std::uint64_t threads, shared, blocks;
    };
    // methods 1 and 2; method 6 with 2 and with 4 elements; block 8, 16, 32
    for (const Case c : {Case{64, 0, 32}, Case{256, 0, 8}, Case{1024, 0, 2}, Case{64, 1536, 32}, Case{256, 6144, 8},
                         Case{1024, 24576, 2}, Case{64, 2048, 32}, Case{256, 8192, 8}, Case{1024, 32768, 2}}) {
        const auto occupancy = theoreticalOccupancy("k", c.threads, c.shared, preset("gtx1050"));
        ASSERT_TRUE(occupancy) << describe(occupancy.error());
        EXPECT_EQ(occupancy->percent, 100) << c.threads << " " << c.shared;
        EXPECT_EQ(occupancy->blocksPerSm, c.blocks);
    }
}

TEST(Occupancy, NamesWhatGivesOutFirst) {
    const auto blocks = theoreticalOccupancy("k", 32, 0, preset("c2070"));
    EXPECT_EQ(blocks->limitedBy, "blocks");
    EXPECT_EQ(blocks->blocksPerSm, 8U);
    EXPECT_NEAR(blocks->percent, 100.0 * 8 / 48, 1e-9);

    const auto threads = theoreticalOccupancy("k", 1024, 0, preset("c2070"));
    EXPECT_EQ(threads->limitedBy, "threads");
    EXPECT_EQ(threads->blocksPerSm, 1U);

    const auto shared = theoreticalOccupancy("k", 64, 20000, preset("c2070"));
    EXPECT_EQ(shared->limitedBy, "shared memory");
    EXPECT_EQ(shared->blocksPerSm, 2U);
}

TEST(Occupancy, AllocatesSharedMemoryAsTheDriverDoes) {
    // 233472 bytes a multiprocessor; a block takes 4096 + 1024 for the driver.
    const auto occupancy = theoreticalOccupancy("k", 32, 4096, preset("h200"));
    EXPECT_EQ(occupancy->limits.back().resource, "shared memory");
    EXPECT_EQ(occupancy->limits.back().blocks, 233472U / 5120U);
    // 16384 bytes; 1025 are rounded up to 1536.
    EXPECT_EQ(theoreticalOccupancy("k", 32, 1025, preset("c1060"))->limits.back().blocks, 10U);
}

TEST(Occupancy, APartialWarpTakesAWholeOne) {
    EXPECT_EQ(theoreticalOccupancy("k", 33, 0, preset("gtx1050"))->warpsPerSm, 64U);
}

TEST(Occupancy, ImpossibleBlocksAreNamed) {
    const auto threads = theoreticalOccupancy("tiled<32, float>", 1024, 0, preset("c1060"));
    ASSERT_FALSE(threads);
    EXPECT_EQ(threads.error().code, ErrorCode::InvalidLaunch);
    EXPECT_EQ(
        describe(threads.error()),
        "tiled<32, float> cannot be launched so: a block of NVIDIA Tesla C1060 has at most 512 threads, not 1024.");
    EXPECT_FALSE(theoreticalOccupancy("k", 32, 50000, preset("c2070")));
}

TEST(Occupancy, WhatIsNotKnownIsSaid) {
    GpuSpec gpu = preset("c2070");
    gpu.values.erase("shared_per_sm");
    const auto occupancy = theoreticalOccupancy("k", 256, 40000, gpu);
    ASSERT_TRUE(occupancy);
    EXPECT_EQ(occupancy->limits.size(), 3U);
    EXPECT_NE(occupancy->notes.front().find("shared memory"), std::string::npos);
    EXPECT_NE(occupancy->notes.back().find("Registers"), std::string::npos);
    gpu.values.erase("max_warps_per_sm");
    EXPECT_FALSE(theoreticalOccupancy("k", 256, 0, gpu));
}

}  // namespace
}  // namespace lanescope
