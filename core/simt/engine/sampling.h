// SPDX-License-Identifier: GPL-3.0-or-later
// Which blocks of a grid are run when not all are. For core/simt and those who sample its runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/dim3.h"

namespace lanescope::simt {

struct SampledBlock {
    std::uint64_t index = 0;   ///< Dim3::linear in the grid
    std::uint64_t weight = 1;  ///< blocks that its counts stand for, itself included
};

/// Blocks are grouped by low edge, inside or high edge in each dimension; of each group at least one and in all about
/// `maxBlocks` evenly spread members are chosen. Weights add up to the grid. In ascending order.
[[nodiscard]] std::vector<SampledBlock> sampleBlocks(const Dim3& grid, std::uint64_t maxBlocks);

/// Of long blocks as many are run at least to see that all do the same, and as many as take so many steps.
inline constexpr std::size_t kFewestProbes = 5;
inline constexpr std::uint64_t kStepsOfProbes = 200'000;

/// In which order some of a sample's blocks are run to see whether all do the same: both ends first, then what lies in
/// the middle between those. Each of `count` places once.
[[nodiscard]] std::vector<std::size_t> probeOrder(std::size_t count);

}  // namespace lanescope::simt
