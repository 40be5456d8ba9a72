// SPDX-License-Identifier: GPL-3.0-or-later
// The line below a figure: what was run with which values, where one stands in it, on which GPU, and where its numbers
// are from. Who finds the figure without its paper can make it again.
#pragma once

#include <QString>

namespace lanescope {

class MainWindow;

/// Of what the window shows; empty before anything is chosen.
[[nodiscard]] QString figureCaption(MainWindow& window);

}  // namespace lanescope
