// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/parts.h"

#include <gtest/gtest.h>

namespace lanescope {
namespace {

LaunchStep launchOf(const char* name) {
    Kernel kernel;
    kernel.entry = name;
    return {Launch{.kernel = std::make_shared<const Kernel>(kernel), .grid = {}, .block = {}}};
}

Plan planOf(std::vector<Step> steps, Timed timed = Timed::Launches) {
    Plan plan;
    plan.buffers = {{"A", ElementType::F64, 4, 4, {}}};
    plan.steps = std::move(steps);
    plan.timed = timed;
    return plan;
}

const MeasuredPart& partOf(const Measurement& m, const std::string& name) {
    static const MeasuredPart none;
    for (const MeasuredPart& part : m.parts)
        if (part.name == name) return part;
    ADD_FAILURE() << "no part " << name;
    return none;
}

std::vector<std::string> namesOf(const std::vector<MeasuredPart>& parts) {
    std::vector<std::string> names;
    for (const MeasuredPart& part : parts) names.push_back(part.name);
    return names;
}

Measurement timedAs(double median, std::vector<MeasuredPart> parts) {
    Measurement m;
    m.median = median;
    m.lowerQuartile = 0.9 * median;
    m.upperQuartile = 1.2 * median;
    m.parts = std::move(parts);
    m.samplesTaken = 12;
    return m;
}

TEST(Parts, AreSumsOverStepsOfAKindInThePlansOrder) {
    const Plan plan = planOf({UploadStep{}, launchOf("f"), WaitStep{}, launchOf("g"), launchOf("f"), DownloadStep{}});
    const auto parts = sumParts(plan, {{1, 10, 99, 100, 20, 2}, {3, 12, 99, 100, 22, 4}, {2, 11, 99, 100, 21, 3}});
    EXPECT_EQ(namesOf(parts), (std::vector<std::string>{"copy to device", "kernel f", "kernel g", "copy from device"}));
    EXPECT_EQ(parts[1].steps, 2U);
    EXPECT_DOUBLE_EQ(parts[1].median, 32);
    EXPECT_DOUBLE_EQ(parts[1].lowerQuartile, 31);
    EXPECT_DOUBLE_EQ(parts[1].upperQuartile, 33);
    EXPECT_DOUBLE_EQ(parts[0].median, 2);
    EXPECT_EQ(parts[2].steps, 1U);
}

TEST(Parts, SayOfHowManyRunsTheyAre) {
    const Plan plan = planOf({UploadStep{}, launchOf("f"), UploadStep{1}, launchOf("g"), DownloadStep{}});
    const std::optional<double> none;
    const auto parts = sumParts(plan, {{1, 9, 10, 8, 5}, {3, none, 10, none, 6}, {2, none, 20, none, 7}});
    EXPECT_EQ(namesOf(parts), (std::vector<std::string>{"copy to device", "kernel f", "kernel g", "copy from device"}));
    EXPECT_EQ(parts[0].runs, 3U);
    EXPECT_DOUBLE_EQ(parts[0].median, 13) << "of 11, 13 and 22";
    EXPECT_DOUBLE_EQ(parts[0].upperQuartile, 17.5);
    EXPECT_EQ(parts[1].runs, 1U);
    EXPECT_DOUBLE_EQ(parts[1].median, 9);
}

TEST(Parts, OfOneLaunchAreItsSamplesAndTheCopies) {
    const Plan plan = planOf({UploadStep{}, launchOf("f"), DownloadStep{}});
    Measurement m = timedAs(10, sumParts(plan, {{1, 30, 2}}));
    fitParts(plan, m);
    EXPECT_EQ(namesOf(m.parts), (std::vector<std::string>{"copy to device", "kernel f", "copy from device"}));
    EXPECT_EQ(partOf(m, "kernel f").median, 10) << "timed alone it was 30, launched with nothing before it";
    EXPECT_EQ(partOf(m, "kernel f").lowerQuartile, 9);
    EXPECT_EQ(partOf(m, "kernel f").runs, 12U) << "the samples";
    EXPECT_EQ(partOf(m, "copy to device").median, 1);
}

TEST(Parts, OfSeveralLaunchesAndTheirGapsMakeUpTheTime) {
    const Plan plan = planOf({UploadStep{}, launchOf("f"), launchOf("g"), launchOf("f"), DownloadStep{}});
    Measurement m = timedAs(10, sumParts(plan, {{1, 3, 2, 3, 1}}));
    fitParts(plan, m);
    EXPECT_EQ(namesOf(m.parts),
              (std::vector<std::string>{"copy to device", "kernel f", "kernel g", "launch gaps", "copy from device"}));
    EXPECT_DOUBLE_EQ(partOf(m, "launch gaps").median, 2);
    EXPECT_EQ(partOf(m, "launch gaps").steps, 2U);
    EXPECT_DOUBLE_EQ(partOf(m, "launch gaps").lowerQuartile, 1);
    EXPECT_DOUBLE_EQ(partOf(m, "launch gaps").upperQuartile, 4);
}

TEST(Parts, ThatTookLongerAloneAreScaledToTheWhole) {
    const Plan plan = planOf({launchOf("f"), LibraryStep{}});
    Measurement m = timedAs(10, sumParts(plan, {{15, 5}}));
    fitParts(plan, m);
    EXPECT_DOUBLE_EQ(partOf(m, "kernel f").median, 7.5);
    EXPECT_DOUBLE_EQ(partOf(m, "library cublasDgemm").median, 2.5);
    EXPECT_DOUBLE_EQ(partOf(m, "launch gaps").median, 0);
    EXPECT_TRUE(m.notes.empty());
}

TEST(Parts, OfWholePlansOverlapOrLeaveGaps) {
    const Plan plan = planOf({UploadStep{}, launchOf("f"), HostStep{"dpotrf, block 0", true, {}, {}, {}},
                              HostStep{"dpotrf, block 1", true, {}, {}, {}}, DownloadStep{}},
                             Timed::Steps);
    Measurement apart = timedAs(12, sumParts(plan, {{1, 4, 2, 2, 1}}));
    fitParts(plan, apart);
    EXPECT_DOUBLE_EQ(partOf(apart, "host dpotrf").median, 4);
    EXPECT_DOUBLE_EQ(partOf(apart, "launch gaps").median, 2);
    EXPECT_TRUE(apart.notes.empty());

    Measurement together = timedAs(7, sumParts(plan, {{1, 4, 2, 2, 1}}));
    fitParts(plan, together);
    EXPECT_DOUBLE_EQ(partOf(together, "kernel f").median, 4) << "as it was timed";
    EXPECT_DOUBLE_EQ(partOf(together, "launch gaps").median, 0);
    ASSERT_EQ(together.notes.size(), 1U);
    EXPECT_NE(together.notes[0].find("overlap"), std::string::npos);
}

TEST(Parts, OfTheCpuAloneAreSharesOfTheTime) {
    const Plan plan =
        planOf({HostStep{"multiply", false, {}, {}, {}}, HostStep{"add", false, {}, {}, {}}}, Timed::Steps);
    Measurement m = timedAs(10, sumParts(plan, {{9, 3}}));
    fitParts(plan, m);
    EXPECT_EQ(namesOf(m.parts), (std::vector<std::string>{"host multiply", "host add"}));
    EXPECT_DOUBLE_EQ(partOf(m, "host multiply").median, 7.5);
    EXPECT_DOUBLE_EQ(partOf(m, "host add").lowerQuartile, 2.25) << "that of the whole is 9";
    EXPECT_TRUE(m.notes.empty()) << "they cannot overlap";
}

}  // namespace
}  // namespace lanescope
