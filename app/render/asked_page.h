// SPDX-License-Identifier: GPL-3.0-or-later
// A question as a page: asked, and with what is true.
#pragma once

#include "app/render/asked.h"
#include "app/render/slide_layout.h"

class QPainter;

namespace lanescope {

/// On the ground of a page that is there already; the foot is left free.
void drawAsked(QPainter& painter, const Asked& asked, bool revealed, const SlideLayout& layout);

}  // namespace lanescope
