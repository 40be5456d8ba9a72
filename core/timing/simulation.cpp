// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/simulation.h"

#include <algorithm>

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
        return (ends[blocks - resident] - ends[resident - 1]) / static_cast<double>(blocks - 2 * resident + 1);
    }
    // Between its middle and its end, when some have gone and none come any more.
    constexpr std::size_t kFrom = 49, kTo = 94;
    if (run.progress.size() <= kTo) return run.end / static_cast<double>(blocks);
    const double share = static_cast<double>(kTo - kFrom) / 100;
    return (run.progress[kTo] - run.progress[kFrom]) / share / static_cast<double>(blocks);
}

}  // namespace

Result<Simulated> simulate(const LaunchSample& sample, std::optional<std::uint64_t> registers, const GpuSpec& gpu,
                           const Parameters& parameters, std::size_t intervals) {
    const Result<LaunchSetting> setting = settingOf(sample, registers, gpu, parameters);
    if (!setting) return fail(setting.error());
    Simulated simulated;
    simulated.setting = *setting;
    const MachineStream stream = machineStreamOf(sample, setting->registersPerThread, parameters);
    simulated.run = run(sample, stream, parameters,
                        {.resident = setting->resident,
                         .l1Bytes = setting->l1Bytes,
                         .sharing = setting->sharing,
                         .warmData = setting->warmData,
                         .intervals = intervals});
    const auto sampled = static_cast<double>(sample.blocks.size());
    const double more = setting->blocks * setting->work - sampled;
    simulated.cycles = simulated.run.end;
    if (setting->sampledShare < 1 || setting->work != 1)
        simulated.cycles = std::max(0.0, simulated.run.end + more * cyclesPerBlock(simulated.run, *setting));
    simulated.instructions = simulated.run.instructions / std::max(1e-9, sampled) * setting->blocks * setting->work;
    return simulated;
}

}  // namespace lanescope::timing
