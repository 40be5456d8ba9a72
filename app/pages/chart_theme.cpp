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
    // On a dark ground the darker ones of Okabe and Ito's colours would be lost.
    if (theme.isDark())
        style.identities = {QColor(86, 180, 233), QColor(230, 159, 0),  QColor(0, 190, 140),  QColor(224, 150, 190),
                            QColor(240, 228, 66), QColor(240, 120, 60), QColor(190, 190, 190)};
    return style;
}

}  // namespace lanescope
