// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/counts.h"

namespace lanescope::simt {
namespace {

/// Calls `apply` for every count of `to` with the same one of `from`.
template <typename Apply>
void forEachCount(LaunchCounts& to, const LaunchCounts& from, Apply apply) {
    const auto global = [&](GlobalCounts& a, const GlobalCounts& b) {
        apply(a.requests, b.requests);
        apply(a.sectors, b.sectors);
        apply(a.bytes, b.bytes);
    };
    const auto shared = [&](SharedCounts& a, const SharedCounts& b) {
        apply(a.requests, b.requests);
        apply(a.wavefronts, b.wavefronts);
        apply(a.conflicts, b.conflicts);
    };
    apply(to.warpInstructions, from.warpInstructions);
    apply(to.threadInstructions, from.threadInstructions);
    global(to.globalLoad, from.globalLoad);
    global(to.globalStore, from.globalStore);
    shared(to.sharedLoad, from.sharedLoad);
    shared(to.sharedStore, from.sharedStore);
    apply(to.atomicRequests, from.atomicRequests);
    apply(to.branches, from.branches);
    apply(to.divergentBranches, from.divergentBranches);
    apply(to.barriers, from.barriers);
    apply(to.fpOperations, from.fpOperations);
}

}  // namespace

LaunchCounts& LaunchCounts::operator+=(const LaunchCounts& other) {
    forEachCount(*this, other, [](std::uint64_t& a, std::uint64_t b) { a += b; });
    return *this;
}

LaunchCounts LaunchCounts::times(std::uint64_t factor) const {
    LaunchCounts result;
    forEachCount(result, *this, [factor](std::uint64_t& a, std::uint64_t b) { a = b * factor; });
    return result;
}

}  // namespace lanescope::simt
