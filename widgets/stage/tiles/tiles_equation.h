// SPDX-License-Identifier: GPL-3.0-or-later
// One thread's arithmetic, written out with the numbers of the run: "883 + 5 · 6 = 913".
#pragma once

#include "widgets/stage/tiles/tiles_scene.h"

namespace lanescope::tiles {

/// The thread's arithmetic in the step, else the last before it; nothing if it has done none. `before` is moved.
[[nodiscard]] std::optional<Equation> equationOf(const Block& block, const Scene& scene, Timeline& before,
                                                 std::optional<ThreadRef> thread);

}  // namespace lanescope::tiles
