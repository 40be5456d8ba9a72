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

/// Of the lanes of an access, ascending.
class Addresses {
public:
    explicit Addresses(const simt::StepRecord& step) {
        simt::eachLane(step.active, [&](unsigned lane) { m_sorted[m_count++] = step.address[lane]; });
        std::sort(m_sorted.begin(), m_sorted.begin() + static_cast<std::ptrdiff_t>(m_count));
    }
    /// Calls `visit(sector, lanes)` of each sector: the most lanes that one of its addresses has.
    template <class Visit>
    void eachSector(const Visit& visit) const {
        unsigned most = 0;
        unsigned run = 0;
        for (std::size_t i = 0; i < m_count; ++i) {
            const std::uint64_t sector = m_sorted[i] / simt::kSectorBytes;
            run = i > 0 && m_sorted[i] == m_sorted[i - 1] ? run + 1 : 1;
            most = std::max(most, run);
            if (i + 1 < m_count && m_sorted[i + 1] / simt::kSectorBytes == sector) continue;
            visit(sector, most);
            most = 0;
        }
    }

private:
    std::array<std::uint64_t, 32> m_sorted{};
    std::size_t m_count = 0;
};

unsigned lanesAtOneAddress(const simt::StepRecord& step) {
    unsigned most = 1;
    Addresses(step).eachSector([&](std::uint64_t /*sector*/, unsigned lanes) { most = std::max(most, lanes); });
    return most;
}

