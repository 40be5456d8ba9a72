// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/block_writes.h"

#include <bit>

namespace lanescope::timing {

void BlockWrites::add(const simt::StepRecord& step, const SectorNumbers& numbers, std::uint32_t access) {
    m_filled.add(step, numbers);
    m_accesses.push_back(access);
}

void BlockWrites::finish(LaunchSample& sample) const {
    for (const std::uint32_t number : m_accesses) {
        Access& access = sample.accesses[number];
        access.unfilled = 0;
        for (std::uint64_t rest = access.partial; rest != 0; rest &= rest - 1) {
            const auto i = static_cast<std::uint32_t>(std::countr_zero(rest));
            if (!m_filled.whole(sample.sectors[access.firstSector + i])) access.unfilled |= std::uint64_t{1} << i;
        }
    }
}

}  // namespace lanescope::timing
