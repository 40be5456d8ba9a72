// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_reference.h"

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
    const bool above = y - metrics.height() - kGap > room.top();
    const QRectF label(room.left() + kGap, above ? y - metrics.height() - kGap : y + kGap, width, metrics.height());
    QColor ground = m_style.background;
    ground.setAlphaF(0.85F);
    painter->fillRect(label, ground);
    painter->setFont(font);
    painter->setPen(hue);
    painter->drawText(label, Qt::AlignCenter, words);
}

}  // namespace lanescope
