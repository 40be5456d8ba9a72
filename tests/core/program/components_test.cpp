// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/program/components.h"

#include <gtest/gtest.h>

namespace lanescope::program {
namespace {

TEST(Components, NodesThatLeadToEachOtherAreOne) {
    // 0 → 1 ⇄ 2 → 3, 4 alone
    const Components components({{1}, {2}, {1, 3}, {}, {4}});
    EXPECT_EQ(components.of(1), components.of(2));
    EXPECT_NE(components.of(0), components.of(1));
    EXPECT_LT(components.of(3), components.of(2));
    EXPECT_FALSE(components.isLast(0));
    EXPECT_FALSE(components.isLast(2));
    EXPECT_TRUE(components.isLast(3));
    EXPECT_TRUE(components.isLast(4));
}

TEST(Components, LongChainsAreNoRecursion) {
    Edges edges(200'000);
    for (std::uint32_t node = 0; node + 1 < edges.size(); ++node) edges[node] = {node + 1};
    EXPECT_FALSE(Components(edges).isLast(0));
    edges.back() = {0};
    EXPECT_TRUE(Components(edges).isLast(0));
}

}  // namespace
}  // namespace lanescope::program
