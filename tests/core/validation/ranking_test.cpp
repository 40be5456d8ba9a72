// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/validation/ranking.h"

#include <gtest/gtest.h>

#include "tests/core/algorithms/shipped_catalogue.h"

namespace lanescope {
namespace {

ErrorPoint point(const std::string& algorithm, Parameters parameters, double measured,
                 std::optional<double> estimated) {
    ErrorPoint made;
    made.algorithm = algorithm;
    made.family = algorithm.substr(0, algorithm.find('.'));
    made.parameters = std::move(parameters);
    made.measured = measured;
    made.answers.push_back({"model", estimated, {}, {}, {}});
    return made;
}

TEST(Ranking, HoldsTheChosenSizeAgainstTheMeasuredBest) {
    const std::vector<ErrorPoint> points{
        // 16 is the best and is chosen, though times are wrong.
        point("matmul.tiled", {{"n", "512"}, {"block", "8"}}, 4, 40),
        point("matmul.tiled", {{"n", "512"}, {"block", "16"}}, 2, 10),
        point("matmul.tiled", {{"n", "512"}, {"block", "32"}}, 3, 11),
        // 32 is the best; 8 is chosen, which takes half as much again.
        point("matmul.tiled", {{"block", "8"}, {"n", "1024"}}, 3, 1),
        point("matmul.tiled", {{"n", "1024"}, {"block", "32"}}, 2, 2),
        // Nearly the best is chosen.
        point("vector.add", {{"n", "1024"}, {"block", "64"}}, 1.04, 1),
        point("vector.add", {{"n", "1024"}, {"block", "128"}}, 1, 2),
        // Alone, or not answered: no choice.
        point("vector.add", {{"n", "2048"}, {"block", "64"}}, 1, 1),
        point("vector.add", {{"n", "2048"}, {"block", "128"}}, 1, std::nullopt),
    };
    const Ranking ranking = rankingOf(points, shippedCatalogue());
    ASSERT_EQ(ranking.choices.size(), 3U);
    EXPECT_EQ(ranking.choices[0].sizes, 3U);
    EXPECT_EQ(ranking.choices[0].measuredBest, "16");
    EXPECT_DOUBLE_EQ(ranking.choices[0].loss, 0);
    EXPECT_EQ(ranking.choices[1].estimatedBest, "8");
    EXPECT_DOUBLE_EQ(ranking.choices[1].loss, 0.5);
    ASSERT_EQ(ranking.rows.size(), 3U);
    EXPECT_EQ(ranking.rows[0].family, "");
    EXPECT_EQ(ranking.rows[0].choices, 3U);
    EXPECT_EQ(ranking.rows[0].right, 1U);
    EXPECT_EQ(ranking.rows[0].within5, 2U);
    EXPECT_DOUBLE_EQ(ranking.rows[0].worstLoss, 0.5);
    EXPECT_NEAR(ranking.rows[0].medianLoss, 0.04, 1e-12);
    EXPECT_EQ(ranking.rows[2].family, "vector");
}

TEST(Ranking, AnAlgorithmWithoutABlockIsNoChoice) {
    EXPECT_TRUE(
        rankingOf({point("copy.none", {}, 1, 1), point("copy.none", {}, 2, 1)}, shippedCatalogue()).choices.empty());
}

}  // namespace
}  // namespace lanescope
