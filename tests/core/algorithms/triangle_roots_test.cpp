// SPDX-License-Identifier: GPL-3.0-or-later
// How far the float arithmetic of the maps goes. triangle_roots_slow_test.cpp tries every number.
#include "core/algorithms/triangle/triangle_roots.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/algorithms/triangle/triangle_maps.h"

namespace lanescope::triangle {
namespace {

std::int64_t trueRow(std::uint32_t lambda) { return static_cast<std::int64_t>(rowOfTile(lambda)); }

class EveryRoot : public testing::TestWithParam<RootName> {};

TEST_P(EveryRoot, IsFirstWrongWhereItSays) {
    const Root root = GetParam().root;
    const std::optional<std::uint32_t> wrong = reachOf(root).firstWrong;
    EXPECT_EQ(wrong.has_value(), reachOf(root).wrong > 0);
    constexpr std::uint32_t kTried = 12'000'000;  // beyond the largest of them
    std::uint32_t lambda = 0;
    while (lambda < kTried && computedRow(root, lambda) == trueRow(lambda)) ++lambda;
    EXPECT_EQ(lambda, wrong.value_or(kTried));
}

TEST_P(EveryRoot, IsWrongByNoMoreThanARow) {
    for (std::uint64_t lambda = 0; lambda < 1ULL << 32; lambda += 997) {
        const auto number = static_cast<std::uint32_t>(lambda);
        ASSERT_LE(std::abs(computedRow(GetParam().root, number) - trueRow(number)), 1) << number;
    }
}

INSTANTIATE_TEST_SUITE_P(Ltm, EveryRoot, testing::ValuesIn(kRoots),
                         [](const auto& instance) { return std::string(instance.param.value); });

// √ is monotonous, so that the two ends of a row stand for all of it.
TEST(RowEnds, AreRightWithDoubleAndWithTheCorrection) {
    for (std::uint64_t row = 1; triangular(row) - 1 <= 0xffff'ffffULL; ++row)
        for (const std::uint64_t lambda : {triangular(row) - 1, triangular(row)}) {
            if (lambda > 0xffff'ffffULL) break;
            const auto number = static_cast<std::uint32_t>(lambda);
            ASSERT_EQ(computedRow(Root::Double, number), trueRow(number)) << lambda;
            ASSERT_EQ(computedRow(Root::Corrected, number), trueRow(number)) << lambda;
        }
}

/// UTM's a, as the kernel computes it in Float.
template <typename Float>
std::int64_t firstOfPair(std::uint64_t k, Float m) {
    const Float radicand = 4 * m * m - 4 * m - 8 * static_cast<Float>(k) + 1;
    return static_cast<std::int64_t>(std::floor((std::sqrt(radicand) - (2 * m + 1)) / -2));
}

/// The number of the first pair (a, …) of 1 … m.
std::uint64_t firstPair(std::uint64_t a, std::uint64_t m) { return (a - 1) * (2 * m - a) / 2; }

template <typename Float>
bool endsOfRowsAreRight(std::uint32_t m) {
    for (std::uint64_t a = 1; a < m; ++a)
        for (const std::uint64_t k : {firstPair(a, m), firstPair(a + 1, m) - 1})
            if (firstOfPair(k, static_cast<Float>(m)) != static_cast<std::int64_t>(a)) return false;
    return true;
}

TEST(Pairs, AreExactInDouble) {
    for (std::uint32_t m = 2; m < 1000; ++m) ASSERT_TRUE(endsOfRowsAreRight<double>(m)) << m;
    for (std::uint32_t m = 46'341; m > 46'241; --m) ASSERT_TRUE(endsOfRowsAreRight<double>(m)) << m;
}

TEST(Pairs, AreWrongInFloatFrom4098On) {
    std::uint32_t m = 2;
    while (m < 5000 && endsOfRowsAreRight<float>(m)) ++m;
    EXPECT_EQ(m, 4098U);
}

}  // namespace
}  // namespace lanescope::triangle
