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
ToldTime told(std::string model, std::string bound, double seconds = 1e-4) {
    return {.model = std::move(model), .bound = std::move(bound), .seconds = seconds};
}
ToldTime unseen(ToldTime time) {
    time.unseen = true;
    return time;
}
const GpuSpec kH200{"h200", "NVIDIA H200", "9.0", {}, {}, {}};
const GpuSpec kT4{"t4", "NVIDIA T4", "7.5", {}, {}, {}};

TEST(Spread, IsThatOfTheSameBoundWhereEnoughWereCompared) {
    const auto spread = spreadOf(told("simulation", "requests"), kH200, tried());
    ASSERT_TRUE(spread);
    EXPECT_DOUBLE_EQ(spread->usual, 0.03);
    EXPECT_EQ(spread->compared, 40U);
    EXPECT_THAT(describe(*spread), HasSubstr("usually within 3 %, one in twenty off by more than 12 %"));
    const auto few = spreadOf(told("simulation", "dram"), kH200, tried());
    EXPECT_DOUBLE_EQ(few->rare, 0.2);
    EXPECT_EQ(few->bound, "");
    EXPECT_EQ(few->caution, "");
}

TEST(Spread, SaysWhereItsFiguresSayLittle) {
    EXPECT_THAT(spreadOf(told("simulation", "", 1.0), kH200, tried())->caution, HasSubstr("outside"));
    ToldTime out = told("simulation", "");
    out.outOfRange = true;
    EXPECT_FALSE(spreadOf(out, kH200, tried())->caution.empty());
    ToldTime changed = told("simulation", "");
    changed.changed = true;
    EXPECT_THAT(spreadOf(changed, kH200, tried())->caution, HasSubstr("nobody has tried"));
    EXPECT_FALSE(spreadOf(told("volkov", ""), kH200, tried())) << "nobody has told its spread";
}

// Its own figures come first, and it has none: those of the H200 are not its.
TEST(Spread, OfAGpuThatIsNotCalibratedBeginsWithThat) {
    const auto other = spreadOf(told("simulation", "requests"), kT4, tried());
    EXPECT_FALSE(other->calibrated);
    EXPECT_EQ(other->gpu, "h200");
    const std::string said = describe(*other);
    EXPECT_EQ(said.find("Not calibrated here: the numbers of NVIDIA T4"), 0U) << said;
    EXPECT_THAT(said, HasSubstr("Of another GPU (h200) estimates were usually within 3 %"));
    EXPECT_LT(said.find("nobody has timed one here"), said.find("usually within"));

    GpuSpec mine = kT4;
    mine.values["l1_latency"] = {30, "cycles", "measured", {}, "l1_latency"};
    const auto calibrated = spreadOf(told("simulation", ""), mine, tried());
    EXPECT_TRUE(calibrated->calibrated);
    EXPECT_EQ(describe(*calibrated).find("Nobody has compared the model with times of NVIDIA T4."), 0U);
    EXPECT_TRUE(spreadOf(told("simulation", ""), kH200, tried())->elsewhere.empty());
}

// Without machine code ptxas is guessed at, which is worse.
TEST(Spread, OfRunsOfPtxIsThatOfRunsOfPtx) {
    RecordedAccuracies tries = tried();
    ToldTime ptx = told("simulation", "requests");
    ptx.machineCode = false;
    EXPECT_THAT(describe(*spreadOf(ptx, kH200, tries)), HasSubstr("Machine code ran there"));
    RecordedAccuracy::Row row{"simulation", 70, 0.08, 0.45};
    row.machineCode = false;
    row.shortest = 1e-6;
    row.longest = 1;
    tries.all[0].rows.push_back(row);
    const auto spread = spreadOf(ptx, kH200, tries);
    EXPECT_DOUBLE_EQ(spread->rare, 0.45);
    EXPECT_FALSE(spread->machineCode);
    EXPECT_EQ(spread->caution, "");
    EXPECT_THAT(describe(*spread), HasSubstr("without machine code"));
    EXPECT_DOUBLE_EQ(spreadOf(told("simulation", "requests"), kH200, tries)->rare, 0.12);

    const RecordedAccuracies shipped = loadRecordedAccuracies(LANESCOPE_SOURCE_DIR "/resources");
    for (const char* model : {"simulation", "interval"}) {
        ToldTime outside = unseen(told(model, ""));
        const auto code = spreadOf(outside, kH200, shipped);
        outside.machineCode = false;
        const auto none = spreadOf(outside, kH200, shipped);
        EXPECT_TRUE(none->unseen);
        EXPECT_FALSE(none->machineCode);
        EXPECT_GT(none->rare, code->rare) << model;
    }
}

TEST(Spread, OfAGpuThatLacksSomeTellsHowMuchOfItIsAssumed) {
    GpuSpec mine = kT4;
    mine.values["l1_latency"] = {30, "cycles", "measured", {}, "ring"};
    mine.values["launch_gap"] = {2e-6, "s", "assumed: the H200's; not calibrated here", {}, {}, true};
    EXPECT_THAT(describe(*spreadOf(told("simulation", ""), mine, tried())),
                HasSubstr("Of the 2 numbers of its file 1 are assumed."));
    mine.values.erase("launch_gap");
    EXPECT_THAT(describe(*spreadOf(told("simulation", ""), mine, tried())), testing::Not(HasSubstr("assumed")));
}

TEST(Spread, OfOtherKernelsThanTheCataloguesIsThatOfKernelsThatNobodyHadSeen) {
    RecordedAccuracies tries = tried();
    EXPECT_FALSE(spreadOf(unseen(told("simulation", "")), kH200, tries)->unseen) << "there is none of these";
    RecordedAccuracy::Row row{"simulation", 60, 0.06, 0.3};
    row.kernels = RecordedAccuracy::kUnseen;
    row.shortest = 1e-6;
    row.longest = 1;
    row.bounds = {{"requests", 25, 0.07, 0.4}};
    tries.all[0].rows.push_back(row);
    const auto spread = spreadOf(unseen(told("simulation", "")), kH200, tries);
    EXPECT_TRUE(spread->unseen);
    EXPECT_DOUBLE_EQ(spread->rare, 0.3);
    EXPECT_THAT(describe(*spread), HasSubstr("60 launches of public kernels"));
    EXPECT_THAT(describe(*spreadOf(unseen(told("simulation", "requests")), kH200, tries)),
                HasSubstr("one in twenty off by more than 40 %"));
    EXPECT_DOUBLE_EQ(spreadOf(told("simulation", ""), kH200, tries)->rare, 0.2) << "the catalogue's";
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
    of.rows.push_back({"volkov", 3, 0.6});
    of.rows.back().machineCode = false;
    const auto read = recordedAccuracyFrom(toJson(of), "a.json");
    ASSERT_TRUE(read) << describe(read.error());
    EXPECT_EQ(read->rows, of.rows);
}

}  // namespace
}  // namespace lanescope
