// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/marks.h"

#include <QPainterPath>
#include <algorithm>

namespace lanescope::paint {
namespace {

constexpr double kBarHeight = 4;
constexpr double kHatchGap = 7;
constexpr double kArrow = 8;

QPen dashed(const Theme& theme) {
    QPen pen(theme.colour(Colour::Text), theme.scaled(2));
    pen.setDashPattern({3, 2.5});
    pen.setJoinStyle(Qt::MiterJoin);
    return pen;
}

}  // namespace

void ring(QPainter& painter, const Theme& theme, const QRectF& around, double share) {
    if (share <= 0) return;
    painter.save();
    painter.setOpacity(painter.opacity() * std::min(1.0, share));
    QPen pen(theme.colour(Colour::Now), theme.scaled(kRing));
    pen.setJoinStyle(Qt::MiterJoin);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(around);
    painter.restore();
}

void bar(QPainter& painter, const Theme& theme, const QRectF& cell, double share) {
    if (share <= 0) return;
    painter.save();
    painter.setOpacity(painter.opacity() * std::min(1.0, share));
    const double height = std::min(theme.scaled(kBarHeight), cell.height() / 2);
    painter.fillRect(QRectF(cell.left(), cell.bottom() - height, cell.width(), height), theme.colour(Colour::Now));
    painter.restore();
}

void spotlight(QPainter& painter, const Theme& theme, const QRectF& around) {
    painter.save();
    QPen pen(theme.colour(Colour::Text), theme.scaled(4));
    pen.setJoinStyle(Qt::RoundJoin);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(around, theme.scaled(4), theme.scaled(4));
    painter.restore();
}

void next(QPainter& painter, const Theme& theme, const QRectF& around) {
    painter.save();
    painter.setPen(dashed(theme));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(around);
    painter.restore();
}

void nextLink(QPainter& painter, const Theme& theme, const QPointF& from, const QPointF& to) {
    painter.save();
    const double way = to.x() >= from.x() ? 1 : -1;
    const double head = theme.scaled(kArrow);
    const QPointF end(to.x() - way * head, to.y());
    const double bend = std::max(theme.scaled(24), std::abs(end.x() - from.x()) / 2);
    QPainterPath path(from);
    path.cubicTo(from + QPointF(way * bend, 0), end - QPointF(way * bend, 0), end);
    painter.setBrush(Qt::NoBrush);
    painter.strokePath(path, dashed(theme));
    QPainterPath arrow(to);
    arrow.lineTo(end.x(), end.y() - head / 2);
    arrow.lineTo(end.x(), end.y() + head / 2);
    arrow.closeSubpath();
    painter.fillPath(arrow, theme.colour(Colour::Text));
    painter.restore();
}

QBrush hatch(const Theme& theme, const QColor& colour) {
    const int gap = std::max(4, qRound(theme.scaled(kHatchGap)));
    QImage tile(gap, gap, QImage::Format_ARGB32_Premultiplied);
    tile.fill(Qt::transparent);
    QPainter painter(&tile);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, std::max(1.0, theme.scaled(1.2))));
    for (const int shift : {-gap, 0, gap}) painter.drawLine(QPointF(shift, gap), QPointF(shift + gap, 0));
    painter.end();
    return QBrush(tile);
}

QBrush hatch(const Theme& theme) { return hatch(theme, theme.colour(Colour::Idle)); }

void vessel(QPainter& painter, const Theme& theme, const QRectF& cell, const QColor& colour, double level) {
    const QColor ground = theme.colour(Colour::Ground);
    painter.fillRect(cell, mix(ground, colour, Tint::kUntouched));
    const double height = cell.height() * std::clamp(level, 0.0, 1.0);
    painter.fillRect(QRectF(cell.left(), cell.bottom() - height, cell.width(), height), colour);
}

void wrong(QPainter& painter, const Theme& theme, const QRectF& cell) {
    painter.save();
    const double inset = std::min(cell.width(), cell.height()) / 4;
    const QRectF box = cell.adjusted(inset, inset, -inset, -inset);
    painter.setPen(QPen(theme.colour(Colour::Wrong), std::max(1.5, std::min(theme.scaled(kRing), box.width() / 3))));
    painter.drawLine(box.topLeft(), box.bottomRight());
    painter.drawLine(box.topRight(), box.bottomLeft());
    painter.restore();
}

}  // namespace lanescope::paint
