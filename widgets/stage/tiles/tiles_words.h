// SPDX-License-Identifier: GPL-3.0-or-later
// What the tiles view shows, in words: the step for the panel beside it, and each thing that can be pointed at.
#pragma once

#include "widgets/stage/stage_view.h"
#include "widgets/stage/tiles/tiles_history.h"
#include "widgets/stage/tiles/tiles_scene.h"

namespace lanescope::tiles {

/// The present step: who does what with how many values, and what it costs.
[[nodiscard]] Why whyOf(const Block& block, const Scene& scene, const Timeline& timeline);

/// One spot: its value, who wrote it, when and from where, who touches it now; a line each.
[[nodiscard]] QString describe(const Block& block, const Scene& scene, const Timeline& timeline,
                               const CheckResult* check, const Spot& spot);

/// Of values in cells: as large as five digits have room for, never smaller than the least type.
[[nodiscard]] QFont valueFont(const Theme& theme, const QSizeF& cell);

}  // namespace lanescope::tiles
