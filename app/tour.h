// SPDX-License-Identifier: GPL-3.0-or-later
// Drives the real window through its main states and writes what it shows: pictures, a chart in four formats, a study;
// where there is a GPU, a measurement too.
#pragma once

#include <QString>
#include <QTextStream>

namespace lanescope {

class MainWindow;
class Theme;

/// Writes to `folder` (made if need be) and names each file on `out`. The program's exit code: 0, or 1 if anything
/// failed (and `out` says what).
[[nodiscard]] int runTour(MainWindow& window, Theme& theme, const QString& folder, QTextStream& out);

}  // namespace lanescope
