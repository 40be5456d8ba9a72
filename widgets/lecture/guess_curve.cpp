// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lecture/guess_curve.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/paint/marks.h"
#include "widgets/style/numbers.h"

namespace lanescope {
namespace {

constexpr int kSteps = 40;  // of the keys, from end to end
constexpr int kLevels = 5;
constexpr double kPoint = 6;

std::vector<std::optional<double>> whole(const std::vector<double>& curve) { return {curve.begin(), curve.end()}; }

}  // namespace

GuessCurve::GuessCurve(const Theme& theme, const QString& over, const QStringList& values, const ScaleRange& range,
                       const QString& unit, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_over(over),
      m_values(values),
      m_range(range),
      m_unit(unit),
      m_drawn(static_cast<std::size_t>(values.size())) {
    setAccessibleName(tr("The curve that the room draws"));
    setAccessibleDescription(tr("Left and right choose a value of %1, up and down draw its point.").arg(over));
    setFocusPolicy(Qt::StrongFocus);
    setProperty("drawnWithKeys", true);  // a lecture leaves it the arrows
    setCursor(Qt::CrossCursor);
}

std::vector<double> GuessCurve::drawn() const {
    std::vector<double> curve;
    for (const std::optional<double>& point : m_drawn) {
        if (!point) return {};
        curve.push_back(*point);
    }
    return curve;
}

void GuessCurve::setOthers(std::vector<std::vector<double>> others) {
    m_others = std::move(others);
    update();
}

void GuessCurve::reveal(std::vector<double> truth) {
    m_truth = std::move(truth);
    setCursor(Qt::ArrowCursor);
    QStringList said;
    for (std::size_t i = 0; i < m_truth.size(); ++i)
        said += tr("%1 %2: %3").arg(m_over, m_values[static_cast<int>(i)], valueText(m_truth[i], m_unit));
    setAccessibleDescription(said.join(QStringLiteral("; ")));
    update();
}

QSize GuessCurve::sizeHint() const { return {qRound(m_theme.scaled(800)), qRound(m_theme.scaled(300))}; }

QRectF GuessCurve::axes() const {
    const QFontMetricsF metrics(m_theme.type(Type::Name));
    const double grid = m_theme.scaled(paint::kGrid);
    const double left = metrics.horizontalAdvance(valueText(m_range.most * 0.888, m_unit)) + 2 * grid;
    return {left, 2 * grid, std::max(1.0, width() - left - 4 * grid),
            std::max(1.0, height() - 3 * grid - 1.2 * metrics.lineSpacing())};
}

QPointF GuessCurve::placeOf(int value, double number) const {
    const QRectF room = axes();
    const double kept = std::clamp(number, m_range.least, m_range.most);
    const double share = m_range.logarithmic ? std::log(kept / m_range.least) / std::log(m_range.most / m_range.least)
                                             : (kept - m_range.least) / (m_range.most - m_range.least);
    return {room.left() + room.width() * (value + 0.5) / static_cast<double>(m_values.size()),
            room.bottom() - share * room.height()};
}

double GuessCurve::numberAt(double y) const {
    const QRectF room = axes();
    const double share = std::clamp((room.bottom() - y) / room.height(), 0.0, 1.0);
    return m_range.logarithmic ? m_range.least * std::pow(m_range.most / m_range.least, share)
                               : m_range.least + (m_range.most - m_range.least) * share;
}

int GuessCurve::valueAt(double x) const {
    const QRectF room = axes();
    const auto count = static_cast<int>(m_values.size());
    return std::clamp(static_cast<int>((x - room.left()) / room.width() * count), 0, count - 1);
}

void GuessCurve::set(int value, double number) {
    m_drawn[static_cast<std::size_t>(value)] = number;
    m_current = value;
    update();
    Q_EMIT changed();
}

void GuessCurve::mousePressEvent(QMouseEvent* event) {
    m_last.reset();
    mouseMoveEvent(event);
}

/// A fast stroke passes values between two events: they lie on the line.
void GuessCurve::mouseMoveEvent(QMouseEvent* event) {
    if (!m_truth.empty() || (event->buttons() & Qt::LeftButton) == 0) return;
    const QPointF to = event->position(), from = m_last.value_or(to);
    const int first = valueAt(std::min(from.x(), to.x())), last = valueAt(std::max(from.x(), to.x()));
    for (int value = first; value <= last; ++value) {
        const double x = placeOf(value, m_range.least).x();
        const double share = from.x() == to.x() ? 1 : std::clamp((x - from.x()) / (to.x() - from.x()), 0.0, 1.0);
        set(value, numberAt(from.y() + share * (to.y() - from.y())));
    }
    m_current = valueAt(to.x());
    m_last = to;
}

void GuessCurve::keyPressEvent(QKeyEvent* event) {
    const auto count = static_cast<int>(m_values.size());
    const int along = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    const int up = event->key() == Qt::Key_Up ? 1 : event->key() == Qt::Key_Down ? -1 : 0;
    if (!m_truth.empty() || (along == 0 && up == 0)) return QWidget::keyPressEvent(event);
    if (along != 0) {
        m_current = std::clamp(m_current + along, 0, count - 1);
        return update();
    }
    const QRectF room = axes();
    // A new point begins where the one before it lies.
    std::optional<double> from = m_drawn[static_cast<std::size_t>(m_current)];
    if (!from && m_current > 0) from = m_drawn[static_cast<std::size_t>(m_current) - 1];
    const double y = from ? placeOf(m_current, *from).y() : room.center().y();
    set(m_current, numberAt(y - up * room.height() / kSteps));
}

void GuessCurve::paintAxes(QPainter& painter) const {
    const QRectF room = axes();
    const double grid = m_theme.scaled(paint::kGrid);
    painter.setFont(m_theme.type(Type::Name));
    const QFontMetricsF metrics(painter.font());
    for (int level = 0; level < kLevels; ++level) {
        const double y = room.bottom() - room.height() * level / (kLevels - 1);
        painter.setPen(QPen(m_theme.colour(Colour::GridLine), paint::kHair));
        painter.drawLine(QPointF(room.left(), y), QPointF(room.right(), y));
        painter.setPen(m_theme.colour(Colour::FaintText));
        painter.drawText(QRectF(0, y - metrics.height() / 2, room.left() - grid, metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, valueText(numberAt(y), m_unit));
    }
    const double wide = room.width() / static_cast<double>(m_values.size());
    for (int value = 0; value < static_cast<int>(m_values.size()); ++value) {
        const double x = placeOf(value, m_range.least).x();
        const bool current = hasFocus() && m_truth.empty() && value == m_current;
        painter.setPen(m_theme.colour(current ? Colour::Text : Colour::FaintText));
        const QString words = value == 0 ? tr("%1 = %2").arg(m_over, m_values[value]) : m_values[value];
        painter.drawText(QRectF(x - wide, room.bottom() + grid / 2, 2 * wide, metrics.height()), Qt::AlignCenter,
                         words);
        if (!current) continue;
        painter.setPen(QPen(m_theme.colour(Colour::Focus), m_theme.scaled(2), Qt::DashLine));
        painter.drawLine(QPointF(x, room.top()), QPointF(x, room.bottom()));
    }
}

void GuessCurve::paintCurve(QPainter& painter, const std::vector<std::optional<double>>& curve) const {
    std::optional<QPointF> before;
    for (int value = 0; value < static_cast<int>(curve.size()); ++value) {
        const std::optional<double>& number = curve[static_cast<std::size_t>(value)];
        std::optional<QPointF> at;
        if (number) at = placeOf(value, *number);
        if (at && before) painter.drawLine(*before, *at);
        before = at;
    }
}

/// How far the drawn points are off, beside what is true.
void GuessCurve::paintDistances(QPainter& painter) const {
    painter.setFont(m_theme.type(Type::Name));
    const QFontMetricsF metrics(painter.font());
    for (int value = 0; value < static_cast<int>(m_truth.size()); ++value) {
        const std::optional<double>& guess = m_drawn[static_cast<std::size_t>(value)];
        const double truth = m_truth[static_cast<std::size_t>(value)];
        const QPointF at = placeOf(value, truth);
        painter.setBrush(m_theme.colour(Colour::A));
        painter.setPen(QPen(m_theme.colour(Colour::Text), m_theme.scaled(2)));
        const double half = m_theme.scaled(kPoint);
        painter.drawRect(QRectF(at, QSizeF()).adjusted(-half, -half, half, half));
        if (!guess) continue;
        const QString words = m_range.logarithmic ? factorText(*guess / truth) : differenceText(*guess, truth);
        const double wide = metrics.horizontalAdvance(words);
        // On the side of the truth where the guess is not.
        const bool below = *guess >= truth;
        const double y = below ? at.y() + 2 * half : at.y() - 2 * half - metrics.height();
        painter.setPen(m_theme.colour(Colour::Text));
        painter.drawText(QRectF(std::clamp(at.x() - wide / 2, 0.0, width() - wide), y, wide, metrics.height()),
                         Qt::AlignCenter, words);
    }
}

void GuessCurve::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintAxes(painter);
    painter.setPen(QPen(m_theme.colour(Colour::FaintText), m_theme.scaled(1.5)));
    for (const std::vector<double>& other : m_others) paintCurve(painter, whole(other));
    painter.setPen(QPen(m_theme.colour(Colour::Text), m_theme.scaled(4), Qt::DotLine, Qt::RoundCap));
    paintCurve(painter, m_drawn);
    painter.setBrush(m_theme.colour(Colour::Text));
    painter.setPen(Qt::NoPen);
    const double radius = m_theme.scaled(kPoint);
    for (int value = 0; value < static_cast<int>(m_drawn.size()); ++value)
        if (const std::optional<double>& number = m_drawn[static_cast<std::size_t>(value)])
            painter.drawEllipse(placeOf(value, *number), radius, radius);
    if (m_truth.empty()) return;
    painter.setPen(QPen(m_theme.colour(Colour::A), m_theme.scaled(5)));
    paintCurve(painter, whole(m_truth));
    paintDistances(painter);
}

}  // namespace lanescope
