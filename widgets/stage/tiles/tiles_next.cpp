// SPDX-License-Identifier: GPL-3.0-or-later
// Where the next step will read and write.
#include <QFontMetricsF>
#include <QPainterPath>
#include <algorithm>

#include "widgets/paint/marks.h"
#include "widgets/paint/ways.h"
#include "widgets/stage/tiles/tiles_moving.h"
#include "widgets/stage/tiles/tiles_ways.h"

namespace lanescope::tiles {

void Moving::next() const {
    if (!of.scene.next || !showsSlots()) return;
    const Next& next = *of.scene.next;
    std::vector<QRectF> to;
    for (const Spot& spot : next.to)
        if (const auto rect = of.layout.rectOf(spot)) to.push_back(*rect);
    std::vector<QRectF> from;
    for (const Spot& spot : next.from)
        if (const auto rect = of.layout.rectOf(spot)) from.push_back(*rect);
    if (to.empty() || from.empty()) return;
    to = clusters(std::move(to));
    QRectF source;
    for (const QRectF& rect : from) source = source.isNull() ? rect : source.united(rect);
    QRectF target;
    for (const QRectF& rect : to) target = target.isNull() ? rect : target.united(rect);
    if (to.size() <= 8) {
        for (const QRectF& rect : to) paint::next(painter, theme, least(rect));
    } else {
        paint::next(painter, theme, target);
    }
    const bool leftwards = target.center().x() < source.left();
    const bool below =
        target.top() > source.bottom() && target.left() < source.right() && target.right() > source.left();
    if (below) {
        // Beside the arrays that lie between: out to the left, and back in.
        const QPointF a(source.left(), source.center().y());
        const QPointF b(target.left(), target.center().y());
        const double bend = theme.scaled(44);
        QPainterPath path(a);
        path.cubicTo(a - QPointF(bend, 0), b - QPointF(bend, 0), b - QPointF(theme.scaled(8), 0));
        dashedTo(path, b, -1);
        word(QPointF(std::min(a.x(), b.x()) - theme.scaled(20), (a.y() + b.y()) / 2));
        return;
    }
    const QRectF& pass = of.layout.passBottom;
    if (!of.layout.product && leftwards && pass.height() > 0 && target.right() < pass.left()) {
        const QPointF a(source.left(), source.center().y());
        const QPointF in(pass.right(), pass.center().y());
        const QPointF out(pass.left(), pass.center().y());
        const QPointF b(target.right() + 2, target.center().y());
        const double gap = std::max(16.0, (a.x() - in.x()) * 0.6);
        const double other = std::max(16.0, (out.x() - of.layout.globalRight) * 0.6);
        const QPointF edge(std::max(b.x() + 12, of.layout.globalRight), b.y());
        QPainterPath path(a);
        path.cubicTo(a - QPointF(gap, 0), in + QPointF(gap, 0), in);
        path.lineTo(out);
        path.cubicTo(out - QPointF(other, 0), edge + QPointF(other, 0), edge);
        path.lineTo(b + QPointF(theme.scaled(8), 0));
        dashedTo(path, b, 1);
        word({(in.x() + out.x()) / 2, pass.center().y() - theme.scaled(14)});
        return;
    }
    const QPointF a(leftwards ? source.left() : source.right(), source.bottom() - std::min(source.height() / 4, 6.0));
    const QPointF b(leftwards ? target.right() + 2 : target.left() - 2, target.center().y());
    paint::nextLink(painter, theme, a, b);
    word(QPointF((a.x() + b.x()) / 2, std::max(a.y(), b.y()) + theme.scaled(12)));
}

void Moving::dashedTo(const QPainterPath& path, const QPointF& end, double side) const {
    QPen pen(theme.colour(Colour::Text), theme.scaled(2));
    pen.setDashPattern({3, 2.5});
    painter.strokePath(path, pen);
    QPainterPath head(end);
    head.lineTo(end.x() + side * theme.scaled(9), end.y() - theme.scaled(5));
    head.lineTo(end.x() + side * theme.scaled(9), end.y() + theme.scaled(5));
    head.closeSubpath();
    painter.fillPath(head, theme.colour(Colour::Text));
}

void Moving::word(const QPointF& at) const {
    QFont font = theme.type(Type::Least);
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    const QString text = tr("next");
    const double width = metrics.horizontalAdvance(text) + 4;
    QRectF box(at.x() - width / 2, at.y() - metrics.height() / 2, width, metrics.height());
    if (box.left() < of.layout.rect.left() + 2) box.moveLeft(of.layout.rect.left() + 2);
    painter.setPen(theme.colour(Colour::Text));
    painter.drawText(box, Qt::AlignCenter, text);
}

}  // namespace lanescope::tiles
