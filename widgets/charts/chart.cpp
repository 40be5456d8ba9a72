// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart.h"

#include <QLabel>
#include <QResizeEvent>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <limits>

#include "widgets/charts/chart_aside.h"
#include "widgets/charts/chart_reference.h"
#include "widgets/charts/chart_tickers.h"
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
/// Of lines without a colour, none of which is solid; in widths of the line.
const std::array<QList<qreal>, 6> kInkDashes{{{8, 3}, {4, 2, 1, 2}, {4, 2.4}, {1, 2}, {2, 2}, {4, 2, 1, 2, 1, 2}}};

template <typename Values>
const auto& inTurn(const Values& values, int number) {
    return values[static_cast<std::size_t>(number) % values.size()];
}

}  // namespace

Chart::Chart(QWidget* parent)
    : QWidget(parent),
      m_plot(new QCustomPlot(this)),
      m_aside(std::make_unique<AsideContent>()),
      m_asideStyle(std::make_unique<AsideStyle>()),
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
    m_plot->legend->setBorderPen(Qt::NoPen);
    m_plot->legend->setFillOrder(QCPLegend::foColumnsFirst);
    m_plot->legend->setRowSpacing(0);
    new ChartSpansItem(m_plot, *m_aside, *m_asideStyle);  // the plot's from here on
    new ChartSpanWordsItem(m_plot, *m_aside, *m_asideStyle);
    new ChartAsideItem(m_plot, *m_aside, *m_asideStyle);
    new ChartReferenceItem(m_plot, m_data, m_style);
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
    fillAside();

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

QColor Chart::colourOf(const ChartSeries& series) const {
    return series.hue == SeriesHue::Ink ? m_style.text
                                        : familyColour(static_cast<std::size_t>(series.colour), false, m_style.look);
}

QPen Chart::penOf(const ChartSeries& series) const {
    const double width = m_style.fontPointSize;
    if (series.look == SeriesLook::Joined) return QPen(colourOf(series), 0.3 * width);
    QPen pen(colourOf(series), 0.16 * width);
    if (!series.isLine()) return pen;
    if (series.hue == SeriesHue::Ink) {
        pen.setWidthF(0.2 * width);
        pen.setDashPattern(inTurn(kInkDashes, series.mark));
        pen.setCapStyle(Qt::FlatCap);
    } else {
        pen.setStyle(inTurn(kDashes, series.mark));
    }
    return pen;
}

void Chart::addSeries(const ChartSeries& series) {
    const QColor colour = colourOf(series);
    const QPen pen = penOf(series);
    const double penWidth = 0.16 * m_style.fontPointSize;
    QCPGraph* graph = m_plot->addGraph();
    // What was measured here is drawn over what was measured elsewhere, and that over what is said.
    if (series.origin == Origin::Measured || series.look == SeriesLook::Joined) graph->setLayer(kMeasuredLayer);
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
    graph->setPen(pen);
    const bool hollow = series.isLine() || series.look == SeriesLook::HollowMarks || series.origin == Origin::Published;
    auto shape = inTurn(kShapes, series.mark);
    const bool joined = series.look == SeriesLook::Joined;
    // A disc is filled with its outline's colour, a circle with its own.
    if ((hollow || joined) && shape == QCPScatterStyle::ssDisc) shape = QCPScatterStyle::ssCircle;
    if (series.isLine()) {
        if (series.look == SeriesLook::LineAlone) return;
        graph->setScatterStyle(QCPScatterStyle(shape, QPen(colour, 0.6 * penWidth), QBrush(m_style.background),
                                               m_style.fontPointSize * 0.5));
        return;
    }
    // Filled: taken from a GPU. Hollow: taken from paper.
    const QBrush fill = hollow ? QBrush(m_style.background) : QBrush(colour);
    if (!joined) graph->setLineStyle(QCPGraph::lsNone);
    graph->setScatterStyle(QCPScatterStyle(shape, joined ? QPen(m_style.background, 0.6 * penWidth) : pen, fill,
                                           m_style.fontPointSize * (joined ? 1.0 : 0.8)));
    auto* bars = new QCPErrorBars(m_plot->xAxis, m_plot->yAxis);
    if (joined) bars->setLayer(kMeasuredLayer);
    bars->setDataPlottable(graph);
    bars->setErrorType(QCPErrorBars::etValueError);
    bars->setData(below, above);
    bars->setPen(QPen(joined ? m_style.text : colour, 0.7 * penWidth));
    bars->setWhiskerWidth(m_style.fontPointSize);
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
        axis->grid()->setVisible(true);
    }
    if (m_data.labelled) {
        // The heading names what is drawn, and the first number along x what that is.
        for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
            axis->setLabel(QString());
            axis->setTickPen(Qt::NoPen);
        }
        m_plot->yAxis->setBasePen(Qt::NoPen);
        m_plot->yAxis->setTickLabelColor(m_style.faint);
        m_plot->yAxis->grid()->setPen(QPen(m_style.hair, 1.5));
        m_plot->xAxis->setBasePen(QPen(m_style.grid, 1.5));
        m_plot->xAxis->grid()->setVisible(false);
        QFont strong = small;
        strong.setWeight(QFont::DemiBold);
        m_plot->xAxis->setTickLabelFont(strong);
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
    for (const std::optional<double> line :
         {m_data.level, m_data.reference ? std::optional(m_data.reference->y) : std::nullopt})
        if (line) {
            bottom = std::min(bottom, *line);
            top = std::max(top, *line);
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
    ring->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(m_style.text, 0.25 * m_style.fontPointSize),
                                          Qt::NoBrush, m_style.fontPointSize * 1.8));
    ring->setData({point.x}, {point.y}, true);
}

