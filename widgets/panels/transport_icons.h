// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>

namespace lanescope {

enum class TransportGlyph { First, Back, Play, Pause, Forward, Last };

/// Drawn, not from a font: no font that we may count on has all of these signs. The disabled look is in the icon too.
[[nodiscard]] QIcon transportIcon(TransportGlyph glyph, const QColor& colour, int size);

}  // namespace lanescope
