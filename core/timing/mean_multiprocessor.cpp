// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/mean_multiprocessor.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace lanescope::timing {
namespace {

/// In the warp steps of LaunchSample::unevenSteps.
double stepsOf(const SampledBlock& block) {
    double steps = 0;
    for (const SampledWarp& warp : block.warps) steps += static_cast<double>(warp.events.size());
    return steps;
}

/// How long a block has its place, and when it ends.
struct Block {
    double steps = 0, held = 0, end = 0;
};

Block of(const BlockTime& time, double steps) { return {steps, time.end - time.begin, time.end}; }

/// One that does so much.
Block between(const Block& least, const Block& most, double steps) {
    const double share = std::clamp((steps - least.steps) / (most.steps - least.steps), 0.0, 1.0);
    return {steps, std::lerp(least.held, most.held, share), std::lerp(least.end, most.end, share)};
}

Block later(const Block& one, const Block& other) { return one.end < other.end ? other : one; }

}  // namespace

MeanShares meanSharesOf(const Simulated& simulated, const LaunchSample& sample) {
    const auto multiprocessors = static_cast<std::size_t>(simulated.setting.active);
    if (simulated.lightest.empty() || sample.unevenSteps.size() != sample.grid.count() || multiprocessors == 0 ||
        std::ranges::any_of(sample.blocks, &SampledBlock::cut))
        return {};
    Block least, most;
    for (const BlockTime& time : simulated.lightest)
        least = later(least, of(time, stepsOf(sample.lightest->blocks.front())));
    double heldByFullest = 0;
    for (const BlockTime& time : simulated.run.blocks) {
        const auto block = std::ranges::find(sample.blocks, time.index, &SampledBlock::index);
        if (block == sample.blocks.end()) return {};
        heldByFullest += time.end - time.begin;
        if (const double steps = stepsOf(*block); steps > most.steps) most = of(time, steps);
    }
    if (!(most.steps > least.steps) || !(most.end > least.end)) return {};
    std::vector<double> active(multiprocessors, 0);
    double held = 0;
    for (std::size_t i = 0; i < sample.unevenSteps.size(); ++i) {
        const Block block = between(least, most, sample.unevenSteps[i]);
        active[i % multiprocessors] = std::max(active[i % multiprocessors], block.end);
        held += block.held;
    }
    const auto all = static_cast<double>(multiprocessors);
    return {.active = std::accumulate(active.begin(), active.end(), 0.0) / all / most.end,
            .held = held / all / heldByFullest,
            .known = true};
}

LaunchSample lightestOf(const LaunchSample& sample, std::size_t blocks) {
    LaunchSample light = *sample.lightest;
    light.blocks.resize(blocks, SampledBlock(light.blocks.front()));
    light.listing = sample.listing;
    light.code = sample.code;
    light.touchedBefore = sample.touchedBefore;
    light.touchedCount = sample.touchedCount;
    light.touchedLast = sample.touchedLast;
    light.touchedLastCount = sample.touchedLastCount;
    light.storedLast = sample.storedLast;
    light.storedLastSince = sample.storedLastSince;
    light.partlyBefore = sample.partlyBefore;
    light.codeIsWarm = sample.codeIsWarm;
    return light;
}

}  // namespace lanescope::timing
