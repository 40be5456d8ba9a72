// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>

#include "widgets/explore/limits_picture.h"
#include "widgets/style/theme.h"

namespace lanescope {

/// Shared memory, multiprocessors, L1, L2 and device memory side by side, or one below the other in a narrow room that
/// is high enough; the bands between them are as wide as the bytes are many. What is not known is a dashed line that
/// says so.
void paintBytes(QPainter& painter, const Theme& theme, const LimitsPicture& picture, const QRectF& room);
/// In pixels, side by side.
[[nodiscard]] double bytesHeight(const Theme& theme);
/// One below the other.
[[nodiscard]] double uprightBytesHeight(const Theme& theme);
/// As it is best in a room of that width.
[[nodiscard]] double bytesHeightFor(const Theme& theme, double width);

}  // namespace lanescope
