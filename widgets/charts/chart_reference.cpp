// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_reference.h"

#include <QLineF>
#include <array>
#include <vector>

#include "widgets/style/palette.h"

namespace lanescope {
namespace {

constexpr double kPen = 2;  // pixels
constexpr double kGap = 4;  // likewise

}  // namespace

ChartReferenceItem::ChartReferenceItem(QCustomPlot* plot, const ChartData& data, const ChartStyle& style)
    : QCPAbstractItem(plot), m_data(data), m_style(style) {
    setSelectable(false);
}

/// Above or below the line, at its left or its right end, where nothing that is drawn runs through it.
QRectF ChartReferenceItem::freeOf(const QRectF& room, const QSizeF& size, double y) const {
    const double left = room.left() + kGap, right = room.right() - kGap - size.width();
    const double above = y - size.height() - kGap, below = y + kGap;
    std::vector<QRectF> places;
    for (const double top : {above, below})
        for (const double x : {left, right})
            if (top > room.top() && top + size.height() < room.bottom()) places.emplace_back(QPointF(x, top), size);
    for (const QRectF& place : places)
        if (!isCrossed(place)) return place;
    return places.empty() ? QRectF(QPointF(left, above), size) : places.front();
}

bool ChartReferenceItem::isCrossed(const QRectF& place) const {
    const auto pixel = [this](const ChartPoint& point) {
        return QPointF(mParentPlot->xAxis->coordToPixel(point.x), mParentPlot->yAxis->coordToPixel(point.y));
    };
    const std::array edges{QLineF(place.topLeft(), place.topRight()), QLineF(place.bottomLeft(), place.bottomRight()),
                           QLineF(place.topLeft(), place.bottomLeft()), QLineF(place.topRight(), place.bottomRight())};
    for (const ChartSeries& series : m_data.series)
        for (std::size_t i = 0; i < series.points.size(); ++i) {
            const QPointF at = pixel(series.points[i]);
            if (place.contains(at)) return true;
            if (i == 0) continue;
            const QLineF line(pixel(series.points[i - 1]), at);
            for (const QLineF& edge : edges)
                if (line.intersects(edge, nullptr) == QLineF::BoundedIntersection) return true;
        }
    return false;
}

void ChartReferenceItem::draw(QCPPainter* painter) {
    if (!m_data.reference || m_data.empty()) return;
    const QRectF room = mParentPlot->axisRect()->rect();
    const double y = mParentPlot->yAxis->coordToPixel(m_data.reference->y);
    const QColor hue = colourOf(Colour::Focus, m_style.look);
    painter->setPen(QPen(hue, kPen, Qt::DashLine));
    painter->drawLine(QPointF(room.left(), y), QPointF(room.right(), y));
    QFont font = mParentPlot->font();
    font.setPointSizeF(m_style.fontPointSize);
    const QFontMetricsF metrics(font);
    const QString words =
        metrics.elidedText(QString::fromStdString(m_data.reference->words), Qt::ElideRight, room.width() - 2 * kGap);
    const double width = metrics.horizontalAdvance(words) + 2 * kGap;
    const QRectF label = freeOf(room, QSizeF(width, metrics.height()), y);
    QColor ground = m_style.background;
    ground.setAlphaF(0.85F);
    painter->fillRect(label, ground);
    painter->setFont(font);
    painter->setPen(hue);
    painter->drawText(label, Qt::AlignCenter, words);
}

}  // namespace lanescope
