// SPDX-License-Identifier: GPL-3.0-or-later
// lanescope --render SESSION --figure PAGE -o FILE: the figure of a session, made again where nobody looks.
#pragma once

#include <iosfwd>

#include "app/options.h"

namespace lanescope {

class MainWindow;

/// Opens the session `options.render`, or the one that such a figure holds, goes to the page and writes what it shows,
/// by the ending of `options.to`: .pdf, .svg, .png, or its rows as .csv or .json. The same session gives the same
/// bytes. Names what was written on `out`; what is wrong is told on `told`. The program's exit code: 0, or 1: nothing
/// was written.
[[nodiscard]] int renderFigure(MainWindow& window, const Options& options, std::ostream& out, std::ostream& told);

}  // namespace lanescope
