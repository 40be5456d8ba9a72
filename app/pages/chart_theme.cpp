// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/chart_theme.h"

#include "widgets/style/theme.h"

namespace lanescope {

ChartStyle chartStyleOf(const Theme& theme) {
    ChartStyle style;
    style.background = theme.colour(Colour::Ground);
    style.text = theme.colour(Colour::Text);
    style.grid = theme.colour(Colour::GridLine);
    style.fontPointSize = theme.font().pointSizeF();
    style.onDark = theme.isDark();
    return style;
}

}  // namespace lanescope
