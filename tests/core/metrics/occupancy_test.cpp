// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/occupancy.h"

#include <gtest/gtest.h>

#include "core/base/file_reader.h"
#include "core/gpus/multiprocessor.h"

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
    EXPECT_TRUE(theoreticalOccupancy("k", 32, 50000, preset("h200"))) << "it can ask for more";
    EXPECT_FALSE(theoreticalOccupancy("k", 32, 240000, preset("h200")));
}

TEST(Occupancy, WhatIsNotKnownIsSaid) {
    GpuSpec gpu = preset("c2070");
    gpu.computeCapability = "99.9";
    for (const char* id : {"registers_per_sm", "max_registers_per_thread", "register_allocation_unit"})
        gpu.values.erase(id);
    gpu.values.erase("shared_per_sm");
    const auto occupancy = theoreticalOccupancy("k", 256, 40000, gpu);
    ASSERT_TRUE(occupancy);
    EXPECT_EQ(occupancy->limits.size(), 3U);
    EXPECT_NE(occupancy->notes.back().find("shared memory"), std::string::npos);
    EXPECT_NE(occupancy->notes.front().find("Registers"), std::string::npos);
    EXPECT_TRUE(occupancyCurve(OccupancyAxis::Registers, {256, 0}, gpu).empty());
    gpu.values.erase("max_warps_per_sm");
    EXPECT_FALSE(theoreticalOccupancy("k", 256, 0, gpu));
}

TEST(Occupancy, ACapabilityTellsWhatTheGpuDoesNot) {
    GpuSpec gpu{"some", "Some GPU", "8.6", {}, {}};
    const auto occupancy = theoreticalOccupancy("k", BlockResources{256, 30000, 40}, gpu);
    ASSERT_TRUE(occupancy);
    EXPECT_TRUE(occupancy->notes.empty());
    EXPECT_EQ(occupancy->limitedBy, "shared memory");
    EXPECT_EQ(occupancy->blocksPerSm, 3U);
    EXPECT_EQ(occupancy->sharedBytesPerBlock, 31104U) << "the driver's 1024 bytes, and whole 128s";
    EXPECT_EQ(occupancy->registersPerBlock, 256U * 40U);
    // The GPU's own word counts more.
    gpu.values["shared_per_sm"] = {31104, "B", "a test", {}, {}};
    EXPECT_EQ(theoreticalOccupancy("k", BlockResources{256, 30000, 40}, gpu)->blocksPerSm, 1U);
}

std::uint64_t blocksByRegisters(const std::string& gpu, std::uint64_t threads, std::uint64_t registers) {
    const auto occupancy = theoreticalOccupancy("k", BlockResources{threads, 0, registers}, preset(gpu));
    EXPECT_TRUE(occupancy) << (occupancy ? "" : describe(occupancy.error()));
    if (!occupancy) return 0;
    for (const OccupancyLimit& limit : occupancy->limits)
        if (limit.resource == "registers") return limit.blocks;
    return 0;
}

// Worked by hand from the guides' formulas.
TEST(Occupancy, RegistersAreGivenInPortions) {
    // 1.3: to a block. 6 warps (5, to a multiple of 2) × 32 × 17 = 3264, in 512s: 3584; 16384 / 3584.
    EXPECT_EQ(blocksByRegisters("c1060", 160, 17), 4U);
    // 2.0: to a warp. 21 × 32 = 672, in 64s: 704; 32768 / 704 = 46.5, to a multiple of 2: 46 warps, 5 each.
    EXPECT_EQ(blocksByRegisters("c2070", 160, 21), 9U);
    // 6.1: 33 × 32 = 1056, in 256s: 1280; a quarter of the registers holds 12 warps, all 48.
    EXPECT_EQ(blocksByRegisters("gtx1050", 256, 33), 6U);
    EXPECT_EQ(blocksByRegisters("h200", 1024, 64), 1U);
    const auto toomany = theoreticalOccupancy("k", BlockResources{1024, 0, 65}, preset("h200"));
    ASSERT_FALSE(toomany);
    EXPECT_EQ(describe(toomany.error()),
              "k cannot be launched so: a block of NVIDIA H200 has at most 65536 registers (1024 threads with 65 each "
              "take more), not 73728.");
    EXPECT_FALSE(theoreticalOccupancy("k", BlockResources{32, 0, 64}, preset("c2070"))) << "a thread has 63";
}

