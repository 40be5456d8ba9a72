// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/triangle/triangle_kinds.h"

namespace lanescope::triangle {

std::span<const Kind> kinds() {
    static constexpr Kind kKinds[]{
        {Map::BoundingBox, "triangle.bb"}, {Map::LowerTriangular, "triangle.ltm"}, {Map::RectangularBox, "triangle.rb"},
        {Map::Recursive, "triangle.rec"},  {Map::UpperTriangular, "triangle.utm"}, {Map::Folded, "triangle.h"},
    };
    return kKinds;
}

}  // namespace lanescope::triangle
