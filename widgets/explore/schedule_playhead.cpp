// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explore/schedule_playhead.h"

#include <algorithm>

#include "widgets/paint/marks.h"

namespace lanescope {
namespace {

constexpr double kArrow = 14;  ///< pixels

QRectF rowRect(const ScheduleLayout& layout, std::size_t row) {
    return {layout.rows.left(), layout.rows.top() + static_cast<double>(row) * layout.rowHeight, layout.rows.width(),
            layout.rowHeight};
}

}  // namespace

void paintPlayhead(QPainter& painter, const Theme& theme, const ScheduleLayout& layout, const CycleRange& range,
                   const SchedulePlayhead& playhead) {
    painter.save();
    const double bar = theme.scaled(paint::kGrid / 2);
    for (const std::size_t row : playhead.rows) {
        const QRectF rect = rowRect(layout, row);
        painter.fillRect(QRectF(rect.left() - bar, rect.top(), bar, rect.height()), theme.colour(Colour::Now));
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.colour(Colour::Focus), theme.scaled(2)));
    for (const std::size_t row : playhead.selectedRows) painter.drawRect(rowRect(layout, row));
    const double x = playhead.cycle ? layout.xOf(*playhead.cycle, range) : -1;
    if (playhead.cycle && x >= layout.rows.left() && x <= layout.rows.right()) {
        painter.setPen(QPen(theme.colour(Colour::Now), theme.scaled(2)));
        painter.drawLine(QPointF(x, layout.tracks.front().top()), QPointF(x, layout.axis.top()));
        if (playhead.row) {
            // Its tip is at the cycle.
            const double middle = rowRect(layout, *playhead.row).center().y(), side = theme.scaled(kArrow);
            const QRectF rect(x - side, middle - side / 2, side, side);
            painter.setPen(QPen(theme.colour(Colour::Ground), theme.scaled(1.5)));
            painter.setBrush(theme.colour(Colour::Now));
            painter.setRenderHint(QPainter::Antialiasing);
            painter.drawPolygon(QPolygonF{QPointF(rect.left(), rect.top()), QPointF(rect.right(), rect.center().y()),
                                          QPointF(rect.left(), rect.bottom())});
        }
    }
    painter.restore();
}

}  // namespace lanescope
