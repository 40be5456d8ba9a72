// SPDX-License-Identifier: GPL-3.0-or-later
// Prints the tables of docs/accuracy.md, or with METRIC… each launch's numbers: emulated, predicted, counted.
// usage: accuracy_table [design|held-out|fresh METRIC…]
#include <iostream>

#include "tests/core/metrics/hardware/comparison.h"

int main(int count, char** arguments) {
    const auto compared = lanescope::compareWithHardware(LANESCOPE_SOURCE_DIR);
    if (!compared) return std::cerr << describe(compared.error()) << '\n', 1;
    if (count == 1)
        return std::cout << lanescope::accuracyTable(*compared) << '\n' << lanescope::errorTable(*compared), 0;
    const std::string name = arguments[1];
    const lanescope::Side side = name == "design"     ? lanescope::Side::Design
                                 : name == "held-out" ? lanescope::Side::HeldOut
                                                      : lanescope::Side::Fresh;
    for (const auto& launch : compared->launches) {
        if (launch.side != side) continue;
        std::cout << launch.name;
        for (int i = 2; i < count; ++i)
            for (const auto* counters : {&launch.lockstep, &launch.predicted, &launch.hardware}) {
                const auto value = counters->find(arguments[i]);
                std::cout << '\t'
                          << (value == counters->end() ? "-" : std::to_string(static_cast<long long>(value->second)));
            }
        std::cout << '\n';
    }
    return 0;
}
