// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/simulation.h"

#include <algorithm>
#include <vector>

namespace lanescope::timing {
namespace {

/// Cycles of one block more, where as many stand beside it as fit.
double cyclesPerBlock(const MultiprocessorRun& run, const LaunchSetting& setting) {
    const std::size_t blocks = run.blocks.size();
    const std::size_t resident = setting.resident;
    if (blocks >= 3 * resident) {
        std::vector<double> ends;
        for (const BlockTime& block : run.blocks) ends.push_back(block.end);
        std::ranges::sort(ends);
        // Of whole rounds: blocks that began together end together.
        const std::size_t last = (blocks / resident - 1) * resident;
        return (ends[last - 1] - ends[resident - 1]) / static_cast<double>(last - resident);
    }
    // Between its middle and its end, when some have gone and none come any more.
    constexpr std::size_t kFrom = 49, kTo = 94;
    if (run.progress.size() <= kTo) return run.end / static_cast<double>(blocks);
    const double share = static_cast<double>(kTo - kFrom) / 100;
    return (run.progress[kTo] - run.progress[kFrom]) / share / static_cast<double>(blocks);
}

/// Blocks that are simulated of those that were sampled: whole rounds, or the last ones would run with fewer beside
/// them than the others have.
std::size_t wholeRounds(std::size_t sampled, const LaunchSetting& setting) {
    const std::size_t resident = setting.resident;
    if (setting.sampledShare >= 1 || sampled <= resident) return sampled;
    return sampled - sampled % resident;
}

WarmData warmData(const LaunchSample& sample, const LaunchSetting& setting, const Parameters& parameters,
                  bool replayed) {
    if (replayed && sample.distinctRead * Parameters::kSector <= parameters.l2Kept) return WarmData::All;
    return setting.warmData ? WarmData::Touched : WarmData::None;
}

/// Code stays in the caches from one time to the next unless a launch of the plan reads more than L2 keeps.
bool codeIsWarm(const LaunchSample& sample, const Parameters& parameters, bool replayed) {
    if (!replayed) return sample.codeIsWarm;
    return sample.mostRead * Parameters::kSector <= parameters.l2Kept;
}

/// All blocks that fill the multiprocessor are there.
bool canBeFilled(const LaunchSetting& setting, std::size_t blocks) {
    const double all = setting.blocks * setting.work;
    return static_cast<double>(blocks) >= std::min(all, static_cast<double>(setting.resident));
}

/// Of a block that was cut, what comes later does not find as much new memory as its beginning: the share of it that
/// goes on as it began, if all memory is read once.
double goesOnCold(const LaunchSample& sample, double more) {
    std::vector<bool> seen(sample.sectorCount, false);
    double distinct = 0;
    for (const std::uint32_t sector : sample.sectors) {
        if (!seen[sector]) distinct += 1;
        seen[sector] = true;
    }
    const double left = static_cast<double>(sample.sectorCount) - distinct;
    const double wouldCome = distinct * more / static_cast<double>(sample.blocks.size());
    return wouldCome > 0 ? std::clamp(left / wouldCome, 0.0, 1.0) : 1;
}

}  // namespace

Result<Simulated> simulate(const LaunchSample& sample, std::optional<std::uint64_t> registers, const GpuSpec& gpu,
                           const Parameters& parameters, const SimulationOptions& how) {
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
                                  .warmCode = codeIsWarm(sample, parameters, how.replayed),
                                  .intervals = how.intervals,
                                  .stop = how.stop};
    options.filledAtOnce = how.replayed && canBeFilled(*setting, options.blocks);
    simulated.run = run(sample, stream, parameters, options);
    if (how.stop.stop_requested()) return fail(ErrorCode::Cancelled);
    const auto sampled = static_cast<double>(simulated.run.blocks.size());
    const double more = setting->blocks * setting->work - sampled;
    simulated.cycles = simulated.run.end;
    if (setting->sampledShare < 1 || setting->work != 1) {
        double each = cyclesPerBlock(simulated.run, *setting);
        if (std::ranges::any_of(sample.blocks, &SampledBlock::cut)) {
            const double cold = goesOnCold(sample, more);
            options.warmData = WarmData::All;
            options.intervals = 0;
            each = cold * each + (1 - cold) * cyclesPerBlock(run(sample, stream, parameters, options), *setting);
        }
        simulated.cycles = std::max(0.0, simulated.run.end + more * each);
    }
    if (how.stop.stop_requested()) return fail(ErrorCode::Cancelled);
    simulated.instructions = simulated.run.instructions / std::max(1e-9, sampled) * setting->blocks * setting->work;
    return simulated;
}

}  // namespace lanescope::timing
