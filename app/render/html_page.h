// SPDX-License-Identifier: GPL-3.0-or-later
// A story as one HTML page that needs nothing else: it steps, asks and plays in any browser, without a network.
#pragma once

#include <string>

#include "app/render/slides.h"

namespace lanescope {

/// The same bytes for the same slides. Nothing in it comes from the story but words and pictures. In the theme's
/// colours.
[[nodiscard]] std::string htmlOf(const std::vector<Slide>& slides, const story::Story& story, const Theme& theme);

}  // namespace lanescope
