// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/access_shape.h"

#include <algorithm>
#include <array>
#include <span>

#include "core/simt/memory/access_pattern.h"

namespace lanescope::timing {
namespace {

using program::Space;

constexpr std::uint64_t kLine = 128;

unsigned lanesAtOneAddress(const simt::StepRecord& step) {
    std::array<std::uint64_t, 32> sorted{};
    std::size_t count = 0;
    simt::eachLane(step.active, [&](unsigned lane) { sorted[count++] = step.address[lane]; });
    std::sort(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(count));
    unsigned most = 1;
    unsigned run = 1;
    for (std::size_t i = 1; i < count; ++i) {
        run = sorted[i] == sorted[i - 1] ? run + 1 : 1;
        most = std::max(most, run);
    }
    return most;
}

/// Of sectors, ascending.
std::size_t linesOf(std::span<const std::uint32_t> sectors) {
    constexpr std::uint32_t kPerLine = kLine / simt::kSectorBytes;
    std::size_t lines = sectors.empty() ? 1 : 0;
    for (std::size_t i = 0; i < sectors.size(); ++i)
        if (i == 0 || sectors[i] / kPerLine != sectors[i - 1] / kPerLine) ++lines;
    return lines;
}

}  // namespace

SectorNumbers::SectorNumbers(const simt::DeviceMemory& memory) {
    constexpr std::uint32_t kPerLine = kLine / simt::kSectorBytes;
    for (BufferId buffer = 0; buffer < memory.size(); ++buffer) {
        const simt::DeviceMemory::Allocation& allocation = memory.allocation(buffer);
        m_ranges.push_back({allocation.base, allocation.end(), m_count});
        const auto lines = static_cast<std::uint32_t>((allocation.data.size() + kLine - 1) / kLine);
        m_count += std::max<std::uint32_t>(1, lines) * kPerLine;
    }
}

std::uint32_t SectorNumbers::of(std::uint64_t address) const {
    for (std::size_t tried = 0; tried < m_ranges.size(); ++tried) {
        const Range& range = m_ranges[m_last];
        if (address >= range.base && address < range.end)
            return range.first + static_cast<std::uint32_t>((address - range.base) / simt::kSectorBytes);
        m_last = (m_last + 1) % m_ranges.size();
    }
    return kNone;
}

std::size_t SectorNumbers::bufferOf(std::uint32_t sector) const {
    const auto after = std::ranges::upper_bound(m_ranges, sector, {}, &Range::first);
    return static_cast<std::size_t>(after - m_ranges.begin()) - 1;
}

std::uint32_t SectorNumbers::sizeOf(std::size_t buffer) const {
    return (buffer + 1 < m_ranges.size() ? m_ranges[buffer + 1].first : m_count) - m_ranges[buffer].first;
}

std::uint32_t addAccess(LaunchSample& sample, const SectorNumbers& numbers, const simt::StepRecord& step) {
    if (step.access == simt::AccessKind::None || step.active == 0) return kNoAccess;
    Access access;
    access.space = step.space;
    access.kind = step.access;
    access.lanes = static_cast<std::uint8_t>(simt::lanesIn(step.active));
    if (step.access == simt::AccessKind::Atomic)
        access.atOneAddress = static_cast<std::uint8_t>(lanesAtOneAddress(step));
    const bool global = step.space == Space::Global || step.space == Space::Local;
    if (global || step.space == Space::Shared) {
        // L1 and shared memory are the same banks.
        const simt::SharedCost cost = simt::sharedCostOf(step.address, step.active, step.bytesPerLane);
        access.wavefronts = static_cast<std::uint8_t>(std::clamp(cost.wavefronts, 1U, 255U));
    }
    if (global) {
        access.firstSector = static_cast<std::uint32_t>(sample.sectors.size());
        simt::eachLane(step.active, [&](unsigned lane) {
            const std::uint64_t last = step.address[lane] + std::max<std::uint8_t>(1, step.bytesPerLane) - 1;
            for (std::uint64_t at = step.address[lane] / simt::kSectorBytes; at <= last / simt::kSectorBytes; ++at) {
                const std::uint32_t sector = numbers.of(std::max(at * simt::kSectorBytes, step.address[lane]));
                if (sector != SectorNumbers::kNone) sample.sectors.push_back(sector);
            }
        });
        const auto begin = sample.sectors.begin() + access.firstSector;
        std::sort(begin, sample.sectors.end());
        sample.sectors.erase(std::unique(begin, sample.sectors.end()), sample.sectors.end());
        access.sectors = static_cast<std::uint16_t>(sample.sectors.size() - access.firstSector);
        access.lines = static_cast<std::uint8_t>(linesOf(std::span(begin, sample.sectors.end())));
        access.whole =
            simt::uniqueBytesOf(step.address, step.active, step.bytesPerLane) >= access.sectors * simt::kSectorBytes;
    }
    sample.accesses.push_back(access);
    return static_cast<std::uint32_t>(sample.accesses.size() - 1);
}

}  // namespace lanescope::timing
