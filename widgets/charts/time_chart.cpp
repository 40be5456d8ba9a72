// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/time_chart.h"

#include <QEvent>
#include <QHelpEvent>
#include <QLabel>
#include <QResizeEvent>
#include <QToolTip>
#include <QVBoxLayout>
#include <array>
#include <cmath>
#include <limits>

#include "widgets/charts/numbers.h"
#include "widgets/charts/qcp.h"

namespace lanescope {
namespace {

/// Powers of two on the size axis, written as plain numbers; every second or third one when there are many.
class SizeTicker final : public QCPAxisTicker {
protected:
    QVector<double> createTickVector(double, const QCPRange& range) override {
        const int first = static_cast<int>(std::floor(std::log2(std::max(range.lower, 1e-9))));
        const int last = static_cast<int>(std::ceil(std::log2(std::max(range.upper, 1e-9))));
        const int stride = std::max(1, (last - first + 11) / 12);
        QVector<double> ticks;
        for (int power = first; power <= last; power += stride) ticks.append(std::exp2(power));
        return ticks;
    }
    QVector<double> createSubTickVector(int, const QVector<double>&) override { return {}; }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return countText(tick); }
};

/// Powers of ten on the time axis, with 1-2-5 between when there are few, written with SI prefixes.
class TimeTicker final : public QCPAxisTicker {
protected:
    QVector<double> createTickVector(double, const QCPRange& range) override {
        const int first = static_cast<int>(std::floor(std::log10(range.lower)));
        const int last = static_cast<int>(std::ceil(std::log10(range.upper)));
        QVector<double> ticks;
        for (int power = first; power <= last; ++power)
            for (const double step : {1.0, 2.0, 5.0})
                if (step == 1.0 || std::log10(range.upper / range.lower) < 2.5)
                    ticks.append(step * std::pow(10.0, power));
        return ticks;
    }
    QVector<double> createSubTickVector(int, const QVector<double>&) override { return {}; }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return timeText(tick); }
};

// Okabe and Ito's colours in an order that keeps neighbours far apart; yellow is left out: it vanishes on white.
const std::array<QColor, 7> kOkabeIto{QColor(0, 114, 178),   QColor(213, 94, 0),  QColor(0, 158, 115),
                                      QColor(204, 121, 167), QColor(230, 159, 0), QColor(86, 180, 233),
                                      QColor(110, 110, 110)};
constexpr QLatin1String kMeasuredLayer("measured");
constexpr int kLegendRoom = 80;  ///< pixels beside a legend's text
constexpr std::array kShapes{QCPScatterStyle::ssDisc,     QCPScatterStyle::ssSquare,
                             QCPScatterStyle::ssTriangle, QCPScatterStyle::ssDiamond,
                             QCPScatterStyle::ssCross,    QCPScatterStyle::ssTriangleInverted,
                             QCPScatterStyle::ssPlus,     QCPScatterStyle::ssCrossCircle};
/// `text` in as many lines as `width` pixels call for, broken after commas.
QString wrapped(const QString& text, const QFontMetrics& metrics, int width) {
    QString lines, line;
    for (const QString& part : text.split(QStringLiteral(", "))) {
        const QString longer = line.isEmpty() ? part : line + QStringLiteral(", ") + part;
        if (!line.isEmpty() && metrics.horizontalAdvance(longer) > width) {
            lines += line + QStringLiteral(",\n");
            line = part;
        } else {
            line = longer;
        }
    }
    return lines + line;
}

constexpr std::array kDashes{Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine, Qt::DashDotDotLine};

}  // namespace

