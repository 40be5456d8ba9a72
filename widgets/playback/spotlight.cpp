// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/playback/spotlight.h"

#include <QPainterPathStroker>
#include <algorithm>

namespace lanescope {
namespace {

constexpr double kWay = 6;  // pixels: a line that joins

}  // namespace

void Lit::add(const QRectF& part) {
    if (part.isEmpty()) return;
    QPainterPath path;
    path.addRect(part);
    region |= path;
}

void Lit::ring(const QRectF& part) {
    add(part);
    if (!part.isEmpty()) rings.push_back(part);
}

void Lit::join(const QRectF& from, const QRectF& to) {
    const double top = std::max(from.top(), to.top()), bottom = std::min(from.bottom(), to.bottom());
    const double left = std::max(from.left(), to.left()), right = std::min(from.right(), to.right());
    if (bottom > top) {
        const QRectF& first = from.left() < to.left() ? from : to;
        const QRectF& last = from.left() < to.left() ? to : from;
        add(QRectF(QPointF(first.left(), top), QPointF(last.right(), bottom)));
    } else if (right > left) {
        const QRectF& upper = from.top() < to.top() ? from : to;
        const QRectF& lower = from.top() < to.top() ? to : from;
        add(QRectF(QPointF(left, upper.top()), QPointF(right, lower.bottom())));
    } else {
        QPainterPath line(from.center());
        line.lineTo(to.center());
        QPainterPathStroker stroker;
        stroker.setWidth(kWay);
        region |= stroker.createStroke(line);
    }
    add(from);
    add(to);
}

Focus focusOf(const Spotlight& spotlight) {
    Focus focus;
    switch (spotlight.kind) {
        case Spotlight::Kind::Thread:
        case Spotlight::Kind::Warp: focus.thread = spotlight.thread; break;
        case Spotlight::Kind::Element:
        case Spotlight::Kind::Tile: focus.element = spotlight.element; break;
    }
    return focus;
}

}  // namespace lanescope
