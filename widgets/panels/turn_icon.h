// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>

namespace lanescope {

/// An arrow that turns back (undo) or on (redo). Drawn, not from a font, and its disabled look is in the icon too.
[[nodiscard]] QIcon turnIcon(bool back, const QColor& colour, int size);

}  // namespace lanescope
