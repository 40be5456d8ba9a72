// SPDX-License-Identifier: GPL-3.0-or-later
// What the addresses of one access are to a load-store unit. Private to this room.
#pragma once

#include <span>
#include <vector>

#include "core/simt/memory/device_memory.h"
#include "core/timing/launch_sample.h"

namespace lanescope::timing {

/// Numbers of sectors: those of one buffer follow those of the one before, a line's four together.
class SectorNumbers {
public:
    explicit SectorNumbers(const simt::DeviceMemory& memory);
    [[nodiscard]] std::uint32_t of(std::uint64_t address) const;
    [[nodiscard]] std::uint32_t count() const { return m_count; }
    /// The buffer of a sector, and how many sectors that has.
    [[nodiscard]] std::size_t bufferOf(std::uint32_t sector) const;
    [[nodiscard]] std::size_t buffers() const { return m_ranges.size(); }
    [[nodiscard]] std::uint32_t sizeOf(std::size_t buffer) const;

    static constexpr std::uint32_t kNone = 0xffffffffU;

private:
    struct Range {
        std::uint64_t base = 0, end = 0;
        std::uint32_t first = 0;
    };
    std::vector<Range> m_ranges;
    mutable std::size_t m_last = 0;
    std::uint32_t m_count = 0;
};

/// Distinct sectors of global memory that a step's lanes touch, ascending.
[[nodiscard]] std::vector<std::uint32_t> sectorsOf(const simt::StepRecord& step, const SectorNumbers& numbers);
/// Bit i: the step does not fill the i-th of its sectors. Bytes that several lanes write count as often.
[[nodiscard]] std::uint64_t partialOf(std::span<const std::uint32_t> sectors, const SectorNumbers& numbers,
                                      const simt::StepRecord& step);

/// Adds what a step asks of memory to the sample. kNoAccess: nothing. `local`: number of the first sector of the warp's
/// local memory.
[[nodiscard]] std::uint32_t addAccess(LaunchSample& sample, const SectorNumbers& numbers, const simt::StepRecord& step,
                                      std::uint32_t local);

}  // namespace lanescope::timing
