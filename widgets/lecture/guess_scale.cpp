// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lecture/guess_scale.h"

#include <QFontMetricsF>
#include <QKeyEvent>
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
    setFocusPolicy(Qt::StrongFocus);
    setProperty("drawnWithKeys", true);  // a lecture leaves it the arrows
}

void GuessScale::setGuesses(std::vector<double> guesses) {
    m_guesses = std::move(guesses);
    update();
}

void GuessScale::reveal(double truth, std::vector<ScaleMark> others) {
    m_truth = truth;
    m_others = std::move(others);
    setCursor(Qt::ArrowCursor);
    updateGeometry();
    update();
}

/// As high as what is written below it needs.
QSize GuessScale::sizeHint() const {
    double bottom = m_theme.scaled(kGuesses) + 4 * QFontMetricsF(m_theme.type(Type::Name)).lineSpacing();
    for (const Sign& sign : signs()) bottom = std::max(bottom, sign.at.bottom());
    return {qRound(m_theme.scaled(800)), qRound(bottom + m_theme.scaled(paint::kGrid))};
}

std::vector<GuessScale::Sign> GuessScale::signs() const {
    std::vector<Sign> placed;
    const double top = m_theme.scaled(kGuesses) + m_theme.scaled(paint::kGrid);
    const double line = QFontMetricsF(m_theme.type(Type::Name)).lineSpacing();
    const auto add = [&](double value, const QString& words, Type type) {
        const QFontMetricsF metrics(m_theme.type(type));
        const QSizeF size(metrics.horizontalAdvance(words) + m_theme.scaled(paint::kGrid), metrics.lineSpacing());
        const double left = std::clamp(xOf(value) - size.width() / 2, 0.0, std::max(0.0, width() - size.width()));
        QRectF at(QPointF(left, top), size);
        const auto covers = [&at](const Sign& other) { return other.at.intersects(at); };
        while (std::ranges::any_of(placed, covers)) at.translate(0, line);
        placed.push_back({words, value, at});
    };
    for (const double end : {m_range.least, m_range.most}) add(end, valueText(end, m_unit), Type::Name);
    if (m_truth)
        add(*m_truth, valueText(*m_truth, m_unit), Type::Title);
    else if (m_dragged)
        add(*m_dragged, valueText(*m_dragged, m_unit), Type::Name);
    for (const ScaleMark& other : m_others)
        add(other.value, tr("%1: %2").arg(other.name, valueText(other.value, m_unit)), Type::Name);
    return placed;
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

void GuessScale::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(m_theme.type(Type::Name));
    const double axis = m_theme.scaled(kGuesses);
    painter.setPen(QPen(m_theme.colour(Colour::FaintText), m_theme.scaled(3)));
    painter.drawLine(QPointF(xOf(m_range.least), axis), QPointF(xOf(m_range.most), axis));
    const double radius = m_theme.scaled(kDot);
    std::map<int, int> piles;
    painter.setPen(QPen(m_theme.colour(Colour::Text), m_theme.scaled(2)));
    painter.setBrush(m_theme.colour(Colour::A));
    for (const double guess : m_guesses) {
        const double x = xOf(guess);
        const int height = piles[qRound(x / (2 * radius))]++;
        painter.drawEllipse(QPointF(x, std::max(radius, axis - radius * (1.5 + 2 * height))), radius, radius);
    }
    QPen dashed(m_theme.colour(Colour::FaintText), m_theme.scaled(2));
    dashed.setDashPattern({4, 3});
    const std::vector<Sign> below = signs();
    // The two ends come first, then what is dragged or true, then the others.
    const auto isEnd = [](std::size_t sign) { return sign < 2; };
    const auto isSaid = [this](std::size_t sign) { return sign == 2 && (m_truth || m_dragged); };
    const auto inkOf = [&](std::size_t sign) { return m_theme.colour(isEnd(sign) ? Colour::FaintText : Colour::Text); };
    for (std::size_t i = 0; i < below.size(); ++i) {
        const double wide = isSaid(i) ? (m_truth ? 5 : 3) : 2, top = m_truth ? 0 : m_theme.scaled(8);
        painter.setPen(isSaid(i) || isEnd(i) ? QPen(inkOf(i), m_theme.scaled(wide)) : dashed);
        const double x = xOf(below[i].value);
        painter.drawLine(QPointF(x, isSaid(i) ? top : axis), QPointF(x, below[i].at.top()));
    }
    // Words last: the line of one that stands further down may cross them.
    for (std::size_t i = 0; i < below.size(); ++i) {
        painter.setFont(m_theme.type(isSaid(i) && m_truth ? Type::Title : Type::Name));
        painter.setPen(inkOf(i));
        painter.fillRect(below[i].at, m_theme.colour(Colour::Raised));
        painter.drawText(below[i].at, Qt::AlignCenter, below[i].words);
    }
}

void GuessScale::mousePressEvent(QMouseEvent* event) { mouseMoveEvent(event); }

void GuessScale::mouseMoveEvent(QMouseEvent* event) {
    if (m_truth || (event->buttons() & Qt::LeftButton) == 0) return;
    m_dragged = valueAt(event->position().x());
    update();
}

/// Right and left go a step, or an eighth of a doubling; Return says it.
void GuessScale::keyPressEvent(QKeyEvent* event) {
    const bool up = event->key() == Qt::Key_Right || event->key() == Qt::Key_Up;
    const bool down = event->key() == Qt::Key_Left || event->key() == Qt::Key_Down;
    const bool done = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (m_truth || (!up && !down && !done)) return QWidget::keyPressEvent(event);
    if (done) {
        if (m_dragged) Q_EMIT guessed(*m_dragged);
        return;
    }
    const double middle =
        m_range.logarithmic ? std::sqrt(m_range.least * m_range.most) : (m_range.least + m_range.most) / 2;
    const double from = m_dragged.value_or(middle);
    const double step = m_range.step > 0 ? m_range.step : (m_range.most - m_range.least) / 50;
    const double to = m_range.logarithmic ? from * std::exp2(up ? 0.125 : -0.125) : from + (up ? step : -step);
    m_dragged = std::clamp(to, m_range.least, m_range.most);
    update();
}

void GuessScale::mouseReleaseEvent(QMouseEvent* /*event*/) {
    if (!m_truth && m_dragged) Q_EMIT guessed(*m_dragged);
}

}  // namespace lanescope
