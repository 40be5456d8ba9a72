// SPDX-License-Identifier: GPL-3.0-or-later
// Groups of loads (LoadGroup in op.h): most of the loads of a multiplication's inner loop.
#include "core/simt/handlers/pattern_lanes.h"
#include "core/simt/memory/memory_access.h"

namespace lanescope::simt::LANESCOPE_ISA {
namespace {

using program::Space;

/// Do all of the group's loads lie in [base, end) if the first begins at `first`?
inline bool allWithin(const Op& op, const AccessPattern& pattern, std::uint64_t first, std::uint64_t base,
                      std::uint64_t end) {
    return isWithin(pattern, first + static_cast<std::uint64_t>(op.reachDown), base, end) &&
           isWithin(pattern, first + static_cast<std::uint64_t>(op.reachUp), base, end);
}

/// Loads as the pattern, or what the group knows of it, says.
template <typename R>
inline void move(Machine& m, const Op& op, const LoadGroup& group, const std::byte* at) {
    R* const to = m.at<R>(op.vector[0]);
    if (group.shape == AccessPattern::Shape::Contiguous)
        std::memcpy(to, at, sizeof(R) * kWarpSize);
    else if (group.shape == AccessPattern::Shape::Halves)
        gatherHalves(to, at, group.half[0], group.half[1], group.uniformHalves);
    else
        gather<R, R>(m.active, to, at, m.patterns[op.pattern]);
}

template <typename R>
inline bool leadShared(Machine& m, const Op& op, const AccessPattern& pattern, LoadGroup& group, std::uint64_t first) {
    const SharedCost cost = pattern.knownSharedCostAt(first);
    if (m.sharedUninitialisedWords != 0 || cost.wavefronts == 0 || !allWithin(op, pattern, first, 0, m.sharedBytes))
        return false;
    ++group.counts.requests;
    group.counts.wavefronts += cost.wavefronts;
    group.counts.conflicts += cost.wavefronts - cost.fewest;
    move<R>(m, op, group, m.shared + first);
    return true;
}

template <typename R>
inline bool moveGlobal(Machine& m, const Op& op, AccessPattern& pattern, const LoadGroup& group, std::uint64_t first) {
    const GlobalView& view = m.views[pattern.view];
    const unsigned sectors = pattern.knownSectorsAt(first);
    if (sectors == 0) return false;
    const std::byte* const at = view.data + (first - view.base);
    countGlobal(m.site(op), sectors, pattern.uniqueBytes);
    prefetchNext<R>(pattern, at);
    move<R>(m, op, group, at);
    return true;
}

template <typename R>
inline bool leadGlobal(Machine& m, const Op& op, AccessPattern& pattern, const LoadGroup& group, std::uint64_t first) {
    GlobalView& view = m.views[pattern.view];
    if (view.allocation->uninitialisedWords != 0 || !allWithin(op, pattern, first, view.base, view.end)) return false;
    view.read = true;
    return moveGlobal<R>(m, op, pattern, group, first);
}

/// The first load.
template <Space S, typename R, typename Address>
void lead(Machine& m, const Op& op) {
    AccessPattern& pattern = m.patterns[op.pattern];
    LoadGroup& group = m.groups[op.group];
    const Address* const address = m.at<const Address>(op.from[0]);
    const Address base = address[static_cast<unsigned>(std::countr_zero(m.active)) % kWarpSize];
    bool sure = false;
    if (m.active != 0 && pattern.aligned && matches<Address>(pattern, address, m.active, base)) {
        group.shape = pattern.shape;
        group.uniformHalves = pattern.uniformHalves;
        group.half = {pattern.window[0], pattern.window[2]};
        group.first = static_cast<std::uint64_t>(static_cast<std::int64_t>(base));
        const std::uint64_t first = group.first + static_cast<std::uint64_t>(op.offset);
        if (first % sizeof(R) == 0)
            sure = S == Space::Shared ? leadShared<R>(m, op, pattern, group, first)
                                      : leadGlobal<R>(m, op, pattern, group, first);
    }
    group.sure = sure ? m.active : 0;
    if (__builtin_expect(!sure, 0)) op.careful(m, op);
}

/// The others. After a fault no lane is active.
template <Space S, typename R>
void follow(Machine& m, const Op& op) {
    const LoadGroup& group = m.groups[op.group];
    bool done = group.sure == m.active && m.active != 0;
    if (__builtin_expect(done, 1)) {
        const std::uint64_t first = group.first + static_cast<std::uint64_t>(op.offset);
        if constexpr (S == Space::Shared)
            move<R>(m, op, group, m.shared + first);
        else
            done = moveGlobal<R>(m, op, m.patterns[op.pattern], group, first);
    }
    if (__builtin_expect(!done, 0)) op.careful(m, op);
}

template <Space S, typename R>
Handler pickRole(const HandlerRequest& request) {
    if (!request.leads) return &follow<S, R>;
    return request.wideAddress ? &lead<S, R, std::int64_t> : &lead<S, R, std::int32_t>;
}

}  // namespace

Handler pickGrouped(const HandlerRequest& request) {
    if (!request.grouped) return nullptr;
    const bool wide = request.toBits == 64;
    if (request.instruction->space == Space::Shared)
        return wide ? pickRole<Space::Shared, std::uint64_t>(request) : pickRole<Space::Shared, std::uint32_t>(request);
    return wide ? pickRole<Space::Global, std::uint64_t>(request) : pickRole<Space::Global, std::uint32_t>(request);
}

}  // namespace lanescope::simt::LANESCOPE_ISA
