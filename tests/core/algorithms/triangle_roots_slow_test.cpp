// SPDX-License-Identifier: GPL-3.0-or-later
// Every number that a block of LTM can have, with every root. A minute or more each.
#include <gtest/gtest.h>

#include <cmath>

#include "core/algorithms/triangle/triangle_maps.h"
#include "core/algorithms/triangle/triangle_roots.h"

namespace lanescope::triangle {
namespace {

class EveryLambda : public testing::TestWithParam<RootName> {};

TEST_P(EveryLambda, IsWrongWhereAndAsOftenAsItSays) {
    const Root root = GetParam().root;
    std::optional<std::uint32_t> first;
    std::uint64_t wrong = 0;
    std::uint64_t lambda = 0;
    for (std::int64_t row = 0; lambda < 1ULL << 32; ++row) {
        const std::uint64_t end = std::min<std::uint64_t>(triangular(static_cast<std::uint64_t>(row) + 1), 1ULL << 32);
        for (; lambda < end; ++lambda) {
            const auto number = static_cast<std::uint32_t>(lambda);
            if (computedRow(root, number) == row) continue;
            if (!first) first = number;
            ++wrong;
        }
    }
    EXPECT_EQ(first, reachOf(root).firstWrong);
    EXPECT_EQ(wrong, reachOf(root).wrong);
}

INSTANTIATE_TEST_SUITE_P(Ltm, EveryLambda, testing::ValuesIn(kRoots),
                         [](const auto& instance) { return std::string(instance.param.value); });

// The ends of every row of pairs, for every m that a plan can have (n = 46340 with the diagonal: m = 46341).
TEST(EveryPair, IsExactInDouble) {
    for (std::uint64_t m = 2; m <= 46'341; ++m) {
        const auto size = static_cast<double>(m);
        for (std::uint64_t a = 1; a < m; ++a) {
            const std::uint64_t begin = (a - 1) * (2 * m - a) / 2;
            const std::uint64_t end = a * (2 * m - a - 1) / 2;
            for (const std::uint64_t k : {begin, end - 1}) {
                const double root = std::sqrt(4 * size * size - 4 * size - 8.0 * static_cast<double>(k) + 1);
                ASSERT_EQ(std::floor((root - (2 * size + 1)) / -2), static_cast<double>(a)) << m << " " << k;
            }
        }
    }
}

}  // namespace
}  // namespace lanescope::triangle
