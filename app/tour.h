// SPDX-License-Identifier: GPL-3.0-or-later
// Drives the real window through its main states and writes what it shows: pictures, a chart in four formats, a study;
// where there is a GPU, a measurement too.
#pragma once

#include <iosfwd>

#include "app/options.h"

namespace lanescope {

class MainWindow;
class Theme;

/// Writes to the folder `options.tour` (made if need be) and names each file on `out`. An algorithm that was asked for
/// comes first. The program's exit code: 0, or 1 if anything failed (and `out` says what).
[[nodiscard]] int runTour(MainWindow& window, Theme& theme, const Options& options, std::ostream& out);

}  // namespace lanescope
