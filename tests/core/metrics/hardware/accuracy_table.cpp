// SPDX-License-Identifier: GPL-3.0-or-later
// Prints the tables of docs/accuracy.md; with a side and METRIC… each launch's numbers: emulated, predicted, counted;
// with `errors` all launches of all sides, with the relative error of each METRIC that is predicted.
// usage: accuracy_table [design|held-out|fresh METRIC… | errors METRIC…]
#include <array>
#include <cstdio>
#include <iostream>
#include <span>
#include <string>
#include <vector>

#include "tests/core/metrics/hardware/comparison.h"

namespace {

using lanescope::ComparedLaunch;
using lanescope::HardwareComparison;

constexpr std::array kSides{"design", "held-out", "fresh"};

void printNumbers(const HardwareComparison& compared, const std::string& side, std::span<const std::string> metrics) {
    for (const ComparedLaunch& launch : compared.launches) {
        if (kSides.at(static_cast<std::size_t>(launch.side)) != side) continue;
        std::cout << launch.name;
        for (const std::string& metric : metrics)
            for (const auto* counters : {&launch.lockstep, &launch.predicted, &launch.hardware}) {
                const auto value = counters->find(metric);
                std::cout << '\t'
                          << (value == counters->end() ? "-" : std::to_string(static_cast<long long>(value->second)));
            }
        std::cout << '\n';
    }
}

/// "+1.3 %"; "-" where a side has no such counter, or the hardware counted nothing.
std::string errorOf(const ComparedLaunch& launch, const std::string& metric) {
    const auto predicted = launch.predicted.find(metric);
    const auto counted = launch.hardware.find(metric);
    if (predicted == launch.predicted.end() || counted == launch.hardware.end() || counted->second == 0) return "-";
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%+.1f %%", 100 * (predicted->second / counted->second - 1));
    return text.data();
}

void printErrors(const HardwareComparison& compared, std::span<const std::string> metrics) {
    for (const ComparedLaunch& launch : compared.launches) {
        std::cout << kSides.at(static_cast<std::size_t>(launch.side)) << '\t' << launch.name;
        for (const std::string& metric : metrics) std::cout << '\t' << errorOf(launch, metric);
        std::cout << '\n';
    }
}

}  // namespace

int main(int count, char** arguments) {
    const auto compared = lanescope::compareWithHardware(LANESCOPE_SOURCE_DIR);
    if (!compared) return std::cerr << describe(compared.error()) << '\n', 1;
    if (count == 1)
        return std::cout << lanescope::accuracyTable(*compared) << '\n' << lanescope::errorTable(*compared), 0;
    const std::string what = arguments[1];
    const std::vector<std::string> metrics(arguments + 2, arguments + count);
    if (what == "errors")
        printErrors(*compared, metrics);
    else
        printNumbers(*compared, what, metrics);
    return 0;
}
