// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/time/transport_parts.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QStyle>
#include <QStyleOption>
#include <algorithm>
#include <cmath>

#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/stage/time/time_layout.h"

namespace lanescope {
namespace {

constexpr double kButton = 36;
constexpr double kCompactButton = 30;
constexpr double kGlyph = 18;
constexpr double kChip = 32;
constexpr double kCompactChip = 28;
constexpr double kAround = 12;  ///< a chip's words
constexpr double kChevron = 9;

void paintFocus(QPainter& painter, const QWidget& widget, const Theme& theme, double radius) {
    if (!widget.hasFocus()) return;
    painter.setPen(QPen(theme.colour(Colour::Focus), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(widget.rect()).adjusted(1, 1, -1, -1), radius, radius);
}

}  // namespace

GlyphButton::GlyphButton(const Theme& theme, TransportGlyph glyph, bool round, QWidget* parent)
    : QToolButton(parent), m_theme(theme), m_glyph(glyph), m_round(round) {
    setAutoRaise(true);
    setFocusPolicy(Qt::TabFocus);
    connect(&theme, &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void GlyphButton::setGlyph(TransportGlyph glyph) {
    m_glyph = glyph;
    update();
}

QSize GlyphButton::sizeHint() const {
    const int side = qRound(m_theme.scaled(m_theme.isCompact() ? kCompactButton : kButton));
    return {side, side};
}

void GlyphButton::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor ground = m_theme.colour(Colour::Raised);
    QColor ink = m_theme.colour(Colour::Text);
    if (!isEnabled()) ink = mix(ground, ink, 0.35);
    const QRectF all(rect());
    if (m_round) {
        const double side = std::min(all.width(), all.height());
        painter.setPen(Qt::NoPen);
        painter.setBrush(isDown() ? m_theme.colour(Colour::FaintText) : ink);
        painter.drawEllipse(QRectF(all.center().x() - side / 2, all.center().y() - side / 2, side, side));
        ink = ground;
    } else if (isEnabled() && (isDown() || underMouse())) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_theme.colour(Colour::Hair));
        painter.drawRoundedRect(all, paint::kGrid, paint::kGrid);
    }
    const double glyph = m_theme.scaled(kGlyph);
    painter.translate(all.center() - QPointF(glyph / 2, glyph / 2));
    painter.scale(glyph, glyph);
    painter.fillPath(pathOf(m_glyph), ink);
    painter.resetTransform();
    paintFocus(painter, *this, m_theme, m_round ? all.height() / 2 : paint::kGrid);
}

ChoiceChip::ChoiceChip(const Theme& theme, const QString& label, QWidget* parent)
    : QToolButton(parent), m_theme(theme), m_label(label) {
    setPopupMode(QToolButton::InstantPopup);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    setFocusPolicy(Qt::TabFocus);
    connect(&theme, &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void ChoiceChip::setValue(const QString& value) {
    m_value = value;
    setAccessibleDescription(value);
    updateGeometry();
    update();
}

void ChoiceChip::setValues(const QStringList& values) {
    m_values = values;
    updateGeometry();
}

QFont ChoiceChip::valueFont() const { return timeFont(m_theme, QFont::DemiBold); }

QSize ChoiceChip::sizeFor(double valueWidth) const {
    const double label = QFontMetricsF(timeFont(m_theme)).horizontalAdvance(m_label);
    const double gap = m_theme.scaled(paint::kGrid);
    const double width = label + gap + valueWidth + 1.5 * gap + m_theme.scaled(kChevron) + 2 * m_theme.scaled(kAround);
    return {static_cast<int>(std::ceil(width)), qRound(m_theme.scaled(m_theme.isCompact() ? kCompactChip : kChip))};
}

QSize ChoiceChip::sizeHint() const {
    const QFontMetricsF bold(valueFont());
    double widest = bold.horizontalAdvance(m_value);
    for (const QString& value : m_values) widest = std::max(widest, bold.horizontalAdvance(value));
    return sizeFor(widest);
}

QSize ChoiceChip::minimumSizeHint() const { return sizeFor(QFontMetricsF(valueFont()).horizontalAdvance(m_value)); }

void ChoiceChip::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double share = isEnabled() ? 1 : 0.5;
    const QColor ground = m_theme.colour(Colour::Ground);
    const bool lit = isEnabled() && (underMouse() || isDown());
    painter.setPen(QPen(m_theme.colour(lit ? Colour::FaintText : Colour::GridLine), paint::kFrame));
    painter.setBrush(ground);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), paint::kGrid, paint::kGrid);
    double x = m_theme.scaled(kAround);
    const double height = this->height();
    painter.setFont(timeFont(m_theme));
    painter.setPen(mix(ground, m_theme.colour(Colour::FaintText), share));
    const double label = QFontMetricsF(painter.font()).horizontalAdvance(m_label);
    painter.drawText(QRectF(x, 0, label + 1, height), Qt::AlignLeft | Qt::AlignVCenter, m_label);
    x += label + m_theme.scaled(paint::kGrid);
    painter.setFont(valueFont());
    painter.setPen(mix(ground, m_theme.colour(Colour::Text), share));
    const double chevron = m_theme.scaled(kChevron);
    const double right = width() - m_theme.scaled(kAround);
    painter.drawText(QRectF(x, 0, right - chevron - x, height), Qt::AlignLeft | Qt::AlignVCenter, m_value);
    if (menu() != nullptr) {
        QPen pen(mix(ground, m_theme.colour(Colour::Text), share), m_theme.scaled(1.75));
        pen.setCapStyle(Qt::RoundCap);
        pen.setJoinStyle(Qt::RoundJoin);
        painter.setPen(pen);
        const double middle = height / 2;
        const double left = right - chevron;
        painter.drawPolyline(QPolygonF(
            {{left, middle - chevron / 4}, {left + chevron / 2, middle + chevron / 4}, {right, middle - chevron / 4}}));
    }
    paintFocus(painter, *this, m_theme, paint::kGrid);
}

