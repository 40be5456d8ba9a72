// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/turn_icon.h"

#include <QPainter>
#include <QPainterPath>
#include <QPixmap>

namespace lanescope {
namespace {

QPixmap draw(bool back, const QColor& colour, int size) {
    // Twice the size, so that it stays crisp on dense screens.
    QPixmap pixmap(size * 2, size * 2);
    pixmap.setDevicePixelRatio(2);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(size, size);  // a unit square
    if (!back) {
        painter.translate(1, 0);
        painter.scale(-1, 1);
    }
    painter.setPen(QPen(colour, 0.1, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    QPainterPath arrow;
    arrow.moveTo(0.15, 0.42);
    arrow.lineTo(0.55, 0.42);
    arrow.cubicTo(0.95, 0.42, 0.95, 0.82, 0.62, 0.82);
    painter.drawPath(arrow);
    painter.drawPolyline(QPolygonF{QPointF(0.36, 0.2), QPointF(0.15, 0.42), QPointF(0.36, 0.64)});
    return pixmap;
}

}  // namespace

QIcon turnIcon(bool back, const QColor& colour, int size) {
    QColor faint = colour;
    faint.setAlphaF(0.35F);
    QIcon icon;
    icon.addPixmap(draw(back, colour, size), QIcon::Normal);
    icon.addPixmap(draw(back, faint, size), QIcon::Disabled);
    return icon;
}

}  // namespace lanescope
