// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/chart_theme.h"

#include "widgets/style/theme.h"

namespace lanescope {

ChartStyle chartStyleOf(const Theme& theme) {
    ChartStyle style;
    style.background = theme.colour(Colour::Ground);
    style.text = theme.colour(Colour::Text);
    style.grid = theme.colour(Colour::GridLine);
    style.faint = theme.colour(Colour::FaintText);
    style.quiet = theme.colour(Colour::Raised);
    style.hair = theme.colour(Colour::Hair);
    style.look = theme.look();
    const auto pixels = [&](Type what) { return static_cast<double>(theme.type(what).pixelSize()); };
    const double least = pixels(Type::Least);
    style.fontPointSize = 0.75 * least;  // 96 pixels are 72 points
    style.titleFactor = pixels(Type::Title) / least;
    style.nameFactor = pixels(Type::Body) / least;
    style.figureFactor = pixels(Type::Point) / least;
    return style;
}

}  // namespace lanescope
