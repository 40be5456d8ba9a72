// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/errors.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace lanescope {
namespace {

TEST(Errors, AreSharesOfWhatWasMeasured) {
    EXPECT_DOUBLE_EQ(signedError(1, 2), -0.5);
    EXPECT_DOUBLE_EQ(signedError(6, 2), 2);
    EXPECT_DOUBLE_EQ(signedError(2, 2), 0);
}

TEST(Errors, StatisticsTellSignAndSizeApart) {
    // Absolute errors in order: 0.1 0.2 0.5 2.0.
    const ErrorStatistics of = statisticsOf(std::vector{-0.5, 2.0, 0.1, -0.2});
    EXPECT_EQ(of.compared, 4U);
    EXPECT_DOUBLE_EQ(of.mape, 0.7);
    EXPECT_DOUBLE_EQ(of.medianApe, 0.35);
    EXPECT_NEAR(of.p95Ape, 0.5 + 0.85 * 1.5, 1e-12);  // position 0.95 * 3 = 2.85
    EXPECT_DOUBLE_EQ(of.worstApe, 2);
    EXPECT_DOUBLE_EQ(of.signedMean, 0.35);
    EXPECT_DOUBLE_EQ(of.signedMedian, -0.05);
    EXPECT_EQ(of.tooHigh, 2U);
}

TEST(Errors, OneAndNone) {
    const ErrorStatistics one = statisticsOf(std::vector{-0.25});
    EXPECT_DOUBLE_EQ(one.p95Ape, 0.25);
    EXPECT_DOUBLE_EQ(one.signedMedian, -0.25);
    EXPECT_EQ(statisticsOf(std::span<const double>()).compared, 0U);
    const double nothing = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(statisticsOf(std::vector<double>{nothing, 1.0, INFINITY}).compared, 1U);
}

}  // namespace
}  // namespace lanescope
