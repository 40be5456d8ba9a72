// SPDX-License-Identifier: GPL-3.0-or-later
// How a chart shares out its room among titles, axes, legend and notes, on screen and in a file.
#include <QLabel>
#include <QPicture>
#include <QScrollArea>
#include <algorithm>

#include "widgets/charts/chart_aside.h"
#include "widgets/charts/chart_legend.h"
#include "widgets/charts/chart_tickers.h"

namespace lanescope {
namespace {

/// Of the screen's height, what the legend may take, and what the axes always get, in lines of text.
constexpr double kLegendShare = 0.42;
constexpr int kAxesLines = 6;
constexpr int kMargin = 16;
constexpr int kSmallChartLines = 16;
/// Of a row without anything in it; QCustomPlot takes none below.
constexpr double kNoStretch = 0.001;

QString text(const std::string& string) { return QString::fromStdString(string); }

}  // namespace

QFont Chart::fontOf(double factor) const {
    QFont font = this->font();
    font.setPointSizeF(m_style.fontPointSize * factor);
    return font;
}

void Chart::showLine(int row, const QString& line, const QFont& lineFont) const {
    QCPLayoutGrid* grid = m_plot->plotLayout();
    if (grid->hasElement(row, 0)) grid->remove(grid->element(row, 0));
    auto* element = new QCPTextElement(m_plot, line, lineFont);
    element->setTextColor(m_style.text);
    grid->addElement(row, 0, element);
}

/// Pixels that it takes.
int Chart::layOutTitles(QSize size) const {
    QFont heading = fontOf(1.1);
    heading.setBold(true);
    const int line = QFontMetrics(heading).height();
    // In a small room the drawing comes first.
    const int lines = std::clamp(size.height() / (9 * line), 1, 3);
    const QString title = inLines(text(m_data.title), heading, size.width() - 2 * kMargin, std::min(lines, 2));
    const QString subtitle = inLines(text(m_data.subtitle), fontOf(1), size.width() - 2 * kMargin, lines);
    showLine(0, title, heading);
    showLine(1, subtitle, fontOf(1));
    return line * static_cast<int>(title.count(QLatin1Char('\n')) + subtitle.count(QLatin1Char('\n')) + 2);
}

/// Pixels that it takes. Names that there is no room for are counted, and hovering tells them.
int Chart::layOutLegend(QSize size, int room) const {
    QStringList names;
    for (const ChartSeries& series : m_data.series) names += text(series.name);
    const LegendLayout layout = legendLayout(names, fontOf(1), size.width() - kMargin, room);
    QFont font = fontOf(1);
    font.setPointSizeF(layout.pointSize);
    QCPLegend* legend = m_plot->legend;
    legend->clearItems();
    legend->setFont(font);
    for (qsizetype i = 0; i < layout.names.size(); ++i) {
        m_graphs[static_cast<std::size_t>(i)]->setName(layout.names[i]);
        m_graphs[static_cast<std::size_t>(i)]->addToLegend(legend);
        legend->item(static_cast<int>(i))->setMargins(QMargins(0, 0, 0, kLegendGap));
    }
    legend->setWrap(layout.columns);
    legend->setFillOrder(QCPLegend::foColumnsFirst, true);
    QCPLayoutGrid* below = m_below;
    if (below->hasElement(1, 0)) below->remove(below->element(1, 0));
    below->simplify();
    if (const int more = static_cast<int>(names.size() - layout.names.size()); more > 0) {
        const QString words = layout.names.isEmpty() ? tr("%n series: point at them for their names", nullptr, more)
                                                     : tr("and %n more: point at them for their names", nullptr, more);
        auto* rest = new QCPTextElement(m_plot, inLines(words, font, size.width(), 1), font);
        rest->setTextColor(m_style.text);
        below->addElement(1, 0, rest);
    }
    return layout.height;
}

/// A title that is longer than its axis takes two lines, and is written smaller before it is cut. Its number of lines.
int Chart::layOutTitleOfY(int height) const {
    QFont font = fontOf(1);
    const QString words = text(m_data.y.title);
    const auto fits = [&] {
        const QFontMetrics metrics(font);
        const QString lines = inLines(words, font, height, 2);
        return QString(lines).replace(QLatin1Char('\n'), QLatin1Char(' ')) == words &&
               std::ranges::all_of(lines.split(QLatin1Char('\n')),
                                   [&](const QString& line) { return metrics.horizontalAdvance(line) <= height; });
    };
    while (font.pointSizeF() > kSmallestText && !fits())
        font.setPointSizeF(std::max(kSmallestText, 0.9 * font.pointSizeF()));
    const QString title = inLines(words, font, height, 2);
    m_plot->yAxis->setLabelFont(font);
    m_plot->yAxis->setLabel(title);
    return 1 + static_cast<int>(title.count(QLatin1Char('\n')));
}

/// As many numbers along the axes as there is room for.
void Chart::layOutAxes(QSize room) const {
    const QFontMetrics metrics(fontOf(1));
    const int lines = m_data.labelled ? 0 : layOutTitleOfY(std::max(0, room.height()));
    const int widest = metrics.horizontalAdvance(axisText(m_plot->xAxis->range().upper, m_data.x.unit));
    const int beside =
        lines * metrics.height() + metrics.horizontalAdvance(QStringLiteral("100.0 ns"));  // of the y axis
    const int across = (room.width() - beside) / (widest + metrics.averageCharWidth() * 3 / 2);
    const int up = room.height() / (metrics.height() * 3 / 2);
    m_plot->xAxis->setTicker(tickerFor(m_data.x, across));
    m_plot->yAxis->setTicker(tickerFor(m_data.y, up));
}

/// Heading, labels and signs are the aside's; the plot leaves them their room.
void Chart::layOutLabelled(QSize size) const {
    QCPLayoutGrid* grid = m_plot->plotLayout();
    for (const int row : {0, 1}) {
        if (grid->hasElement(row, 0)) grid->remove(grid->element(row, 0));
        grid->setRowStretchFactor(row, kNoStretch);
    }
    m_plot->legend->clearItems();
    m_plot->legend->setVisible(false);
    m_plot->legend->setMaximumSize(QWIDGETSIZE_MAX / 2, 0);
    if (m_below->hasElement(1, 0)) m_below->remove(m_below->element(1, 0));
    m_below->simplify();
    AsideStyle& style = *m_asideStyle;
    style.colours = m_style;
    style.unit = m_style.fontPointSize / 12;
    style.least = fontOf(1);
    const auto heavier = [&](double factor, QFont::Weight weight) {
        QFont font = fontOf(factor);
        font.setWeight(weight);
        return font;
    };
    style.name = heavier(m_style.nameFactor, QFont::DemiBold);
    style.title = heavier(m_style.titleFactor, QFont::Bold);
    style.figure = heavier(m_style.figureFactor, QFont::Bold);
    style.smallFigure = heavier(m_style.figureFactor * 2 / 3, QFont::Bold);
    measureAside(*m_aside, style, size);
    grid->setMargins(QMargins(0, m_aside->heading, 0, 0));
    m_below->setMargins(QMargins(0, m_aside->below, 0, 0));
    QCPAxisRect* axes = m_plot->axisRect();
    axes->setAutoMargins(QCP::msLeft | QCP::msTop | QCP::msBottom);
    axes->setMargins(QMargins(0, 0, m_aside->beside, 0));
    layOutAxes({size.width() - m_aside->beside, size.height() - m_aside->heading - m_aside->below});
}

/// `legendShare`: of the height, what the legend may take before it is written smaller.
void Chart::layOut(QSize size, double legendShare) const {
    if (m_aside->shown) return layOutLabelled(size);
    m_plot->plotLayout()->setMargins(QMargins());
    for (const int row : {0, 1}) m_plot->plotLayout()->setRowStretchFactor(row, 1);
    m_plot->axisRect()->setAutoMargins(QCP::msAll);
    // Without names it would hold the whole column to the room of none. (QWIDGETSIZE_MAX itself means "as the names".)
    m_plot->legend->setMaximumSize(QWIDGETSIZE_MAX / 2, QWIDGETSIZE_MAX);
    m_plot->legend->setVisible(true);
    m_below->setMargins(QMargins(8, 0, 8, 6));
    const int titles = layOutTitles(size);
    const int line = QFontMetrics(fontOf(1)).height();
    const int belowAxis = 2 * line + kMargin;
    const int legend = layOutLegend(size, std::min(static_cast<int>(legendShare * size.height()),
                                                   size.height() - titles - belowAxis - kAxesLines * line));
    layOutAxes({size.width() - kMargin, size.height() - titles - legend - belowAxis});
}

void Chart::layOutForScreen() const {
    m_notesRoom->setFixedHeight(shownNotesHeight());
    layOut({width(), height() - shownNotesHeight()}, kLegendShare);
}

/// They can be scrolled; a small chart is not made smaller by more than a line of them.
int Chart::shownNotesHeight() const {
    const int line = QFontMetrics(fontOf(1)).height();
    return std::min(notesHeight(width()), height() < kSmallChartLines * line ? line + kMargin / 2 : height() / 4);
}

int Chart::notesHeight(int width) const {
    if (m_data.notes.empty()) return 0;
    const QRect room(0, 0, width - 2 * kMargin, QWIDGETSIZE_MAX);
    return QFontMetrics(fontOf(1)).boundingRect(room, Qt::TextWordWrap, m_notes->text()).height() + kMargin;
}

QSize Chart::wholeSize() const {
    // All names have room beside the lines.
    if (m_aside->shown)
        return {std::max(width(), height() * 7 / 5), height() - shownNotesHeight() + notesHeight(width())};
    QStringList names;
    for (const ChartSeries& series : m_data.series) names += text(series.name);
    // A page across, as papers and slides are.
    const int page = std::max(width(), height() * 7 / 5);
    const int across = widthForNames(names, fontOf(1), page - kMargin) + kMargin;
    const int legend = legendLayout(names, fontOf(1), across - kMargin, QWIDGETSIZE_MAX).height;
    const int drawing = height() - shownNotesHeight();
    const int room = std::max(drawing, static_cast<int>((1 - kLegendShare) * drawing) + legend + kMargin);
    return {across, room + notesHeight(across)};
}

void Chart::paintTo(QPainter& painter, QSize size) const {
    const Chart* const alone = this;
    paintBelowEachOther({&alone, 1}, painter, size);
}

/// QCustomPlot paints with a painter of its own kind alone, and a device has one at a time.
void Chart::paintBelowEachOther(std::span<const Chart* const> charts, QPainter& painter, QSize size) {
    QPicture picture;
    QCPPainter recorder(&picture);
    recorder.setMode(QCPPainter::pmVectorized);
    recorder.setMode(QCPPainter::pmNoCaching);
    const QSize each(size.width(), size.height() / static_cast<int>(charts.size()));
    for (const Chart* chart : charts) {
        chart->paintWith(recorder, each);
        recorder.translate(0, each.height());
    }
    recorder.end();
    painter.drawPicture(0, 0, picture);
}

void Chart::paintWith(QCPPainter& painter, QSize size) const {
    painter.fillRect(QRect(QPoint(0, 0), size), m_style.background);
    painter.setFont(fontOf(1));
    painter.setPen(m_style.text);
    if (m_data.empty()) {
        painter.drawText(QRect(QPoint(0, 0), size).adjusted(kMargin, kMargin, -kMargin, -kMargin),
                         Qt::AlignCenter | Qt::TextWordWrap, text(m_data.emptyReason));
        return;
    }
    // What could not be drawn is said in the file, too.
    const int notes = notesHeight(size.width());
    painter.drawText(QRect(kMargin / 2, size.height() - notes, size.width() - kMargin, notes),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_notes->text());
    const QSize room(size.width(), size.height() - notes);
    layOut(room, 1);
    // toPainter lays the plot out for the asked size and puts it back; the plot's data are not touched.
    m_plot->toPainter(&painter, room.width(), room.height());
    layOutForScreen();
}

}  // namespace lanescope