TimeChart::TimeChart(QWidget* parent)
    : QWidget(parent), m_plot(new QCustomPlot(this)), m_empty(new QLabel(this)), m_notes(new QLabel(this)) {
    m_plot->addLayer(kMeasuredLayer, m_plot->layer(QStringLiteral("main")));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_plot, 1);
    layout->addWidget(m_empty, 1);
    layout->addWidget(m_notes);
    for (QLabel* label : {m_empty, m_notes}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setMargin(8);
    }
    m_notes->setAccessibleName(tr("Notes on the chart"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_notes->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->setNoAntialiasingOnDrag(true);
    m_plot->setMinimumSize(200, 160);
    m_plot->installEventFilter(this);
    m_plot->plotLayout()->insertRow(0);
    m_plot->plotLayout()->insertRow(0);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Chart of time against size"));

    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) axis->setScaleType(QCPAxis::stLogarithmic);
    m_plot->xAxis->setTicker(QSharedPointer<SizeTicker>::create());
    m_plot->yAxis->setTicker(QSharedPointer<TimeTicker>::create());

    // The legend stands below the axes, where it can cover no point.
    auto* below = new QCPLayoutGrid;
    m_plot->plotLayout()->addElement(3, 0, below);
    m_plot->plotLayout()->setRowStretchFactor(3, 0.001);
    below->setMargins(QMargins(8, 0, 8, 6));
    below->addElement(0, 0, m_plot->legend);
    m_plot->legend->setVisible(true);
    m_plot->legend->setBorderPen(Qt::NoPen);
    m_plot->legend->setFillOrder(QCPLegend::foRowsFirst);
    rebuild();
}

TimeChart::~TimeChart() = default;

void TimeChart::setData(ChartData data) {
    m_data = std::move(data);
    rebuild();
}

void TimeChart::setChartStyle(ChartStyle style) {
    m_style = std::move(style);
    rebuild();
}

