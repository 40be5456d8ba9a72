// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/counters.h"

#include <gtest/gtest.h>

#include <limits>

#include "core/metrics/dictionary.h"

namespace lanescope {
namespace {

simt::LaunchCounts everything() {
    simt::LaunchCounts counts;
    counts.warpInstructions = 10;
    counts.threadInstructions = 240;
    counts.globalLoad = {4, 8, 144};
    counts.globalStore = {2, 8, 256};
    counts.sharedLoad = {3, 7, 4};
    counts.sharedStore = {5, 6, 1};
    counts.atomicRequests = 11;
    counts.branches = 12;
    counts.divergentBranches = 5;
    counts.barriers = 14;
    counts.fpOperations = 15;
    counts.globalAtomic.sectors = 16;
    counts.globalReduction.sectors = 17;
    counts.localLoad = {18, 19, 20};
    counts.localStore = {21, 22, 23};
    return counts;
}

TEST(CountersOf, GivesTheMetricsByTheirIds) {
    const Counters expected{{"warp_instructions", 10},
                            {"thread_instructions", 240},
                            {"global_load_requests", 4},
                            {"global_load_sectors", 8},
                            {"global_load_bytes", 144},
                            {"global_load_efficiency", 56.25},
                            {"global_store_requests", 2},
                            {"global_store_sectors", 8},
                            {"global_store_bytes", 256},
                            {"global_store_efficiency", 100},
                            {"shared_load_requests", 3},
                            {"shared_load_wavefronts", 7},
                            {"shared_load_conflicts", 4},
                            {"shared_store_requests", 5},
                            {"shared_store_wavefronts", 6},
                            {"shared_store_conflicts", 1},
                            {"atomic_requests", 11},
                            {"branches", 12},
                            {"divergent_branches", 5},
                            {"barriers", 14},
                            {"warp_execution_efficiency", 75},
                            {"fp_operations", 15},
                            {"atomic_sectors", 33},
                            {"local_load_requests", 18},
                            {"local_load_sectors", 19},
                            {"local_store_requests", 21},
                            {"local_store_sectors", 22},
                            {"global_load_sectors_per_request", 2},
                            {"global_store_sectors_per_request", 4},
                            {"shared_load_wavefronts_per_request", 7.0 / 3},
                            {"shared_store_wavefronts_per_request", 1.2},
                            {"branch_efficiency", 100.0 * (12 - 5) / 12}};
    EXPECT_EQ(countersOf(everything()), expected);
}

TEST(CountersOf, EveryMetricIsInTheDictionary) {
    for (const auto& [id, value] : countersOf(everything())) EXPECT_NE(findMetric(id), nullptr) << id;
}

TEST(CountersOf, AKernelWithoutLoadsHasNoLoadEfficiency) {
    simt::LaunchCounts counts = everything();
    counts.globalLoad = {};
    const Counters counters = countersOf(counts);
    EXPECT_FALSE(counters.contains("global_load_efficiency"));
    EXPECT_EQ(counters.at("global_load_requests"), 0);
    EXPECT_TRUE(counters.contains("global_store_efficiency"));
}

TEST(CountersOf, NothingRunHasNoExecutionEfficiency) {
    EXPECT_FALSE(countersOf({}).contains("warp_execution_efficiency"));
}

TEST(MiddlesOf, AreOfEachLaunchAndMetric) {
    const double none = std::numeric_limits<double>::quiet_NaN();
    const std::vector<std::vector<Counters>> readings{
        {{{"a", 5}, {"b", 1}}, {{"a", 1}}}, {{{"a", 900}, {"b", none}}, {{"a", 2}}}, {{{"a", 4}}, {{"a", 3}}}};
    const std::vector<Counters> middles = middlesOf(readings);
    ASSERT_EQ(middles.size(), 2U);
    EXPECT_EQ(middles[0], (Counters{{"a", 5}, {"b", 1}})) << "one far off moves nothing";
    EXPECT_EQ(middles[1], (Counters{{"a", 2}}));
    EXPECT_DOUBLE_EQ(middlesOf({readings[0], readings[1]})[0].at("a"), (5 + 900) / 2.0) << "of two, both";
    EXPECT_TRUE(middlesOf({}).empty());
}

TEST(MiddlesOf, ReadingsOfTwoKindsLieBetweenThem) {
    std::vector<std::vector<Counters>> readings;
    for (const double value : {10, 20, 10, 20, 11, 21, 10, 20, 20, 10, 1, 99}) readings.push_back({{{"a", value}}});
    EXPECT_DOUBLE_EQ(middlesOf(readings)[0].at("a"), (10 + 10 + 11 + 20 + 20 + 20) / 6.0)
        << "without the three lowest and the three highest";
    readings.assign(21, {{{"a", 0.1}}});
    EXPECT_EQ(middlesOf(readings)[0].at("a"), 0.1) << "to the bit";
}

TEST(OriginNames, AreThoseOfTheFiles) {
    EXPECT_EQ(nameOf(Origin::Measured), "measured");
    EXPECT_EQ(nameOf(Origin::Replayed), "replayed");
    EXPECT_EQ(nameOf(Origin::Emulated), "emulated");
    EXPECT_EQ(nameOf(Origin::Simulated), "simulated");
    EXPECT_EQ(nameOf(Origin::Estimated), "estimated");
    EXPECT_EQ(nameOf(Origin::Published), "published");
}

}  // namespace
}  // namespace lanescope
