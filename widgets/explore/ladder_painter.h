// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/explore/ladder_picture.h"

class QPainter;

namespace lanescope {

/// A filled column was measured or replayed, a hatched one is what the model says. `cursor`: the step that the keyboard
/// is at.
void paintLadder(QPainter& painter, const Theme& theme, const LadderPicture& picture, const QRectF& room,
                 std::optional<std::size_t> cursor = {});

}  // namespace lanescope
