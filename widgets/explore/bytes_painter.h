// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>

#include "widgets/explore/limits_picture.h"
#include "widgets/style/theme.h"

namespace lanescope {

/// Where the bytes of the first side go; nothing where !hasBytes(). What is not known is a dashed line that says so.
/// What stands where: BytesLayout.
void paintBytes(QPainter& painter, const Theme& theme, const LimitsPicture& picture, const QRectF& room);

}  // namespace lanescope
