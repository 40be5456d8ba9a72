// SPDX-License-Identifier: GPL-3.0-or-later
// Counters of the emulator beside those that an NVIDIA H200 counted (CUPTI range profiler, CUDA 13.0) for the same
// algorithms at n = 1024.
#include <gtest/gtest.h>

#include "core/simt/emulator.h"
#include "tests/core/algorithms/shipped_catalogue.h"

namespace lanescope::simt {
namespace {

LaunchCounts sampledAt1024(const std::string& id, const std::string& block) {
    const Plan plan = planFor(id, {{"n", "1024"}, {"block", block}}).value();
    Emulator emulator({.maxBlocks = 9});
    EXPECT_TRUE(runPlan(plan, emulator, {}));
    return emulator.reports().at(0).counts;
}
double efficiency(const GlobalCounts& counts) {
    return 100.0 * static_cast<double>(counts.bytes) / (32.0 * static_cast<double>(counts.sectors));
}

TEST(H200, OneThreadPerElement) {
    const LaunchCounts counts = sampledAt1024("matmul.global", "16");
    EXPECT_EQ(counts.globalLoad, (GlobalCounts{67108864, 134217728, 2415919104}));  // 6.71089e7, 1.34218e8, 2.41592e9
    EXPECT_EQ(efficiency(counts.globalLoad), 56.25);
    EXPECT_EQ(counts.globalStore.requests, 32768U);
    EXPECT_EQ(counts.globalStore.sectors, 131072U);
    EXPECT_EQ(efficiency(counts.globalStore), 100.0);
    EXPECT_EQ(counts.fpOperations, 2147483648U);  // two for each of 1.07374e9 fused multiply-adds
    EXPECT_EQ(counts.divergentBranches, 0U);
    // A warp of a block 32 wide is a row, as in the 32 × 8 blocks measured.
    EXPECT_EQ(sampledAt1024("matmul.global", "32").globalLoad, (GlobalCounts{67108864, 167772160, 4429185024}));
}

TEST(H200, SquareTiles) {
    const LaunchCounts sixteen = sampledAt1024("matmul.tiled", "16");
    EXPECT_EQ(sixteen.globalLoad, (GlobalCounts{4194304, 16777216, 536870912}));
    EXPECT_EQ(sixteen.globalStore.requests, 32768U);
    EXPECT_EQ(sixteen.globalStore.sectors, 131072U);
    EXPECT_EQ(sixteen.sharedStore.requests, 4194304U);
    EXPECT_EQ(sixteen.sharedStore.conflicts, 0U);
    EXPECT_EQ(sixteen.sharedLoad.conflicts, 0U);
    EXPECT_EQ(sixteen.sharedLoad.requests, 67108864U);  // the GPU's compiler merges some: 4.1943e7 there
    const LaunchCounts thirtyTwo = sampledAt1024("matmul.tiled", "32");
    EXPECT_EQ(thirtyTwo.globalLoad, (GlobalCounts{2097152, 8388608, 268435456}));
    EXPECT_EQ(thirtyTwo.sharedStore.requests, 2097152U);
    EXPECT_EQ(efficiency(thirtyTwo.globalLoad), 100.0);
}

}  // namespace
}  // namespace lanescope::simt
