// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/check/block_races.h"

#include <algorithm>
#include <bit>

namespace lanescope::simt {
namespace {

/// More are not kept of one word: a kernel that reads without any barrier could pile them up.
constexpr std::size_t kMostKept = 96;

bool conflict(AccessKind a, AccessKind b) {
    if (a == AccessKind::Load && b == AccessKind::Load) return false;
    return !(a == AccessKind::Atomic && b == AccessKind::Atomic);
}

/// Are the bytes that both wrote the same?
bool sameBytes(const WordAccess& a, const WordAccess& b) {
    std::uint32_t both = 0;
    for (unsigned byte = 0; byte < 4; ++byte)
        if ((a.bytes & b.bytes) >> byte & 1U) both |= 0xffU << (8 * byte);
    return ((a.value ^ b.value) & both) == 0;
}

/// Whoever is unordered with `now` stands for `old`, which is ordered before it: may `old` be forgotten?
bool replaces(AccessKind now, AccessKind old) { return now == AccessKind::Store || now == old; }

}  // namespace

void BlockRaces::start(std::size_t warps, std::uint64_t sharedBytes) {
    m_order.start(warps);
    m_shared.resize((sharedBytes + 3) / 4);
    for (Cell& cell : m_shared) cell.clear();
    // A map that was large once stays slow to clear.
    if (m_global.bucket_count() > 4 * m_global.size() + 1024)
        m_global = {};
    else
        m_global.clear();
}

void BlockRaces::shared(std::uint64_t word, const WordAccess& access, const Report& report) {
    if (word < m_shared.size()) add(m_shared[word], access, report);
}

bool BlockRaces::global(std::uint64_t word, const WordAccess& access, const Report& report) {
    if (m_global.size() >= kMostWords && !m_global.contains(word)) return false;
    add(m_global[word], access, report);
    return true;
}

/// Two lanes, not the same one, whose accesses nothing orders.
std::optional<BlockRaces::Lanes> BlockRaces::unordered(const WordAccess& before, const WordAccess& after) {
    ++m_comparisons;
    if (before.warp != after.warp) {
        if (m_order.ordered(before.warp, 0, before.step, after.warp, 0)) return std::nullopt;
        return Lanes{firstLane(before.lanes), firstLane(after.lanes)};
    }
    if (m_order.together(before.warp, before.step)) return std::nullopt;
    const bool someMet = m_order.someMet(before.warp);
    for (LaneMask b = before.lanes; b != 0; b &= b - 1) {
        for (LaneMask a = after.lanes & ~(b & -b); a != 0; a &= a - 1) {
            const Lanes lanes{firstLane(b), firstLane(a)};
            if (!someMet) return lanes;
            ++m_comparisons;
            if (!m_order.ordered(before.warp, lanes.before, before.step, after.warp, lanes.after)) return lanes;
        }
    }
    return std::nullopt;
}

void BlockRaces::compare(const WordAccess& before, const WordAccess& after, const std::optional<Lanes>& unordered,
                         const Report& report) const {
    if (!unordered || (before.bytes & after.bytes) == 0 || !conflict(before.kind, after.kind)) return;
    const bool sameValue =
        before.kind == AccessKind::Store && after.kind == AccessKind::Store && sameBytes(before, after);
    report({before, after, unordered->before, unordered->after, sameValue});
}

/// `access` has all lanes of its instruction that touch the word, or for stores all that write the same value there.
void BlockRaces::add(Cell& cell, const WordAccess& access, const Report& report) {
    if (access.kind == AccessKind::Store && std::popcount(access.lanes) > 1) {
        const LaneMask others = access.lanes & (access.lanes - 1);
        report({access, access, firstLane(access.lanes), firstLane(others), true});
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < cell.size(); ++i) {
        WordAccess& before = cell[i];
        const std::optional<Lanes> lanes = unordered(before, access);
        compare(before, access, lanes, report);
        if ((before.bytes & ~access.bytes) == 0 && replaces(access.kind, before.kind)) {
            // What a lane does now stands for what it did there before; else the rounds of a loop pile up.
            if (before.warp == access.warp && before.instruction == access.instruction) before.lanes &= ~access.lanes;
            if (!lanes || before.lanes == 0) continue;
        }
        if (kept != i) cell[kept] = before;
        ++kept;
    }
    cell.resize(kept);
    if (cell.size() >= kMostKept) cell.erase(cell.begin());
    cell.push_back(access);
}

}  // namespace lanescope::simt
