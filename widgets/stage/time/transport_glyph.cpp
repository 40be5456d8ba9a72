// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/time/transport_glyph.h"

namespace lanescope {
namespace {

constexpr double kTop = 0.15;
constexpr double kBottom = 0.85;

QPainterPath bar(double left, double width) {
    QPainterPath path;
    path.addRect(left, kTop, width, kBottom - kTop);
    return path;
}

/// Its point lies at the height of its middle, at the side that it shows to.
QPainterPath triangle(double base, double point) {
    QPainterPath path;
    path.moveTo(base, kTop);
    path.lineTo(point, (kTop + kBottom) / 2);
    path.lineTo(base, kBottom);
    path.closeSubpath();
    return path;
}

}  // namespace

QPainterPath pathOf(TransportGlyph glyph) {
    switch (glyph) {
        case TransportGlyph::First: return bar(0.12, 0.14) + triangle(0.9, 0.26);
        case TransportGlyph::Back: return triangle(0.8, 0.16);
        case TransportGlyph::Play: return triangle(0.26, 0.9);
        case TransportGlyph::Pause: return bar(0.24, 0.18) + bar(0.58, 0.18);
        case TransportGlyph::Forward: return triangle(0.02, 0.5) + triangle(0.5, 0.98);
    }
    return {};
}

}  // namespace lanescope
