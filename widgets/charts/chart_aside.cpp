// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_aside.h"

#include <QFontMetricsF>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "widgets/charts/chart_legend.h"
#include "widgets/charts/end_labels.h"

namespace lanescope {
namespace {

constexpr double kGrid = 8;
constexpr double kSwatch = 28;
constexpr double kMostBeside = 0.36;   ///< of the width
constexpr double kMargin = 8;          ///< at the left of the heading and the signs
constexpr double kLeastDrawing = 0.6;  ///< of the height; before it has less, signs and second line go
constexpr double kWordsOfSpan = 0.4;   ///< of the drawing's height, what the words of a stretch may take
constexpr double kWidestFigure = 1.1;  ///< times the widest label; a wider number is written smaller

double heightOf(const QFont& font) { return QFontMetricsF(font).height(); }
double widthOf(const QFont& font, const QString& text) { return QFontMetricsF(font).horizontalAdvance(text); }

QString text(const std::string& string) { return QString::fromStdString(string); }

/// Between the axes and the swatch of a label.
double leaderOf(const AsideStyle& style, double width) {
    return std::clamp(width * 0.04, 3 * kGrid, 8 * kGrid) * style.unit;
}

double signWidth(const AsideStyle& style, const QString& words) {
    return 5 * kGrid * style.unit + widthOf(style.least, words) + 3 * kGrid * style.unit;
}

/// Rows of signs, each as wide as the room at most.
int rowsOfSigns(const AsideContent& content, const AsideStyle& style, double width) {
    int rows = content.signs.empty() ? 0 : 1;
    double x = kMargin;
    for (const AsideSign& sign : content.signs) {
        const double wide = signWidth(style, sign.words);
        if (x > kMargin && x + wide > width) {
            ++rows;
            x = kMargin;
        }
        x += wide;
    }
    return rows;
}

double labelsWidth(const AsideContent& content, const AsideStyle& style) {
    double words = 0;
    for (const AsideLabel& label : content.labels)
        words = std::max({words, widthOf(style.name, label.name), widthOf(style.least, label.note)});
    for (const ChartFigure& figure : content.figures)
        words = std::max({words, widthOf(style.name, text(figure.words)), widthOf(style.least, text(figure.detail))});
    return words;
}

/// Of a number. The first is the largest, unless it would take the drawing's room. It is never cut: where it has not
/// `width`, it is written smaller.
QFont figureFont(const AsideContent& content, const AsideStyle& style, std::size_t number, double width) {
    const QString words = text(content.figures[number].number);
    const bool wide =
        widthOf(style.figure, words) > std::min(width, kWidestFigure * std::max(1.0, labelsWidth(content, style)));
    QFont font = number == 0 && !wide ? style.figure : style.smallFigure;
    if (const double needed = widthOf(font, words); needed > width)
        font.setPointSizeF(std::max(style.least.pointSizeF(), font.pointSizeF() * width / needed));
    return font;
}

double figureHeight(const AsideStyle& style, const QFont& font) {
    return QFontMetricsF(font).tightBoundingRect(QStringLiteral("0")).height() + kGrid * style.unit +
           heightOf(style.name) + heightOf(style.least);
}

void drawText(QCPPainter& painter, const QFont& font, const QColor& colour, const QPointF& baseline,
              const QString& words) {
    painter.setFont(font);
    painter.setPen(colour);
    painter.drawText(baseline, words);
}

QString elided(const QFont& font, const QString& words, double width) {
    return QFontMetricsF(font).elidedText(words, Qt::ElideRight, width);
}

/// As many lines as words need, `most` at most.
QStringList linesOf(const QFont& font, const QString& words, double width, int most) {
    return inLines(words, font, static_cast<int>(width), most).split(QLatin1Char('\n'));
}

QStringList secondOf(const AsideContent& content, const AsideStyle& style, double width) {
    constexpr int kMost = 2;
    return linesOf(style.least, content.second, width - 2 * kMargin, kMost);
}

}  // namespace

void measureAside(AsideContent& content, const AsideStyle& style, QSize size) {
    content.heading = content.beside = content.below = 0;
    if (!content.shown) return;
    const double gap = kGrid * style.unit;
    const double line = heightOf(style.least);
    content.heading = static_cast<int>(std::ceil(heightOf(style.title) + gap));
    const double second = content.second.isEmpty() ? 0 : secondOf(content, style, size.width()).size() * line + gap / 2;
    const double signs = rowsOfSigns(content, style, size.width()) * (line + gap / 2) + gap / 2;
    // In a small room the drawing comes first: lines are labelled where they end anyway.
    const double room = (1 - kLeastDrawing) * size.height() - content.heading - line - gap;
    content.showsSecond = second + gap / 2 <= room;
    content.showsSigns = (content.showsSecond ? second : 0) + signs <= room;
    if (content.showsSecond) content.heading += static_cast<int>(std::ceil(second));
    double words = labelsWidth(content, style);
    constexpr double kAnyWidth = 1e6;
    for (std::size_t i = 0; i < content.figures.size(); ++i)
        words = std::max(words, widthOf(figureFont(content, style, i, kAnyWidth), text(content.figures[i].number)));
    if (words > 0) {
        const double leader = leaderOf(style, size.width()) + kSwatch * style.unit + gap;
        content.beside = static_cast<int>(std::min(leader + words + gap, std::max(leader, kMostBeside * size.width())));
    }
    content.below = static_cast<int>(std::ceil(content.showsSigns ? signs : gap / 2));
}

// ---- stretches of the axis

ChartSpansItem::ChartSpansItem(QCustomPlot* plot, const AsideContent& content, const AsideStyle& style)
    : QCPAbstractItem(plot), m_content(content), m_style(style) {
    setLayer(QStringLiteral("background"));
    setSelectable(false);
}

void ChartSpansItem::draw(QCPPainter* painter) {
    if (!m_content.shown) return;
    const QRectF room = mParentPlot->axisRect()->rect();
    const auto pixel = [&](double x) {
        return std::clamp(mParentPlot->xAxis->coordToPixel(x), room.left(), room.right());
    };
    const std::vector<ChartSpan>& spans = m_content.spans;
    for (std::size_t i = 0; i < spans.size(); ++i) {
        const double left = i == 0 ? room.left() : pixel(spans[i].from);
        const double right = i + 1 == spans.size() ? room.right() : pixel(spans[i].to);
        if (right <= left) continue;
        if (spans[i].quiet) {
            const QRectF area(left, room.top(), right - left, room.height());
            painter->fillRect(area, m_style.colours.quiet);
            painter->fillRect(area, QBrush(m_style.colours.hair, Qt::BDiagPattern));
        }
        if (i > 0) {
            painter->setPen(QPen(m_style.colours.grid, 1.5 * m_style.unit, Qt::DashLine));
            painter->drawLine(QPointF(left, room.top()), QPointF(left, room.bottom()));
        }
    }
}

// ---- and what they are

ChartSpanWordsItem::ChartSpanWordsItem(QCustomPlot* plot, const AsideContent& content, const AsideStyle& style)
    : QCPAbstractItem(plot), m_content(content), m_style(style) {
    setLayer(QStringLiteral("grid"));
    setSelectable(false);
}

void ChartSpanWordsItem::draw(QCPPainter* painter) {
    const std::vector<ChartSpan>& spans = m_content.spans;
    const QRectF room = mParentPlot->axisRect()->rect();
    const double line = heightOf(m_style.least);
    // In a low drawing they would lie under the lines.
    if (!m_content.shown || room.height() < 5 * line) return;
    const double gap = kGrid * m_style.unit;
    const auto pixel = [&](double x) {
        return std::clamp(mParentPlot->xAxis->coordToPixel(x), room.left(), room.right());
    };
    for (std::size_t i = 0; i < spans.size(); ++i) {
        const double left = i == 0 ? room.left() : pixel(spans[i].from);
        const double right = i + 1 == spans.size() ? room.right() : pixel(spans[i].to);
        // Beside the border that it has with the other, in as many lines as the drawing has room for.
        const int most = std::max(1, static_cast<int>(kWordsOfSpan * room.height() / line));
        const bool toTheRight = spans.size() > 1 && i == 0;
        double top = room.top() + gap / 2;
        for (const QString& words : linesOf(m_style.least, text(spans[i].words), right - left - 2 * gap, most)) {
            const double wide = widthOf(m_style.least, words);
            const double x = toTheRight ? right - gap - wide : left + gap;
            painter->fillRect(QRectF(x - gap / 2, top, wide + gap, line),
                              spans[i].quiet ? m_style.colours.quiet : m_style.colours.background);
            drawText(*painter, m_style.least, m_style.colours.faint, {x, top + QFontMetricsF(m_style.least).ascent()},
                     words);
            top += line;
        }
    }
}

// ---- all else

ChartAsideItem::ChartAsideItem(QCustomPlot* plot, const AsideContent& content, const AsideStyle& style)
    : QCPAbstractItem(plot), m_content(content), m_style(style) {
    setLayer(QStringLiteral("axes"));
    setSelectable(false);
    setClipToAxisRect(false);
}

QPointF ChartAsideItem::pixelOf(const QPointF& place) const {
    return {mParentPlot->xAxis->coordToPixel(place.x()), mParentPlot->yAxis->coordToPixel(place.y())};
}

void ChartAsideItem::draw(QCPPainter* painter) {
    if (!m_content.shown) return;
    painter->save();
    painter->setAntialiasing(true);
    drawHeading(*painter);
    drawLabels(*painter);
    drawSigns(*painter);
    drawChosen(*painter);
    painter->restore();
}

void ChartAsideItem::drawHeading(QCPPainter& painter) const {
    const QRectF view = mParentPlot->viewport();
    const double gap = kGrid * m_style.unit;
    const double left = view.left() + kMargin, width = view.width() - 2 * kMargin;
    const double base = view.top() + gap / 2 + QFontMetricsF(m_style.title).ascent();
    const QString title = elided(m_style.title, m_content.title, width);
    drawText(painter, m_style.title, m_style.colours.text, {left, base}, title);
    const double used = widthOf(m_style.title, title) + 2 * gap;
    drawText(painter, m_style.least, m_style.colours.faint, {left + used, base},
             elided(m_style.least, m_content.about, width - used));
    double second = view.top() + gap / 2 + heightOf(m_style.title) + QFontMetricsF(m_style.least).ascent();
    if (m_content.showsSecond && !m_content.second.isEmpty())
        for (const QString& line : secondOf(m_content, m_style, view.width())) {
            drawText(painter, m_style.least, m_style.colours.faint, {left, second}, line);
            second += heightOf(m_style.least);
        }
    // The axis' name stands where its numbers begin.
    const QRectF room = mParentPlot->axisRect()->rect();
    const double below = room.bottom() + gap / 2 + QFontMetricsF(m_style.least).ascent();
    // Or, where it would lie on them, at the other end, below what is drawn beside.
    const double name = widthOf(m_style.least, m_content.x);
    const bool fits = left + name + gap <= room.left();
    drawText(painter, m_style.least, m_style.colours.faint,
             {fits ? left : std::max(room.right() + 3 * gap, view.right() - name - kMargin), below}, m_content.x);
}

void ChartAsideItem::drawLabels(QCPPainter& painter) const {
    const QRectF view = mParentPlot->viewport();
    const QRectF room = mParentPlot->axisRect()->rect();
    const double gap = kGrid * m_style.unit;
    const double swatch = room.right() + leaderOf(m_style, view.width());
    const double left = swatch + kSwatch * m_style.unit + gap;
    const double width = view.right() - left - 2;
    const double name = heightOf(m_style.name), note = heightOf(m_style.least);
    const double from = room.top(), to = room.bottom() + gap;
    const auto wishesOf = [&](const std::vector<QStringList>& names, double more) {
        std::vector<LabelWish> wishes;
        for (std::size_t i = 0; i < names.size(); ++i)
            wishes.push_back({pixelOf(m_content.labels[i].end).y(), static_cast<double>(names[i].size()) * name + more,
                              m_content.labels[i].matters});
        return wishes;
    };
    const auto namesIn = [&](int lines) {
        std::vector<QStringList> names;
        for (const AsideLabel& label : m_content.labels)
            names.push_back(lines > 1 ? linesOf(m_style.name, label.name, width, lines)
                                      : QStringList(elided(m_style.name, label.name, width)));
        return names;
    };
    const auto fit = [&](const std::vector<LabelWish>& wishes) {
        double height = 0;
        for (const LabelWish& wish : wishes) height += wish.height;
        return height <= to - from;
    };
    // Whole names first, then with their values, if there is room for all of them so.
    constexpr int kLinesOfName = 3;
    const double more = note + gap / 2;
    std::vector<QStringList> names = namesIn(kLinesOfName);
    if (!fit(wishesOf(names, 0))) names = namesIn(1);
    const bool values = fit(wishesOf(names, more));
    std::vector<LabelWish> wishes = wishesOf(names, values ? more : 0);
    LabelPlaces places = placedLabels(wishes, from, to);
    if (places.left > 0) places = placedLabels(wishes, from, to - note);
    for (std::size_t i = 0; i < m_content.labels.size(); ++i) {
        if (places.top[i] < 0) continue;
        const AsideLabel& label = m_content.labels[i];
        const QPointF end = pixelOf(label.end);
        const double y = places.top[i] + name / 2;
        const double start = end.x() + (label.mark ? 1.2 : 0.4) * gap;
        QPainterPath leader({start, end.y()});
        const double bend = (start + swatch) / 2;
        // Along the axes' edge first: a line that ends early is led there on its own height.
        leader.cubicTo({std::max(bend, room.right()), end.y()}, {std::max(bend, room.right()), y}, {swatch, y});
        QPen thin(label.pen.color(), 1.2 * m_style.unit);
        painter.setPen(thin);
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(leader);
        painter.setPen(label.pen);
        painter.drawLine(QPointF(swatch, y), QPointF(left - gap, y));
        double top = places.top[i];
        for (const QString& line : names[i]) {
            drawText(painter, m_style.name, m_style.colours.text, {left, top + QFontMetricsF(m_style.name).ascent()},
                     line);
            top += name;
        }
        if (values)
            drawText(painter, m_style.least, m_style.colours.faint, {left, top + QFontMetricsF(m_style.least).ascent()},
                     elided(m_style.least, label.note, width));
    }
    if (places.left > 0)
        drawText(painter, m_style.least, m_style.colours.faint, {swatch, to - QFontMetricsF(m_style.least).descent()},
                 elided(m_style.least, Chart::tr("… and %1 more").arg(static_cast<qulonglong>(places.left)),
                        view.right() - swatch));
    const FreeStretch free = freeStretch(wishes, places, from, to);
    drawFigures(painter, left, free.from, free.to);
}

void ChartAsideItem::drawFigures(QCPPainter& painter, double left, double from, double to) const {
    const double gap = kGrid * m_style.unit;
    const double width = mParentPlot->viewport().right() - left - 2;
    std::size_t count = m_content.figures.size();
    const auto heightOfAll = [&] {
        double height = 0;
        for (std::size_t i = 0; i < count; ++i)
            height += figureHeight(m_style, figureFont(m_content, m_style, i, width)) + 2 * gap;
        return height;
    };
    while (count > 0 && heightOfAll() > to - from) --count;
    if (count == 0) return;
    // What is left over stands above, between and below alike.
    const double air = std::min(6 * gap, (to - from - heightOfAll()) / static_cast<double>(count + 1));
    double y = from + air + gap;
    for (std::size_t i = 0; i < count; ++i) {
        const ChartFigure& figure = m_content.figures[i];
        const QFont font = figureFont(m_content, m_style, i, width);
        const double digits = QFontMetricsF(font).tightBoundingRect(QStringLiteral("0")).height();
        drawText(painter, font, m_style.colours.text, {left, y + digits}, text(figure.number));
        y += digits + gap;
        drawText(painter, m_style.name, m_style.colours.text, {left, y + QFontMetricsF(m_style.name).ascent()},
                 elided(m_style.name, text(figure.words), width));
        y += heightOf(m_style.name);
        drawText(painter, m_style.least, m_style.colours.faint, {left, y + QFontMetricsF(m_style.least).ascent()},
                 elided(m_style.least, text(figure.detail), width));
        y += heightOf(m_style.least) + gap + air;
    }
}

void ChartAsideItem::drawSigns(QCPPainter& painter) const {
    if (!m_content.showsSigns) return;
    const QRectF view = mParentPlot->viewport();
    const double gap = kGrid * m_style.unit;
    const double line = heightOf(m_style.least) + gap / 2;
    const double right = view.left() + view.width();
    double x = view.left() + kMargin, y = view.bottom() - m_content.below + gap / 4;
    for (const AsideSign& sign : m_content.signs) {
        const double wide = signWidth(m_style, sign.words);
        if (x > view.left() + kMargin && x + wide > right) {
            x = view.left() + kMargin;
            y += line;
        }
        drawSign(painter, sign, {x, y, 4 * gap, heightOf(m_style.least)});
        drawText(painter, m_style.least, m_style.colours.faint,
                 {x + 5 * gap, y + QFontMetricsF(m_style.least).ascent()}, sign.words);
        x += wide;
    }
}

void ChartAsideItem::drawSign(QCPPainter& painter, const AsideSign& sign, const QRectF& room) const {
    const double unit = m_style.unit;
    const QColor ink = m_style.colours.faint;
    const QPointF middle = room.center();
    painter.setBrush(Qt::NoBrush);
    switch (sign.what) {
        case ChartSign::Mark:
            sign.mark.applyTo(&painter, QPen(ink));
            sign.mark.drawShape(&painter, middle);
            break;
        case ChartSign::Joined:
            painter.setPen(QPen(ink, 4 * unit));
            painter.drawLine(QPointF(room.left(), middle.y()), QPointF(room.right(), middle.y()));
            break;
        case ChartSign::Quartiles: {
            painter.setPen(QPen(ink, 1.5 * unit));
            const double up = 0.34 * room.height(), across = 10 * unit;
            painter.drawLine(middle - QPointF(0, up), middle + QPointF(0, up));
            for (const double y : {-up, up})
                painter.drawLine(middle + QPointF(-across, y), middle + QPointF(across, y));
            break;
        }
        case ChartSign::Dashed:
            painter.setPen(QPen(ink, 2.5 * unit, Qt::DashLine));
            painter.drawLine(QPointF(room.left(), middle.y()), QPointF(room.right(), middle.y()));
            break;
        case ChartSign::Hollow:
            painter.setPen(QPen(ink, 2 * unit));
            painter.setBrush(m_style.colours.background);
            painter.drawEllipse(middle, 5 * unit, 5 * unit);
            break;
        case ChartSign::Ring:
            painter.setPen(QPen(m_style.colours.text, 3 * unit));
            painter.drawEllipse(middle, 0.38 * room.height(), 0.38 * room.height());
            break;
    }
}

/// The ring's value stands beside it, below the line that it is on, or above where there is no room.
void ChartAsideItem::drawChosen(QCPPainter& painter) const {
    if (!m_content.chosen) return;
    const QRectF room = mParentPlot->axisRect()->rect();
    const double gap = kGrid * m_style.unit;
    const QPointF at = pixelOf(*m_content.chosen);
    const double wide = widthOf(m_style.name, m_content.chosenText), high = heightOf(m_style.name);
    const bool toTheLeft = at.x() + 7 * gap + wide > room.right();
    const bool above = at.y() + 4 * gap + high > room.bottom();
    const double way = toTheLeft ? -1 : 1, down = above ? -1 : 1;
    const QPointF begin = at + QPointF(way * 1.4 * gap, down * 1.2 * gap);
    const QPointF end = at + QPointF(way * 5 * gap, down * 4 * gap);
    painter.setPen(QPen(m_style.colours.text, 1.2 * m_style.unit));
    painter.setBrush(Qt::NoBrush);
    QPainterPath leader(begin);
    leader.cubicTo({end.x() - way * gap, begin.y()}, {begin.x() + way * gap, end.y()}, end);
    painter.drawPath(leader);
    const double left = toTheLeft ? end.x() - gap / 2 - wide : end.x() + gap / 2;
    painter.fillRect(QRectF(left - gap / 4, end.y() - high / 2, wide + gap / 2, high), m_style.colours.background);
    drawText(painter, m_style.name, m_style.colours.text,
             {left, end.y() - high / 2 + QFontMetricsF(m_style.name).ascent()}, m_content.chosenText);
}

}  // namespace lanescope
