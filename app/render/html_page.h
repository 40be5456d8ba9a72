// SPDX-License-Identifier: GPL-3.0-or-later
// A story as one HTML page that needs nothing else: pictures are in it, it steps by keys and buttons and plays by
// itself, and without scripts all of it stands one below the other. Nothing of a story is markup or script in it.
#pragma once

#include <string>

#include "app/render/slides.h"
#include "core/story/story.h"

namespace lanescope {

[[nodiscard]] std::string htmlOf(const std::vector<Slide>& slides, const story::Story& story,
                                 const SlideLayout& layout);

}  // namespace lanescope