void TimeChart::rebuild() {
    m_plot->clearPlottables();
    QFont heading = font();
    heading.setPointSizeF(m_style.fontPointSize * 1.1);
    heading.setBold(true);
    showLine(0, m_data.title, heading);
    heading.setBold(false);
    heading.setPointSizeF(m_style.fontPointSize);
    showLine(1, m_data.subtitle, heading);

    styleAxes();
    // The first look is kept for what is measured here, so that measuring changes nobody else's colour and shape.
    const bool measured = !m_data.series.empty() && m_data.series.front().origin == Origin::Measured;
    int number = measured ? 0 : 1;
    for (const ChartSeries& series : m_data.series) addSeries(series, number++);
    fitAxes();

    const bool empty = m_data.empty();
    m_plot->setVisible(!empty);
    m_empty->setVisible(empty);
    m_empty->setText(QString::fromStdString(m_data.emptyReason));
    QStringList notes;
    for (const std::string& note : m_data.notes) notes += QString::fromStdString(note);
    m_notes->setText(notes.join(QLatin1Char('\n')));
    m_notes->setVisible(!notes.isEmpty());
    setAccessibleDescription(empty ? m_empty->text()
                                   : tr("%n series", nullptr, static_cast<int>(m_data.series.size())));
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void TimeChart::showLine(int row, const std::string& text, const QFont& lineFont) {
    if (m_plot->plotLayout()->hasElement(row, 0)) m_plot->plotLayout()->remove(m_plot->plotLayout()->element(row, 0));
    auto* line = new QCPTextElement(m_plot, QString::fromStdString(text), lineFont);
    line->setTextColor(m_style.text);
    m_plot->plotLayout()->addElement(row, 0, line);
}

void TimeChart::addSeries(const ChartSeries& series, int number) {
    const auto colourOf = [&](std::size_t i) {
        return m_style.identities.empty() ? kOkabeIto[i % kOkabeIto.size()]
                                          : m_style.identities[i % m_style.identities.size()];
    };
    const QColor colour = colourOf(static_cast<std::size_t>(number));
    const double penWidth = 0.16 * m_style.fontPointSize;
    QCPGraph* graph = m_plot->addGraph();
    // What was measured here is drawn over what was measured elsewhere.
    if (series.origin == Origin::Measured) graph->setLayer(kMeasuredLayer);
    QFont legend = font();
    legend.setPointSizeF(m_style.fontPointSize);
    graph->setName(wrapped(QString::fromStdString(series.name), QFontMetrics(legend), width() - kLegendRoom));
    graph->setAntialiased(true);
    QVector<double> x, y, below, above;
    for (const ChartPoint& point : series.points) {
        x.append(point.x);
        y.append(point.y);
        below.append(point.y - point.low);
        above.append(point.high - point.y);
    }
    graph->setData(x, y, true);
    if (series.isLine()) {
        graph->setPen(QPen(colour, penWidth, kDashes[static_cast<std::size_t>(number) % kDashes.size()]));
        return;
    }
    const auto shape = kShapes[static_cast<std::size_t>(number) % kShapes.size()];
    // Filled: taken from a GPU. Hollow: taken from paper.
    const QBrush fill = series.origin == Origin::Published ? QBrush(m_style.background) : QBrush(colour);
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

void TimeChart::styleAxes() {
    QFont small = font();
    small.setPointSizeF(m_style.fontPointSize);
    m_plot->setBackground(m_style.background);
    const QPen line(m_style.text, 1);
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
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
    m_plot->xAxis->setLabel(QString::fromStdString(m_data.xTitle));
    m_plot->yAxis->setLabel(QString::fromStdString(m_data.yTitle));
    m_plot->legend->setFont(small);
    m_plot->legend->setTextColor(m_style.text);
    m_plot->legend->setBrush(m_style.background);
}

void TimeChart::fitAxes() {
    double left = std::numeric_limits<double>::max(), bottom = left, right = 0, top = 0;
    for (const ChartSeries& series : m_data.series)
        for (const ChartPoint& point : series.points) {
            left = std::min(left, point.x);
            right = std::max(right, point.x);
            bottom = std::min({bottom, point.y, point.low > 0 ? point.low : point.y});
            top = std::max({top, point.y, point.high});
        }
    if (right <= 0 || top <= 0) return;
    m_plot->xAxis->setRange(left / 1.25, right * 1.25);
    m_plot->yAxis->setRange(bottom / 1.6, top * 1.6);
}

void TimeChart::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (event->oldSize().width() != event->size().width()) rebuild();
}

void TimeChart::paintOn(QPaintDevice& device, QSize size, bool vector) const {
    QCPPainter painter(&device);
    if (vector) {
        painter.setMode(QCPPainter::pmVectorized);
        painter.setMode(QCPPainter::pmNoCaching);
    }
    painter.fillRect(QRect(QPoint(0, 0), size), m_style.background);
    if (m_data.empty()) {
        QFont text = font();
        text.setPointSizeF(m_style.fontPointSize);
        painter.setFont(text);
        painter.setPen(m_style.text);
        painter.drawText(QRect(QPoint(0, 0), size).adjusted(16, 16, -16, -16), Qt::AlignCenter | Qt::TextWordWrap,
                         QString::fromStdString(m_data.emptyReason));
        return;
    }
    // toPainter lays the plot out for the asked size and puts it back; the plot's data are not touched.
    m_plot->toPainter(&painter, size.width(), size.height());
}

QString TimeChart::pointTextAt(QPointF position, double radius) const {
    double nearest = radius;
    QString text;
    for (const ChartSeries& series : m_data.series)
        for (const ChartPoint& point : series.points) {
            const QPointF pixel(m_plot->xAxis->coordToPixel(point.x), m_plot->yAxis->coordToPixel(point.y));
            const double distance = std::hypot(pixel.x() - position.x(), pixel.y() - position.y());
            if (distance > nearest) continue;
            nearest = distance;
            text = tr("%1\nn = %2: %3").arg(QString::fromStdString(series.name), countText(point.x), timeText(point.y));
            if (point.low != point.high)
                text += tr(" (middle half of the runs: %1 to %2)").arg(timeText(point.low), timeText(point.high));
            for (const std::string& line : {series.source, point.note})
                if (!line.empty()) text += QLatin1Char('\n') + QString::fromStdString(line);
        }
    return text;
}

bool TimeChart::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_plot && event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString text = pointTextAt(help->pos());
        text.isEmpty() ? QToolTip::hideText() : QToolTip::showText(help->globalPos(), text, m_plot);
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace lanescope
