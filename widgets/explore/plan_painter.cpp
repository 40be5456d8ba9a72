// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explore/plan_painter.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <set>

#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/style/numbers.h"

namespace lanescope {
namespace {

using timing::PlanSpan;

constexpr double kMostRow = 120;
constexpr double kGap = 0.18;  ///< between rows, of a row

struct Words {
    Q_DECLARE_TR_FUNCTIONS(lanescope::PlanPainter)
};

double lineOf(const Theme& theme) { return std::ceil(QFontMetricsF(theme.type(Type::Least)).height()); }

/// A name, or what stands before its template's arguments; empty where neither has room.
QString wordThatFits(const QString& name, const QFontMetricsF& metrics, double width) {
    const QString bare = name.left(name.indexOf(QLatin1Char('<')));
    for (const QString& word : {name, bare})
        if (metrics.horizontalAdvance(word) <= width) return word;
    return {};
}

void paintSpan(QPainter& painter, const Theme& theme, const PlanSpan& span, const Plan& plan, const QRectF& cell) {
    const SpanKind kind = kindOf(span, plan);
    const QColor colour = kindColour(kind, theme);
    if (kind == SpanKind::Wait) return painter.fillRect(cell, paint::hatch(theme, colour));
    painter.fillRect(cell, colour);
    // What follows without a break is another step all the same.
    if (cell.width() > 3 * paint::kHair)
        painter.fillRect(QRectF(cell.right() - paint::kHair, cell.top(), paint::kHair, cell.height()),
                         theme.colour(Colour::Ground));
    if (kind == SpanKind::HandOn) return;
    const QString word = wordThatFits(stepWord(plan.steps[span.step], plan), QFontMetricsF(painter.font()),
                                      cell.width() - theme.scaled(paint::kGrid));
    painter.setPen(textOn(colour));
    painter.drawText(cell, Qt::AlignCenter, word);
}

void paintAxis(QPainter& painter, const Theme& theme, const PlanLayout& layout, const ShownRange& range) {
    constexpr int kParts = 4;
    const QFontMetricsF metrics(painter.font());
    double free = layout.axis.left();
    for (int part = 0; part <= kParts; ++part) {
        const double seconds = range.from + range.length() * part / kParts;
        const QString words = timeText(seconds);
        const double x = layout.xOf(seconds, range), width = metrics.horizontalAdvance(words);
        painter.setPen(QPen(theme.colour(Colour::GridLine), paint::kHair));
        painter.drawLine(QPointF(x, layout.rows.front().top()), QPointF(x, layout.rows.back().bottom()));
        const double from = std::clamp(x - width / 2, layout.axis.left(), layout.axis.right() - width);
        if (from < free) continue;
        painter.setPen(theme.colour(Colour::FaintText));
        painter.drawText(QRectF(from, layout.axis.top(), width + 1, layout.axis.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, words);
        free = from + width + theme.scaled(paint::kGrid);
    }
}

std::set<SpanKind> kindsOf(const PlanPicture& picture) {
    std::set<SpanKind> kinds;
    for (const PlanSide& side : picture.sides)
        for (const PlanSpan& span : side.timeline->spans) kinds.insert(kindOf(span, *side.plan));
    return kinds;
}

/// Draws it where there is a painter; its height.
double flowLegend(QPainter* painter, const Theme& theme, const PlanPicture& picture, const QRectF& room) {
    const double grid = theme.scaled(paint::kGrid), line = lineOf(theme);
    const QFontMetricsF metrics(theme.type(Type::Least));
    double x = room.left(), y = room.top();
    for (const SpanKind kind : kindsOf(picture)) {
        const QString word = kindWord(kind);
        const double width = 2.5 * grid + metrics.horizontalAdvance(word);
        if (x > room.left() && x + width > room.right()) {
            x = room.left();
            y += line + grid / 2;
        }
        if (painter != nullptr) {
            const QRectF swatch(x, y + line / 4, 1.5 * grid, line / 2);
            const QColor colour = kindColour(kind, theme);
            painter->fillRect(swatch, kind == SpanKind::Wait ? paint::hatch(theme, colour) : QBrush(colour));
            painter->setPen(QPen(theme.colour(Colour::GridLine), paint::kHair));
            painter->drawRect(swatch);
            painter->setPen(theme.colour(Colour::Text));
            painter->drawText(QRectF(x + 2 * grid, y, width, line), Qt::AlignLeft | Qt::AlignVCenter, word);
        }
        x += width + 2 * grid;
    }
    return y + line - room.top();
}

}  // namespace

std::vector<PlanLayout> layOutPlans(const Theme& theme, const PlanPicture& picture, const QRectF& room) {
    std::vector<PlanLayout> layouts;
    const double grid = theme.scaled(paint::kGrid), line = lineOf(theme);
    const QFontMetricsF metrics(theme.type(Type::Least));
    double label = 0;
    for (const timing::Track track : kPlanRows) label = std::max(label, metrics.horizontalAdvance(trackWord(track)));
    const auto count = static_cast<double>(std::max<std::size_t>(1, picture.sides.size()));
    const double height = (room.height() - (count - 1) * 2 * grid) / count;
    const double title = std::ceil(QFontMetricsF(theme.type(Type::Title)).height()) + grid;
    for (std::size_t i = 0; i < picture.sides.size(); ++i) {
        PlanLayout at;
        const double top = room.top() + static_cast<double>(i) * (height + 2 * grid);
        at.all = QRectF(room.left(), top, room.width(), height);
        at.heading = QRectF(room.left(), top, room.width(), title);
        const double left = room.left() + label + grid, rowsTop = at.heading.bottom() + grid;
        const double each =
            std::clamp((at.all.bottom() - line - grid / 2 - rowsTop) / timing::kTracks, 1.0, theme.scaled(kMostRow));
        for (std::size_t row = 0; row < timing::kTracks; ++row)
            at.rows.at(row) = QRectF(left, rowsTop + static_cast<double>(row) * each,
                                     std::max(1.0, room.right() - left), each * (1 - kGap));
        at.labels = QRectF(room.left(), rowsTop, label + grid, at.rows.back().bottom() - rowsTop);
        at.axis = QRectF(left, at.rows.back().bottom() + grid / 4, at.rows.back().width(), line);
        layouts.push_back(at);
    }
    return layouts;
}

void paintPlan(QPainter& painter, const Theme& theme, const PlanSide& side, const PlanLayout& layout,
               const ShownRange& range) {
    const timing::PlanTimeline& timeline = *side.timeline;
    paint::heading(painter, theme, layout.heading, side.name,
                   Words::tr("all steps, %1, %2").arg(planTimeWords(timeline), originWords(timeline)));
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setFont(theme.type(Type::Least));
    for (const QRectF& row : layout.rows) painter.fillRect(row, theme.colour(Colour::Hair));
    paintAxis(painter, theme, layout, range);
    for (std::size_t row = 0; row < kPlanRows.size(); ++row) {
        const QRectF& at = layout.rows.at(row);
        painter.setPen(theme.colour(Colour::Text));
        painter.drawText(QRectF(layout.labels.left(), at.top(), layout.labels.width(), at.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, trackWord(kPlanRows.at(row)));
        for (const PlanSpan& span : timeline.spans) {
            if (span.track != kPlanRows.at(row) || span.end <= range.from || span.begin >= range.to) continue;
            const double from = std::max(at.left(), layout.xOf(span.begin, range));
            const double to = std::min(at.right(), layout.xOf(span.end, range));
            // However short it is, it is seen.
            paintSpan(painter, theme, span, *side.plan, QRectF(from, at.top(), std::max(1.0, to - from), at.height()));
        }
    }
    painter.restore();
}

double planLegendHeight(const Theme& theme, const PlanPicture& picture, double width) {
    return flowLegend(nullptr, theme, picture, QRectF(0, 0, width, 0)) + theme.scaled(paint::kGrid);
}

void paintPlanLegend(QPainter& painter, const Theme& theme, const PlanPicture& picture, const QRectF& room) {
    painter.setFont(theme.type(Type::Least));
    flowLegend(&painter, theme, picture, room);
}

}  // namespace lanescope