/// What a labelled chart says beside its lines; the others say it in titles and a legend.
void Chart::fillAside() {
    AsideContent& aside = *m_aside;
    aside = {};
    aside.shown = m_data.labelled && !m_data.empty();
    if (!aside.shown) return;
    const auto text = [](const std::string& string) { return QString::fromStdString(string); };
    aside.title = text(m_data.y.title);
    if (!aside.title.isEmpty()) aside.title[0] = aside.title[0].toUpper();
    const bool x = m_data.x.logarithmic, y = m_data.y.logarithmic;
    aside.about = (x && y ? tr("over %1, both axes logarithmic")
                   : x    ? tr("over %1, which is logarithmic")
                   : y    ? tr("over %1; the upright axis is logarithmic")
                          : tr("over %1"))
                      .arg(text(m_data.x.symbol));
    aside.second = text(m_data.title);
    if (!m_data.subtitle.empty())
        aside.second += (aside.second.isEmpty() ? QString() : QStringLiteral("; ")) + text(m_data.subtitle);
    aside.x = text(m_data.x.symbol);
    aside.spans = m_data.spans;
    aside.figures = m_data.figures;
    bool joined = false, here = false, quartiles = false, dashed = false, hollow = false;
    for (std::size_t number = 0; number < m_data.series.size(); ++number) {
        const ChartSeries& series = m_data.series[number];
        if (series.points.empty()) continue;
        const ChartPoint& last = series.points.back();
        if (series.label.empty()) {  // marks here and there: a sign says what they are
            aside.signs.push_back({ChartSign::Mark, text(series.name), m_graphs[number]->scatterStyle()});
            continue;
        }
        const bool ofGpu = series.look == SeriesLook::Joined;
        AsideLabel label{{last.x, last.y}, text(series.label), axisText(last.y, m_data.y.unit), penOf(series), true,
                         !series.isLine()};
        if (!series.labelNote.empty()) label.note += QStringLiteral(", ") + text(series.labelNote);
        label.matters = series.origin != Origin::Published;
        aside.labels.push_back(std::move(label));
        here |= ofGpu && series.origin == Origin::Measured;
        joined |= ofGpu && series.origin != Origin::Measured;
        dashed |= series.isLine() && penOf(series).style() != Qt::SolidLine;
        hollow |= series.origin == Origin::Published;
        quartiles |= ofGpu && std::ranges::any_of(series.points, [](const ChartPoint& p) { return p.low < p.high; });
    }
    const auto sign = [&](bool wanted, ChartSign what, const QString& words) {
        if (wanted) aside.signs.push_back({what, words, {}});
    };
    sign(joined || here, ChartSign::Joined,
         joined && here ? tr("median, replayed or measured here")
         : here         ? tr("measured here, median")
                        : tr("replayed, median"));
    sign(quartiles, ChartSign::Quartiles, tr("quartiles"));
    sign(dashed, ChartSign::Dashed, tr("modelled"));
    sign(hollow, ChartSign::Hollow, tr("published"));
    sign(m_current.has_value(), ChartSign::Ring, tr("clicked"));
    if (!m_current) return;
    const ChartPoint& point = m_data.series[m_current->series].points[m_current->point];
    aside.chosen = QPointF(point.x, point.y);
    aside.chosenText = axisText(point.y, m_data.y.unit);
}

void Chart::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    rebuild();
}

}  // namespace lanescope
