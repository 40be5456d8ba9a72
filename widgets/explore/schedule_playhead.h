// SPDX-License-Identifier: GPL-3.0-or-later
// Where the cursor of the stage stands in a schedule, and which of its rows are pointed at.
#pragma once

#include <QPainter>
#include <optional>
#include <vector>

#include "widgets/explore/schedule_painter.h"

namespace lanescope {

struct SchedulePlayhead {
    std::vector<std::size_t> rows;          ///< of the watched block's warps, or of the one that stands for it
    std::optional<double> cycle;            ///< nothing: nothing has been issued yet
    std::optional<std::size_t> row;         ///< of the warp that issues there
    std::vector<std::size_t> selectedRows;  ///< of a warp that is selected in any view
    friend bool operator==(const SchedulePlayhead&, const SchedulePlayhead&) = default;
};

void paintPlayhead(QPainter& painter, const Theme& theme, const ScheduleLayout& layout, const CycleRange& range,
                   const SchedulePlayhead& playhead);

}  // namespace lanescope
