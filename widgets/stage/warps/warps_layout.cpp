// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/warps/warps_layout.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "widgets/paint/marks.h"

namespace lanescope::warps {
namespace {

constexpr double kBetweenColumns = 4;
constexpr double kBetweenGroups = 12;
constexpr double kNarrowestGroup = 44;
constexpr double kWidestLane = 13;

double lineHeight(const Theme& theme, Type type) { return std::ceil(QFontMetricsF(theme.type(type)).height()); }

/// Widths whose sum is `total`: as they are wished, all by one factor, but none below `least`.
std::vector<double> shared(std::vector<double> wishes, double total, double least) {
    constexpr double kMostGrowth = 3.2;
    least = std::min(least, total / static_cast<double>(std::max<std::size_t>(1, wishes.size())));
    double low = 0;
    double high = kMostGrowth;
    const auto sum = [&](double factor) {
        double all = 0;
        for (const double wish : wishes) all += std::max(least, wish * factor);
        return all;
    };
    for (int i = 0; i < 40; ++i) {
        const double middle = (low + high) / 2;
        (sum(middle) > total ? high : low) = middle;
    }
    for (double& wish : wishes) wish = std::max(least, wish * low);
    return wishes;
}

std::vector<Extent> columnExtents(const Group& group, double left, double scale) {
    std::vector<Extent> extents;
    double x = left;
    for (const Column& column : group.columns) {
        const double width = naturalWidth(column) * scale;
        extents.push_back({x, x + width});
        x += width + kBetweenColumns * scale;
    }
    return extents;
}

void layBands(const Theme& theme, const WarpsScene& scene, Layout& layout) {
    const std::uint32_t warps = scene.warps();
    const double letters = lineHeight(theme, Type::Least);
    const double grid = theme.scaled(paint::kGrid);
    layout.signs = warps <= 4 ? letters + 2 : 0;
    const double gap = warps <= 4 ? layout.signs : warps <= 8 ? grid : warps <= 16 ? grid / 2 : grid / 4;
    const double room = layout.field.height() / warps - gap;
    const double height = std::clamp(room, 2.0, theme.scaled(kWidestLane) * simt::kWarpSize);
    double y = layout.field.top();
    for (std::uint32_t warp = 0; warp < warps; ++warp) {
        layout.bands.push_back({warp, y + gap, height});
        y += gap + height;
    }
    // What bands leave free is left below: names stay where they are.
    const double bottom = layout.bands.empty() ? layout.field.top() : layout.bands.back().bottom();
    layout.field.setBottom(bottom);
    layout.lanes = QRectF(layout.whole.left(), bottom + grid, layout.whole.width(), letters);
    layout.squares = QRectF(layout.whole.left(), layout.lanes.bottom() + grid / 2, layout.whole.width(), letters);
}

}  // namespace

const GroupBox* Layout::boxOf(std::size_t group) const {
    const auto found = std::ranges::find(groups, group, &GroupBox::group);
    return found == groups.end() ? nullptr : &*found;
}

double naturalWidth(const Column& column) {
    constexpr double kBarrier = 4;
    const double instructions = column.instructions;
    switch (column.kind) {
        case PieceKind::Barrier: return kBarrier;
        case PieceKind::Asks: return std::clamp(6 + instructions / 2, 8.0, 18.0);
        case PieceKind::Works: break;
    }
    const double one = std::clamp(14 + 4 * instructions, 18.0, 72.0);
    return column.times > 1 ? std::min(one * (1 + std::log2(column.times) / 3), 160.0) : one;
}

double naturalWidth(const Group& group) {
    double width = kBetweenGroups;
    for (const Column& column : group.columns) width += naturalWidth(column) + kBetweenColumns;
    return width;
}

QRectF fieldOf(const Theme& theme, const QRectF& side) {
    const double grid = theme.scaled(paint::kGrid);
    const QFontMetricsF letters(theme.type(Type::Least));
    const double label = letters.horizontalAdvance(QObject::tr("warp 31")) + grid;
    const double line = std::ceil(letters.height());
    const double above = lineHeight(theme, Type::Title) + 2 * grid + line;
    const double below = 2 * line + 3 * grid;  // numbers, squares
    return side.adjusted(label, above, 0, -below);
}

Page pageOf(const Theme& theme, const WarpsScene& scene, double width, std::size_t group) {
    constexpr std::size_t kAsked = 8;
    constexpr double kComfortable = 0.55;
    const std::size_t count = scene.groups();
    std::vector<double> some;
    for (std::size_t i = 0; i < std::min(kAsked, count); ++i) some.push_back(naturalWidth(scene.group(i)));
    std::ranges::sort(some);
    const double least = theme.scaled(kNarrowestGroup);
    const double typical = some.empty() ? least : theme.scaled(some[some.size() / 2]) * kComfortable;
    const auto most = static_cast<std::size_t>(std::max(1.0, width / std::clamp(typical, least, std::max(least, width))));
    if (count <= most) return {0, count};
    // The last group of a page is the first of the next one: what comes is seen before it does.
    const std::size_t step = most > 2 ? most - 1 : most;
    const std::size_t first = std::min(group / step * step, count - std::min(count, most));
    return {first, std::min(count, first + most)};
}

Layout layOut(const Theme& theme, const QRectF& side, const WarpsScene& scene, const Page& page,
              const std::vector<double>& widths) {
    const double grid = theme.scaled(paint::kGrid);
    Layout layout;
    layout.whole = side;
    layout.page = page;
    layout.field = fieldOf(theme, side);
    layout.heading = QRectF(side.left(), side.top(), side.width(), lineHeight(theme, Type::Title) + grid);
    const double line = lineHeight(theme, Type::Least);
    layout.names = QRectF(layout.field.left(), layout.field.top() - line, layout.field.width(), line);
    layout.labels = QRectF(side.left(), layout.field.top(), layout.field.left() - side.left() - grid,
                           layout.field.height());
    layBands(theme, scene, layout);
    std::vector<double> wishes;
    for (std::size_t i = 0; i < page.size(); ++i)
        wishes.push_back(theme.scaled(i < widths.size() ? widths[i] : naturalWidth(scene.group(page.first + i))));
    const std::vector<double> got = shared(wishes, layout.field.width(), theme.scaled(kNarrowestGroup));
    double x = layout.field.left();
    for (std::size_t i = 0; i < page.size(); ++i) {
        const Group& group = scene.group(page.first + i);
        const double wish = wishes[i] / theme.scaled(1);
        const double scale = got[i] / std::max(1.0, wish);
        GroupBox box{page.first + i, {x, x + got[i] - kBetweenGroups * scale}, columnExtents(group, x, scale)};
        layout.groups.push_back(std::move(box));
        x += got[i];
    }
    return layout;
}

}  // namespace lanescope::warps
