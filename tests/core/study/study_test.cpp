// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "tests/core/study/example_study.h"

namespace lanescope {
namespace {

Measurement summarised(std::vector<double> seconds) {
    Measurement measurement;
    measurement.seconds = std::move(seconds);
    summarise(measurement);
    return measurement;
}

// The values of R's quantile(x, c(.25, .5, .75)), whose default is type 7.
TEST(Summarise, AgreesWithR) {
    const Measurement even = summarised({4, 1, 3, 2});
    EXPECT_DOUBLE_EQ(even.lowerQuartile, 1.75);
    EXPECT_DOUBLE_EQ(even.median, 2.5);
    EXPECT_DOUBLE_EQ(even.upperQuartile, 3.25);

    const Measurement odd = summarised({10, 20, 40, 80, 160});
    EXPECT_DOUBLE_EQ(odd.lowerQuartile, 20);
    EXPECT_DOUBLE_EQ(odd.median, 40);
    EXPECT_DOUBLE_EQ(odd.upperQuartile, 80);
}

TEST(Summarise, KeepsTheSamplesAsTaken) { EXPECT_EQ(summarised({3, 1, 2}).seconds, (std::vector<double>{3, 1, 2})); }

TEST(Summarise, OneAndNoSample) {
    EXPECT_EQ(summarised({7}).lowerQuartile, 7);
    EXPECT_EQ(summarised({7}).upperQuartile, 7);
    EXPECT_EQ(summarised({}).median, 0);
}

TEST(Study, FindsAConfigurationInAnyOrderOfItsParameters) {
    Study study;
    study.entries.push_back(entryOf("matmul.tiled", {{"n", "64"}, {"block", "8"}}));
    study.entries.push_back(entryOf("matmul.tiled", {{"n", "64"}, {"block", "16"}}));
    EXPECT_EQ(study.find("matmul.tiled", {{"block", "16"}, {"n", "64"}}), &study.entries[1]);
    EXPECT_EQ(study.find("matmul.tiled", {{"n", "64"}}), nullptr);
    EXPECT_EQ(study.find("matmul.tiled", {{"n", "64"}, {"block", "32"}}), nullptr);
    EXPECT_EQ(study.find("matmul.global", {{"n", "64"}, {"block", "16"}}), nullptr);
}

}  // namespace
}  // namespace lanescope
