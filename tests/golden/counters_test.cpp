// SPDX-License-Identifier: GPL-3.0-or-later
// What is predicted of the hardware's counters, for every launch that an H200's counters were recorded of, is what it
// was when it was frozen.
#include <gtest/gtest.h>

#include <array>
#include <charconv>

#include "tests/core/metrics/hardware/comparison.h"
#include "tests/golden/frozen.h"

namespace lanescope::golden {
namespace {

/// The shortest text that reads as the same number.
std::string text(double value) {
    std::array<char, 32> buffer{};
    const auto [end, problem] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), problem == std::errc() ? end : buffer.data()};
}

std::string text(const ComparedLaunch& launch) {
    std::string lines = "$ " + launch.name + "\n";  // a command's mark: differences name the launch
    for (const auto& [counter, value] : launch.predicted) lines += counter + " " + text(value) + "\n";
    for (const auto& [counter, reason] : launch.notPredicted) lines += counter + ": " + reason + "\n";
    for (const std::string& note : launch.notes) lines += note + "\n";
    return lines;
}

TEST(GoldenCounters, ArePredictedAsFrozen) {
    const Result<HardwareComparison> compared = compareWithHardware(LANESCOPE_SOURCE_DIR);
    ASSERT_TRUE(compared) << describe(compared.error());
    std::string all;
    for (const ComparedLaunch& launch : compared->launches) all += text(launch);
    for (const std::string& launch : compared->refused) all += "$ " + launch + "\nrefused\n";
    EXPECT_TRUE(isAsFrozen("predicted-counters", all));
}

}  // namespace
}  // namespace lanescope::golden
