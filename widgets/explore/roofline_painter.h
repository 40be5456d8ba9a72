// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>

#include "widgets/explore/limits_picture.h"
#include "widgets/style/theme.h"

namespace lanescope {

/// Both axes logarithmic. Roofs that were measured are whole lines, those that are quoted dashed. A point that has a
/// time is filled; one without lies hollow on the roof that it cannot go above. What stands where: RooflineLayout.
void paintRoofline(QPainter& painter, const Theme& theme, const LimitsPicture& picture, const QRectF& room);

}  // namespace lanescope
