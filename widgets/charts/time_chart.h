// SPDX-License-Identifier: GPL-3.0-or-later
// The chart of time against size, both axes logarithmic. One paint routine serves the screen and every export.
#pragma once

#include <QColor>
#include <QSize>
#include <QWidget>
#include <vector>

#include "widgets/charts/chart_data.h"

class QCustomPlot;
class QLabel;
class QPaintDevice;

namespace lanescope {

/// Colours and sizes of a chart; set from the theme.
struct ChartStyle {
    QColor background = Qt::white;
    QColor text = Qt::black;
    QColor grid = QColor(0, 0, 0, 40);
    std::vector<QColor> identities;  ///< one per series, in turn; empty = Okabe-Ito
    double fontPointSize = 11;
};

class TimeChart final : public QWidget {
    Q_OBJECT

public:
    explicit TimeChart(QWidget* parent = nullptr);
    ~TimeChart() override;

    void setData(ChartData data);
    [[nodiscard]] const ChartData& data() const { return m_data; }
    void setChartStyle(ChartStyle style);

    /// Paints all that the chart shows, legend included, at `size` logical pixels. `vector`: into a format of lines and
    /// text, not of pixels.
    void paintOn(QPaintDevice& device, QSize size, bool vector) const;

    /// Text of the point nearest to a widget position within `radius` pixels, for hovering; empty if there is none.
    [[nodiscard]] QString pointTextAt(QPointF position, double radius = 14) const;
    [[nodiscard]] QCustomPlot* plot() const { return m_plot; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void rebuild();
    void showLine(int row, const std::string& text, const QFont& lineFont);
    void addSeries(const ChartSeries& series, int number);
    void styleAxes();
    void fitAxes();

    ChartData m_data;
    ChartStyle m_style;
    QCustomPlot* m_plot = nullptr;
    QLabel* m_empty = nullptr;
    QLabel* m_notes = nullptr;
};

}  // namespace lanescope
