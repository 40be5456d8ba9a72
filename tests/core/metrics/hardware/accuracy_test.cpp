// SPDX-License-Identifier: GPL-3.0-or-later
// The predicted counters against those of an H200 (h200-counters.json): the promises that docs/accuracy.md makes, and
// its table word for word.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/base/resources.h"
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

TEST(Accuracy, TheTableOfTheDocumentIsWhatTheCodeGives) {
    const Result<std::string> document = readFile(LANESCOPE_SOURCE_DIR "/docs/accuracy.md");
    ASSERT_TRUE(document);
    EXPECT_NE(document->find(accuracyTable(comparison())), std::string::npos)
        << "put the output of build/bin/accuracy_table into docs/accuracy.md:\n"
        << accuracyTable(comparison());
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
    EXPECT_GE(shareNear(Side::Design, "branches", 0.001), 0.88);
    EXPECT_GE(shareNear(Side::Design, "divergent_branches", 0.001), 0.89);
    EXPECT_GE(shareNear(Side::HeldOut, "branches", 0.001), 0.8);
    EXPECT_GE(shareNear(Side::HeldOut, "divergent_branches", 0.001), 0.95);
}

}  // namespace
}  // namespace lanescope
