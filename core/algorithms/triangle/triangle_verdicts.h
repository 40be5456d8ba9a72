// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of a choice of the triangle family, in words with the numbers of that choice. Private to this room.
#pragma once

#include "core/algorithms/judgement.h"
#include "core/algorithms/triangle/triangle_launches.h"

namespace lanescope::triangle {

[[nodiscard]] Judgement verdictOf(const Configuration& configuration);

}  // namespace lanescope::triangle
