// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/filled_bytes.h"

#include <algorithm>

#include "core/simt/memory/access_pattern.h"

namespace lanescope::timing {
namespace {

static_assert(simt::kSectorBytes == 32);
constexpr std::uint32_t kWhole = ~std::uint32_t{0};

}  // namespace

void FilledBytes::add(const simt::StepRecord& store, const SectorNumbers& numbers) {
    simt::eachLane(store.active, [&](unsigned lane) {
        const std::uint64_t end = store.address[lane] + std::max<std::uint8_t>(1, store.bytesPerLane);
        for (std::uint64_t at = store.address[lane]; at < end; ++at)
            if (const std::uint32_t sector = numbers.of(at); sector != SectorNumbers::kNone)
                m_filled[sector] |= std::uint32_t{1} << at % simt::kSectorBytes;
    });
}

bool FilledBytes::whole(std::uint32_t sector) const {
    const auto known = m_filled.find(sector);
    return known != m_filled.end() && known->second == kWhole;
}

std::vector<std::uint32_t> FilledBytes::partial() const {
    std::vector<std::uint32_t> sectors;
    for (const auto& [sector, filled] : m_filled)
        if (filled != kWhole) sectors.push_back(sector);
    std::ranges::sort(sectors);
    return sectors;
}

}  // namespace lanescope::timing
