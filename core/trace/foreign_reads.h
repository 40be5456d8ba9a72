// SPDX-License-Identifier: GPL-3.0-or-later
// Notices whether a block reads what other blocks of its launch may have written: words of a buffer that the launch
// writes, and that the block has not written itself. A block that does not is the same whichever blocks ran before it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/simt/memory/device_memory.h"
#include "core/simt/step.h"

namespace lanescope {

class ForeignReads {
public:
    /// `written`: the buffers that the launch writes.
    ForeignReads(const simt::DeviceMemory& memory, std::span<const BufferId> written);
    /// The block's next step.
    void note(const simt::StepRecord& record);
    [[nodiscard]] bool found() const { return m_found; }

private:
    struct Region {
        std::uint64_t base = 0;
        std::uint64_t bytes = 0;
        std::vector<std::uint64_t> own;  ///< one bit a 4-byte word that the block has written; empty = none yet
    };
    void access(Region& region, const simt::StepRecord& record);

    std::vector<Region> m_regions;
    bool m_found = false;
};

}  // namespace lanescope
