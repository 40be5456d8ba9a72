// SPDX-License-Identifier: GPL-3.0-or-later
// What models are told of a kernel's code, from emulated runs of the catalogue.
#include "core/models/parallelism.h"

#include <gtest/gtest.h>

#include "core/run/emulation.h"
#include "tests/core/algorithms/shipped_catalogue.h"

namespace lanescope {
namespace {

LaunchProfile profileOf(std::string_view algorithm, const Parameters& parameters, std::size_t launch = 0) {
    const Plan plan = (*shippedCatalogue().find(algorithm))->plan(parameters).value();
    const auto emulation = emulate(plan, {}, {});
    EXPECT_TRUE(emulation) << describe(emulation.error());
    return modelInputOf(*emulation).launches.at(launch);
}

TEST(Parallelism, CountsLoadsThatDoNotNeedEachOther) {
    // c[i] = a[i] + b[i]: two loads at once.
    const LaunchProfile sum = profileOf("vector.add", {{"n", "1024"}});
    EXPECT_EQ(sum.mlp, 2);
    ASSERT_TRUE(sum.ilp);
    EXPECT_GT(*sum.ilp, 1);
    EXPECT_LT(*sum.ilp, 5);
    EXPECT_EQ(sum.uncoalesced, 0);
    EXPECT_EQ(sum.bytesPerRequest, 256);  // 32 doubles
    EXPECT_EQ(sum.footprint, 3 * 1024 * 8);
}

TEST(Parallelism, KnowsWhatIsNotCoalesced) {
    // A thread a row: each lane's load of A has a sector of its own.
    const LaunchProfile rows = profileOf("matvec.rows", {{"n", "64"}, {"m", "32"}, {"type", "f32"}});
    EXPECT_NEAR(rows.uncoalesced, 32, 1e-9);
    EXPECT_NEAR(rows.transactionsOfUncoalesced, 32, 1e-9);
    EXPECT_EQ(profileOf("matmul.tiled", {{"n", "64"}}).uncoalesced, 0);
}

TEST(Parallelism, KnowsWhichWarpsComeAlong) {
    // All warps of a tiled product do all; of a tree, ever fewer add up.
    EXPECT_NEAR(profileOf("matmul.tiled", {{"n", "64"}}).warpShare.value(), 1, 1e-9);
    const double tree = profileOf("reduce.2", {{"n", "4096"}}).warpShare.value();
    EXPECT_LT(tree, 0.999);
    EXPECT_GT(tree, 0);
}

}  // namespace
}  // namespace lanescope
