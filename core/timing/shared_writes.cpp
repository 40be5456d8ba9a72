// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/shared_writes.h"

#include <algorithm>

namespace lanescope::timing {

void SharedWrites::add(std::uint32_t sector, std::uint64_t block) {
    const auto known = m_writers.find(sector);
    if (known == m_writers.end()) {
        if (m_writers.size() < kMost) m_writers.emplace(sector, Writer{block, 1});
        return;
    }
    Writer& writer = known->second;
    if (writer.block == block) return;
    writer.block = block;
    if (++writer.blocks == 2) ++m_shared;
}

double SharedWrites::share() const {
    return m_writers.empty() ? 0 : static_cast<double>(m_shared) / static_cast<double>(m_writers.size());
}

std::vector<std::uint32_t> SharedWrites::writtenByMany(std::uint64_t blocks) const {
    // Neighbours that share a sector at its words' borders are eight at most.
    constexpr std::uint64_t kFewest = 9;
    constexpr std::uint64_t kShare = 16;
    std::vector<std::uint32_t> sectors;
    for (const auto& [sector, writer] : m_writers)
        if (writer.blocks >= kFewest && kShare * writer.blocks >= blocks) sectors.push_back(sector);
    std::ranges::sort(sectors);
    return sectors;
}

}  // namespace lanescope::timing
