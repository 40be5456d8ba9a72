// SPDX-License-Identifier: GPL-3.0-or-later
// lanescope --render STORY --to FILE: a story becomes what can be taken home.
#pragma once

#include <iosfwd>

#include "app/options.h"

namespace lanescope {

class MainWindow;
class Theme;

/// By the ending of `options.to`: .pdf, .html, .gif, .mp4, .webm; a name without an ending, or with / at its end, is a
/// folder of numbered PNG. Names what was written on `out`; on `told` how far it is ("35 %", a line each) and which
/// bookmarks could not be shown. Ctrl+C and SIGTERM stop it, and then nothing is written. The program's exit code: 0,
/// or 1: something could not be shown, or nothing could be written, and `told` says why.
[[nodiscard]] int renderStory(MainWindow& window, Theme& theme, const Options& options, std::ostream& out,
                              std::ostream& told);

}  // namespace lanescope
