// SPDX-License-Identifier: GPL-3.0-or-later
// What the active warp holds in the rows of values: loaded, and not yet used for the last time.
#pragma once

#include "widgets/stage/tiles/tiles_scene.h"

namespace lanescope::tiles {

/// Fills scene.slots; position, step and warp are set.
void hold(const Block& block, const Timeline& timeline, Scene& scene);

}  // namespace lanescope::tiles
