// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/foreign_reads.h"

#include <bit>

namespace lanescope {

ForeignReads::ForeignReads(const simt::DeviceMemory& memory, std::span<const BufferId> written) {
    for (const BufferId buffer : written)
        m_regions.push_back({memory.allocation(buffer).base, memory.allocation(buffer).data.size(), {}});
}

void ForeignReads::note(const simt::StepRecord& record) {
    if (m_found || record.access == simt::AccessKind::None || record.active == 0) return;
    if (record.space != program::Space::Global && record.space != program::Space::Generic) return;
    for (Region& region : m_regions) access(region, record);
}

void ForeignReads::access(Region& region, const simt::StepRecord& record) {
    const bool reads = record.access != simt::AccessKind::Store;
    for (simt::LaneMask rest = record.active; rest != 0; rest &= rest - 1) {
        const std::uint64_t offset = record.address[static_cast<unsigned>(std::countr_zero(rest))] - region.base;
        if (offset >= region.bytes) continue;
        if (region.own.empty()) region.own.resize((region.bytes + 255) / 256);
        for (std::uint64_t word = offset / 4; word <= (offset + record.bytesPerLane - 1) / 4; ++word) {
            if (word / 64 >= region.own.size()) break;
            const std::uint64_t bit = 1ULL << (word % 64);
            m_found = m_found || (reads && (region.own[word / 64] & bit) == 0);
            if (record.access != simt::AccessKind::Load) region.own[word / 64] |= bit;
        }
    }
}

}  // namespace lanescope
