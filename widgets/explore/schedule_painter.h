// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a multiprocessor in time: above how busy its units are, then a row for each place of a warp, in the colour of
// what the warp does.
#pragma once

#include <QPainter>
#include <optional>

#include "widgets/explore/schedule_picture.h"

namespace lanescope {

struct ScheduleLayout {
    QRectF all;
    QRectF heading;
    std::vector<QRectF> tracks;  ///< issue, load-store unit, L2, device memory
    QRectF rows;
    double rowHeight = 0;
    QRectF labels;  ///< left of both
    QRectF axis;

    [[nodiscard]] double xOf(double cycle, const CycleRange& range) const {
        return rows.left() + (cycle - range.from) / range.length() * rows.width();
    }
    [[nodiscard]] double cycleAt(double x, const CycleRange& range) const {
        return range.from + (x - rows.left()) / rows.width() * range.length();
    }
    /// The row at a point; nothing between and beside them.
    [[nodiscard]] std::optional<std::size_t> rowAt(const QPointF& point, std::size_t rowCount) const;
};

/// What the colours are, with the first side's shares of the warps' time: all of them, in briefer words where they
/// would take more than two lines.
struct ScheduleLegend {
    struct Entry {
        timing::Reason reason{};
        QString words;
        QRectF place;  ///< from the legend's top left
    };
    std::vector<Entry> entries;
    double height = 0;
};
[[nodiscard]] ScheduleLegend layOutScheduleLegend(const Theme& theme, const SchedulePicture& picture, double width);

/// Of sides side by side, the legend below them left out.
[[nodiscard]] std::vector<ScheduleLayout> layOutSchedules(const Theme& theme, const SchedulePicture& picture,
                                                          const QRectF& room);

void paintSchedule(QPainter& painter, const Theme& theme, const ScheduleSide& side, const ScheduleLayout& layout,
                   const CycleRange& range);
void paintScheduleLegend(QPainter& painter, const Theme& theme, const ScheduleLegend& legend, const QPointF& place);

}  // namespace lanescope
