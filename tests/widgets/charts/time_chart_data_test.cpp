// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/time_chart_data.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/resources.h"

namespace lanescope {
namespace {

StudyEntry entryOf(const char* n, const char* block, double median) {
    StudyEntry entry;
    entry.algorithm = "matmul.tiled";
    entry.parameters = {{"variant", "corrected"}, {"n", n}, {"block", block}, {"type", "f32"}};
    Measurement m;
    m.seconds = {median * 0.9, median, median * 1.2};
    summarise(m);
    m.provenance.gpu = "NVIDIA H200";
    m.origin = Origin::Replayed;
    entry.measurement = m;
    return entry;
}

TimeChartInput inputWith(const Recordings& recordings) {
    TimeChartInput input;
    input.algorithm = "matmul.tiled";
    input.title = "Square tiles";
    input.parameters = {{"variant", "corrected"}, {"n", "64"}, {"block", "16"}, {"type", "f32"}};
    input.recordings = &recordings;
    return input;
}

const ChartSeries* seriesOf(const ChartData& data, Origin origin) {
    const auto found = std::ranges::find(data.series, origin, &ChartSeries::origin);
    return found == data.series.end() ? nullptr : &*found;
}

TEST(TimeChartData, TakesTheRecordedPointsOfThisConfigurationOnly) {
    Recordings recordings;
    recordings.studies.push_back(
        {"a recording", {entryOf("256", "16", 2e-5), entryOf("64", "16", 1e-5), entryOf("64", "32", 5e-6)}});
    const TimeChartInput input = inputWith(recordings);
    const ChartData data = timeChartData(input);
    const ChartSeries* replayed = seriesOf(data, Origin::Replayed);
    ASSERT_NE(replayed, nullptr);
    ASSERT_EQ(replayed->points.size(), 2U);
    EXPECT_EQ(replayed->points[0].x, 64);
    EXPECT_EQ(replayed->points[1].x, 256);
    EXPECT_LT(replayed->points[0].low, replayed->points[0].y);
    EXPECT_GT(replayed->points[0].high, replayed->points[0].y);
    EXPECT_NE(replayed->name.find("NVIDIA H200"), std::string::npos);
    EXPECT_EQ(measuredSizes(input), (std::vector<std::uint64_t>{64, 256}));
}

TEST(TimeChartData, PublishedTimesOfTheChosenBlockComeBeforeAllOthers) {
    const Published published = Published::load(resourceFolder().value()).value();
    TimeChartInput input;
    input.algorithm = "matmul.rect4-prefetch";
    input.published = &published;
    input.parameters = {{"variant", "corrected"}, {"n", "64"}, {"block", "16"}, {"type", "f32"}};
    const ChartData data = timeChartData(input);
    ASSERT_EQ(data.series.size(), 1U);
    EXPECT_NE(data.series.front().name.find("block=16"), std::string::npos) << data.series.front().name;
    EXPECT_NE(data.series.front().name.find("GTX 1050"), std::string::npos);
    EXPECT_GE(data.series.front().points.size(), 2U);
    // A block that no document measured: all that there is, named with its own block.
    input.parameters[2].second = "4";
    EXPECT_GT(timeChartData(input).series.size(), 1U);
}

TEST(TimeChartData, WithNothingItSaysWhy) {
    const Recordings recordings;
    const ChartData data = timeChartData(inputWith(recordings));
    EXPECT_TRUE(data.empty());
    EXPECT_FALSE(data.emptyReason.empty());
}

TEST(TimeChartData, SizesBetweenAreMultiplesOfTheStep) {
    EXPECT_EQ(withSizesBetween({64, 256, 128}, 32), (std::vector<std::uint64_t>{64, 96, 128, 192, 256}));
    EXPECT_EQ(withSizesBetween({64}, 32), (std::vector<std::uint64_t>{64}));
}

}  // namespace
}  // namespace lanescope
