// SPDX-License-Identifier: GPL-3.0-or-later
// Draws plans in time, one below the other on one scale: a row for the host, for each way of copies and for the GPU.
#pragma once

#include <QPainter>
#include <array>
#include <vector>

#include "widgets/explore/plan_picture.h"

namespace lanescope {

/// From top to bottom, as what a plan does mostly goes.
inline constexpr std::array kPlanRows{timing::Track::Host, timing::Track::ToDevice, timing::Track::Device,
                                      timing::Track::FromDevice};

struct PlanLayout {
    QRectF all;
    QRectF heading;
    QRectF labels;
    std::array<QRectF, timing::kTracks> rows;  ///< in the order of kPlanRows
    QRectF axis;

    [[nodiscard]] double xOf(double seconds, const ShownRange& range) const {
        return rows[0].left() + (seconds - range.from) / range.length() * rows[0].width();
    }
    [[nodiscard]] double secondsAt(double x, const ShownRange& range) const {
        return range.from + (x - rows[0].left()) / rows[0].width() * range.length();
    }
};

/// Of sides, the legend below them left out.
[[nodiscard]] std::vector<PlanLayout> layOutPlans(const Theme& theme, const PlanPicture& picture, const QRectF& room);
void paintPlan(QPainter& painter, const Theme& theme, const PlanSide& side, const PlanLayout& layout,
               const ShownRange& range);
[[nodiscard]] double planLegendHeight(const Theme& theme, const PlanPicture& picture, double width);
void paintPlanLegend(QPainter& painter, const Theme& theme, const PlanPicture& picture, const QRectF& room);

}  // namespace lanescope
