// SPDX-License-Identifier: GPL-3.0-or-later
// Draws an atlas: what was measured is filled, what a model says hatched, what is not possible crossed out; the best of
// a column has a ring, what lies within its spread a dashed one; lines part cells of different occupancy.
#pragma once

#include <QPainter>
#include <optional>

#include "widgets/explore/atlas_layout.h"

namespace lanescope {

/// `cursor`: the cell that the keyboard is at.
void paintAtlas(QPainter& painter, const Theme& theme, const AtlasPicture& picture, const QSizeF& size,
                std::optional<std::size_t> cursor = {});

}  // namespace lanescope
