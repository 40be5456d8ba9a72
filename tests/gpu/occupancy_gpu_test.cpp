// SPDX-License-Identifier: GPL-3.0-or-later
// Theoretical occupancy against the driver's own answer, for the catalogue's kernels on a real GPU. Skipped, with the
// reason, where there is no GPU.
#include <gtest/gtest.h>

#include <iostream>
#include <set>

#include "core/base/resources.h"
#include "core/metrics/occupancy.h"
#include "gpu/cuda_error.h"
#include "gpu/kernel_facts.h"
#include "tests/core/algorithms/configurations.h"

namespace lanescope {
namespace {

TEST(OccupancyOnDevice, IsTheDriversForEveryKernelOfTheCatalogue) {
    auto opened = CudaSession::open();
    if (!opened && (opened.error().code == ErrorCode::NoDriver || opened.error().code == ErrorCode::NoDevice))
        GTEST_SKIP() << describe(opened.error());
    ASSERT_TRUE(opened) << describe(opened.error());
    CudaSession& session = **opened;
    const auto resources = resourceFolder();
    ASSERT_TRUE(resources) << describe(resources.error());
    const auto catalogue = Catalogue::load(*resources);
    ASSERT_TRUE(catalogue) << describe(catalogue.error());
    constexpr std::size_t kPlans = 60;
    std::set<std::string> kernels;
    std::size_t launches = 0;
    for (const auto& algorithm : catalogue->algorithms())
        for (const Plan& plan : plansToTry(*algorithm, kPlans)) {
            std::set<std::string> seen;
            for (const Launch* launch : plan.launches()) {
                const std::string what = launch->kernel->entry + " " + std::to_string(launch->block.count()) + " " +
                                         std::to_string(launch->dynamicSharedBytes);
                if (!seen.insert(what).second) continue;
                SCOPED_TRACE(std::string(algorithm->id()) + " " + toString(plan.parameters) + " " + what);
                const auto facts = cuda::guarded([&] { return kernelFacts(session, *launch); });
                ASSERT_TRUE(facts) << describe(facts.error());
                BlockResources block = resourcesOf(*launch);
                block.registersPerThread = static_cast<std::uint64_t>(facts->at("registers_per_thread"));
                EXPECT_EQ(block.sharedBytes, facts->at("static_shared_bytes") + facts->at("dynamic_shared_bytes"));
                const auto ours = theoreticalOccupancy(launch->kernel->entry, block, session.gpu().spec);
                const double theirs = facts->at("resident_blocks");
                if (!ours) {
                    EXPECT_EQ(theirs, 0) << describe(ours.error());
                    continue;
                }
                EXPECT_EQ(static_cast<double>(ours->blocksPerSm), theirs) << ours->limitedBy;
                kernels.insert(launch->kernel->entry);
                ++launches;
            }
        }
    EXPECT_GT(launches, 100U);
    std::cout << "occupancy compared with the driver's: " << kernels.size() << " kernels, " << launches
              << " kinds of launches\n";
}

}  // namespace
}  // namespace lanescope
