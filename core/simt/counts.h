// SPDX-License-Identifier: GPL-3.0-or-later
// Raw event counts of a launch. core/metrics turns them into metrics with ids, units and ratios.
#pragma once

#include <cstdint>

namespace lanescope::simt {

/// Loads or stores of one space. A request is one warp instruction with at least one active lane.
struct GlobalCounts {
    std::uint64_t requests = 0;
    std::uint64_t sectors = 0;  ///< distinct 32-byte sectors, summed over requests
    std::uint64_t bytes = 0;    ///< distinct bytes asked for, summed over requests
    friend bool operator==(const GlobalCounts&, const GlobalCounts&) = default;
};
struct SharedCounts {
    std::uint64_t requests = 0;
    std::uint64_t wavefronts = 0;  ///< passes over the 32 four-byte banks
    std::uint64_t conflicts = 0;   ///< wavefronts beyond the fewest that the bytes need
    friend bool operator==(const SharedCounts&, const SharedCounts&) = default;
};

struct LaunchCounts {
    std::uint64_t warpInstructions = 0;    ///< executed warp instructions (PTX), predicated-off ones included
    std::uint64_t threadInstructions = 0;  ///< summed lanes of those warps' masks, predicated-off ones included
    GlobalCounts globalLoad;
    GlobalCounts globalStore;
    SharedCounts sharedLoad;
    SharedCounts sharedStore;
    std::uint64_t atomicRequests = 0;
    std::uint64_t branches = 0;           ///< warp-level executions of a conditional branch
    std::uint64_t divergentBranches = 0;  ///< of those, with active lanes going both ways
    std::uint64_t barriers = 0;           ///< warp-level executions of a block barrier
    std::uint64_t fpOperations = 0;       ///< thread-level; an fma counts 2

    LaunchCounts& operator+=(const LaunchCounts& other);
    /// All counts times `factor`: for blocks that stand for others in a sampled run.
    [[nodiscard]] LaunchCounts times(std::uint64_t factor) const;
    friend bool operator==(const LaunchCounts&, const LaunchCounts&) = default;
};

}  // namespace lanescope::simt
