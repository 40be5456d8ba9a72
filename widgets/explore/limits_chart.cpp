// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explore/limits_chart.h"

#include <QPainter>
#include <algorithm>

#include "widgets/explore/bytes_painter.h"
#include "widgets/explore/roofline_painter.h"
#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"

namespace lanescope {

LimitsChart::LimitsChart(Part part, const Theme& theme, QWidget* parent)
    : QWidget(parent), m_part(part), m_theme(theme) {
    setAccessibleName(part == Part::Roofline ? tr("Roofline") : tr("Where the bytes go"));
    if (part == Part::Bytes) setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&m_theme, &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

QSize LimitsChart::sizeHint() const {
    return m_part == Part::Roofline ? QSize(800, 500) : QSize(1000, qRound(bytesHeight(m_theme)));
}

QSize LimitsChart::minimumSizeHint() const {
    return m_part == Part::Roofline ? QSize(240, 160) : QSize(320, qRound(bytesHeight(m_theme)));
}

void LimitsChart::setPicture(LimitsPicture picture, const QString& words) {
    m_picture = std::move(picture);
    setAccessibleDescription(m_picture.missing.isEmpty() ? words : m_picture.missing);
    update();
}

void LimitsChart::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.colour(Colour::Ground));
    paintPart(painter, m_part, rect());
}

void LimitsChart::paintPart(QPainter& painter, Part part, const QRectF& room) const {
    painter.setRenderHint(QPainter::Antialiasing);
    const double margin = m_theme.scaled(2 * paint::kGrid);
    const QRectF inside = room.adjusted(margin, margin / 2, -margin, -margin / 2);
    const bool roofline = part == Part::Roofline;
    if (!m_picture.missing.isEmpty() || m_picture.sides.empty()) {
        if (roofline) paint::paragraph(painter, m_theme, inside, Type::Body, Colour::FaintText, m_picture.missing);
    } else if (roofline) {
        paintRoofline(painter, m_theme, m_picture, inside);
    } else {
        paintBytes(painter, m_theme, m_picture, inside);
    }
}

void LimitsChart::paintTo(QPainter& painter, const QSizeF& size) const {
    const QRectF all({0, 0}, size);
    painter.fillRect(all, m_theme.colour(Colour::Ground));
    const double below = std::min(bytesHeightFor(m_theme, all.width()), all.height() / 2);
    paintPart(painter, Part::Roofline, all.adjusted(0, 0, 0, -below));
    paintPart(painter, Part::Bytes, QRectF(0, all.bottom() - below, all.width(), below));
}

}  // namespace lanescope
