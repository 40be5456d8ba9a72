// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/warps/warps_colours.h"

namespace lanescope::warps {
namespace {

constexpr std::uint32_t kHues = 5;

}  // namespace

QColor wayColour(const Theme& theme, std::uint32_t way, std::size_t side, std::size_t sides) {
    if (sides <= 1) return familyColour(way % kHues, way / kHues % 2 == 1, theme.look());
    if (way < 2) return familyColour(side % kHues, way == 1, theme.look());
    const std::uint32_t other = way - 2;  // hues that are no side's
    return familyColour(2 + other / 2 % (kHues - 2), other % 2 == 1, theme.look());
}

QColor asksColour(const Theme& theme) {
    return mix(theme.colour(Colour::Ground), theme.colour(Colour::FaintText), 0.5);
}

QColor waitsColour(const Theme& theme) { return theme.colour(Colour::GridLine); }

QColor pastColour(const Theme& theme) { return theme.colour(Colour::Idle); }

}  // namespace lanescope::warps
