// SPDX-License-Identifier: GPL-3.0-or-later
// What models need to know of a kernel's code and how often its instructions were run: how many are independent of each
// other, how many warps run them, and which accesses are not coalesced.
#pragma once

#include <span>

#include "core/models/model_input.h"
#include "core/plan/launch.h"

namespace lanescope {

/// Sets ilp, mlp, warpShare, specialInstructions, uncoalesced and transactionsOfUncoalesced of a profile of the launch.
/// - ILP (Baghsorkhi et al. 2010, 004 section 3.2.2): the instructions of a basic block over its longest chain of
///   definition and use; over all blocks, as often as they were run. What depends on memory or on an earlier iteration
///   of a loop counts like everything else in its block, and not beyond it.
/// - MLP: the same of global loads: all over those of which one needs another's value.
/// - Warp share: ρ of a block is how often it was run, over the header of the innermost loop around it or over the
///   launch's warps, at most 1, times ρ of that header; the mean over the instructions of the blocks that were run.
/// - An access is uncoalesced where it takes at least twice as many sectors as its bytes fill.
/// `sites` are LaunchReport::sites.
void addParallelism(LaunchProfile& profile, const Kernel& kernel, std::span<const simt::SiteCounts> sites);

}  // namespace lanescope
