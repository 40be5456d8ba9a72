// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explore/schedule_painter.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QImage>
#include <algorithm>
#include <array>
#include <cmath>

#include "widgets/paint/device.h"
#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/style/numbers.h"

namespace lanescope {
namespace {

constexpr double kMostRow = 64;  ///< of a block alone
constexpr double kGapFrom = 4;   ///< rows that are higher have a gap between them
constexpr std::size_t kTracks = 4;
constexpr double kTrack = 22;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(lanescope::Schedule)
};

std::array<QString, kTracks> trackNames() {
    return {Words::tr("issue"), Words::tr("load-store"), Words::tr("L2"), Words::tr("memory")};
}

double lineOf(const Theme& theme) { return std::ceil(QFontMetricsF(theme.type(Type::Least)).height()); }

/// 1, 2 or 5 times a power of ten, so that at most so many fit.
double tickStep(double length, double most) {
    const double least = length / std::max(1.0, most);
    const double power = std::pow(10, std::floor(std::log10(std::max(1.0, least))));
    for (const double step : {1.0, 2.0, 5.0})
        if (step * power >= least) return step * power;
    return 10 * power;
}

void paintAxis(QPainter& painter, const Theme& theme, const ScheduleLayout& layout, const CycleRange& range) {
    painter.setFont(theme.type(Type::Least));
    const QFontMetricsF metrics(painter.font());
    const double room = metrics.horizontalAdvance(countText(std::floor(range.to))) + theme.scaled(4 * paint::kGrid);
    const double step = tickStep(range.length(), layout.rows.width() / room);
    double right = layout.all.left();
    for (double cycle = std::ceil(range.from / step) * step; cycle <= range.to; cycle += step) {
        const double x = layout.xOf(cycle, range);
        painter.setPen(QPen(theme.colour(Colour::GridLine), 1));
        painter.drawLine(QPointF(x, layout.axis.top()), QPointF(x, layout.axis.top() + theme.scaled(4)));
        painter.setPen(theme.colour(Colour::FaintText));
        const QString words =
            right == layout.all.left() ? Words::tr("%1 cycles").arg(countText(cycle)) : countText(cycle);
        const double width = metrics.horizontalAdvance(words);
        const double left = std::clamp(x - width / 2, layout.rows.left(), layout.rows.right() - width);
        if (left < right) continue;
        painter.drawText(QRectF(left, layout.axis.top() + theme.scaled(4), width + 1, metrics.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, words);
        right = left + width + theme.scaled(paint::kGrid);
    }
}

void paintTracks(QPainter& painter, const Theme& theme, const timing::MultiprocessorRun& run,
                 const ScheduleLayout& layout, const CycleRange& range) {
    const std::array<const timing::Activity*, kTracks> units{&run.issue, &run.requests, &run.l2, &run.dram};
    const std::array<Colour, kTracks> hues{Colour::Text, Colour::C, Colour::A, Colour::B};
    const std::array<QString, kTracks> names = trackNames();
    for (std::size_t i = 0; i < layout.tracks.size(); ++i) {
        const QRectF& track = layout.tracks[i];
        painter.setPen(theme.colour(Colour::FaintText));
        painter.setFont(theme.type(Type::Least));
        painter.drawText(QRectF(layout.labels.left(), track.top(), layout.labels.width(), track.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, names[i]);
        painter.fillRect(track, theme.colour(Colour::Hair));
        // A column is at least as wide as what is known of the time.
        const double columns =
            std::clamp(range.length() / timing::Activity::kPiece, 1.0, std::max(1.0, track.width() / 2));
        const auto count = static_cast<std::size_t>(columns);
        const double width = track.width() / static_cast<double>(count);
        const double cycles = range.length() / static_cast<double>(count);
        for (std::size_t column = 0; column < count; ++column) {
            const double from = range.from + static_cast<double>(column) * cycles;
            const double share = std::min(1.0, units[i]->share(from, from + cycles));
            const double height = share * track.height();
            painter.fillRect(QRectF(track.left() + static_cast<double>(column) * width, track.bottom() - height,
                                    width + 0.5, height),
                             theme.colour(hues[i]));
        }
    }
}

/// A pixel for each part: some hundred thousand rectangles would take longer than a frame.
QImage imageOf(const std::vector<std::optional<timing::Reason>>& reasons, const Theme& theme) {
    std::array<QRgb, timing::kReasons> colours{};
    for (std::size_t i = 0; i < colours.size(); ++i)
        colours[i] = reasonColour(static_cast<timing::Reason>(i), theme).rgba();
    QImage image(static_cast<int>(reasons.size()), 1, QImage::Format_ARGB32_Premultiplied);
    auto* const pixels = reinterpret_cast<QRgb*>(image.scanLine(0));
    for (std::size_t i = 0; i < reasons.size(); ++i)
        pixels[i] = reasons[i] ? colours[static_cast<std::size_t>(*reasons[i])] : 0;
    return image;
}

/// `changes`: where another block has taken the place.
void paintRow(QPainter& painter, const Theme& theme, const std::vector<timing::Interval>& row,
              const std::vector<double>& changes, const QRectF& rect, const CycleRange& range) {
    const auto parts = static_cast<std::size_t>(std::max(1.0, std::floor(rect.width())));
    const double part = rect.width() / static_cast<double>(parts);
    const auto reasons = reasonsOf(row, range, parts);
    if (paint::isOfPixels(painter)) {
        painter.drawImage(rect, imageOf(reasons, theme));
    } else {
        for (std::size_t first = 0; first < parts;) {
            std::size_t end = first + 1;
            while (end < parts && reasons[end] == reasons[first]) ++end;
            if (reasons[first])
                painter.fillRect(QRectF(rect.left() + static_cast<double>(first) * part, rect.top(),
                                        static_cast<double>(end - first) * part, rect.height()),
                                 reasonColour(*reasons[first], theme));
            first = end;
        }
    }
    for (const double cycle : changes) {
        if (cycle < range.from || cycle > range.to) continue;
        const double x = rect.left() + (cycle - range.from) / range.length() * rect.width();
        painter.fillRect(QRectF(x - 1, rect.top() - 1, 2, rect.height() + 2), theme.colour(Colour::Ground));
    }
}

/// Names of the first blocks beside the places of their warps.
void paintLabels(QPainter& painter, const Theme& theme, const ScheduleSide& side, const ScheduleLayout& layout) {
    painter.setFont(theme.type(Type::Least));
    painter.setPen(theme.colour(Colour::FaintText));
    const double line = lineOf(theme);
    double bottom = layout.rows.top() - line;
    for (std::size_t row = 0; row < side.rows.size(); ++row) {
        if (side.rows[row].empty()) continue;
        const timing::Interval& first = side.rows[row].front();
        const bool begins = row == 0 || side.rows[row - 1].empty() || side.rows[row - 1].front().block != first.block;
        const double top = layout.rows.top() + static_cast<double>(row) * layout.rowHeight;
        if (!begins || top < bottom) continue;
        painter.drawText(QRectF(layout.labels.left(), top - line / 4, layout.labels.width(), line),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         Words::tr("block %1").arg(side.simulated->run.blocks[first.block].index));
        bottom = top + line;
    }
}

}  // namespace

std::optional<std::size_t> ScheduleLayout::rowAt(const QPointF& point, std::size_t rowCount) const {
    if (!rows.contains(point) || rowHeight <= 0) return std::nullopt;
    const auto row = static_cast<std::size_t>((point.y() - rows.top()) / rowHeight);
    return row < rowCount ? std::optional(row) : std::nullopt;
}

ScheduleLegend layOutScheduleLegend(const Theme& theme, const SchedulePicture& picture, double width) {
    ScheduleLegend legend;
    const double grid = theme.scaled(paint::kGrid), line = lineOf(theme);
    const QFontMetricsF metrics(theme.type(Type::Least));
    for (const bool brief : {false, true}) {
        legend.entries.clear();
        double x = 0, y = 0;
        if (!picture.sides.empty())
            for (const ReasonShare& one : sharesOf(picture.sides.front().simulated->run)) {
                const QString word = brief || one.reason == timing::Reason::Issuing
                                         ? reasonWord(one.reason)
                                         : Words::tr("waits for %1").arg(reasonWord(one.reason));
                const QString words =
                    Words::tr("%1 %2 %").arg(word).arg(100 * one.share, 0, 'f', one.share < 0.0995 ? 1 : 0);
                const double needed = 2 * grid + metrics.horizontalAdvance(words);
                if (x > 0 && x + needed > width) {
                    x = 0;
                    y += line + grid / 2;
                }
                legend.entries.push_back({one.reason, words, QRectF(x, y, needed, line)});
                x += needed + 2 * grid;
            }
        // Two lines always, so that the rows above stay where they are while a state comes and goes.
        legend.height = std::max(2 * (line + grid), y + line + 1.5 * grid);
        if (y <= line + grid / 2) break;
    }
    return legend;
}

std::vector<ScheduleLayout> layOutSchedules(const Theme& theme, const SchedulePicture& picture, const QRectF& room) {
    std::vector<ScheduleLayout> layouts;
    const double grid = theme.scaled(paint::kGrid), line = lineOf(theme);
    const auto count = static_cast<double>(std::max<std::size_t>(1, picture.sides.size()));
    const double between = 3 * grid;
    const double width = (room.width() - (count - 1) * between) / count;
    const QFontMetricsF metrics(theme.type(Type::Least));
    double label = metrics.horizontalAdvance(Words::tr("block %1").arg(99'999));
    for (const QString& name : trackNames()) label = std::max(label, metrics.horizontalAdvance(name));
    std::size_t most = 1;
    for (const ScheduleSide& side : picture.sides) most = std::max(most, side.rows.size());
    for (std::size_t i = 0; i < picture.sides.size(); ++i) {
        ScheduleLayout at;
        at.all = QRectF(room.left() + static_cast<double>(i) * (width + between), room.top(), width, room.height());
        const double title = std::ceil(QFontMetricsF(theme.type(Type::Title)).height()) + grid;
        at.heading = QRectF(at.all.left(), at.all.top(), width, title);
        at.labels = QRectF(at.all.left(), at.heading.bottom() + grid, label + grid, 0);
        const double left = at.labels.right(), plot = std::max(1.0, at.all.right() - left);
        double top = at.heading.bottom() + grid;
        const double track = std::max(theme.scaled(theme.isCompact() ? 0.8 * kTrack : kTrack), line);
        for (std::size_t t = 0; t < kTracks; ++t, top += track + grid / 2)
            at.tracks.emplace_back(left, top, plot, track);
        top += grid / 2;
        const double below = line + grid;
        const double height = std::max(1.0, at.all.bottom() - below - top);
        // All sides' rows are equally high.
        at.rowHeight = std::min(theme.scaled(kMostRow), height / static_cast<double>(most));
        if (at.rowHeight >= 2) at.rowHeight = std::floor(at.rowHeight);
        at.rows = QRectF(left, top, plot, at.rowHeight * static_cast<double>(most));
        at.axis = QRectF(left, at.rows.bottom() + grid / 4, plot, below);
        layouts.push_back(std::move(at));
    }
    return layouts;
}

void paintSchedule(QPainter& painter, const Theme& theme, const ScheduleSide& side, const ScheduleLayout& layout,
                   const CycleRange& range) {
    paint::heading(painter, theme, layout.heading, side.name, Words::tr("one multiprocessor, simulated"));
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(Qt::NoPen);
    paintTracks(painter, theme, side.simulated->run, layout, range);
    const double gap = layout.rowHeight > kGapFrom ? 1 : 0;
    for (std::size_t row = 0; row < side.rows.size(); ++row)
        paintRow(painter, theme, side.rows[row], side.changes[row],
                 QRectF(layout.rows.left(), layout.rows.top() + static_cast<double>(row) * layout.rowHeight,
                        layout.rows.width(), layout.rowHeight - gap),
                 range);
    const double end = layout.xOf(side.keptUntil, range);
    if (side.keptUntil < side.simulated->run.end && end < layout.rows.right()) {
        painter.fillRect(
            QRectF(QPointF(std::max(end, layout.rows.left()), layout.rows.top()), layout.rows.bottomRight()),
            paint::hatch(theme));
    }
    paintLabels(painter, theme, side, layout);
    paintAxis(painter, theme, layout, range);
    painter.restore();
}

void paintScheduleLegend(QPainter& painter, const Theme& theme, const ScheduleLegend& legend, const QPointF& place) {
    const double grid = theme.scaled(paint::kGrid);
    painter.setFont(theme.type(Type::Least));
    for (const ScheduleLegend::Entry& one : legend.entries) {
        const QRectF at = one.place.translated(place);
        painter.fillRect(QRectF(at.left(), at.top() + at.height() / 4, 1.5 * grid, at.height() / 2),
                         reasonColour(one.reason, theme));
        painter.setPen(theme.colour(Colour::Text));
        painter.drawText(at.adjusted(2 * grid, 0, 1, 0), Qt::AlignLeft | Qt::AlignVCenter, one.words);
    }
}

}  // namespace lanescope
