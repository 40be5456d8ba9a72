// SPDX-License-Identifier: GPL-3.0-or-later
// The six maps of the triangle family: what each is called and what is said of it. Private to this room.
#pragma once

#include <span>
#include <string_view>

namespace lanescope::triangle {

enum class Map { BoundingBox, LowerTriangular, RectangularBox, Recursive, UpperTriangular, Folded };

struct Kind {
    Map map;
    std::string_view id;
};

[[nodiscard]] std::span<const Kind> kinds();

}  // namespace lanescope::triangle
