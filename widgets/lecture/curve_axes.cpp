// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lecture/curve_axes.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "widgets/paint/marks.h"
#include "widgets/style/numbers.h"

namespace lanescope {
namespace {

constexpr int kLevels = 5;
constexpr double kPoint = 6;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(lanescope::CurveAxes)
};

}  // namespace

CurveAxes::CurveAxes(const Theme& theme, const CurveRange& range, const QRectF& all)
    : m_theme(theme), m_range(range), m_all(all) {
    const QFontMetricsF metrics(theme.type(Type::Name));
    const double grid = theme.scaled(paint::kGrid);
    const double left = metrics.horizontalAdvance(valueText(range.numbers.most * 0.888, range.unit)) + 2 * grid;
    m_room = {all.left() + left, all.top() + 2 * grid, std::max(1.0, all.width() - left - 4 * grid),
              std::max(1.0, all.height() - 3 * grid - 1.2 * metrics.lineSpacing())};
}

double CurveAxes::pointRadius() const { return m_theme.scaled(kPoint); }

QPointF CurveAxes::placeOf(int value, double number) const {
    const ScaleRange& range = m_range.numbers;
    const double kept = std::clamp(number, range.least, range.most);
    const double share = range.logarithmic ? std::log(kept / range.least) / std::log(range.most / range.least)
                                           : (kept - range.least) / (range.most - range.least);
    return {m_room.left() + m_room.width() * (value + 0.5) / static_cast<double>(m_range.values.size()),
            m_room.bottom() - share * m_room.height()};
}

double CurveAxes::numberAt(double y) const {
    const ScaleRange& range = m_range.numbers;
    const double share = std::clamp((m_room.bottom() - y) / m_room.height(), 0.0, 1.0);
    return range.logarithmic ? range.least * std::pow(range.most / range.least, share)
                             : range.least + (range.most - range.least) * share;
}

int CurveAxes::valueAt(double x) const {
    const auto count = static_cast<int>(m_range.values.size());
    return std::clamp(static_cast<int>((x - m_room.left()) / m_room.width() * count), 0, count - 1);
}

void CurveAxes::paint(QPainter& painter, std::optional<int> current) const {
    const double grid = m_theme.scaled(paint::kGrid);
    painter.setFont(m_theme.type(Type::Name));
    const QFontMetricsF metrics(painter.font());
    for (int level = 0; level < kLevels; ++level) {
        const double y = m_room.bottom() - m_room.height() * level / (kLevels - 1);
        painter.setPen(QPen(m_theme.colour(Colour::GridLine), paint::kHair));
        painter.drawLine(QPointF(m_room.left(), y), QPointF(m_room.right(), y));
        painter.setPen(m_theme.colour(Colour::FaintText));
        painter.drawText(
            QRectF(m_all.left(), y - metrics.height() / 2, m_room.left() - grid - m_all.left(), metrics.height()),
            Qt::AlignRight | Qt::AlignVCenter, valueText(numberAt(y), m_range.unit));
    }
    const double wide = m_room.width() / static_cast<double>(m_range.values.size());
    for (int value = 0; value < static_cast<int>(m_range.values.size()); ++value) {
        const double x = placeOf(value, m_range.numbers.least).x();
        painter.setPen(m_theme.colour(value == current ? Colour::Text : Colour::FaintText));
        const QString words =
            value == 0 ? Words::tr("%1 = %2").arg(m_range.over, m_range.values[value]) : m_range.values[value];
        painter.drawText(QRectF(x - wide, m_room.bottom() + grid / 2, 2 * wide, metrics.height()), Qt::AlignCenter,
                         words);
        if (value != current) continue;
        painter.setPen(QPen(m_theme.colour(Colour::Focus), m_theme.scaled(2), Qt::DashLine));
        painter.drawLine(QPointF(x, m_room.top()), QPointF(x, m_room.bottom()));
    }
}

void CurveAxes::paintCurve(QPainter& painter, const std::vector<std::optional<double>>& curve) const {
    std::optional<QPointF> before;
    for (int value = 0; value < static_cast<int>(curve.size()); ++value) {
        const std::optional<double>& number = curve[static_cast<std::size_t>(value)];
        std::optional<QPointF> at;
        if (number) at = placeOf(value, *number);
        if (at && before) painter.drawLine(*before, *at);
        before = at;
    }
}

void CurveAxes::paintTruth(QPainter& painter, const std::vector<double>& truth) const {
    painter.setPen(QPen(m_theme.colour(Colour::A), m_theme.scaled(5)));
    paintCurve(painter, {truth.begin(), truth.end()});
    painter.setBrush(m_theme.colour(Colour::A));
    painter.setPen(QPen(m_theme.colour(Colour::Text), m_theme.scaled(2)));
    const double half = pointRadius();
    for (int value = 0; value < static_cast<int>(truth.size()); ++value)
        painter.drawRect(QRectF(placeOf(value, truth[static_cast<std::size_t>(value)]), QSizeF())
                             .adjusted(-half, -half, half, half));
}

}  // namespace lanescope
