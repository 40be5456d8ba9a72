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

}  // namespace

GuessCurve::GuessCurve(const Theme& theme, const CurveRange& range, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_range(range), m_drawn(static_cast<std::size_t>(range.values.size())) {
    setAccessibleName(tr("The curve that the room draws"));
    setAccessibleDescription(tr("Left and right choose a value of %1, up and down draw its point.").arg(range.over));
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
        said +=
            tr("%1 %2: %3").arg(m_range.over, m_range.values[static_cast<int>(i)], valueText(m_truth[i], m_range.unit));
    setAccessibleDescription(said.join(QStringLiteral("; ")));
    update();
}

QSize GuessCurve::sizeHint() const { return {qRound(m_theme.scaled(800)), qRound(m_theme.scaled(300))}; }

CurveAxes GuessCurve::axes() const { return {m_theme, m_range, rect()}; }

QPointF GuessCurve::placeOf(int value, double number) const { return axes().placeOf(value, number); }

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
    const CurveAxes axes = this->axes();
    const QPointF to = event->position(), from = m_last.value_or(to);
    const int first = axes.valueAt(std::min(from.x(), to.x())), last = axes.valueAt(std::max(from.x(), to.x()));
    for (int value = first; value <= last; ++value) {
        const double x = axes.placeOf(value, m_range.numbers.least).x();
        const double share = from.x() == to.x() ? 1 : std::clamp((x - from.x()) / (to.x() - from.x()), 0.0, 1.0);
        set(value, axes.numberAt(from.y() + share * (to.y() - from.y())));
    }
    m_current = axes.valueAt(to.x());
    m_last = to;
}

void GuessCurve::keyPressEvent(QKeyEvent* event) {
    const auto count = static_cast<int>(m_range.values.size());
    const int along = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    const int up = event->key() == Qt::Key_Up ? 1 : event->key() == Qt::Key_Down ? -1 : 0;
    if (!m_truth.empty() || (along == 0 && up == 0)) return QWidget::keyPressEvent(event);
    if (along != 0) {
        m_current = std::clamp(m_current + along, 0, count - 1);
        return update();
    }
    const CurveAxes axes = this->axes();
    // A new point begins where the one before it lies.
    std::optional<double> from = m_drawn[static_cast<std::size_t>(m_current)];
    if (!from && m_current > 0) from = m_drawn[static_cast<std::size_t>(m_current) - 1];
    const double y = from ? axes.placeOf(m_current, *from).y() : axes.room().center().y();
    set(m_current, axes.numberAt(y - up * axes.room().height() / kSteps));
}

/// How far the drawn points are off, beside what is true.
void GuessCurve::paintDistances(QPainter& painter, const CurveAxes& axes) const {
    painter.setFont(m_theme.type(Type::Name));
    const QFontMetricsF metrics(painter.font());
    for (int value = 0; value < static_cast<int>(m_truth.size()); ++value) {
        const std::optional<double>& guess = m_drawn[static_cast<std::size_t>(value)];
        const double truth = m_truth[static_cast<std::size_t>(value)];
        if (!guess) continue;
        const QPointF at = axes.placeOf(value, truth);
        const double half = axes.pointRadius();
        const QString words = m_range.numbers.logarithmic ? factorText(*guess / truth) : differenceText(*guess, truth);
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
    const CurveAxes axes = this->axes();
    axes.paint(painter, hasFocus() && m_truth.empty() ? std::optional(m_current) : std::nullopt);
    painter.setPen(QPen(m_theme.colour(Colour::FaintText), m_theme.scaled(1.5)));
    for (const std::vector<double>& other : m_others) axes.paintCurve(painter, {other.begin(), other.end()});
    painter.setPen(QPen(m_theme.colour(Colour::Text), m_theme.scaled(4), Qt::DotLine, Qt::RoundCap));
    axes.paintCurve(painter, m_drawn);
    painter.setBrush(m_theme.colour(Colour::Text));
    painter.setPen(Qt::NoPen);
    const double radius = axes.pointRadius();
    for (int value = 0; value < static_cast<int>(m_drawn.size()); ++value)
        if (const std::optional<double>& number = m_drawn[static_cast<std::size_t>(value)])
            painter.drawEllipse(axes.placeOf(value, *number), radius, radius);
    if (m_truth.empty()) return;
    axes.paintTruth(painter, m_truth);
    paintDistances(painter, axes);
}

}  // namespace lanescope
