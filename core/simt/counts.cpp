// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/counts.h"

namespace lanescope::simt {
namespace {

GlobalCounts& operator+=(GlobalCounts& to, const GlobalCounts& from) {
    to.requests += from.requests;
    to.sectors += from.sectors;
    to.bytes += from.bytes;
    return to;
}
}  // namespace

SharedCounts& SharedCounts::operator+=(const SharedCounts& other) {
    requests += other.requests;
    wavefronts += other.wavefronts;
    conflicts += other.conflicts;
    return *this;
}

void RoundCounts::add(const RoundCounts& other, std::uint64_t factor) {
    entries += other.entries * factor;
    lanes += other.lanes * factor;
    fours += other.fours * factor;
    fourLanes += other.fourLanes * factor;
    fourPartings += other.fourPartings * factor;
    twos += other.twos * factor;
    twoLanes += other.twoLanes * factor;
    twoPartings += other.twoPartings * factor;
    ones += other.ones * factor;
    oneLanes += other.oneLanes * factor;
    onePartings += other.onePartings * factor;
}

void SiteCounts::add(const SiteCounts& other, std::uint64_t factor) {
    access = other.access;
    reduction = other.reduction;
    warps += other.warps * factor;
    lanes += other.lanes * factor;
    passed += other.passed * factor;
    global += {other.global.requests * factor, other.global.sectors * factor, other.global.bytes * factor};
    shared += {other.shared.requests * factor, other.shared.wavefronts * factor, other.shared.conflicts * factor};
    local += {other.local.requests * factor, other.local.sectors * factor, other.local.bytes * factor};
    constantRequests += other.constantRequests * factor;
    atomicRequests += other.atomicRequests * factor;
    branches += other.branches * factor;
    divergent += other.divergent * factor;
    barriers += other.barriers * factor;
    fpOperations += other.fpOperations * factor;
    specialLanes += other.specialLanes * factor;
    specialWarps += other.specialWarps * factor;
    specialDivergent += other.specialDivergent * factor;
    if (other.rounds.entries != 0) rounds.add(other.rounds, factor);
}

LaunchCounts& LaunchCounts::operator+=(const LaunchCounts& other) {
    warpInstructions += other.warpInstructions;
    threadInstructions += other.threadInstructions;
    globalLoad += other.globalLoad;
    globalStore += other.globalStore;
    sharedLoad += other.sharedLoad;
    sharedStore += other.sharedStore;
    globalAtomic += other.globalAtomic;
    globalReduction += other.globalReduction;
    sharedAtomic += other.sharedAtomic;
    localLoad += other.localLoad;
    localStore += other.localStore;
    constantRequests += other.constantRequests;
    atomicRequests += other.atomicRequests;
    branches += other.branches;
    divergentBranches += other.divergentBranches;
    barriers += other.barriers;
    fpOperations += other.fpOperations;
    return *this;
}

LaunchCounts& LaunchCounts::operator+=(const SiteCounts& site) {
    warpInstructions += site.warps;
    threadInstructions += site.lanes;
    if (site.access == AccessKind::Load) {
        globalLoad += site.global;
        sharedLoad += site.shared;
        localLoad += site.local;
    } else if (site.access == AccessKind::Store) {
        globalStore += site.global;
        sharedStore += site.shared;
        localStore += site.local;
    } else if (site.access == AccessKind::Atomic) {
        (site.reduction ? globalReduction : globalAtomic) += site.global;
        sharedAtomic += site.shared;
    }
    constantRequests += site.constantRequests;
    atomicRequests += site.atomicRequests;
    branches += site.branches;
    divergentBranches += site.divergent;
    barriers += site.barriers;
    fpOperations += site.fpOperations;
    return *this;
}

LaunchCounts sumOf(std::span<const SiteCounts> sites) {
    LaunchCounts sum;
    for (const SiteCounts& site : sites) sum += site;
    return sum;
}

}  // namespace lanescope::simt
