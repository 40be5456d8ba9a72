// SPDX-License-Identifier: GPL-3.0-or-later
// How a chart answers mouse and keys, and what it says of a point.
#include <QHelpEvent>
#include <QKeyEvent>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "widgets/charts/chart.h"
#include "widgets/charts/chart_tickers.h"
#include "widgets/charts/qcp.h"
#include "widgets/style/words.h"

namespace lanescope {

QPointF Chart::pixelOf(ChartPlace place) const {
    const ChartPoint& point = m_data.series.at(place.series).points.at(place.point);
    return {m_plot->xAxis->coordToPixel(point.x), m_plot->yAxis->coordToPixel(point.y)};
}

QRect Chart::drawing() const { return m_plot->axisRect()->rect(); }

std::optional<ChartPlace> Chart::placeAt(QPointF position, double radius) const {
    constexpr double kBehind = 3;
    double nearest = radius + kBehind;
    std::optional<ChartPlace> found;
    for (std::size_t s = 0; s < m_data.series.size(); ++s)
        for (std::size_t p = 0; p < m_data.series[s].points.size(); ++p) {
            const QPointF pixel = pixelOf({s, p});
            // Among points nearly on one place a measured one comes first: lines have many, and may hide it.
            const double behind = m_data.series[s].isLine() ? kBehind : 0;
            const double distance = std::hypot(pixel.x() - position.x(), pixel.y() - position.y()) + behind;
            if (distance > nearest || (found && distance == nearest && m_data.series[s].isLine())) continue;
            nearest = distance;
            found = ChartPlace{s, p};
        }
    return found;
}

QString Chart::pointText(ChartPlace place) const {
    const ChartSeries& series = m_data.series.at(place.series);
    const ChartPoint& point = series.points.at(place.point);
    QString text = tr("%1\n%2 = %3: %4")
                       .arg(QString::fromStdString(series.name), QString::fromStdString(m_data.x.symbol),
                            axisText(point.x, m_data.x.unit), axisText(point.y, m_data.y.unit));
    if (point.low != point.high)
        text += tr(" (middle half of the runs: %1 to %2)")
                    .arg(axisText(point.low, m_data.y.unit), axisText(point.high, m_data.y.unit));
    for (const std::string& line : {series.configuration, series.source, point.note})
        if (!line.empty()) text += QLatin1Char('\n') + QString::fromStdString(line);
    return text;
}

void Chart::describeForHearing() {
    if (m_data.empty())
        setAccessibleDescription(m_empty->text());
    else if (m_current)
        setAccessibleDescription(pointText(*m_current));
    else
        setAccessibleDescription(tr("%n series", nullptr, static_cast<int>(m_data.series.size())));
}

std::optional<ChartPlace> Chart::moved(ChartPlace from, int key) const {
    const auto lastOf = [&](std::size_t series) { return m_data.series[series].points.size() - 1; };
    switch (key) {
        case Qt::Key_Left: return ChartPlace{from.series, from.point > 0 ? from.point - 1 : 0};
        case Qt::Key_Right: return ChartPlace{from.series, std::min(from.point + 1, lastOf(from.series))};
        case Qt::Key_Home: return ChartPlace{from.series, 0};
        case Qt::Key_End: return ChartPlace{from.series, lastOf(from.series)};
        case Qt::Key_Up:
        case Qt::Key_Down: break;
        default: return std::nullopt;
    }
    // To the next series that has points, at the nearest x.
    const double x = m_data.series[from.series].points[from.point].x;
    const std::size_t count = m_data.series.size();
    for (std::size_t step = 1; step <= count; ++step) {
        const std::size_t series = (from.series + (key == Qt::Key_Down ? step : count - step)) % count;
        const auto& points = m_data.series[series].points;
        if (points.empty()) continue;
        const auto nearest =
            std::ranges::min_element(points, {}, [x](const ChartPoint& p) { return std::abs(p.x - x); });
        return ChartPlace{series, static_cast<std::size_t>(nearest - points.begin())};
    }
    return from;
}

void Chart::keyPressEvent(QKeyEvent* event) {
    const bool choosing = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (choosing && m_current) return Q_EMIT pointChosen(*m_current);
    std::optional<ChartPlace> place;
    if (m_current) {
        place = moved(*m_current, event->key());
    } else if (const auto series = std::ranges::find_if(m_data.series, [](const auto& s) { return !s.points.empty(); });
               series != m_data.series.end()) {
        const ChartPlace first{static_cast<std::size_t>(series - m_data.series.begin()), 0};
        if (moved(first, event->key())) place = first;
    }
    if (!place) return QWidget::keyPressEvent(event);
    setCurrent(place);
    if (m_current)
        QToolTip::showText(m_plot->mapToGlobal(pixelOf(*m_current).toPoint()), plainTip(pointText(*m_current)), this);
}

bool Chart::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_plot) return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::Wheel) {  // the plot would take it, and do nothing
        event->ignore();
        return true;
    }
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto place = placeAt(help->pos());
        place ? QToolTip::showText(help->globalPos(), plainTip(pointText(*place)), m_plot) : QToolTip::hideText();
        return true;
    }
    if (event->type() == QEvent::MouseButtonPress) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        setFocus(Qt::MouseFocusReason);
        if (const auto place = placeAt(mouse->position()); place && mouse->button() == Qt::LeftButton) {
            setCurrent(place);
            Q_EMIT pointChosen(*place);
        }
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace lanescope
