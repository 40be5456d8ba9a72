// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/transport_icons.h"

#include <QPainter>
#include <QPainterPath>
#include <QPixmap>

namespace lanescope {
namespace {

// All in a unit square.
QPainterPath bar(double left, double width = 0.14) {
    QPainterPath path;
    path.addRect(left, 0.15, width, 0.7);
    return path;
}

QPainterPath triangle(double left, double width, bool forward) {
    QPainterPath path;
    path.moveTo(forward ? left : left + width, 0.15);
    path.lineTo(forward ? left + width : left, 0.5);
    path.lineTo(forward ? left : left + width, 0.85);
    path.closeSubpath();
    return path;
}

QPainterPath shapeOf(TransportGlyph glyph) {
    switch (glyph) {
        case TransportGlyph::First: return bar(0.1) + triangle(0.26, 0.32, false) + triangle(0.58, 0.32, false);
        case TransportGlyph::Back: return triangle(0.12, 0.5, false) + bar(0.72);
        case TransportGlyph::Play: return triangle(0.2, 0.66, true);
        case TransportGlyph::Pause: return bar(0.22, 0.2) + bar(0.58, 0.2);
        case TransportGlyph::Forward: return bar(0.14) + triangle(0.38, 0.5, true);
        case TransportGlyph::Last: return triangle(0.1, 0.32, true) + triangle(0.42, 0.32, true) + bar(0.76);
    }
    return {};
}

QPixmap draw(TransportGlyph glyph, const QColor& colour, int size) {
    // Twice the size, so that it stays crisp on dense screens.
    QPixmap pixmap(size * 2, size * 2);
    pixmap.setDevicePixelRatio(2);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(size, size);
    painter.fillPath(shapeOf(glyph), colour);
    return pixmap;
}

}  // namespace

QIcon transportIcon(TransportGlyph glyph, const QColor& colour, int size) {
    QColor faint = colour;
    faint.setAlphaF(0.35F);
    QIcon icon;
    icon.addPixmap(draw(glyph, colour, size), QIcon::Normal);
    icon.addPixmap(draw(glyph, faint, size), QIcon::Disabled);
    return icon;
}

}  // namespace lanescope
