// SPDX-License-Identifier: GPL-3.0-or-later
// The predicted counters against those of an H200 (h200-counters.json): the promises that docs/accuracy.md makes, and
// its table word for word.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/base/file_reader.h"
#include "tests/core/metrics/hardware/comparison.h"

namespace lanescope {
namespace {

const HardwareComparison& comparison() {
    static const HardwareComparison compared = [] {
        auto made = compareWithHardware(LANESCOPE_SOURCE_DIR);
        if (!made) ADD_FAILURE() << describe(made.error());
        return made ? std::move(*made) : HardwareComparison{};
    }();
    return compared;
}

/// Share of the half's launches in which predicted and counted differ by at most `tolerance`.
double shareNear(Side side, const std::string& id, double tolerance) {
    int compared = 0;
    int near = 0;
    for (const ComparedLaunch& launch : comparison().launches) {
        if (launch.side != side || !launch.hardware.contains(id)) continue;
        if (!launch.predicted.contains(id)) continue;
        const double counted = launch.hardware.at(id);
        const double here = launch.predicted.at(id);
        if (counted == 0 && here == 0) continue;
        ++compared;
        near += std::abs(here - counted) <= tolerance * counted ? 1 : 0;
    }
    EXPECT_GT(compared, 5) << id;
    return compared == 0 ? 0 : static_cast<double>(near) / compared;
}

TEST(Accuracy, TheTablesOfTheDocumentAreWhatTheCodeGives) {
    const Result<std::string> document = readFile(LANESCOPE_SOURCE_DIR "/docs/accuracy.md");
    ASSERT_TRUE(document);
    for (const std::string& table : {accuracyTable(comparison()), errorTable(comparison())})
        EXPECT_NE(document->find(table), std::string::npos)
            << "put the output of build/bin/accuracy_table into docs/accuracy.md:\n"
            << table;
}

TEST(Accuracy, AllSidesHaveManyLaunches) {
    const auto count = [](Side side) { return std::ranges::count(comparison().launches, side, &ComparedLaunch::side); };
    EXPECT_GE(count(Side::Design), 185);
    EXPECT_GE(count(Side::HeldOut), 40);
}

TEST(Accuracy, MemoryIsEqual) {
    for (const Side side : {Side::Design, Side::HeldOut})
        for (const char* id : {"global_load_requests", "global_load_sectors", "global_load_bytes", "global_store_bytes",
                               "shared_load_requests", "shared_load_wavefronts", "shared_store_requests",
                               "shared_store_wavefronts", "atomic_requests"})
            EXPECT_GE(shareNear(side, id, 0.001), 0.95) << id;
}

TEST(Accuracy, InstructionsAreNear) {
    EXPECT_GE(shareNear(Side::Design, "warp_instructions", 0.05), 0.86);
    EXPECT_GE(shareNear(Side::Design, "thread_instructions", 0.05), 0.84);
    EXPECT_GE(shareNear(Side::HeldOut, "warp_instructions", 0.05), 0.8);
    EXPECT_GE(shareNear(Side::HeldOut, "thread_instructions", 0.05), 0.8);
}

TEST(Accuracy, BranchesAreEqualInMost) {
    EXPECT_GE(shareNear(Side::Design, "branches", 0.001), 0.9);
    EXPECT_GE(shareNear(Side::Design, "divergent_branches", 0.001), 0.93);
    EXPECT_GE(shareNear(Side::HeldOut, "branches", 0.001), 0.8);
    EXPECT_GE(shareNear(Side::HeldOut, "divergent_branches", 0.001), 0.9);
}

/// A round that nobody has read, if there is one and its counters have been recorded.
class FreshAccuracy : public testing::Test {
protected:
    void SetUp() override {
        if (std::ranges::count(comparison().launches, Side::Fresh, &ComparedLaunch::side) == 0 &&
            !comparison().unrecorded.contains(Side::Fresh))
            GTEST_SKIP() << "all rounds have been read; their first comparisons are in docs/accuracy.md";
        const auto& unrecorded = comparison().unrecorded;
        if (const auto missing = unrecorded.find(Side::Fresh); missing != unrecorded.end())
            GTEST_SKIP() << missing->second.size()
                         << " launches of the newest round are not in h200-counters.json: record_counters adds them";
    }
};

TEST_F(FreshAccuracy, HasManyLaunches) {
    EXPECT_GE(std::ranges::count(comparison().launches, Side::Fresh, &ComparedLaunch::side), 50);
}

/// No worse than the model before was with the round before.
TEST_F(FreshAccuracy, IsNoWorseThanBefore) {
    EXPECT_GE(shareNear(Side::Fresh, "warp_instructions", 0.05), 0.75);
    EXPECT_GE(shareNear(Side::Fresh, "thread_instructions", 0.05), 0.75);
    EXPECT_GE(shareNear(Side::Fresh, "branches", 0.001), 0.77);
    EXPECT_GE(shareNear(Side::Fresh, "divergent_branches", 0.001), 0.85);
}

ComparedLaunch launchOf(Side side, double hardware, double lockstep, double predicted) {
    return {"some", "some", side, {{"branches", hardware}}, {{"branches", lockstep}}, {{"branches", predicted}}};
}

TEST(ErrorTable, HasMeansAndMediansByHand) {
    HardwareComparison compared;
    compared.launches = {launchOf(Side::Design, 100, 200, 110), launchOf(Side::Design, 50, 50, 45),
                         launchOf(Side::Design, 10, 10, 20),    launchOf(Side::Design, 0, 3, 0),
                         launchOf(Side::HeldOut, 8, 4, 8),      launchOf(Side::HeldOut, 8, 2, 8)};
    EXPECT_EQ(errorTable(compared),
              "| counter | side | launches | hardware has 0 | PTX alone: mean | median | predicted: mean | median |\n"
              "|---|---|---|---|---|---|---|---|\n"
              "| branches | design | 3 | 1 | 33.3 % | 0.0 % | 40.0 % | 10.0 % |\n"
              "| branches | held-out | 2 | 0 | 62.5 % | 62.5 % | 0.0 % | 0.0 % |\n");
}

TEST(ErrorTable, LeavesOutWhatIsNotPredicted) {
    HardwareComparison compared;
    compared.launches = {launchOf(Side::Design, 100, 200, 110), launchOf(Side::Design, 100, 300, 100)};
    compared.launches.back().predicted.clear();
    EXPECT_NE(errorTable(compared).find("| branches | design | 1 | 0 | 100.0 % | 100.0 % | 10.0 % | 10.0 % |"),
              std::string::npos);
}

TEST(AccuracyTable, SaysWhatIsNotRecorded) {
    HardwareComparison compared;
    compared.launches = {launchOf(Side::Design, 100, 200, 110)};
    EXPECT_EQ(accuracyTable(compared).find("recorded"), std::string::npos);
    compared.unrecorded[Side::Fresh] = {"one", "two"};
    EXPECT_NE(accuracyTable(compared).find("\nOf the launches that are fresh, 2 are not recorded yet (one, …)"),
              std::string::npos);
    EXPECT_EQ(accuracyTable(compared).find("fresh: equal"), std::string::npos) << "no column of nothing";
}

}  // namespace
}  // namespace lanescope
