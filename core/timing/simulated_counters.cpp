// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/simulated_counters.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include "core/timing/device_traffic.h"
#include "core/timing/mean_multiprocessor.h"

namespace lanescope::timing {
namespace {

constexpr double kPercent = 100;

/// Of the fullest multiprocessor: all that its blocks do, over what those that were simulated did.
double timesSampled(const Simulated& simulated) {
    const auto sampled = static_cast<double>(std::max<std::size_t>(1, simulated.run.blocks.size()));
    return simulated.setting.blocks * simulated.setting.work / sampled;
}

double lastEnd(const Simulated& simulated) { return std::max(1.0, lastEndOf(simulated.run.blocks)); }

/// Cycles that blocks have their places, all together.
double placesHeld(const std::vector<BlockTime>& blocks) {
    double cycles = 0;
    for (const BlockTime& block : blocks) cycles += block.end - block.begin;
    return cycles;
}

/// In which it has warps: stores may be under way for longer.
double activeCycles(const Simulated& simulated) {
    return std::max(1.0, simulated.even - (simulated.run.end - lastEnd(simulated)));
}

/// In which counters see a block on its multiprocessor before it begins; cycles.
struct Setup {
    double first = 0;    ///< of those that fill the multiprocessor
    double further = 0;  ///< of those that come when others have ended
};

Setup setupOf(const GpuSpec& gpu) {
    return {countedQuantity(gpu, "block_setup_cycles"), countedQuantity(gpu, "further_block_setup_cycles")};
}

/// In which it has blocks, from where they are set up on.
double cyclesWithBlocks(const Simulated& simulated, const Setup& setup) {
    std::vector<BlockTime> blocks = simulated.run.blocks;
    std::ranges::sort(blocks, {}, &BlockTime::begin);
    double cycles = 0, until = -setup.first;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const double before = i < simulated.setting.resident ? setup.first : setup.further;
        cycles += std::max(0.0, blocks[i].end - std::max(blocks[i].begin - before, until));
        until = std::max(until, blocks[i].end);
    }
    const double end = lastEnd(simulated);
    return cycles + std::max(0.0, activeCycles(simulated) - end) * std::min(1.0, cycles / end);
}

/// From the end of the first simulated block to the beginning of the last one places are as full as they always are;
/// nothing where that is too short to tell.
std::optional<Span> steadySpan(const Simulated& simulated) {
    double firstEnd = lastEnd(simulated), lastBegin = 0, ran = 0;
    for (const BlockTime& block : simulated.run.blocks) {
        firstEnd = std::min(firstEnd, block.end);
        lastBegin = std::max(lastBegin, block.begin);
        ran += block.end - block.begin;
    }
    const auto blocks = static_cast<double>(std::max<std::size_t>(1, simulated.run.blocks.size()));
    if (lastBegin - firstEnd > ran / blocks / 2) return Span{firstEnd, lastBegin};
    return std::nullopt;
}

/// Cycles of them that lie between two others.
double within(const std::vector<Span>& spans, const Span& all) {
    double cycles = 0;
    for (const Span& span : spans) cycles += std::max(0.0, std::min(span.to, all.to) - std::max(span.from, all.from));
    return cycles;
}

/// Cycles in which schedulers of the fullest multiprocessor have warps, all together: of the blocks that were not
/// simulated the share of their time that schedulers had them where others came as blocks ended.
double schedulersActive(const Simulated& simulated) {
    if (!simulated.all.blocks.empty()) {
        double cycles = 0;
        for (const std::vector<Span>& active : simulated.all.schedulerActive)
            for (const Span& span : active) cycles += span.to - span.from;
        return cycles / lastEndOf(simulated.all.blocks) * activeCycles(simulated);
    }
    const double end = lastEnd(simulated);
    const double more = activeCycles(simulated) - end;
    Span steady = steadySpan(simulated).value_or(Span{0, end});
    // Empty blocks come one after the other at first, and then as the GPU hears that others have ended.
    const std::vector<BlockTime>& blocks = simulated.run.blocks;
    if (const std::size_t first = simulated.setting.resident; first < blocks.size())
        steady.from = std::clamp(blocks[first].begin, steady.from, steady.to);
    if (!(steady.to > steady.from)) steady = {0, end};
    double cycles = 0;
    for (const std::vector<Span>& active : simulated.run.schedulerActive) {
        for (const Span& span : active) cycles += span.to - span.from;
        cycles += more * within(active, steady) / (steady.to - steady.from);
    }
    return cycles;
}

/// Cycles that the blocks which were not simulated have their places, all together. Between the end of the first and
/// the beginning of the last of those that were, places stood as full as they always do; where that is too short to
/// tell, they are full. `ran`: cycles that the simulated ones had theirs.
double furtherResidence(const Simulated& simulated, double ran) {
    const std::vector<BlockTime>& blocks = simulated.run.blocks;
    const auto sampled = static_cast<double>(std::max<std::size_t>(1, blocks.size()));
    const double more = simulated.setting.blocks * simulated.setting.work - sampled;
    if (!(simulated.eachBlock > 0)) return ran / sampled * more;
    if (const std::vector<BlockTime>& all = simulated.all.blocks; !all.empty()) {
        // What a convoy adds comes to all of them (residentWarps).
        const double held = placesHeld(all) / lastEndOf(all) * activeCycles(simulated) / simulated.byConvoy;
        return ran * held / placesHeld(blocks) - ran;
    }
    auto places = static_cast<double>(simulated.setting.resident);
    if (const std::optional<Span> steady = steadySpan(simulated)) {
        double filled = 0;
        for (const BlockTime& block : blocks)
            filled += std::max(0.0, std::min(block.end, steady->to) - std::max(block.begin, steady->from));
        places = filled / (steady->to - steady->from);
    }
    return more * places * simulated.eachBlock;
}

/// Warps that it has, on average over those cycles. Those that have ended keep their places until their stores are
/// done.
double residentWarps(const Simulated& simulated, const LaunchSample& sample, const Setup& setup) {
    const auto& cycles = simulated.run.warpCycles;
    const double ran = std::accumulate(cycles.begin(), cycles.end(), 0.0) -
                       cycles[static_cast<std::size_t>(Reason::Drain)] + simulated.run.held;
    const auto warps = static_cast<double>(sample.warpsPerBlock());
    const auto places = static_cast<double>(simulated.setting.resident);
    const double first = std::min(simulated.setting.blocks, places);
    const double set = setup.first * first + setup.further * (simulated.setting.blocks - first);
    const double held = (ran + furtherResidence(simulated, ran / warps) * warps) * simulated.byConvoy + set * warps;
    return std::min(places * warps, held / cyclesWithBlocks(simulated, setup));
}

void addCaches(const Simulated& simulated, const LaunchSample& sample, const GpuSpec& gpu, Counters& counters) {
    const Traffic& traffic = simulated.run.traffic;
    if (const double lookups = traffic.l1Requests + traffic.l1Writes; lookups > 0)
        counters["l1_hit_rate"] = kPercent * (traffic.l1Hits + traffic.l1WriteHits) / lookups;
    // Of all blocks of the grid, not of the fullest multiprocessor's alone.
    const double all = timesSampled(simulated) * static_cast<double>(sample.grid.count()) / simulated.setting.blocks;
    const double lookups = traffic.l2Lookups * all;
    if (!(lookups > 0)) return;
    const DeviceReads reads = deviceReadsOf(sample, simulated.setting, gpu);
    const double read = std::min(reads.sectors, lookups);
    const double copied = std::min(reads.copied, lookups);
    counters["l2_hit_rate"] = kPercent * (1 - (read + copied) / (lookups + copied));
    counters["dram_read_bytes"] = read * Parameters::kSector;
    // What blocks write at their end is not known of those that were cut.
    if (std::ranges::any_of(sample.blocks, &SampledBlock::cut)) return;
    const double sectors = traffic.dramWrites * all * Parameters::kSector;
    // Sectors that several blocks write are counted once for each of them.
    const bool shared = sample.partialShared > 0 && sample.stored > 0;
    counters["dram_write_bytes"] =
        writtenToDevice(read * Parameters::kSector, shared ? std::min(sectors, sample.stored) : sectors, sample, gpu);
}

/// Warp steps of the blocks that were sampled.
double stepsOf(const LaunchSample& sample) {
    double steps = 0;
    for (const SampledBlock& block : sample.blocks)
        for (const SampledWarp& warp : block.warps) steps += static_cast<double>(warp.events.size());
    return steps;
}

/// What a mean multiprocessor has of the fullest one's blocks, where all of them run at once: the others are as long at
/// work, with less. Those that have fewer rounds are not.
double ofFullest(const Simulated& simulated, const LaunchSample& sample) {
    const LaunchSetting& setting = simulated.setting;
    if (setting.blocks > static_cast<double>(setting.resident)) return 1;
    return static_cast<double>(sample.grid.count()) / (setting.blocks * setting.active);
}

/// The same of what they do: blocks that all run at once need not be alike.
double workOfFullest(const Simulated& simulated, const LaunchSample& sample) {
    const LaunchSetting& setting = simulated.setting;
    const double steps = stepsOf(sample);
    if (setting.sampledShare < 1 || setting.work != 1 || !(steps > 0)) return ofFullest(simulated, sample);
    if (setting.blocks > static_cast<double>(setting.resident)) return 1;
    return std::min(1.0, sample.stepsPerBlock * static_cast<double>(sample.grid.count()) / (steps * setting.active));
}

}  // namespace

Counters countersOf(const Simulated& simulated, const LaunchSample& sample, const GpuSpec& gpu) {
    Counters counters;
    if (!(simulated.even > 0)) return counters;
    const MeanShares shares = meanSharesOf(simulated, sample);
    if (const GpuValue* most = gpu.find("max_warps_per_sm"); most != nullptr && most->value > 0) {
        const double alike = shares.known ? shares.held / shares.active : ofFullest(simulated, sample);
        counters["achieved_occupancy"] =
            kPercent * alike * residentWarps(simulated, sample, setupOf(gpu)) / most->value;
    }
    if (const double active = schedulersActive(simulated); active > 0)
        counters["issue_slot_utilization"] =
            kPercent * workOfFullest(simulated, sample) * simulated.instructions / (active * shares.active);
    addCaches(simulated, sample, gpu, counters);
    return counters;
}

}  // namespace lanescope::timing
