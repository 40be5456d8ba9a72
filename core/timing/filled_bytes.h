// SPDX-License-Identifier: GPL-3.0-or-later
// Which bytes of sectors of global memory stores have filled together: what one leaves another may write. Private to
// this room.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/simt/step.h"
#include "core/timing/access_shape.h"

namespace lanescope::timing {

class FilledBytes {
public:
    void add(const simt::StepRecord& store, const SectorNumbers& numbers);
    /// Every byte of a sector is. Of one that no store came to: none.
    [[nodiscard]] bool whole(std::uint32_t sector) const;
    /// Those that stores came to and did not fill, ascending.
    [[nodiscard]] std::vector<std::uint32_t> partial() const;

private:
    std::unordered_map<std::uint32_t, std::uint32_t> m_filled;  ///< by sector; bit i: its byte i
};

}  // namespace lanescope::timing
