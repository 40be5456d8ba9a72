// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of lanes that follow a line: slope · lane + offset, for every lane that takes part or not at all.
#pragma once

#include <QString>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/simt/step.h"

namespace lanescope {

struct LaneFit {
    std::int64_t slope = 0;
    std::int64_t offset = 0;
    [[nodiscard]] std::int64_t at(unsigned lane) const { return slope * lane + offset; }
    friend bool operator==(const LaneFit&, const LaneFit&) = default;
};

using LaneNumbers = std::array<std::int64_t, simt::kWarpSize>;

/// Nothing unless all lanes lie on it; of a single lane, slope 0.
[[nodiscard]] std::optional<LaneFit> fitOf(const LaneNumbers& numbers, simt::LaneMask lanes);

/// Lanes in a row that follow one line, and those behind them that follow another: threads of a block that is 16 wide
/// have two rows in a warp. Nothing if a third would be needed.
[[nodiscard]] std::optional<std::pair<simt::LaneMask, simt::LaneMask>> twoFits(const LaneNumbers& first,
                                                                               const LaneNumbers& second,
                                                                               simt::LaneMask lanes);

/// "32·l + 11", "l", "31 − l", "11"
[[nodiscard]] QString formulaOf(const LaneFit& fit);

/// "lanes 0 … 15", "lane 5", "lanes 0, 8, 16, 24", "16 lanes"
[[nodiscard]] QString lanesText(simt::LaneMask lanes);

}  // namespace lanescope