TEST(Occupancy, BarriersAreAResourceToo) {
    const auto occupancy = theoreticalOccupancy("k", BlockResources{64, 0, 16, 16}, preset("h200"));
    EXPECT_EQ(occupancy->limitedBy, "barriers");
    EXPECT_EQ(occupancy->blocksPerSm, 4U);
}

TEST(Occupancy, CurvesRunOverWhatABlockCanHave) {
    const GpuSpec gpu = preset("h200");
    const BlockResources block{256, 4096, 40};
    const auto threads = occupancyCurve(OccupancyAxis::Threads, block, gpu);
    ASSERT_EQ(threads.size(), 32U);
    EXPECT_EQ(threads.front().x, 32U);
    EXPECT_EQ(threads.front().limitedBy, "blocks");
    EXPECT_EQ(threads.back().x, 1024U);
    EXPECT_EQ(threads[7].percent, theoreticalOccupancy("k", block, gpu)->percent);
    const auto registers = occupancyCurve(OccupancyAxis::Registers, block, gpu);
    ASSERT_EQ(registers.size(), 255U);
    EXPECT_EQ(registers.front().percent, 100);
    EXPECT_EQ(registers.back().blocksPerSm, 1U);
    for (std::size_t i = 1; i < registers.size(); ++i) EXPECT_LE(registers[i].percent, registers[i - 1].percent);
    const auto shared = occupancyCurve(OccupancyAxis::SharedMemory, block, gpu);
    ASSERT_EQ(shared.size(), 228U);
    EXPECT_EQ(shared.back().x, 227U * 1024);
    EXPECT_EQ(shared.back().blocksPerSm, 1U);
    // A block that cannot run is a point of 0, with what is too small for it.
    const auto wide = occupancyCurve(OccupancyAxis::Registers, {1024, 0}, gpu);
    EXPECT_EQ(wide.back().percent, 0);
    EXPECT_EQ(wide.back().limitedBy, "registers");
}

TEST(Occupancy, EveryCapabilityHasItsSource) {
    for (const Multiprocessor& m : multiprocessors()) {
        EXPECT_GT(m.source.size(), 20U) << m.computeCapability;
        EXPECT_EQ(findMultiprocessor(m.computeCapability), &m);
    }
    EXPECT_EQ(findMultiprocessor("9.9"), nullptr);
    for (const char* id : {"c1060", "c2070", "gt520m", "gt540m", "gtx1050", "h200"}) {
        const GpuSpec gpu = preset(id);
        const Multiprocessor* m = findMultiprocessor(gpu.computeCapability);
        ASSERT_NE(m, nullptr) << id;
        EXPECT_EQ(gpu.find("cores_per_sm")->value, m->lanes) << id;
        EXPECT_EQ(gpu.find("max_threads_per_sm")->value, m->threads) << id;
        EXPECT_EQ(gpu.find("max_blocks_per_sm")->value, m->blocks) << id;
        EXPECT_EQ(gpu.find("registers_per_sm")->value, m->registers) << id;
        EXPECT_EQ(gpu.find("shared_per_sm")->value, m->shared) << id;
        EXPECT_EQ(gpu.find("shared_per_block")->value, m->sharedPerBlock) << id;
        EXPECT_EQ(gpu.find("max_threads_per_block")->value, m->threadsPerBlock) << id;
    }
}

}  // namespace
}  // namespace lanescope
