// SPDX-License-Identifier: GPL-3.0-or-later
// All multiprocessors of a GPU over a launch: blocks are dealt out to them, wave after wave, until none is left. How
// fast one multiprocessor works off its blocks is what the simulation said of it.
//
// A block is so many steps. It makes them no faster than it would alone, and the blocks of a multiprocessor together
// no faster than a full one does: with m of them a step takes max(alone, m · together) cycles. At first every place is
// filled, the multiprocessors in turn; then the next block goes wherever a place becomes free. That is how grids of
// equal blocks are seen to be distributed; NVIDIA does not document it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "core/timing/simulation.h"

namespace lanescope::timing {

struct Dealing {
    std::uint64_t multiprocessors = 1;
    std::uint64_t resident = 1;  ///< blocks at a time on each
    double first = 0;            ///< cycle at which the first block begins
    double fill = 0;             ///< cycles from one block to the next that come to a multiprocessor at first
    double every = 0;            ///< cycles from one end of a block that the GPU hears of to the next
    double turn = 0;             ///< cycles from then to the beginning of the next block in its place
    double alone = 1;            ///< cycles a step of a block that has a multiprocessor for itself
    double together = 0;         ///< cycles a step of a full multiprocessor, whichever of its blocks makes it
};

struct DealtBlock {
    std::uint32_t multiprocessor = 0;
    double begin = 0, end = 0;  ///< cycles
};

/// By block, in the order in which they are dealt out. `steps`: of each block.
[[nodiscard]] std::vector<DealtBlock> dealOut(std::span<const std::uint32_t> steps, const Dealing& dealing);

struct Waves {
    Dealing dealing;
    std::vector<std::uint32_t> steps;  ///< by block, as it is numbered in the grid
    std::vector<DealtBlock> blocks;    ///< likewise
    std::uint64_t blocksRun = 0;       ///< whose steps were counted; of the others, their neighbours'
    double end = 0;                    ///< cycles: the last block's
    /// Blocks over places: 2.1 are two full waves and a tenth of one.
    double count = 0;
    double tailFrom = 0;      ///< cycles: the first multiprocessor has no block any more and gets none
    double idleInTail = 0;    ///< multiprocessors without a block from then on: the mean, those that had none included
    std::uint64_t never = 0;  ///< multiprocessors that get no block at all
    double filled = 0;        ///< share of all places in all of the time that have a block
    double even = 0;          ///< cycles: when all would end if they ended together: the mean of their ends

    /// Places that a block of that number is in the wave of.
    [[nodiscard]] std::uint64_t waveOf(std::uint64_t block) const {
        return block / (dealing.multiprocessors * dealing.resident);
    }
    [[nodiscard]] double tailShare() const { return end > 0 ? (end - tailFrom) / end : 0; }
    /// Of the launch's time, what it would not take if all multiprocessors ended together.
    [[nodiscard]] double lostShare() const { return end > 0 ? (end - even) / end : 0; }
};

[[nodiscard]] Waves wavesFrom(std::vector<std::uint32_t> steps, const Dealing& dealing);

/// How much longer a launch takes because its blocks do not all do the same (LaunchSample::unevenSteps): the last end,
/// over what it were if all did as much as they do on average. What all multiprocessors share, L2 and DRAM, goes as far
/// as it is busy to those that are still at work. 1 where nothing is known of it.
[[nodiscard]] double lengthenedByBlocks(const LaunchSample& sample, const Simulated& simulated,
                                        const Parameters& parameters, const std::stop_token& stop);

/// Of a launch whose sample knows how much each block does (SampleOptions::dealtLaunch); nothing of others. `together`
/// is such that the multiprocessor that was simulated takes as long here as it did there; `alone` comes from a
/// simulation of one block. Stopped, the answer is of no use.
[[nodiscard]] std::optional<Waves> wavesOf(const LaunchSample& sample, const Simulated& simulated,
                                           const Parameters& parameters, const std::stop_token& stop = {});

}  // namespace lanescope::timing
