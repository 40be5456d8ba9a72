// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/check/grid_races.h"

#include <algorithm>

namespace lanescope::simt {

void GridRaces::start() {
    m_words.clear();
    m_released.clear();
    startBlock();
}

void GridRaces::startBlock() {
    m_seen.clear();
    m_fenced = 0;
}

bool GridRaces::access(std::uint64_t word, const GridAccess& access, const Report& report) {
    if (m_words.size() >= kMostWords && !m_words.contains(word)) return false;
    Cell& cell = m_words[word];
    if (access.kind == AccessKind::Atomic) synchronize(word, access);
    compare(cell.write, access, report);
    if (access.kind != AccessKind::Atomic) compare(cell.atomic, access, report);
    if (access.kind != AccessKind::Load)
        for (const GridAccess& read : cell.reads) compare(read, access, report);
    switch (access.kind) {
        case AccessKind::Store: cell.write = access; break;
        case AccessKind::Atomic: cell.atomic = access; break;
        default: {
            const bool second = cell.reads[0].bytes != 0 && cell.reads[0].block != access.block;
            cell.reads[second ? 1 : 0] = access;
        }
    }
    return true;
}

/// What the block did before its last fence is released with the word; what others released with it is seen from now
/// on.
void GridRaces::synchronize(std::uint64_t word, const GridAccess& access) {
    Clock& released = m_released[word];
    m_synchronized += 5 * (released.size() + (m_fenced != 0 ? m_seen.size() : 0));
    for (const auto& [block, step] : released) m_seen[block] = std::max(m_seen[block], step);
    if (m_fenced == 0) return;
    for (const auto& [block, step] : m_seen) released[block] = std::max(released[block], step);
    released[access.block] = m_fenced;
}

void GridRaces::compare(const GridAccess& before, const GridAccess& after, const Report& report) const {
    if ((before.bytes & after.bytes) == 0 || before.block == after.block) return;
    const auto seen = m_seen.find(before.block);
    if (seen != m_seen.end() && seen->second >= before.step) return;
    report(before, after);
}

}  // namespace lanescope::simt
