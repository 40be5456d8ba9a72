// SPDX-License-Identifier: GPL-3.0-or-later
// Which bytes of sectors the stores of a block fill together: what one leaves another may write. Private to this room.
#pragma once

#include <cstdint>
#include <vector>

#include "core/timing/filled_bytes.h"
#include "core/timing/launch_sample.h"

namespace lanescope::timing {

class BlockWrites {
public:
    /// A store to global memory that does not fill all of its sectors: `access` is its number in the sample.
    void add(const simt::StepRecord& step, const SectorNumbers& numbers, std::uint32_t access);
    /// All stores of the block have come: tells each which of its sectors stay unfilled (Access::unfilled).
    void finish(LaunchSample& sample) const;

private:
    FilledBytes m_filled;
    std::vector<std::uint32_t> m_accesses;
};

}  // namespace lanescope::timing
