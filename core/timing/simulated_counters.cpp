// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/simulated_counters.h"

#include <algorithm>
#include <numeric>

namespace lanescope::timing {
namespace {

constexpr double kPercent = 100;

/// Of the fullest multiprocessor: all that its blocks do, over what those that were sampled did.
double timesSampled(const Simulated& simulated, const LaunchSample& sample) {
    const auto sampled = static_cast<double>(std::max<std::size_t>(1, sample.blocks.size()));
    return simulated.setting.blocks * simulated.setting.work / sampled;
}

/// Warps that it has, on average over its cycles.
double residentWarps(const Simulated& simulated, const LaunchSample& sample) {
    const auto& cycles = simulated.run.warpCycles;
    const double ofWarps = std::accumulate(cycles.begin(), cycles.end(), 0.0) * timesSampled(simulated, sample);
    const auto most = static_cast<double>(simulated.setting.resident * sample.warpsPerBlock());
    return std::min(most, ofWarps / simulated.cycles);
}

void addCaches(const Simulated& simulated, const LaunchSample& sample, Counters& counters) {
    const Traffic& traffic = simulated.run.traffic;
    if (const double lookups = traffic.l1Requests + traffic.l1Writes; lookups > 0)
        counters["l1_hit_rate"] = kPercent * (traffic.l1Hits + traffic.l1WriteHits) / lookups;
    // Of all blocks of the grid, not of the fullest multiprocessor's alone.
    const double all =
        timesSampled(simulated, sample) * static_cast<double>(sample.grid.count()) / simulated.setting.blocks;
    const double lookups = traffic.l2Lookups * all;
    const double read = std::min(sample.distinctRead, lookups);
    if (!(lookups > 0)) return;
    counters["l2_hit_rate"] = kPercent * (1 - read / lookups);
    counters["dram_read_bytes"] = read * Parameters::kSector;
    counters["dram_write_bytes"] = traffic.dramWrites * all * Parameters::kSector;
}

}  // namespace

Counters countersOf(const Simulated& simulated, const LaunchSample& sample, const GpuSpec& gpu) {
    Counters counters;
    if (!(simulated.cycles > 0)) return counters;
    if (const GpuValue* most = gpu.find("max_warps_per_sm"); most != nullptr && most->value > 0)
        counters["achieved_occupancy"] = kPercent * residentWarps(simulated, sample) / most->value;
    const double issued = simulated.instructions / simulated.cycles;
    counters["instructions_per_cycle"] = issued;
    // Of the schedulers, the share of the multiprocessor's time in which they have warps.
    const auto& active = simulated.run.schedulerActive;
    const double schedulers = std::accumulate(active.begin(), active.end(), 0.0) / std::max(1.0, simulated.run.end);
    if (schedulers > 0) counters["issue_slot_utilization"] = kPercent * issued / schedulers;
    addCaches(simulated, sample, counters);
    return counters;
}

}  // namespace lanescope::timing
