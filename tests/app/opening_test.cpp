// SPDX-License-Identifier: GPL-3.0-or-later
// What the window opens each algorithm with: legal, quick, and with its point in sight.
#include <gtest/gtest.h>

#include <chrono>

#include "core/base/resources.h"
#include "core/run/counting_policy.h"
#include "core/run/watched_run.h"

namespace lanescope {
namespace {

const Catalogue& catalogue() {
    static const Catalogue loaded = Catalogue::load(resourceFolder().value()).value();
    return loaded;
}

const Algorithm& algorithm(const char* id) { return **catalogue().find(id); }

/// As the window runs it.
WatchedRun opened(const Algorithm& algorithm, const Parameters& but = {}) {
    Parameters parameters = algorithm.shown();
    for (const auto& [name, value] : but) parameters.set(name, value);
    Result<Plan> plan = algorithm.plan(parameters);
    if (!plan) {
        ADD_FAILURE() << algorithm.id() << ": " << describe(plan.error());
        return {};
    }
    EmulationOptions options = watchingOptions(*plan);
    options.tracedBlocks = {Dim3{0, 0, 0}};
    Result<WatchedRun> run = runWatched(std::move(*plan), options, 0, {});
    EXPECT_TRUE(run) << algorithm.id();
    return run ? std::move(*run) : WatchedRun();
}

double counted(const WatchedRun& run, const char* metric) { return countersOf(*run.emulation, 0).at(metric); }
double counted(const char* id, const char* metric, const Parameters& but = {}) {
    return counted(opened(algorithm(id), but), metric);
}

TEST(Opening, IsLegalAndWholeForEveryAlgorithm) {
    ASSERT_EQ(catalogue().algorithms().size(), 45U);
    for (const auto& one : catalogue().algorithms()) {
        const Result<Parameters> complete = one->complete(one->shown());
        ASSERT_TRUE(complete) << one->id();
        EXPECT_EQ(*complete, one->shown()) << one->id();
        EXPECT_TRUE(one->plan(one->shown())) << one->id();
    }
}

// By far more than the slowest takes on a quiet machine: a size that nobody would wait for is found, a busy machine
// not.
TEST(Opening, IsThereSoonAndRight) {
    for (const auto& one : catalogue().algorithms()) {
        const auto begun = std::chrono::steady_clock::now();
        const WatchedRun run = opened(*one);
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun;
        ASSERT_NE(run.emulation, nullptr) << one->id();
        EXPECT_LT(taken.count(), 5) << one->id();
        EXPECT_NE(run.emulation->check.verdict, CheckResult::Verdict::Wrong) << one->id();
        EXPECT_NE(run.emulation->check.verdict, CheckResult::Verdict::Fault) << one->id();
        EXPECT_EQ(run.block.flow == nullptr, run.emulation->launches.empty()) << one->id();
    }
}

TEST(Opening, HasFewEnoughElementsToBeSeen) {
    for (const auto& one : catalogue().algorithms()) {
        const Result<Plan> plan = one->plan(one->shown());
        ASSERT_TRUE(plan);
        if (plan->launches().empty()) continue;
        for (const Buffer& buffer : plan->buffers)
            EXPECT_LE(buffer.rows * buffer.columns, 96U * 96U) << one->id() << ' ' << buffer.name;
    }
}

TEST(Opening, OfDivergenceDiverges) {
    EXPECT_GT(counted("micro.divergence", "divergent_branches"), 0);
    EXPECT_EQ(counted("micro.merged", "divergent_branches"), 0);
    EXPECT_LT(counted("micro.divergence-ways", "warp_execution_efficiency"), 50);
}

TEST(Opening, OfTheTransposeHasTheConflictsThatPaddingEnds) {
    EXPECT_EQ(counted("transpose.tiled", "shared_load_wavefronts_per_request"), 32);
    EXPECT_EQ(counted("transpose.tiled", "shared_load_wavefronts_per_request", {{"padded", "yes"}}), 1);
    EXPECT_EQ(counted("transpose.tiled", "global_store_efficiency"), 100);
}

TEST(Opening, OfReductionsShowsWhatEachIsBetterAt) {
    EXPECT_EQ(counted("reduce.0", "divergent_branches"), 12);
    EXPECT_EQ(counted("reduce.1", "divergent_branches"), 6);
    EXPECT_GT(counted("reduce.1", "shared_load_conflicts"), 0);
    EXPECT_EQ(counted("reduce.2", "shared_load_conflicts"), 0);
    // Each thread of 3 loads two values, of 6 four; the same number of additions is left for the tree.
    EXPECT_EQ(counted("reduce.3", "global_load_bytes"), 2 * counted("reduce.2", "global_load_bytes"));
    EXPECT_EQ(counted("reduce.6", "global_load_bytes"), 2 * 4 * 64 * 4);
    // The last warp of 4 has no barriers: one less than the five rounds of it alone would have.
    EXPECT_LT(counted("reduce.4", "barriers"), counted("reduce.2", "barriers"));
}

TEST(Opening, OfProductsReadsByRowsAndByColumns) {
    EXPECT_GT(counted("matvec.rows", "global_load_sectors_per_request"), 8);
    EXPECT_LT(counted("matvec.columns", "global_load_sectors_per_request"), 8);
    EXPECT_GT(counted("matmul.global", "global_load_requests"), 4 * counted("matmul.tiled", "global_load_requests"));
    EXPECT_EQ(counted("matvec.row-blocks", "warps_launched"), 1);
}

TEST(Opening, OfMapsHasBlocksWithNothingToDoWhereThereAreSome) {
    EXPECT_EQ(counted("triangle.bb", "blocks_launched"), 64);
    for (const char* id : {"triangle.ltm", "triangle.rb", "triangle.h"})
        EXPECT_EQ(counted(id, "blocks_launched"), 36) << id;
}

TEST(Opening, OfAVectorHasAWarpInWhichOnlySomeThreadsHaveAnElement) {
    EXPECT_GT(counted("vector.add", "divergent_branches"), 0);
    EXPECT_EQ(counted("vector.add", "blocks_launched"), 4);
}

TEST(Opening, OfAtomicsMeetsInOnePlace) { EXPECT_GT(counted("micro.atomics", "atomic_requests"), 1); }

}  // namespace
}  // namespace lanescope
