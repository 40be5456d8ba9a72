// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a ChartData. One paint routine serves the screen and every export. A click on a point, or the arrow keys and
// Return, choose it.
#pragma once

#include <QColor>
#include <QPen>
#include <QSize>
#include <QWidget>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "widgets/charts/chart_data.h"
#include "widgets/style/palette.h"

class QCPGraph;
class QCPLayoutGrid;
class QCPPainter;
class QCustomPlot;
class QLabel;
class QPainter;
class QScrollArea;

namespace lanescope {

class ChartAsideItem;
class ChartSpansItem;
struct AsideContent;
struct AsideStyle;

/// Colours and sizes of a chart; set from the theme.
struct ChartStyle {
    QColor background = Qt::white;
    QColor text = Qt::black;
    QColor grid = QColor(0, 0, 0, 40);
    QColor faint = Qt::black;           ///< words that say how
    QColor quiet = QColor(0, 0, 0, 8);  ///< ground of what the chart is not about
    QColor hair = QColor(0, 0, 0, 24);  ///< lines that are hardly seen
    Look look = Look::Light;            ///< what the series' colours are for
    double fontPointSize = 11;
    // Times that.
    double titleFactor = 1.1;
    double nameFactor = 1.1;
    double figureFactor = 4;  ///< a number that is the point
};

/// A point of a chart's data, by its places in the vectors.
struct ChartPlace {
    std::size_t series = 0;
    std::size_t point = 0;
    friend bool operator==(const ChartPlace&, const ChartPlace&) = default;
};

class Chart final : public QWidget {
    Q_OBJECT

public:
    explicit Chart(QWidget* parent = nullptr);
    ~Chart() override;

    void setData(ChartData data);
    [[nodiscard]] const ChartData& data() const { return m_data; }
    void setChartStyle(ChartStyle style);
    /// The point with a ring around it; a place that the data do not have is none.
    void setCurrent(std::optional<ChartPlace> place);
    [[nodiscard]] std::optional<ChartPlace> current() const { return m_current; }

    /// Paints all that the chart shows, legend and notes included, at `size` logical pixels.
    void paintTo(QPainter& painter, QSize size) const;
    /// Several, each with an equal part of the height.
    static void paintBelowEachOther(std::span<const Chart* const> charts, QPainter& painter, QSize size);
    /// Of a page across on which the legend has room for all names.
    [[nodiscard]] QSize wholeSize() const;

    /// The point nearest to a position of plot() within `radius` pixels.
    [[nodiscard]] std::optional<ChartPlace> placeAt(QPointF position, double radius = 14) const;
    /// Everything that is known of a point, for hovering.
    [[nodiscard]] QString pointText(ChartPlace place) const;
    /// Where it is, in pixels of plot().
    [[nodiscard]] QPointF pixelOf(ChartPlace place) const;
    /// What the axes enclose, in pixels of plot().
    [[nodiscard]] QRect drawing() const;
    [[nodiscard]] QCustomPlot* plot() const { return m_plot; }

Q_SIGNALS:
    void pointChosen(lanescope::ChartPlace place);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void paintWith(QCPPainter& painter, QSize size) const;
    void rebuild();
    void addSeries(const ChartSeries& series);
    void addLevel();
    void styleAxes();
    void fitAxes();
    void showCurrent();
    void layOutForScreen() const;
    void layOut(QSize size, double legendShare) const;
    [[nodiscard]] int layOutTitles(QSize size) const;
    [[nodiscard]] int layOutLegend(QSize size, int room) const;
    void layOutAxes(QSize room) const;
    int layOutTitleOfY(int height) const;
    void showLine(int row, const QString& line, const QFont& lineFont) const;
    [[nodiscard]] int notesHeight(int width) const;
    [[nodiscard]] int shownNotesHeight() const;
    /// That of the style, times a factor.
    [[nodiscard]] QFont fontOf(double factor) const;
    void describeForHearing();
    [[nodiscard]] bool has(ChartPlace place) const;
    [[nodiscard]] QColor colourOf(const ChartSeries& series) const;
    /// Of the line of a series, or of its marks.
    [[nodiscard]] QPen penOf(const ChartSeries& series) const;
    void fillAside();
    void layOutLabelled(QSize size) const;
    /// From here with a key; nothing if the key is not one of those.
    [[nodiscard]] std::optional<ChartPlace> moved(ChartPlace from, int key) const;

    ChartData m_data;
    ChartStyle m_style;
    std::optional<ChartPlace> m_current;
    QCustomPlot* m_plot = nullptr;
    QCPLayoutGrid* m_below = nullptr;  ///< the legend, and what it has no room for
    std::unique_ptr<AsideContent> m_aside;
    std::unique_ptr<AsideStyle> m_asideStyle;
    std::vector<QCPGraph*> m_graphs;  ///< one per series
    QLabel* m_empty = nullptr;
    QScrollArea* m_notesRoom = nullptr;  ///< where there are many they are scrolled
    QLabel* m_notes = nullptr;
};

}  // namespace lanescope

Q_DECLARE_METATYPE(lanescope::ChartPlace)
