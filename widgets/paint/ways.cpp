// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/ways.h"

#include <QFontMetricsF>
#include <QLinearGradient>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "widgets/paint/text.h"

namespace lanescope::paint {
namespace {

QPointF outward(Edge edge) {
    switch (edge) {
        case Edge::Left: return {-1, 0};
        case Edge::Top: return {0, -1};
        case Edge::Right: return {1, 0};
        case Edge::Bottom: return {0, 1};
    }
    return {};
}

/// The edge's direction, so that two sides of a band that goes straight on do not cross.
QPointF along(Edge edge) { return edge == Edge::Left || edge == Edge::Right ? QPointF(0, 1) : QPointF(1, 0); }

double bendOf(const RibbonEnd& from, const RibbonEnd& to) {
    const QPointF way = to.at - from.at;
    return std::max(16.0, std::hypot(way.x(), way.y()) / 2.2);
}

}  // namespace

RibbonEnd ribbonEnd(const QRectF& of, Edge edge) {
    switch (edge) {
        case Edge::Left: return {{of.left(), of.center().y()}, edge, of.height()};
        case Edge::Top: return {{of.center().x(), of.top()}, edge, of.width()};
        case Edge::Right: return {{of.right(), of.center().y()}, edge, of.height()};
        case Edge::Bottom: return {{of.center().x(), of.bottom()}, edge, of.width()};
    }
    return {};
}

double ribbonWidth(const Theme& theme, double bytes) {
    constexpr double kPixelsPerByte = 40.0 / 128;
    return theme.scaled(std::clamp(bytes * kPixelsPerByte, 3.0, 96.0));
}

void ribbon(QPainter& painter, const RibbonEnd& from, const RibbonEnd& to, const QColor& colour, double head) {
    constexpr int kStrong = 170;  // of 255
    constexpr int kFaint = 56;
    const double bend = bendOf(from, to);
    const QPointF out = outward(from.edge) * bend;
    const QPointF in = outward(to.edge) * bend;
    const QPointF a = along(from.edge) * (from.width / 2);
    const QPointF b = along(to.edge) * (to.width / 2);
    QPainterPath band(from.at - a);
    band.cubicTo(from.at - a + out, to.at - b + in, to.at - b);
    band.lineTo(to.at + b);
    band.cubicTo(to.at + b + in, from.at + a + out, from.at + a);
    band.closeSubpath();
    QColor strong = colour;
    QColor faint = colour;
    strong.setAlpha(kStrong);
    faint.setAlpha(kFaint);
    QLinearGradient gradient(from.at, to.at);
    const double edge = std::clamp(head, 0.0, 1.0);
    gradient.setColorAt(0, strong);
    gradient.setColorAt(edge, strong);
    if (edge < 1) gradient.setColorAt(std::min(1.0, edge + 0.04), faint);
    gradient.setColorAt(1, edge < 1 ? faint : strong);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(band, gradient);
    painter.restore();
}

QPointF alongRibbon(const RibbonEnd& from, const RibbonEnd& to, double share) {
    const double bend = bendOf(from, to);
    QPainterPath middle(from.at);
    middle.cubicTo(from.at + outward(from.edge) * bend, to.at + outward(to.edge) * bend, to.at);
    return middle.pointAtPercent(std::clamp(share, 0.0, 1.0));
}

void chip(QPainter& painter, const Theme& theme, const QRectF& rect, const QColor& colour, const QString& text) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    const double radius = std::min({theme.scaled(4), rect.width() / 3, rect.height() / 3});
    painter.drawRoundedRect(rect, radius, radius);
    if (!text.isEmpty()) {
        const QFont font = theme.type(Type::Least);
        if (valueFits(QFontMetricsF(font), text, rect.size(), theme)) {
            painter.setFont(font);
            painter.setPen(textOn(colour));
            painter.drawText(rect, Qt::AlignCenter, text);
        }
    }
    painter.restore();
}

}  // namespace lanescope::paint
