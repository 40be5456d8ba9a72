// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lecture/marks.h"

#include <QPainterPath>

#include "widgets/paint/marks.h"

namespace lanescope {
namespace {

constexpr double kPen = 5;
constexpr double kAround = 4;    // of ground, so that a stroke is seen on anything
constexpr double kDimmed = 0.3;  // of its strength that is left
constexpr double kRingOut = 3;

QPainterPath pathOf(const HandMark& mark, const QSizeF& size) {
    const auto at = [&size](const QPointF& share) {
        return QPointF(share.x() * size.width(), share.y() * size.height());
    };
    QPainterPath path;
    if (mark.points.empty()) return path;
    if (mark.kind == HandMark::Kind::Box) {
        path.addRoundedRect(QRectF(at(mark.points.front()), at(mark.points.back())).normalized(), 4, 4);
        return path;
    }
    path.moveTo(at(mark.points.front()));
    for (std::size_t i = 1; i < mark.points.size(); ++i) path.lineTo(at(mark.points[i]));
    // A touch is a dot.
    if (mark.points.size() == 1) path.lineTo(at(mark.points.front()) + QPointF(0.1, 0));
    return path;
}

}  // namespace

void paintMarks(QPainter& painter, const Theme& theme, const QSizeF& size, const std::vector<HandMark>& marks) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    for (const HandMark& mark : marks) {
        const QPainterPath path = pathOf(mark, size);
        for (const bool ground : {true, false}) {
            QPen pen(theme.colour(ground ? Colour::Ground : Colour::Text), theme.scaled(kPen + (ground ? kAround : 0)));
            pen.setCapStyle(Qt::RoundCap);
            pen.setJoinStyle(Qt::RoundJoin);
            painter.setPen(pen);
            painter.drawPath(path);
        }
    }
    painter.restore();
}

void paintSpotlight(QPainter& painter, const Theme& theme, const QSizeF& size, const Lit& lit) {
    if (lit.empty()) return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath all;
    all.addRect(QRectF(QPointF(), size));
    QColor dim = theme.colour(Colour::Ground);
    dim.setAlphaF(1 - kDimmed);
    painter.fillPath(all - lit.region, dim);
    const double out = theme.scaled(kRingOut);
    for (const QRectF& ring : lit.rings) paint::spotlight(painter, theme, ring.adjusted(-out, -out, out, out));
    painter.restore();
}

}  // namespace lanescope
