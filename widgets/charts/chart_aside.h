// SPDX-License-Identifier: GPL-3.0-or-later
// What a labelled chart has besides axes and lines: its heading, stretches of the x axis, labels where lines end, large
// numbers beside them, and the signs below. Painted with the plot, on screen and into files. Internal to the charts.
#pragma once

#include <QFont>
#include <QPen>
#include <optional>

#include "widgets/charts/chart.h"
#include "widgets/charts/qcp.h"

namespace lanescope {

/// What a sign of the legend below shows.
enum class ChartSign { Joined, Quartiles, Dashed, Hollow, Ring, Mark };

struct AsideSign {
    ChartSign what = ChartSign::Joined;
    QString words;
    QCPScatterStyle mark{};  ///< of Mark
};

struct AsideLabel {
    QPointF end;  ///< of the line, in coordinates of the axes
    QString name;
    QString note;
    QPen pen;
    bool matters = false;
    bool mark = false;  ///< the line has marks of its own
};

struct AsideContent {
    bool shown = false;
    QString title;
    QString about;   ///< beside it
    QString second;  ///< a line below
    QString x;       ///< symbol of the axis
    std::vector<AsideLabel> labels;
    std::vector<ChartSpan> spans;
    std::vector<ChartFigure> figures;
    std::vector<AsideSign> signs;
    std::optional<QPointF> chosen;  ///< in coordinates of the axes
    QString chosenText;
    // room, in pixels
    int heading = 0;  ///< above
    int beside = 0;   ///< at the right
    int below = 0;
    bool showsSecond = true;
    bool showsSigns = true;
};

/// Fonts and colours, made of a ChartStyle.
struct AsideStyle {
    QFont least;
    QFont strong;  ///< the same size
    QFont name;
    QFont title;
    QFont figure;
    QFont smallFigure;
    ChartStyle colours;
    double unit = 1;  ///< pixels of text of normal size
};

/// Pixels that heading, column and signs take of `size`; written into `content`.
void measureAside(AsideContent& content, const AsideStyle& style, QSize size);

/// Stretches of the axis, under everything.
class ChartSpansItem final : public QCPAbstractItem {
public:
    ChartSpansItem(QCustomPlot* plot, const AsideContent& content, const AsideStyle& style);
    double selectTest(const QPointF&, bool, QVariant* = nullptr) const override { return -1; }

protected:
    void draw(QCPPainter* painter) override;

private:
    const AsideContent& m_content;
    const AsideStyle& m_style;
};

/// What these stretches are: over the lines of the grid, under what is drawn.
class ChartSpanWordsItem final : public QCPAbstractItem {
public:
    ChartSpanWordsItem(QCustomPlot* plot, const AsideContent& content, const AsideStyle& style);
    double selectTest(const QPointF&, bool, QVariant* = nullptr) const override { return -1; }

protected:
    void draw(QCPPainter* painter) override;

private:
    const AsideContent& m_content;
    const AsideStyle& m_style;
};

/// All else.
class ChartAsideItem final : public QCPAbstractItem {
public:
    ChartAsideItem(QCustomPlot* plot, const AsideContent& content, const AsideStyle& style);
    double selectTest(const QPointF&, bool, QVariant* = nullptr) const override { return -1; }

protected:
    void draw(QCPPainter* painter) override;

private:
    void drawHeading(QCPPainter& painter) const;
    void drawLabels(QCPPainter& painter) const;
    void drawFigures(QCPPainter& painter, double left, double from, double to) const;
    void drawSigns(QCPPainter& painter) const;
    void drawSign(QCPPainter& painter, const AsideSign& sign, const QRectF& room) const;
    void drawChosen(QCPPainter& painter) const;
    [[nodiscard]] QPointF pixelOf(const QPointF& place) const;

    const AsideContent& m_content;
    const AsideStyle& m_style;
};

}  // namespace lanescope
