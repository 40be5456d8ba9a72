// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/block_writes.h"

#include <algorithm>
#include <bit>

#include "core/simt/memory/access_pattern.h"

namespace lanescope::timing {

void BlockWrites::add(const simt::StepRecord& step, const SectorNumbers& numbers, std::uint32_t access) {
    static_assert(simt::kSectorBytes == 32);
    simt::eachLane(step.active, [&](unsigned lane) {
        const std::uint64_t end = step.address[lane] + std::max<std::uint8_t>(1, step.bytesPerLane);
        for (std::uint64_t at = step.address[lane]; at < end; ++at)
            m_filled[numbers.of(at)] |= std::uint32_t{1} << at % simt::kSectorBytes;
    });
    m_accesses.push_back(access);
}

void BlockWrites::finish(LaunchSample& sample) const {
    for (const std::uint32_t number : m_accesses) {
        Access& access = sample.accesses[number];
        access.unfilled = 0;
        for (std::uint64_t rest = access.partial; rest != 0; rest &= rest - 1) {
            const auto i = static_cast<std::uint32_t>(std::countr_zero(rest));
            if (~m_filled.at(sample.sectors[access.firstSector + i]) != 0) access.unfilled |= std::uint64_t{1} << i;
        }
    }
}

}  // namespace lanescope::timing
