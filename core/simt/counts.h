// SPDX-License-Identifier: GPL-3.0-or-later
// Raw event counts of a launch. core/metrics turns them into metrics with ids, units and ratios.
#pragma once

#include <cstdint>
#include <span>

#include "core/simt/step.h"

namespace lanescope::simt {

/// Loads, stores or atomics of one space (of local memory as it lies in the GPU: the same word of all lanes side by
/// side). A request is one warp instruction with at least one active lane.
struct GlobalCounts {
    std::uint64_t requests = 0;
    std::uint64_t sectors = 0;  ///< distinct 32-byte sectors, summed over requests; of atomics: atomicSectorsOf()
    std::uint64_t bytes = 0;    ///< distinct bytes asked for, summed over requests
    friend bool operator==(const GlobalCounts&, const GlobalCounts&) = default;
};
struct SharedCounts {
    std::uint64_t requests = 0;
    std::uint64_t wavefronts = 0;  ///< passes over the 32 four-byte banks
    std::uint64_t conflicts = 0;   ///< wavefronts beyond the fewest that the bytes need
    SharedCounts& operator+=(const SharedCounts& other);
    friend bool operator==(const SharedCounts&, const SharedCounts&) = default;
};

/// The rounds of a loop that holds no other, dealt out four at a time, and what is left of each lane's as two and one.
/// A warp takes a step as often as the lane that takes it most often. Partings: how often lanes of a warp that came to
/// such a step together did not take it together.
struct RoundCounts {
    std::uint64_t entries = 0;  ///< by warps, or parts of one that come apart
    std::uint64_t lanes = 0;    ///< that entered
    std::uint64_t fours = 0;
    std::uint64_t fourLanes = 0;
    std::uint64_t fourPartings = 0;
    std::uint64_t twos = 0;
    std::uint64_t twoLanes = 0;
    std::uint64_t twoPartings = 0;
    std::uint64_t ones = 0;
    std::uint64_t oneLanes = 0;
    std::uint64_t onePartings = 0;
    void add(const RoundCounts& other, std::uint64_t factor);
    friend bool operator==(const RoundCounts&, const RoundCounts&) = default;
};

/// What one instruction of the entry did. `warps`, `lanes` and `passed` follow from how often its straight line ran;
/// the rest is zero for instructions of another kind. A generic address counts where it led.
struct SiteCounts {
    AccessKind access = AccessKind::None;
    std::uint64_t warps = 0;   ///< executions by a warp, with no lane passing the guard too
    std::uint64_t lanes = 0;   ///< lanes of those warps' masks, summed
    std::uint64_t passed = 0;  ///< of those, lanes that passed the guard; all where there is none
    GlobalCounts global;
    SharedCounts shared;
    GlobalCounts local;
    std::uint64_t constantRequests = 0;
    std::uint64_t atomicRequests = 0;
    bool reduction = false;       ///< access is Atomic: a `red`, which answers nothing
    std::uint64_t branches = 0;   ///< conditional branches: as `warps`
    std::uint64_t divergent = 0;  ///< of those, with lanes going both ways
    std::uint64_t barriers = 0;   ///< executions of a block barrier with a lane passing the guard
    std::uint64_t fpOperations = 0;
    /// Of exact quotients, reciprocals and roots, lanes with an operand for which a GPU needs a routine of its own (a
    /// zero, a subnormal, an infinity, no number; of a root also a negative number), warps with such lanes, and those
    /// of them with others beside.
    std::uint64_t specialLanes = 0;
    std::uint64_t specialWarps = 0;
    std::uint64_t specialDivergent = 0;
    RoundCounts rounds;  ///< of a branch back, if no other lies between there and here

    /// Adds `other`'s counts, each times `factor`; `access` and `reduction` are other's.
    void add(const SiteCounts& other, std::uint64_t factor = 1);
    friend bool operator==(const SiteCounts&, const SiteCounts&) = default;
};

struct LaunchCounts {
    std::uint64_t warpInstructions = 0;    ///< executed warp instructions (PTX), predicated-off ones included
    std::uint64_t threadInstructions = 0;  ///< summed lanes of those warps' masks, predicated-off ones included
    GlobalCounts globalLoad;
    GlobalCounts globalStore;
    SharedCounts sharedLoad;
    SharedCounts sharedStore;
    GlobalCounts globalAtomic;     ///< atom
    GlobalCounts globalReduction;  ///< red
    /// Passes as of a load at the same addresses: that lanes with one address wait for each other is not in them.
    SharedCounts sharedAtomic;
    GlobalCounts localLoad;
    GlobalCounts localStore;
    std::uint64_t constantRequests = 0;   ///< ld.const; parameters are not among them
    std::uint64_t atomicRequests = 0;     ///< atom and red, wherever they lead
    std::uint64_t branches = 0;           ///< warp-level executions of a conditional branch
    std::uint64_t divergentBranches = 0;  ///< of those, with active lanes going both ways
    std::uint64_t barriers = 0;           ///< warp-level executions of a block barrier
    std::uint64_t fpOperations = 0;       ///< thread-level; an fma counts 2

    LaunchCounts& operator+=(const LaunchCounts& other);
    LaunchCounts& operator+=(const SiteCounts& site);
    friend bool operator==(const LaunchCounts&, const LaunchCounts&) = default;
};

/// The counts of a launch are the sums over its instructions.
[[nodiscard]] LaunchCounts sumOf(std::span<const SiteCounts> sites);

}  // namespace lanescope::simt
