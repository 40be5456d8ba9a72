// SPDX-License-Identifier: GPL-3.0-or-later
// What a map of the triangle family costs, in numbers: what it launches and wastes, what finding a tile takes, and how
// far its float arithmetic goes. Private to this room.
#pragma once

#include <vector>

#include "core/algorithms/fact.h"
#include "core/algorithms/triangle/triangle_launches.h"

namespace lanescope::triangle {

/// `kernel` is the one of the first launch with the dummy's work, whose instructions are counted.
[[nodiscard]] std::vector<Fact> factsOf(const Configuration& configuration, const Kernel& kernel);

}  // namespace lanescope::triangle
