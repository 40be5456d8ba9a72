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

TEST(Samples, AreAllCountedAndAnEvenChoiceIsKept) {
    std::vector<double> all;
    for (int i = 0; i < 1000; ++i) all.push_back(i);
    Measurement measurement;
    setSamples(measurement, all, 100);
    EXPECT_EQ(measurement.samplesTaken, 1000U);
    ASSERT_EQ(measurement.seconds.size(), 100U);
    EXPECT_EQ(measurement.seconds[1], 10) << "as taken, every tenth";
    EXPECT_DOUBLE_EQ(measurement.median, 499.5) << "of all";
    EXPECT_EQ(measurement.histogram->counts, std::vector<std::uint32_t>(20, 50));
}

TEST(Samples, FallIntoBinsFromTheLeastToTheGreatest) {
    const auto histogram = histogramOf({1, 2, 2, 5}, 4);
    ASSERT_TRUE(histogram);
    EXPECT_EQ(histogram->from, 1);
    EXPECT_EQ(histogram->to, 5);
    EXPECT_EQ(histogram->counts, (std::vector<std::uint32_t>{1, 2, 0, 1})) << "the greatest is in the last bin";
    EXPECT_EQ(histogramOf({3, 3})->counts, std::vector<std::uint32_t>{2});
    EXPECT_FALSE(histogramOf({}));
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
