// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/first_reads.h"

#include <algorithm>

namespace lanescope::timing {

void FirstReads::read(std::uint32_t sector, double steps) {
    Sector& at = m_sectors[sector];
    at.earliest = at.blocks > 0 ? std::min(at.earliest, steps) : steps;
    if (at.last == m_block) return;
    at.last = m_block;
    at.blocks += 1;
    at.steps += steps;
}

double FirstReads::foundShare(double scale) const {
    constexpr double kHalf = 0.5;
    double reads = 0;
    double found = 0;
    for (const auto& [number, sector] : m_sectors) {
        reads += sector.blocks;
        // The one that came first did not find it.
        if (sector.earliest < kHalf * sector.steps / sector.blocks) found += sector.blocks - 1;
    }
    return reads > 0 ? std::min(1.0, scale * found / reads) : 0;
}

}  // namespace lanescope::timing
