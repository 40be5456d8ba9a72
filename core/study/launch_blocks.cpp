// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/launch_blocks.h"

#include "core/base/words.h"

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
        const bool here = measured->origin == Origin::Measured;
        one.registersFrom = inWords(Message(here ? "study.registers_measured"_id : "study.registers_replayed"_id,
                                            {{"gpu", measured->provenance.gpu}, {"date", measured->provenance.date}}));
    }
    return blocks;
}

}  // namespace lanescope
