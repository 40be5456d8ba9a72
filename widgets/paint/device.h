// SPDX-License-Identifier: GPL-3.0-or-later
// What is painted on.
#pragma once

#include <QPainter>

namespace lanescope::paint {

/// Does what is painted become pixels of this device? Else, as with PDF and SVG, parts that are kept as images would be
/// coarser than all around them.
[[nodiscard]] inline bool isOfPixels(const QPainter& painter) {
    const int device = painter.device()->devType();
    return device == QInternal::Widget || device == QInternal::Image || device == QInternal::Pixmap;
}

}  // namespace lanescope::paint
