// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/simulation.h"

#include <algorithm>
#include <vector>

#include "core/base/words.h"
#include "core/timing/waves.h"

namespace lanescope::timing {
namespace {

/// Blocks that begin together end together, and those that come when they have ended begin later than others will:
/// cycles are counted from the end of so many rounds.
constexpr std::size_t kBeginning = 2;

/// When blocks have ended, in that order.
std::vector<BlockTime> endsOf(const MultiprocessorRun& run) {
    std::vector<BlockTime> ended;
    for (const BlockTime& block : run.blocks)
        if (block.issued > 0) ended.push_back(block);
    std::ranges::stable_sort(ended, {}, &BlockTime::end);
    return ended;
}

/// Cycles of a block, over whole rounds of them up to the end of the `last` block.
double overRounds(const std::vector<BlockTime>& ended, std::size_t resident, std::size_t last) {
    const std::size_t first = kBeginning * resident;
    if (ended.size() < last) return 0;  // it was stopped
    return (ended[last - 1].end - ended[first - 1].end) / static_cast<double>(last - first);
}

/// Cycles of one block more. Where few rounds were sampled, others come as these end, so that as many as fit are always
/// there; of less than three, what is issued is counted, from the end of the first block on. `alone`: what the sampled
/// blocks do by themselves, if that is known.
double cyclesPerBlock(const LaunchSample& sample, const MachineStream& stream, const Parameters& parameters,
                      const MultiprocessorRun* alone, MultiprocessorOptions options) {
    constexpr std::size_t kFewest = 4;
    const std::size_t resident = options.resident;
    const std::size_t sampled = std::min(options.blocks, sample.blocks.size());
    const std::size_t rounds = sampled / resident;
    // The last round has ever fewer beside it.
    options.intervals = 0;
    options.tellsStates = false;
    if (rounds > kBeginning + 1) {
        const auto ended = endsOf(alone != nullptr ? *alone : timing::run(sample, stream, parameters, options));
        return overRounds(ended, resident, (rounds - 1) * resident);
    }
    options.until = std::max(sampled, std::min(2 * resident, kFewest));
    options.further = options.until + 2 * resident - sampled;
    const MultiprocessorRun run = timing::run(sample, stream, parameters, options);
    const std::vector<BlockTime> ended = endsOf(run);
    if (rounds > kBeginning && ended.size() >= sampled) return overRounds(ended, resident, sampled);
    if (ended.size() < 2 || ended.back().issued <= ended.front().issued) return run.end / static_cast<double>(sampled);
    const double blocks = static_cast<double>(ended.back().issued - ended.front().issued) *
                          static_cast<double>(sampled) / static_cast<double>(run.ops);
    return (ended.back().end - ended.front().end) / blocks;
}

/// Blocks that are simulated of those that were sampled: whole rounds, or the last ones would run with fewer beside
/// them than the others have.
std::size_t wholeRounds(std::size_t sampled, const LaunchSetting& setting) {
    const std::size_t resident = setting.resident;
    if (setting.sampledShare >= 1 || sampled <= resident) return sampled;
    return sampled - sampled % resident;
}

/// From one time to the next, code and data stay in the caches unless a launch of the plan reads more than L2 keeps.
bool staysWarm(const LaunchSample& sample, const Parameters& parameters) {
    return sample.mostRead * Parameters::kSector <= parameters.l2Kept;
}

WarmData warmData(const LaunchSample& sample, const LaunchSetting& setting, const Parameters& parameters,
                  bool replayed) {
    if (replayed) return staysWarm(sample, parameters) ? WarmData::All : WarmData::None;
    return setting.warmData ? WarmData::Touched : WarmData::None;
}

/// Of a block that was cut, what comes later does not find as much new memory as its beginning: the share of it that
/// goes on as it began, if all memory is read once.
double goesOnCold(const LaunchSample& sample, double more) {
    std::vector<bool> seen(sample.sectorCount, false);
    double distinct = 0;
    for (const Access& access : sample.accesses) {
        if (access.space != program::Space::Global) continue;
        for (std::uint32_t i = 0; i < access.sectors; ++i) {
            const std::uint32_t sector = sample.sectors[access.firstSector + i];
            if (!seen[sector]) distinct += 1;
            seen[sector] = true;
        }
    }
    const double left = static_cast<double>(sample.sectorCount) - distinct;
    const double wouldCome = distinct * more / static_cast<double>(sample.blocks.size());
    return wouldCome > 0 ? std::clamp(left / wouldCome, 0.0, 1.0) : 1;
}

/// Cycles of what has the most to do for the sampled blocks: others of their kind take no less. Operations that nobody
/// waits for go on when their blocks have ended, and of few blocks that differ it may be the light ones that end.
double busiestOf(const MultiprocessorRun& run) {
    return std::max(
        {run.instructions / Parameters::kSchedulers, run.requestBusy, run.l2Busy, run.dramBusy, run.atomicBusy});
}

}  // namespace

const std::string& whyNotByItself(ByItself how) {
    return textOf(how == ByItself::Waits ? "cannot.blocks_wait"_id : "cannot.blocks_share"_id);
}

Result<Simulated> simulate(const LaunchSample& sample, std::optional<std::uint64_t> registers, const GpuSpec& gpu,
                           const Parameters& parameters, const SimulationOptions& how) {
    if (sample.byItself != ByItself::AsInLaunch)
        return fail(ErrorCode::ModelOutOfRange, {{"model", "simulation"}, {"reason", whyNotByItself(sample.byItself)}});
    const Result<LaunchSetting> setting = settingOf(sample, registers, gpu, parameters);
    if (!setting) return fail(setting.error());
    Simulated simulated;
    simulated.setting = *setting;
    const MachineStream stream = machineStreamOf(sample, setting->registersPerThread, parameters);
    MultiprocessorOptions options{.resident = setting->resident,
                                  .blocks = wholeRounds(sample.blocks.size(), *setting),
                                  .l1Bytes = setting->l1Bytes,
                                  .sharing = setting->sharing,
                                  .warmData = warmData(sample, *setting, parameters, how.replayed),
                                  .warmCode = how.replayed ? staysWarm(sample, parameters) : sample.codeIsWarm,
                                  .intervals = how.intervals,
                                  .stop = how.stop};
    simulated.run = run(sample, stream, parameters, options);
    if (how.stop.stop_requested()) return fail(ErrorCode::Cancelled);
    const auto sampled = static_cast<double>(simulated.run.blocks.size());
    const double more = setting->blocks * setting->work - sampled;
    simulated.cycles = simulated.run.end;
    if (setting->sampledShare < 1 || setting->work != 1) {
        double each = cyclesPerBlock(sample, stream, parameters, &simulated.run, options);
        if (std::ranges::any_of(sample.blocks, &SampledBlock::cut)) {
            const double cold = goesOnCold(sample, more);
            options.warmData = WarmData::All;
            each = cold * each + (1 - cold) * cyclesPerBlock(sample, stream, parameters, nullptr, options);
        }
        each = std::max(each, busiestOf(simulated.run) / sampled);
        simulated.eachBlock = each;
        simulated.cycles = std::max(0.0, simulated.run.end + more * each);
    }
    simulated.even = simulated.cycles;
    simulated.cycles *= lengthenedByBlocks(sample, simulated, parameters, how.stop);
    if (how.stop.stop_requested()) return fail(ErrorCode::Cancelled);
    simulated.instructions = simulated.run.instructions / std::max(1e-9, sampled) * setting->blocks * setting->work;
    return simulated;
}

}  // namespace lanescope::timing
