// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of the pages that show no view of the stage, such as Block and Compare: the window goes there, and waits.
#pragma once

#include "app/render/slides.h"

namespace lanescope {

class MainWindow;

/// `window` must outlive what is returned. `print`: on white, for paper.
[[nodiscard]] OtherPage pagesOfWindow(MainWindow& window, bool print);

}  // namespace lanescope
