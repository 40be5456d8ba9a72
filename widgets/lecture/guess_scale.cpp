// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lecture/guess_scale.h"

#include <QFontMetricsF>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <map>

#include "widgets/paint/marks.h"
#include "widgets/style/numbers.h"

namespace lanescope {
namespace {

constexpr double kInset = 48;
constexpr double kDot = 9;
constexpr double kGuesses = 72;  // pixels that they pile up in

}  // namespace

GuessScale::GuessScale(const Theme& theme, const ScaleRange& range, const QString& unit, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_range(range), m_unit(unit) {
    setAccessibleName(tr("The room's guesses"));
    setCursor(Qt::PointingHandCursor);
}

void GuessScale::setGuesses(std::vector<double> guesses) {
    m_guesses = std::move(guesses);
    update();
}

void GuessScale::reveal(double truth, std::vector<ScaleMark> others) {
    m_truth = truth;
    m_others = std::move(others);
    setCursor(Qt::ArrowCursor);
    update();
}

QSize GuessScale::sizeHint() const {
    const double line = QFontMetricsF(m_theme.type(Type::Name)).lineSpacing();
    return {qRound(m_theme.scaled(800)), qRound(m_theme.scaled(kGuesses) + 4 * line)};
}

double GuessScale::xOf(double value) const {
    const double inset = m_theme.scaled(kInset);
    const double kept = std::clamp(value, m_range.least, m_range.most);
    const double share = m_range.logarithmic ? std::log(kept / m_range.least) / std::log(m_range.most / m_range.least)
                                             : (kept - m_range.least) / (m_range.most - m_range.least);
    return inset + (width() - 2 * inset) * share;
}

double GuessScale::valueAt(double x) const {
    const double inset = m_theme.scaled(kInset);
    const double share = std::clamp((x - inset) / std::max(1.0, width() - 2 * inset), 0.0, 1.0);
    const double value = m_range.logarithmic ? m_range.least * std::pow(m_range.most / m_range.least, share)
                                             : m_range.least + (m_range.most - m_range.least) * share;
    if (m_range.step <= 0) return value;
    return m_range.least + std::round((value - m_range.least) / m_range.step) * m_range.step;
}

/// A line from the scale to its name.
void GuessScale::drawSign(QPainter& painter, double value, const QString& name, double top, double bottom) const {
    const double x = xOf(value);
    painter.drawLine(QPointF(x, top), QPointF(x, bottom));
    const double wide = painter.fontMetrics().horizontalAdvance(name) + 4;
    const double left = std::clamp(x - wide / 2, 0.0, std::max(0.0, width() - wide));
    painter.drawText(QRectF(left, bottom, wide, painter.fontMetrics().height()), Qt::AlignCenter, name);
}

void GuessScale::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(m_theme.type(Type::Name));
    const double line = QFontMetricsF(painter.font()).lineSpacing();
    const double axis = m_theme.scaled(kGuesses);
    painter.setPen(QPen(m_theme.colour(Colour::FaintText), m_theme.scaled(3)));
    painter.drawLine(QPointF(xOf(m_range.least), axis), QPointF(xOf(m_range.most), axis));
    for (const double end : {m_range.least, m_range.most})
        drawSign(painter, end, valueText(end, m_unit), axis, axis + m_theme.scaled(8));
    const double radius = m_theme.scaled(kDot);
    std::map<int, int> piles;
    painter.setPen(QPen(m_theme.colour(Colour::Text), m_theme.scaled(2)));
    painter.setBrush(m_theme.colour(Colour::A));
    for (const double guess : m_guesses) {
        const double x = xOf(guess);
        const int height = piles[qRound(x / (2 * radius))]++;
        painter.drawEllipse(QPointF(x, std::max(radius, axis - radius * (1.5 + 2 * height))), radius, radius);
    }
    if (m_dragged && !m_truth) {
        painter.setPen(QPen(m_theme.colour(Colour::Text), m_theme.scaled(3)));
        drawSign(painter, *m_dragged, valueText(*m_dragged, m_unit), m_theme.scaled(8), axis + m_theme.scaled(10));
    }
    double below = axis + m_theme.scaled(10) + line;
    if (m_truth) {
        painter.setPen(QPen(m_theme.colour(Colour::Text), m_theme.scaled(5)));
        QFont bold = m_theme.type(Type::Title);
        painter.setFont(bold);
        drawSign(painter, *m_truth, valueText(*m_truth, m_unit), 0, below);
        below += QFontMetricsF(bold).lineSpacing();
        painter.setFont(m_theme.type(Type::Name));
    }
    QPen dashed(m_theme.colour(Colour::FaintText), m_theme.scaled(2));
    dashed.setDashPattern({4, 3});
    painter.setPen(dashed);
    for (const ScaleMark& other : m_others)
        drawSign(painter, other.value, tr("%1: %2").arg(other.name, valueText(other.value, m_unit)), axis, below);
}

void GuessScale::mousePressEvent(QMouseEvent* event) { mouseMoveEvent(event); }

void GuessScale::mouseMoveEvent(QMouseEvent* event) {
    if (m_truth || (event->buttons() & Qt::LeftButton) == 0) return;
    m_dragged = valueAt(event->position().x());
    update();
}

void GuessScale::mouseReleaseEvent(QMouseEvent* /*event*/) {
    if (!m_truth && m_dragged) Q_EMIT guessed(*m_dragged);
}

}  // namespace lanescope
