// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/counters.h"

namespace lanescope {
namespace {

void addGlobal(Counters& counters, const std::string& prefix, const simt::GlobalCounts& counts) {
    counters[prefix + "_requests"] = static_cast<double>(counts.requests);
    counters[prefix + "_sectors"] = static_cast<double>(counts.sectors);
    counters[prefix + "_bytes"] = static_cast<double>(counts.bytes);
    if (counts.sectors != 0)
        counters[prefix + "_efficiency"] =
            100.0 * static_cast<double>(counts.bytes) / (32.0 * static_cast<double>(counts.sectors));
}

void addShared(Counters& counters, const std::string& prefix, const simt::SharedCounts& counts) {
    counters[prefix + "_requests"] = static_cast<double>(counts.requests);
    counters[prefix + "_wavefronts"] = static_cast<double>(counts.wavefronts);
    counters[prefix + "_conflicts"] = static_cast<double>(counts.conflicts);
}

}  // namespace

std::string_view nameOf(Origin origin) {
    switch (origin) {
        case Origin::Measured: return "measured";
        case Origin::Replayed: return "replayed";
        case Origin::Emulated: return "emulated";
        case Origin::Estimated: return "estimated";
        case Origin::Published: return "published";
    }
    return "";
}

Counters countersOf(const simt::LaunchCounts& counts) {
    Counters counters;
    counters["warp_instructions"] = static_cast<double>(counts.warpInstructions);
    counters["thread_instructions"] = static_cast<double>(counts.threadInstructions);
    addGlobal(counters, "global_load", counts.globalLoad);
    addGlobal(counters, "global_store", counts.globalStore);
    addShared(counters, "shared_load", counts.sharedLoad);
    addShared(counters, "shared_store", counts.sharedStore);
    counters["atomic_requests"] = static_cast<double>(counts.atomicRequests);
    counters["atomic_sectors"] = static_cast<double>(counts.globalAtomic.sectors + counts.globalReduction.sectors);
    counters["branches"] = static_cast<double>(counts.branches);
    counters["divergent_branches"] = static_cast<double>(counts.divergentBranches);
    counters["barriers"] = static_cast<double>(counts.barriers);
    if (counts.warpInstructions != 0)
        counters["warp_execution_efficiency"] = 100.0 * static_cast<double>(counts.threadInstructions) /
                                                (32.0 * static_cast<double>(counts.warpInstructions));
    counters["fp_operations"] = static_cast<double>(counts.fpOperations);
    return counters;
}

}  // namespace lanescope