QString legendWord(Origin origin) {
    const auto tr = [](const char* text) { return QCoreApplication::translate("lanescope::Transport", text); };
    switch (origin) {
        case Origin::Measured: return tr("measured");
        case Origin::Replayed: return tr("replayed");
        case Origin::Emulated: return tr("emulated");
        case Origin::Simulated: return tr("simulated");
        case Origin::Estimated: return tr("predicted");
        case Origin::Published: return tr("published");
    }
    return {};
}

OriginLegend::OriginLegend(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void OriginLegend::setOrigins(std::vector<Origin> origins) {
    if (origins == m_origins) return;
    m_origins = std::move(origins);
    QStringList words;
    for (const Origin origin : m_origins) words += legendWord(origin);
    setAccessibleName(tr("Where numbers are from: %1").arg(words.join(QStringLiteral(", "))));
    updateGeometry();
    update();
}

double OriginLegend::widthOf(Origin origin) const {
    return paint::originSize(m_theme) + m_theme.scaled(paint::kGrid) +
           std::ceil(QFontMetricsF(timeFont(m_theme)).horizontalAdvance(legendWord(origin)));
}

QSize OriginLegend::sizeHint() const {
    double width = 0;
    for (const Origin origin : m_origins) width += widthOf(origin) + m_theme.scaled(2 * paint::kGrid);
    return {static_cast<int>(std::ceil(width)), qRound(paint::originSize(m_theme) + 4)};
}

void OriginLegend::paintEvent(QPaintEvent* /*event*/) {
    // Words are left out before a sign is cut.
    const bool worded = width() >= sizeHint().width();
    const double size = paint::originSize(m_theme);
    const double gap = m_theme.scaled(2 * paint::kGrid);
    QPainter painter(this);
    double x = width();
    for (auto origin = m_origins.rbegin(); origin != m_origins.rend(); ++origin) {
        const double wide = worded ? widthOf(*origin) : size + 2;
        x -= wide;
        if (x < 0) return;
        paint::originSign(painter, m_theme, {x + size / 2, height() / 2.0}, *origin);
        if (worded) {
            painter.setFont(timeFont(m_theme));
            painter.setPen(m_theme.colour(Colour::FaintText));
            const double from = x + size + m_theme.scaled(paint::kGrid);
            painter.drawText(QRectF(from, 0, wide, height()), Qt::AlignLeft | Qt::AlignVCenter, legendWord(*origin));
        }
        x -= gap;
    }
}

}  // namespace lanescope
