// SPDX-License-Identifier: GPL-3.0-or-later
// Signs of the transport, drawn: no font that we may count on has all of them.
#pragma once

#include <QPainterPath>

namespace lanescope {

enum class TransportGlyph { First, Back, Play, Pause, Forward };

/// In a square of side 1.
[[nodiscard]] QPainterPath pathOf(TransportGlyph glyph);

}  // namespace lanescope
