// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/block_races.h"

#include <algorithm>
#include <bit>

namespace lanescope::simt {
namespace {

/// More are not kept of one word: a kernel that reads without any barrier could pile them up.
constexpr std::size_t kMostKept = 96;

unsigned firstLane(LaneMask mask) { return static_cast<unsigned>(std::countr_zero(mask)); }

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
    m_global.clear();
}

void BlockRaces::shared(std::uint64_t word, const WordAccess& access, const Report& report) {
    if (word < m_shared.size()) add(m_shared[word], access, report);
}

void BlockRaces::global(std::uint64_t word, const WordAccess& access, const Report& report) {
    add(m_global[word], access, report);
}

bool BlockRaces::orderedForAll(const WordAccess& before, const WordAccess& after) const {
    if (before.warp != after.warp) return m_order.ordered(before.warp, 0, before.step, after.warp, 0);
    for (LaneMask b = before.lanes; b != 0; b &= b - 1)
        for (LaneMask a = after.lanes; a != 0; a &= a - 1)
            if (!m_order.ordered(before.warp, firstLane(b), before.step, after.warp, firstLane(a))) return false;
    return true;
}

void BlockRaces::compare(const WordAccess& before, const WordAccess& after, const Report& report) const {
    if ((before.bytes & after.bytes) == 0 || !conflict(before.kind, after.kind)) return;
    const bool sameValue =
        before.kind == AccessKind::Store && after.kind == AccessKind::Store && sameBytes(before, after);
    if (before.warp != after.warp) {
        if (!m_order.ordered(before.warp, 0, before.step, after.warp, 0))
            report({before, after, firstLane(before.lanes), firstLane(after.lanes), sameValue});
        return;
    }
    for (LaneMask b = before.lanes; b != 0; b &= b - 1) {
        for (LaneMask a = after.lanes & ~(b & -b); a != 0; a &= a - 1) {
            if (m_order.ordered(before.warp, firstLane(b), before.step, after.warp, firstLane(a))) continue;
            report({before, after, firstLane(b), firstLane(a), sameValue});
            return;
        }
    }
}

/// `access` has all lanes of its instruction that touch the word, or for stores all that write the same value there.
void BlockRaces::add(Cell& cell, const WordAccess& access, const Report& report) {
    if (access.kind == AccessKind::Store && std::popcount(access.lanes) > 1) {
        const LaneMask others = access.lanes & (access.lanes - 1);
        report({access, access, firstLane(access.lanes), firstLane(others), true});
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < cell.size(); ++i) {
        compare(cell[i], access, report);
        const bool covered = (cell[i].bytes & ~access.bytes) == 0;
        if (covered && replaces(access.kind, cell[i].kind) && orderedForAll(cell[i], access)) continue;
        if (kept != i) cell[kept] = cell[i];
        ++kept;
    }
    cell.resize(kept);
    if (cell.size() >= kMostKept) cell.erase(cell.begin());
    cell.push_back(access);
}

}  // namespace lanescope::simt
