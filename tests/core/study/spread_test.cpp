// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/spread.h"

#include <gmock/gmock.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "core/models/errors.h"

namespace lanescope {
namespace {

using testing::HasSubstr;

RecordedAccuracies tried() {
    RecordedAccuracy of{"h200", "errors", {{"simulation", 100, 0.05, 0.2, 3e-6, 1e-2, "errors --half even", {}}}};
    of.rows[0].bounds = {{"requests", 40, 0.03, 0.12}, {"dram", 3, 0.5, 0.9}};
    of.rows.push_back({"volkov", 100, 0.7});
    return {{of}, {}};
}
Estimate estimated(std::string model, std::string bound, double seconds = 1e-4) {
    Estimate estimate;
    estimate.model = std::move(model);
    estimate.bound = std::move(bound);
    estimate.seconds = estimate.kernelSeconds = seconds;
    return estimate;
}
const GpuSpec kH200{"h200", "NVIDIA H200", "9.0", {}, {}, {}};
const GpuSpec kT4{"t4", "NVIDIA T4", "7.5", {}, {}, {}};

TEST(Spread, IsThatOfTheSameBoundWhereEnoughWereCompared) {
    const auto spread = spreadOf(estimated("simulation", "requests"), kH200, tried());
    ASSERT_TRUE(spread);
    EXPECT_DOUBLE_EQ(spread->usual, 0.03);
    EXPECT_EQ(spread->compared, 40U);
    EXPECT_THAT(describe(*spread), HasSubstr("usually within 3 %, one in twenty off by more than 12 %"));
    const auto few = spreadOf(estimated("simulation", "dram"), kH200, tried());
    EXPECT_DOUBLE_EQ(few->rare, 0.2);
    EXPECT_EQ(few->bound, "");
    EXPECT_EQ(few->caution, "");
}

TEST(Spread, SaysWhereItsFiguresSayLittle) {
    EXPECT_THAT(spreadOf(estimated("simulation", "", 1.0), kH200, tried())->caution, HasSubstr("outside"));
    EXPECT_THAT(spreadOf(estimated("simulation", ""), kT4, tried())->caution, HasSubstr("Not calibrated here"));
    Estimate out = estimated("simulation", "");
    out.outOfRange = "It is not made for this.";
    EXPECT_FALSE(spreadOf(out, kH200, tried())->caution.empty());
    EXPECT_FALSE(spreadOf(estimated("volkov", ""), kH200, tried())) << "nobody has told its spread";
}

TEST(Spread, OfAGpuThatLacksSomeTellsHowMuchOfItIsAssumed) {
    GpuSpec mine = kT4;
    mine.values["l1_latency"] = {30, "cycles", "measured", {}, "ring"};
    mine.values["half_result_cycles"] = {2, "cycles", "assumed: the H200's; not calibrated here", {}, {}, true};
    mine.values["launch_gap"] = {2e-6, "s", "assumed: the H200's; not calibrated here", {}, {}, true};
    Estimate estimate = estimated("simulation", "");
    for (const char* id : {"l1_latency", "half_result_cycles"})
        estimate.inputs.push_back({id, id, 1, "cycles", EstimateInput::From::Gpu, "its file"});
    EXPECT_THAT(spreadOf(estimate, mine, tried())->caution, HasSubstr("1 of 2 numbers of the GPU that went in"));
    estimate.inputs.pop_back();
    EXPECT_THAT(spreadOf(estimate, mine, tried())->caution, testing::Not(HasSubstr("assumed")));
}

TEST(Spread, OfOtherKernelsThanTheCataloguesIsThatOfKernelsThatNobodyHadSeen) {
    RecordedAccuracies tries = tried();
    EXPECT_FALSE(spreadOf(estimated("simulation", ""), kH200, tries, true)->unseen) << "there is none of these";
    RecordedAccuracy::Row unseen{"simulation", 60, 0.06, 0.3};
    unseen.kernels = RecordedAccuracy::kUnseen;
    unseen.shortest = 1e-6;
    unseen.longest = 1;
    unseen.bounds = {{"requests", 25, 0.07, 0.4}};
    tries.all[0].rows.push_back(unseen);
    const auto spread = spreadOf(estimated("simulation", ""), kH200, tries, true);
    EXPECT_TRUE(spread->unseen);
    EXPECT_DOUBLE_EQ(spread->rare, 0.3);
    EXPECT_THAT(describe(*spread), HasSubstr("60 launches of public kernels"));
    EXPECT_THAT(describe(*spreadOf(estimated("simulation", "requests"), kH200, tries, true)),
                HasSubstr("one in twenty off by more than 40 %"));
    EXPECT_DOUBLE_EQ(spreadOf(estimated("simulation", ""), kH200, tries)->rare, 0.2) << "the catalogue's";
}

/// What the resources tell of kernels that nobody had seen follows from what the round recorded.
TEST(Spread, OfUnseenKernelsIsThatOfTheTenthRound) {
    const std::string folder = LANESCOPE_SOURCE_DIR;
    std::ifstream file(folder + "/docs/rounds/tenth.json");
    const nlohmann::json round = nlohmann::json::parse(file);
    const RecordedAccuracies told = loadRecordedAccuracies(folder + "/resources");
    for (const std::string model : {"simulation", "interval"}) {
        std::vector<double> errors;
        std::map<std::string, std::vector<double>> byBound;
        for (const nlohmann::json& launch : round.at("launches")) {
            if (!launch.contains(model + "_us")) continue;  // it gets no answer any more
            errors.push_back(signedError(launch.at(model + "_us"), launch.at("measured_us")));
            byBound[launch.at(model + "_bound")].push_back(errors.back());
        }
        const RecordedAccuracy::Row* const row = told.find("h200")->find(model, RecordedAccuracy::kUnseen);
        ASSERT_NE(row, nullptr);
        EXPECT_EQ(row->compared, errors.size());
        EXPECT_GE(errors.size(), 120U);
        EXPECT_NEAR(row->medianApe, statisticsOf(errors).medianApe, 1e-4);
        EXPECT_NEAR(*row->p95Ape, statisticsOf(errors).p95Ape, 1e-4);
        ASSERT_EQ(row->bounds.size(), byBound.size());
        for (const RecordedAccuracy::Row::Bound& bound : row->bounds) {
            EXPECT_EQ(bound.compared, byBound.at(bound.bound).size());
            EXPECT_NEAR(bound.p95Ape, statisticsOf(byBound.at(bound.bound)).p95Ape, 1e-4);
        }
    }
}

TEST(Spread, IsWrittenAsItIsRead) {
    RecordedAccuracy of = tried().all[0];
    of.rows.push_back({"volkov", 3, 0.5});
    of.rows.back().kernels = RecordedAccuracy::kUnseen;
    const auto read = recordedAccuracyFrom(toJson(of), "a.json");
    ASSERT_TRUE(read) << describe(read.error());
    EXPECT_EQ(read->rows, of.rows);
}

}  // namespace
}  // namespace lanescope
