// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/launch_blocks.h"

namespace lanescope {

std::vector<LaunchBlock> launchBlocksOf(const Plan& plan, const Measurement* measured, const std::string& gpu) {
    const bool sameGpu = measured != nullptr && measured->provenance.gpu == gpu;
    std::vector<LaunchBlock> blocks;
    for (const Launch* launch : plan.launches()) {
        const std::size_t number = blocks.size();
        LaunchBlock& one =
            blocks.emplace_back(LaunchBlock{launch->kernel->entry, resourcesOf(*launch), launch->grid.count(), {}});
        if (!sameGpu || number >= measured->counters.size()) continue;
        const auto known = measured->counters[number].find("registers_per_thread");
        if (known == measured->counters[number].end()) continue;
        one.block.registersPerThread = static_cast<std::uint64_t>(known->second);
        one.registersFrom = (measured->origin == Origin::Measured ? "measured: " : "replayed: ") +
                            measured->provenance.gpu + ", " + measured->provenance.date;
    }
    return blocks;
}

}  // namespace lanescope
