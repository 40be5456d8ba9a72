// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/memory/side_layout.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "widgets/paint/marks.h"

namespace lanescope {
namespace {

using paint::kGrid;

constexpr double kMostPitch = 72;
constexpr double kMostBar = 44;
constexpr double kStrip = 68;       ///< a neighbour's: dots, strings and sectors
constexpr double kMostReach = 260;  ///< of the strings between lanes and lines

}  // namespace

SideLayout::SideLayout(const Theme& theme, const QRectF& side, const MemoryScene& scene) {
    const auto height = [&](Type type) { return std::ceil(QFontMetricsF(theme.type(type)).height()); };
    const double grid = theme.scaled(kGrid);
    const double gap = theme.isCompact() ? grid : 2 * grid;
    heading = {side.left(), side.top(), side.width(), height(Type::Title) + grid};
    double bottom = side.bottom();
    caption = {side.left(), bottom - height(Type::Least), side.width(), height(Type::Least)};
    bottom = caption.top() - gap / 2;
    if (scene.hasNeighbours) {
        const double least = height(Type::Least);
        const double strip = theme.scaled(theme.isCompact() ? kStrip * 0.75 : kStrip);
        next = {side.left(), bottom - strip, side.width(), strip};
        nextHead = {side.left(), next.top() - least - grid / 2, side.width(), least};
        bottom = nextHead.top() - gap;
    }
    const double bold = height(Type::Name);
    law = {side.left(), bottom - bold, side.width(), bold};
    chart = {side.left(), heading.bottom() + gap, side.width(), law.top() - grid / 2 - heading.bottom() - gap};

    const double least = height(Type::Least);
    const double axis = QFontMetricsF(theme.type(Type::Least)).horizontalAdvance(QStringLiteral("bank")) + grid;
    ticks = {chart.left() + axis, chart.bottom() - least, chart.width() - axis, least};
    const double foot = theme.scaled(1.5 * kGrid);  // the banks themselves
    pile.field = {chart.left() + axis, chart.top() + least / 2, chart.width() - axis,
                  ticks.top() - foot - chart.top() - least / 2};
    pile.row = pile.field.height() / Pile::kLevels;
    pile.column = pile.field.width() / Pile::kColumns;

    const double big = height(Type::Point);
    point = {chart.left(), chart.top(), chart.width(), big * 0.9};
    const double dotRow = least + 2 * grid;  // their numbers, and the dots
    const double names = std::min(chart.width() / 4, theme.scaled(11 * kGrid));
    const double room = chart.bottom() - point.bottom() - grid / 2 - dotRow;
    const double leastReach = 3 * grid;
    pitch = std::min(theme.scaled(kMostPitch), (room - leastReach) / std::max(1U, scene.mostLines));
    bar = std::min(theme.scaled(kMostBar), pitch * (pitch > 12 ? 0.72 : 0.8));
    const double piled = pitch * scene.mostLines;
    const double reach = std::min(theme.scaled(kMostReach), room - piled);
    lines = {chart.left() + names, chart.bottom() - grid / 2 - piled, chart.width() - names, piled};
    dots = {lines.left(), lines.top() - reach - dotRow, lines.width(), dotRow};
}

QRectF SideLayout::line(std::size_t number, std::size_t count) const {
    const double below = static_cast<double>(std::max(count, number + 1) - number);
    return {lines.left(), lines.bottom() - below * pitch + (pitch - bar), lines.width(), bar};
}

QPointF SideLayout::dot(unsigned lane) const {
    return {dots.left() + (lane + 0.5) * dots.width() / simt::kWarpSize, dots.bottom() - dots.height() / 5};
}

}  // namespace lanescope
