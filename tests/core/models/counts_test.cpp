// SPDX-License-Identifier: GPL-3.0-or-later
// From a plan and counters, or a document's counting, to what the models are fed with.
#include <gtest/gtest.h>

#include "core/models/hand_counts.h"
#include "core/models/launch_profile.h"

namespace lanescope {
namespace {

Plan plan(const std::string& algorithm, const std::string& n, const std::string& block, Dim3 grid, Dim3 blockDim) {
    Plan p;
    p.algorithm = algorithm;
    p.parameters = {{"variant", "corrected"}, {"n", n}, {"block", block}, {"type", "f64"}};
    const std::uint64_t side = std::stoull(n);
    for (const char* name : {"A", "B", "C"}) p.buffers.push_back({name, ElementType::F64, side, side, {}});
    auto kernel = std::make_shared<Kernel>();
    kernel->entry = "k<16, double>";
    Launch launch;
    launch.kernel = kernel;
    launch.grid = grid;
    launch.block = blockDim;
    p.steps = {UploadStep{0}, UploadStep{1}, LaunchStep{launch}, DownloadStep{2}};
    p.reference.buffer = 2;
    return p;
}

TEST(LaunchProfile, TakesCountsPerThreadFromWarps) {
    // 4 blocks of 8 warps; each warp: 10 loads of 2 sectors, 1 store, 20 shared loads in 3 passes, 2 barriers.
    const Counters counters{{"warp_instructions", 32 * 100},    {"global_load_requests", 32 * 10},
                            {"global_load_sectors", 32 * 20},   {"global_store_requests", 32},
                            {"shared_load_requests", 32 * 20},  {"shared_load_wavefronts", 32 * 60},
                            {"shared_load_conflicts", 32 * 40}, {"barriers", 32 * 2}};
    const Plan p = plan("matmul.global", "32", "16", {2, 2, 1}, {16, 16, 1});
    const ModelInput input = modelInputOf(p, std::vector<Counters>{counters});
    EXPECT_EQ(input.bytes(CopyProfile::Direction::ToDevice), 2 * 32 * 32 * 8U);
    EXPECT_EQ(input.bytes(CopyProfile::Direction::FromDevice), 32 * 32 * 8U);
    ASSERT_EQ(input.launches.size(), 1U);
    const LaunchProfile& launch = input.launches[0];
    EXPECT_EQ(launch.kernel, "k<16, double>");
    EXPECT_EQ(launch.blocks, 4U);
    EXPECT_EQ(launch.threadsPerBlock, 256U);
    EXPECT_EQ(launch.type, ElementType::F64);
    EXPECT_EQ(launch.globalLoads, 10);
    EXPECT_EQ(launch.globalStores, 1);
    EXPECT_EQ(launch.threadsPerTransaction, 16);
    EXPECT_EQ(launch.sharedAccesses, 20);
    EXPECT_EQ(launch.sharedPasses, 3);
    EXPECT_EQ(launch.computeInstructions, 100 - 10 - 1 - 20 - 2);
    EXPECT_NE(launch.countsFrom.find("emulated"), std::string::npos);
}

TEST(LaunchProfile, ALaunchWithoutCountersIsLeftOut) {
    EXPECT_TRUE(modelInputOf(plan("matmul.global", "32", "16", {2, 2, 1}, {16, 16, 1}), {}).launches.empty());
}

LaunchProfile handCount(const std::string& algorithm, const std::string& n, const std::string& block) {
    const auto input = documentCounts(plan(algorithm, n, block, {2, 2, 1}, {32, 32, 1}));
    EXPECT_TRUE(input) << describe(input.error());
    return input ? input->launches.at(0) : LaunchProfile();
}

TEST(HandCounts, TheTiledMultiplyIsThatOfTheThesis) {
    const LaunchProfile oneTile = handCount("matmul.tiled", "32", "32");
    EXPECT_EQ(oneTile.computeInstructions, 32);
    EXPECT_EQ(oneTile.globalLoads + oneTile.globalStores, 3);
    EXPECT_EQ(oneTile.cacheable, 0);
    EXPECT_EQ(oneTile.sharedAccesses, 67);
    EXPECT_EQ(handCount("matmul.tiled", "64", "32").computeInstructions, 64);
}

/// 003's CGMA: floating point operations over loads from global memory.
double cgma(const std::string& algorithm, const std::string& n, const std::string& block) {
    const LaunchProfile launch = handCount(algorithm, n, block);
    return launch.computeInstructions / launch.globalLoads;
}

TEST(HandCounts, GiveThePublishedCgma) {
    for (const int block : {8, 16, 32}) {
        const std::string side = std::to_string(block);
        EXPECT_DOUBLE_EQ(cgma("matmul.single-block", "64", side), 1);
        EXPECT_DOUBLE_EQ(cgma("matmul.global", "64", side), 1);
        EXPECT_DOUBLE_EQ(cgma("matmul.rect2-prefetch", "64", side), 4.0 / 3 * block);
        EXPECT_DOUBLE_EQ(cgma("matmul.rect4-prefetch", "64", side), 2.0 * block);
    }
}

TEST(HandCounts, AnAlgorithmThatNobodyCountedIsNamed) {
    const auto input = documentCounts(plan("matmul.rect2", "64", "16", {2, 2, 1}, {16, 16, 1}));
    ASSERT_FALSE(input);
    EXPECT_EQ(input.error().code, ErrorCode::IllegalValue);
    EXPECT_NE(describe(input.error()).find("matmul.rect2"), std::string::npos);
}

}  // namespace
}  // namespace lanescope
