// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart.h"

#include <QLabel>
#include <QResizeEvent>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <limits>

#include "widgets/charts/qcp.h"
#include "widgets/style/palette.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr QLatin1String kMeasuredLayer("measured");
constexpr std::array kShapes{QCPScatterStyle::ssDisc,     QCPScatterStyle::ssSquare,
                             QCPScatterStyle::ssTriangle, QCPScatterStyle::ssDiamond,
                             QCPScatterStyle::ssCross,    QCPScatterStyle::ssTriangleInverted,
                             QCPScatterStyle::ssPlus,     QCPScatterStyle::ssCrossCircle};
constexpr std::array kDashes{Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine, Qt::DashDotDotLine};

template <typename Values>
const auto& inTurn(const Values& values, int number) {
    return values[static_cast<std::size_t>(number) % values.size()];
}

}  // namespace

Chart::Chart(QWidget* parent)
    : QWidget(parent),
      m_plot(new QCustomPlot(this)),
      m_empty(plainLabel(this)),
      m_notesRoom(new QScrollArea(this)),
      m_notes(plainLabel(this)) {
    m_plot->addLayer(kMeasuredLayer, m_plot->layer(QStringLiteral("main")));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_plot, 1);
    layout->addWidget(m_empty, 1);
    layout->addWidget(m_notesRoom);
    m_notesRoom->setWidget(m_notes);
    m_notesRoom->setWidgetResizable(true);
    m_notesRoom->setFrameShape(QFrame::NoFrame);
    m_notesRoom->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_notesRoom->viewport()->setAutoFillBackground(false);
    m_notesRoom->setAccessibleName(tr("Notes on the chart"));
    for (QLabel* label : {m_empty, m_notes}) {
        label->setWordWrap(true);
        label->setMargin(8);
    }
    m_notes->setAccessibleName(tr("Notes on the chart"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_notes->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_notes->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_notes->setAutoFillBackground(false);
    m_plot->setObjectName(QStringLiteral("plot"));
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->setNoAntialiasingOnDrag(true);
    m_plot->setAttribute(Qt::WA_NoMousePropagation, false);  // a wheel moves what is around
    m_plot->setMinimumSize(200, 160);
    m_plot->installEventFilter(this);
    m_plot->plotLayout()->insertRow(0);
    m_plot->plotLayout()->insertRow(0);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Chart"));

    // The legend stands below the axes, where it can cover no point.
    m_below = new QCPLayoutGrid;
    m_plot->plotLayout()->addElement(3, 0, m_below);
    m_plot->plotLayout()->setRowStretchFactor(3, 0.001);
    m_below->setMargins(QMargins(8, 0, 8, 6));
    m_below->addElement(0, 0, m_plot->legend);
    m_plot->legend->setVisible(true);
    // Without names it would hold the whole column to the room of none. (QWIDGETSIZE_MAX itself means "as the names".)
    m_plot->legend->setMaximumSize(QWIDGETSIZE_MAX / 2, QWIDGETSIZE_MAX);
    m_plot->legend->setBorderPen(Qt::NoPen);
    m_plot->legend->setFillOrder(QCPLegend::foColumnsFirst);
    m_plot->legend->setRowSpacing(0);
    rebuild();
}

Chart::~Chart() = default;

void Chart::setData(ChartData data) {
    m_data = std::move(data);
    if (m_current && !has(*m_current)) m_current.reset();
    rebuild();
}

void Chart::setChartStyle(ChartStyle style) {
    m_style = std::move(style);
    rebuild();
}

void Chart::setCurrent(std::optional<ChartPlace> place) {
    if (place && !has(*place)) place.reset();
    if (place == m_current) return;
    m_current = place;
    rebuild();
}

bool Chart::has(ChartPlace place) const {
    return place.series < m_data.series.size() && place.point < m_data.series[place.series].points.size();
}

void Chart::rebuild() {
    m_plot->clearPlottables();
    m_graphs.clear();
    styleAxes();
    addLevel();
    for (const ChartSeries& series : m_data.series) addSeries(series);
    fitAxes();
    showCurrent();

    const bool empty = m_data.empty();
    m_plot->setVisible(!empty);
    m_empty->setVisible(empty);
    m_empty->setText(QString::fromStdString(m_data.emptyReason));
    QStringList notes;
    for (const std::string& note : m_data.notes) notes += QString::fromStdString(note);
    m_notes->setText(notes.join(QLatin1Char('\n')));
    m_notesRoom->setVisible(!notes.isEmpty());
    layOutForScreen();
    describeForHearing();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

QColor Chart::colourOf(const ChartSeries& series) const { return inTurn(seriesColours(m_style.onDark), series.colour); }

void Chart::addSeries(const ChartSeries& series) {
    const QColor colour = colourOf(series);
    const double penWidth = 0.16 * m_style.fontPointSize;
    QCPGraph* graph = m_plot->addGraph();
    // What was measured here is drawn over what was measured elsewhere.
    if (series.origin == Origin::Measured) graph->setLayer(kMeasuredLayer);
    graph->removeFromLegend();  // until there is room for its name
    m_graphs.push_back(graph);
    graph->setAntialiased(true);
    QVector<double> x, y, below, above;
    for (const ChartPoint& point : series.points) {
        x.append(point.x);
        y.append(point.y);
        below.append(point.y - point.low);
        above.append(point.high - point.y);
    }
    graph->setData(x, y, true);
    const bool hollow = series.isLine() || series.look == SeriesLook::HollowMarks || series.origin == Origin::Published;
    auto shape = inTurn(kShapes, series.mark);
    if (hollow && shape == QCPScatterStyle::ssDisc) shape = QCPScatterStyle::ssCircle;
    if (series.isLine()) {
        graph->setPen(QPen(colour, penWidth, inTurn(kDashes, series.mark)));
        if (series.look == SeriesLook::LineAlone) return;
        graph->setScatterStyle(QCPScatterStyle(shape, QPen(colour, 0.6 * penWidth), QBrush(m_style.background),
                                               m_style.fontPointSize * 0.5));
        return;
    }
    // Filled: taken from a GPU. Hollow: taken from paper.
    const QBrush fill = hollow ? QBrush(m_style.background) : QBrush(colour);
    graph->setLineStyle(QCPGraph::lsNone);
    graph->setPen(QPen(colour, penWidth));
    graph->setScatterStyle(QCPScatterStyle(shape, QPen(colour, penWidth), fill, m_style.fontPointSize * 0.8));
    auto* bars = new QCPErrorBars(m_plot->xAxis, m_plot->yAxis);
    bars->setDataPlottable(graph);
    bars->setErrorType(QCPErrorBars::etValueError);
    bars->setData(below, above);
    bars->setPen(QPen(colour, 0.7 * penWidth));
    bars->setSymbolGap(0);
    bars->removeFromLegend();
}

void Chart::addLevel() {
    if (!m_data.level || m_data.empty()) return;
    QCPGraph* graph = m_plot->addGraph();
    graph->removeFromLegend();
    graph->setPen(QPen(m_style.text, 1));
    double left = std::numeric_limits<double>::max(), right = 0;
    for (const ChartSeries& series : m_data.series)
        for (const ChartPoint& point : series.points) {
            left = std::min(left, point.x);
            right = std::max(right, point.x);
        }
    graph->setData({left / 2, right * 2}, {*m_data.level, *m_data.level}, true);
}

void Chart::styleAxes() {
    QFont small = font();
    small.setPointSizeF(m_style.fontPointSize);
    m_plot->setBackground(m_style.background);
    const QPen line(m_style.text, 1);
    const std::array<std::pair<QCPAxis*, const ChartAxis*>, 2> axes{
        {{m_plot->xAxis, &m_data.x}, {m_plot->yAxis, &m_data.y}}};
    for (const auto& [axis, what] : axes) {
        axis->setScaleType(what->logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
        axis->setLabel(QString::fromStdString(what->title));
        axis->setBasePen(line);
        axis->setTickPen(line);
        axis->setSubTickPen(Qt::NoPen);
        axis->setLabelColor(m_style.text);
        axis->setTickLabelColor(m_style.text);
        axis->setLabelFont(small);
        axis->setTickLabelFont(small);
        axis->grid()->setPen(QPen(m_style.grid, 1));
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
    m_plot->legend->setTextColor(m_style.text);
    m_plot->legend->setBrush(m_style.background);
}

void Chart::fitAxes() {
    double left = std::numeric_limits<double>::max(), bottom = left, right = 0, top = 0;
    for (const ChartSeries& series : m_data.series)
        for (const ChartPoint& point : series.points) {
            left = std::min(left, point.x);
            right = std::max(right, point.x);
            bottom = std::min({bottom, point.y, point.low > 0 ? point.low : point.y});
            top = std::max({top, point.y, point.high});
        }
    if (right < left) return;
    if (m_data.level) {
        bottom = std::min(bottom, *m_data.level);
        top = std::max(top, *m_data.level);
    }
    if (m_data.x.logarithmic)
        m_plot->xAxis->setRange(left / 1.25, right * 1.25);
    else
        m_plot->xAxis->setRange(left - 0.05 * (right - left) - (right == left ? 1 : 0),
                                right + 0.05 * (right - left) + (right == left ? 1 : 0));
    if (m_data.y.logarithmic)
        m_plot->yAxis->setRange(bottom / 1.6, top * 1.6);
    else
        m_plot->yAxis->setRange(0, top > 0 ? top * 1.08 : 1);
}

void Chart::showCurrent() {
    if (!m_current) return;
    const ChartPoint& point = m_data.series[m_current->series].points[m_current->point];
    QCPGraph* ring = m_plot->addGraph();
    ring->removeFromLegend();
    ring->setLayer(kMeasuredLayer);
    ring->setLineStyle(QCPGraph::lsNone);
    ring->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(m_style.text, 0.2 * m_style.fontPointSize),
                                          Qt::NoBrush, m_style.fontPointSize * 1.6));
    ring->setData({point.x}, {point.y}, true);
}

void Chart::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    rebuild();
}

}  // namespace lanescope
