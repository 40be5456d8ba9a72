// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rules/roofline.h"

#include <gtest/gtest.h>

#include "core/base/words.h"
#include "tests/core/rules/known_launch.h"

namespace lanescope {
namespace {

using rules::Resource;
using test::KnownLaunch;

const rules::RooflinePoint* pointOf(const rules::Roofline& roofline, Resource level) {
    const auto found = std::ranges::find(roofline.points, level, &rules::RooflinePoint::level);
    return found == roofline.points.end() ? nullptr : &*found;
}

TEST(Roofline, HasALevelForEachMemoryWhoseBytesAreKnown) {
    const KnownLaunch replayed("matmul.tiled", {{"n", "256"}, {"block", "16"}}, true);
    const rules::Roofline roofline = rules::rooflineOf(replayed.facts);
    ASSERT_EQ(roofline.points.size(), 4U);
    EXPECT_EQ(roofline.amount.value, 2.0 * 256 * 256 * 256);
    ASSERT_TRUE(roofline.rate);
    EXPECT_EQ(roofline.rate->origin, Origin::Replayed);
    EXPECT_DOUBLE_EQ(roofline.rate->value, roofline.amount.value / replayed.measured->median);
    for (const rules::RooflinePoint& point : roofline.points) {
        ASSERT_TRUE(point.share);
        EXPECT_GT(*point.share, 0);
        EXPECT_LT(*point.share, 1.05) << "nothing is faster than its roof";
    }
    const Counters& counters = replayed.measured->counters.at(0);
    const double wavefronts = counters.at("shared_load_wavefronts") + counters.at("shared_store_wavefronts");
    EXPECT_DOUBLE_EQ(pointOf(roofline, Resource::Shared)->intensity, roofline.amount.value / (128 * wavefronts));
}

TEST(Roofline, WithoutATimeSaysSoAndKnowsNoCaches) {
    const KnownLaunch counted("matmul.tiled", {{"n", "64"}, {"block", "16"}});
    const rules::Roofline roofline = rules::rooflineOf(counted.facts);
    EXPECT_FALSE(roofline.rate);
    EXPECT_NE(inWords(roofline.rateMissing).find("was not measured on NVIDIA H200"), std::string::npos);
    EXPECT_EQ(pointOf(roofline, Resource::L2), nullptr) << "no cache is emulated";
    ASSERT_NE(pointOf(roofline, Resource::Dram), nullptr);
    EXPECT_EQ(pointOf(roofline, Resource::Dram)->bytesFrom, Origin::Estimated);
    EXPECT_DOUBLE_EQ(pointOf(roofline, Resource::Dram)->intensity, 2.0 * 64 * 64 * 64 / (3 * 64 * 64 * 4));
}

TEST(Roofline, CeilingsSayWhetherTheyWereMeasured) {
    const GpuPresets& gpus = test::knownLibrary().gpus();
    const GpuSpec& h200 = *gpus.find("h200").value();
    const auto dram = rules::ceilingOf(Resource::Dram, h200);
    ASSERT_TRUE(dram);
    EXPECT_TRUE(dram->calibrated);
    EXPECT_NE(dram->source.find("calibrate"), std::string::npos);
    const auto quoted = rules::ceilingOf(Resource::Dram, *gpus.find("t4").value());
    ASSERT_TRUE(quoted);
    EXPECT_FALSE(quoted->calibrated);
    const auto assumed = rules::ceilingOf(Resource::L2, *gpus.find("t4").value());
    ASSERT_TRUE(assumed);
    EXPECT_FALSE(assumed->calibrated);
    EXPECT_FALSE(rules::ceilingOf(Resource::L2, *gpus.find("c2075").value())) << "nobody measured it";
    const auto fp32 = rules::ceilingOf(Resource::Fp32, h200);
    ASSERT_TRUE(fp32);
    EXPECT_NEAR(fp32->rate, 66e12, 0.5e12) << "3.955 × 64 × 132 × 1.974 GHz";
}

TEST(Roofline, OfWhatComputesNothingIsToldInInstructions) {
    const KnownLaunch moved("transpose.tiled", {});
    const rules::Roofline roofline = rules::rooflineOf(moved.facts);
    EXPECT_EQ(roofline.work, rules::Roofline::Work::ThreadInstructions);
    ASSERT_EQ(roofline.peaks.size(), 1U);
    EXPECT_EQ(roofline.peaks[0].resource, Resource::Issue);
}

TEST(MemoryChart, TellsWhereItsNumbersAreFromOrWhyThereAreNone) {
    const KnownLaunch replayed("matmul.tiled", {{"n", "256"}, {"block", "16"}}, true);
    const auto chart = rules::memoryChart(replayed.facts);
    ASSERT_EQ(chart.size(), 4U);
    for (const rules::LevelTraffic& level : chart) {
        ASSERT_TRUE(level.total.fact);
        EXPECT_EQ(level.total.fact->origin, Origin::Replayed);
    }
    const Counters& counters = replayed.measured->counters.at(0);
    EXPECT_EQ(chart[1].read.fact->value, 32 * counters.at("global_load_sectors"));
    EXPECT_EQ(chart[3].read.fact->value, counters.at("dram_read_bytes"));
    EXPECT_EQ(chart[2].hits.fact->value, counters.at("l2_hit_rate"));

    const auto counted = rules::memoryChart(KnownLaunch("matmul.tiled", {{"n", "64"}, {"block", "16"}}).facts);
    EXPECT_FALSE(counted[1].hits.fact);
    EXPECT_FALSE(counted[2].total.fact);
    EXPECT_FALSE(inWords(counted[2].total.words).empty()) << "it says why";
    EXPECT_EQ(counted[0].total.fact->origin, Origin::Emulated);
}

TEST(MemoryChart, MoreHitsThanAccessesAreNoRate) {
    KnownLaunch launch("matmul.tiled", {{"n", "64"}, {"block", "16"}}, true);
    launch.facts.facts["l2_hit_rate"] = {117.2, Origin::Replayed};
    const auto chart = rules::memoryChart(launch.facts);
    EXPECT_FALSE(chart[2].hits.fact);
    EXPECT_NE(inWords(chart[2].hits.words).find("117 %"), std::string::npos) << inWords(chart[2].hits.words);
}

}  // namespace
}  // namespace lanescope