/// As many as the access has sectors, in their order.
void addPasses(LaunchSample& sample, const simt::StepRecord& step, Access& access) {
    access.firstPass = static_cast<std::uint32_t>(sample.passes.size());
    Addresses(step).eachSector(
        [&](std::uint64_t /*sector*/, unsigned lanes) { sample.passes.push_back(static_cast<std::uint8_t>(lanes)); });
    // A lane whose bytes lie in two sectors, or in none that has a number.
    sample.passes.resize(access.firstPass + access.sectors, 1);
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
    // Where cudaMalloc puts them: what adds in two small buffers may go to the same unit of L2.
    constexpr std::uint32_t kApart = 512;
    constexpr std::uint32_t kSectorsApart = kApart / simt::kSectorBytes;
    for (BufferId buffer = 0; buffer < memory.size(); ++buffer) {
        const simt::DeviceMemory::Allocation& allocation = memory.allocation(buffer);
        m_ranges.push_back({allocation.base, allocation.end(), m_count});
        const auto pieces = static_cast<std::uint32_t>((allocation.data.size() + kApart - 1) / kApart);
        m_count += std::max<std::uint32_t>(1, pieces) * kSectorsApart;
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

namespace {

/// Of global memory.
void addSectors(std::vector<std::uint32_t>& sectors, const SectorNumbers& numbers, const simt::StepRecord& step) {
    simt::eachLane(step.active, [&](unsigned lane) {
        const std::uint64_t last = step.address[lane] + std::max<std::uint8_t>(1, step.bytesPerLane) - 1;
        for (std::uint64_t at = step.address[lane] / simt::kSectorBytes; at <= last / simt::kSectorBytes; ++at) {
            const std::uint32_t sector = numbers.of(std::max(at * simt::kSectorBytes, step.address[lane]));
            if (sector != SectorNumbers::kNone) sectors.push_back(sector);
        }
    });
}

/// Each of a thread's words lies beside those of the other lanes.
void addLocalSectors(LaunchSample& sample, const simt::StepRecord& step, std::uint32_t local) {
    constexpr std::uint32_t kWord = 4;
    constexpr std::uint32_t kLanesOfSector = simt::kSectorBytes / kWord;
    constexpr std::uint32_t kSectorsOfWord = simt::kWarpSize / kLanesOfSector;
    simt::eachLane(step.active, [&](unsigned lane) {
        const std::uint64_t last = step.address[lane] + std::max<std::uint8_t>(1, step.bytesPerLane) - 1;
        for (std::uint64_t word = step.address[lane] / kWord; word <= last / kWord; ++word)
            sample.sectors.push_back(local + static_cast<std::uint32_t>(word) * kSectorsOfWord + lane / kLanesOfSector);
    });
}

/// The lines of constant memory that the lanes read, and how many addresses.
void addConstants(LaunchSample& sample, const simt::StepRecord& step, Access& access) {
    std::array<std::uint64_t, simt::kWarpSize> addresses{};
    std::size_t count = 0;
    simt::eachLane(step.active, [&](unsigned lane) { addresses[count++] = step.address[lane]; });
    const auto end = addresses.begin() + static_cast<std::ptrdiff_t>(count);
    std::sort(addresses.begin(), end);
    const auto distinct = std::unique(addresses.begin(), end);
    access.wavefronts = static_cast<std::uint8_t>(distinct - addresses.begin());
    access.firstSector = static_cast<std::uint32_t>(sample.sectors.size());
    for (auto at = addresses.begin(); at != distinct; ++at) {
        const auto line = static_cast<std::uint32_t>(*at / kConstantLine);
        if (sample.sectors.size() == access.firstSector || sample.sectors.back() != line)
            sample.sectors.push_back(line);
    }
    access.sectors = static_cast<std::uint16_t>(sample.sectors.size() - access.firstSector);
}

}  // namespace

std::vector<std::uint32_t> sectorsOf(const simt::StepRecord& step, const SectorNumbers& numbers) {
    std::vector<std::uint32_t> sectors;
    addSectors(sectors, numbers, step);
    std::ranges::sort(sectors);
    sectors.erase(std::unique(sectors.begin(), sectors.end()), sectors.end());
    return sectors;
}

std::uint64_t partialOf(std::span<const std::uint32_t> sectors, const SectorNumbers& numbers,
                        const simt::StepRecord& step) {
    constexpr std::size_t kMost = 64;
    std::array<std::uint32_t, kMost> filled{};
    simt::eachLane(step.active, [&](unsigned lane) {
        const std::uint64_t begin = step.address[lane];
        const std::uint64_t end = begin + std::max<std::uint8_t>(1, step.bytesPerLane);
        for (std::uint64_t at = begin; at < end;) {
            const std::uint64_t next = std::min(end, (at / simt::kSectorBytes + 1) * simt::kSectorBytes);
            const auto found = std::ranges::lower_bound(sectors, numbers.of(at));
            const auto i = static_cast<std::size_t>(found - sectors.begin());
            if (i < kMost && found != sectors.end()) filled[i] += static_cast<std::uint32_t>(next - at);
            at = next;
        }
    });
    std::uint64_t partial = 0;
    for (std::size_t i = 0; i < std::min(kMost, sectors.size()); ++i)
        if (filled[i] < simt::kSectorBytes) partial |= std::uint64_t{1} << i;
    return partial;
}

std::uint32_t addAccess(LaunchSample& sample, const SectorNumbers& numbers, const simt::StepRecord& step,
                        std::uint32_t local) {
    if (step.access == simt::AccessKind::None || step.active == 0) return kNoAccess;
    Access access;
    access.space = step.space;
    access.kind = step.access;
    access.lanes = static_cast<std::uint8_t>(simt::lanesIn(step.active));
    constexpr unsigned kWord = 4;
    access.words = static_cast<std::uint8_t>(std::max(1U, step.bytesPerLane / kWord));
    if (step.access == simt::AccessKind::Atomic)
        access.atOneAddress = static_cast<std::uint8_t>(lanesAtOneAddress(step));
    const bool isLocal = step.space == Space::Local;
    if (step.space == Space::Global || step.space == Space::Shared) {
        // L1 and shared memory are the same banks; of local memory each lane has its own.
        const simt::SharedCost cost = simt::sharedCostOf(step.address, step.active, step.bytesPerLane);
        access.wavefronts = static_cast<std::uint8_t>(std::clamp(cost.wavefronts, 1U, 255U));
    }
    if (isLocal) access.wavefronts = access.words;
    if (step.space == Space::Const) addConstants(sample, step, access);
    if (step.space == Space::Global || isLocal) {
        access.firstSector = static_cast<std::uint32_t>(sample.sectors.size());
        if (isLocal)
            addLocalSectors(sample, step, local);
        else
            addSectors(sample.sectors, numbers, step);
        const auto begin = sample.sectors.begin() + access.firstSector;
        std::sort(begin, sample.sectors.end());
        sample.sectors.erase(std::unique(begin, sample.sectors.end()), sample.sectors.end());
        access.sectors = static_cast<std::uint16_t>(sample.sectors.size() - access.firstSector);
        access.lines = static_cast<std::uint8_t>(linesOf(std::span(begin, sample.sectors.end())));
        // Of local memory nobody else has what a store leaves of its sectors.
        access.whole = isLocal || simt::uniqueBytesOf(step.address, step.active, step.bytesPerLane) >=
                                      access.sectors * simt::kSectorBytes;
        if (access.kind == simt::AccessKind::Atomic) addPasses(sample, step, access);
        if (access.kind == simt::AccessKind::Store && !access.whole)
            access.partial = partialOf(std::span(begin, sample.sectors.end()), numbers, step);
    }
    sample.accesses.push_back(access);
    return static_cast<std::uint32_t>(sample.accesses.size() - 1);
}

}  // namespace lanescope::timing
