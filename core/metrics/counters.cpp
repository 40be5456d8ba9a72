// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/counters.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>

#include "core/metrics/instruction_classes.h"
#include "core/plan/launch.h"
#include "core/simt/emulator.h"

namespace lanescope {
namespace {

/// id = factor × (part - less) / (divisor × whole)
struct Ratio {
    const char* id;
    double factor;
    const char* part;
    const char* less;  ///< empty: nothing is taken off
    double divisor;
    const char* whole;
};

constexpr std::array kRatios{
    Ratio{"global_load_efficiency", 100, "global_load_bytes", "", 32, "global_load_sectors"},
    Ratio{"global_load_sectors_per_request", 1, "global_load_sectors", "", 1, "global_load_requests"},
    Ratio{"global_store_efficiency", 100, "global_store_bytes", "", 32, "global_store_sectors"},
    Ratio{"global_store_sectors_per_request", 1, "global_store_sectors", "", 1, "global_store_requests"},
    Ratio{"shared_load_wavefronts_per_request", 1, "shared_load_wavefronts", "", 1, "shared_load_requests"},
    Ratio{"shared_store_wavefronts_per_request", 1, "shared_store_wavefronts", "", 1, "shared_store_requests"},
    Ratio{"instructions_per_warp", 1, "warp_instructions", "", 1, "warps_launched"},
    Ratio{"warp_execution_efficiency", 100, "thread_instructions", "", 32, "warp_instructions"},
    Ratio{"unpredicated_execution_efficiency", 100, "unpredicated_thread_instructions", "", 32, "warp_instructions"},
    Ratio{"branch_efficiency", 100, "branches", "divergent_branches", 1, "branches"},
};

void addGlobal(Counters& counters, const std::string& prefix, const simt::GlobalCounts& counts) {
    counters[prefix + "_requests"] = static_cast<double>(counts.requests);
    counters[prefix + "_sectors"] = static_cast<double>(counts.sectors);
    counters[prefix + "_bytes"] = static_cast<double>(counts.bytes);
}

void addLocal(Counters& counters, const std::string& prefix, const simt::GlobalCounts& counts) {
    counters[prefix + "_requests"] = static_cast<double>(counts.requests);
    counters[prefix + "_sectors"] = static_cast<double>(counts.sectors);
}

void addShared(Counters& counters, const std::string& prefix, const simt::SharedCounts& counts) {
    counters[prefix + "_requests"] = static_cast<double>(counts.requests);
    counters[prefix + "_wavefronts"] = static_cast<double>(counts.wavefronts);
    counters[prefix + "_conflicts"] = static_cast<double>(counts.conflicts);
}

/// Thread instructions by class, and operations by precision.
void addInstructions(Counters& counters, const program::Entry& entry, std::span<const simt::SiteCounts> sites) {
    std::array<std::uint64_t, kInstructionClasses> passed{};
    std::array<std::uint64_t, kInstructionClasses> operations{};
    std::uint64_t unpredicated = 0;
    for (std::size_t i = 0; i < sites.size(); ++i) {
        const auto kind = static_cast<std::size_t>(classOf(entry.instructions[i]));
        passed[kind] += sites[i].passed;
        operations[kind] += sites[i].fpOperations;
        unpredicated += sites[i].passed;
    }
    for (std::size_t kind = 0; kind < kInstructionClasses; ++kind)
        counters[std::string(metricOf(static_cast<InstructionClass>(kind)))] = static_cast<double>(passed[kind]);
    counters["unpredicated_thread_instructions"] = static_cast<double>(unpredicated);
    const auto operationsOf = [&](InstructionClass kind) {
        return static_cast<double>(operations[static_cast<std::size_t>(kind)]);
    };
    counters["fp16_operations"] = operationsOf(InstructionClass::Fp16);
    counters["fp32_operations"] = operationsOf(InstructionClass::Fp32);
    counters["fp64_operations"] = operationsOf(InstructionClass::Fp64);
}

/// The mean of those that are neither among the lowest quarter nor among the highest; of three the median.
double middleOf(std::vector<double>& values) {
    std::ranges::sort(values);
    const std::size_t cut = (values.size() + 1) / 4;
    const std::span<const double> half = std::span(values).subspan(cut, values.size() - 2 * cut);
    if (half.front() == half.back()) return half.front();  // no rounding where nothing differs
    return std::accumulate(half.begin(), half.end(), 0.0) / static_cast<double>(half.size());
}

}  // namespace

std::string_view nameOf(Origin origin) {
    switch (origin) {
        case Origin::Measured: return "measured";
        case Origin::Replayed: return "replayed";
        case Origin::Emulated: return "emulated";
        case Origin::Simulated: return "simulated";
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
    counters["fp_operations"] = static_cast<double>(counts.fpOperations);
    addLocal(counters, "local_load", counts.localLoad);
    addLocal(counters, "local_store", counts.localStore);
    counters.merge(ratiosOf(counters));
    return counters;
}

Counters countersOf(const Kernel& kernel, const simt::LaunchReport& launch) {
    Counters counters = countersOf(launch.counts);
    const program::Entry& entry = kernel.code();
    if (launch.sites.size() == entry.instructions.size()) addInstructions(counters, entry, launch.sites);
    const std::uint64_t warpsPerBlock = (launch.block.count() + simt::kWarpSize - 1) / simt::kWarpSize;
    counters["blocks_launched"] = static_cast<double>(launch.grid.count());
    counters["warps_launched"] = static_cast<double>(launch.grid.count() * warpsPerBlock);
    counters["static_shared_bytes"] = launch.staticSharedBytes;
    counters["dynamic_shared_bytes"] = launch.dynamicSharedBytes;
    counters.merge(ratiosOf(counters));
    return counters;
}

Counters ratiosOf(const Counters& counters) {
    Counters ratios;
    const auto find = [&](const char* id) { return counters.find(id); };
    for (const Ratio& ratio : kRatios) {
        const auto part = find(ratio.part);
        const auto less = find(ratio.less);
        const auto whole = find(ratio.whole);
        const bool reduced = ratio.less[0] != '\0';
        if (part == counters.end() || whole == counters.end() || (reduced && less == counters.end())) continue;
        if (whole->second <= 0) continue;
        const double top = part->second - (reduced ? less->second : 0);
        ratios[ratio.id] = ratio.factor * top / (ratio.divisor * whole->second);
    }
    return ratios;
}

void dropEmptyRatios(Counters& counters) {
    for (const Ratio& ratio : kRatios)
        if (const auto whole = counters.find(ratio.whole); whole != counters.end() && whole->second == 0)
            counters.erase(ratio.id);
}

std::vector<Counters> middlesOf(const std::vector<std::vector<Counters>>& readings) {
    if (readings.empty()) return {};
    std::vector<Counters> middles(readings.front().size());
    for (std::size_t launch = 0; launch < middles.size(); ++launch) {
        std::map<std::string, std::vector<double>> read;
        for (const std::vector<Counters>& reading : readings)
            for (const auto& [id, value] : reading.at(launch))
                if (!std::isnan(value)) read[id].push_back(value);
        for (auto& [id, values] : read) middles[launch][id] = middleOf(values);
    }
    return middles;
}

}  // namespace lanescope
