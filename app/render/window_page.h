// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of the pages that show no view of the stage, such as Block and Compare: the window goes there, and waits.
#pragma once

#include "app/render/slides.h"

namespace lanescope {

class MainWindow;

/// `window` must outlive what is returned.
[[nodiscard]] OtherPage pagesOfWindow(MainWindow& window);

/// Waits until all is known that the window shows.
void settle(MainWindow& window);

}  // namespace lanescope
