// SPDX-License-Identifier: GPL-3.0-or-later
// A plan's steps as a map: what the host, and each stream, does one after the other, and which part of a matrix each
// step writes. A kernel that works on a copy of a part works on that part: its items say where the copy goes next.
#pragma once

#include "widgets/stage/map/map_scene.h"

namespace lanescope {

/// Does the plan do something else than to bring whole arrays to the device, launch, and bring them back?
[[nodiscard]] bool hasStepsOfItsOwn(const Plan& plan);

/// The buffer is the one of which most parts are written.
[[nodiscard]] MapScene mapOfSteps(std::shared_ptr<const Plan> plan);

}  // namespace lanescope
