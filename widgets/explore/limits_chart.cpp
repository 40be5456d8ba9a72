// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explore/limits_chart.h"

#include <QPainter>
#include <QtMath>

#include "widgets/explore/bytes_layout.h"
#include "widgets/explore/bytes_painter.h"
#include "widgets/explore/roofline_layout.h"
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

QSize LimitsChart::sizeHint() const { return m_part == Part::Roofline ? QSize(800, 500) : QSize(1000, leastHeight()); }

QSize LimitsChart::minimumSizeHint() const {
    return m_part == Part::Roofline ? QSize(240, 160) : QSize(240, leastHeight());
}

int LimitsChart::leastHeight() const { return leastHeightAt(width()); }

int LimitsChart::leastHeightAt(int width) const {
    const double margin = m_theme.scaled(2 * paint::kGrid), across = width - 2 * margin;
    const double needed = m_part == Part::Roofline ? rooflineHeightFor(m_theme, m_picture, across)
                                                   : bytesHeightFor(m_theme, m_picture, across);
    return qCeil(needed + margin);
}

void LimitsChart::setPicture(LimitsPicture picture, const QString& words) {
    m_picture = std::move(picture);
    updateGeometry();
    setAccessibleDescription(m_picture.missing.isEmpty() ? words : m_picture.missing);
    update();
}

void LimitsChart::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.colour(Colour::Ground));
    paintPart(painter, m_part, rect());
}

QRectF LimitsChart::inside(const QRectF& room) const {
    const double margin = m_theme.scaled(2 * paint::kGrid);
    return room.adjusted(margin, margin / 2, -margin, -margin / 2);
}

void LimitsChart::paintPart(QPainter& painter, Part part, const QRectF& room) const {
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF inside = this->inside(room);
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
    const double margin = m_theme.scaled(2 * paint::kGrid);
    const double needed = bytesHeightFor(m_theme, m_picture, all.width() - 2 * margin);
    const double below = needed > 0 ? needed + margin : 0;
    paintPart(painter, Part::Roofline, all.adjusted(0, 0, 0, -below));
    if (below > 0) paintPart(painter, Part::Bytes, QRectF(0, all.bottom() - below, all.width(), below));
}

}  // namespace lanescope
