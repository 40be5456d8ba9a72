// SPDX-License-Identifier: GPL-3.0-or-later
// lanescope --render STORY --to FILE: a story becomes what can be taken home.
#pragma once

#include <iosfwd>

#include "app/options.h"

namespace lanescope {

class MainWindow;
class Theme;

/// By the ending of `options.to`: .pdf, .html, .gif, .mp4, .webm; a name without an ending, or with / at
/// its end, is a folder of numbered PNG. Names what was written on `out`. The program's exit code: 0, or 1 (and `out`
/// says why).
[[nodiscard]] int renderStory(MainWindow& window, Theme& theme, const Options& options, std::ostream& out);

}  // namespace lanescope
