// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/warps/warps_layout.h"

#include <QFontMetricsF>
#include <algorithm>
#include <array>
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

/// How wide a group is when it grows by a factor: what works takes the room that there is, what asks some of it, and
/// what only divides next to nothing.
double asksGrowth(double factor) { return std::min(factor, 2.4); }
double barrierGrowth(double factor) { return std::min(factor, 1.2); }
double gapGrowth(double factor) { return std::min(factor, 2.4); }
double widthAt(const Wish& wish, double factor) {
    return wish.works * factor + wish.asks * asksGrowth(factor) + wish.barriers * barrierGrowth(factor) +
           wish.gaps * gapGrowth(factor);
}

/// The factor with which f(factor), which grows with it, is `total`; or the greatest that there is.
template <typename F>
double factorFor(double total, F f) {
    constexpr double kMostGrowth = 48;
    double low = 0;
    double high = kMostGrowth;
    for (int i = 0; i < 40; ++i) {
        const double middle = (low + high) / 2;
        (f(middle) > total ? high : low) = middle;
    }
    return low;
}

/// By group, its factor: the same for all, but none is narrower than `least`.
std::vector<double> factorsOf(const std::vector<Wish>& wishes, double total, double least) {
    least = std::min(least, total / static_cast<double>(std::max<std::size_t>(1, wishes.size())));
    const double common = factorFor(total, [&](double factor) {
        double all = 0;
        for (const Wish& wish : wishes) all += std::max(least, widthAt(wish, factor));
        return all;
    });
    std::vector<double> factors;
    for (const Wish& wish : wishes)
        factors.push_back(std::max(common, factorFor(least, [&](double factor) { return widthAt(wish, factor); })));
    return factors;
}

std::vector<Extent> columnExtents(const Group& group, double left, double factor, double unit) {
    std::vector<Extent> extents;
    double x = left;
    for (const Column& column : group.columns) {
        const double growth = column.kind == PieceKind::Works  ? factor
                              : column.kind == PieceKind::Asks ? asksGrowth(factor)
                                                               : barrierGrowth(factor);
        const double width = naturalWidth(column) * growth * unit;
        extents.push_back({x, x + width});
        x += width + kBetweenColumns * gapGrowth(factor) * unit;
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

Wish wishOf(const Group& group) {
    Wish wish;
    wish.gaps = kBetweenGroups - kBetweenColumns;
    for (const Column& column : group.columns) {
        (column.kind == PieceKind::Works  ? wish.works
         : column.kind == PieceKind::Asks ? wish.asks
                                          : wish.barriers) += naturalWidth(column);
        wish.gaps += kBetweenColumns;
    }
    return wish;
}

QRectF fieldOf(const Theme& theme, const QRectF& side) {
    const double grid = theme.scaled(paint::kGrid);
    const QFontMetricsF letters(theme.type(Type::Least));
    const double label = letters.horizontalAdvance(QObject::tr("warp %1").arg(QStringLiteral("00"))) + grid;
    const double line = std::ceil(letters.height());
    const double above = lineHeight(theme, Type::Title) + 2 * grid + line;
    const double below = 2 * line + 3 * grid;  // numbers, squares
    return side.adjusted(label, above, 0, -below);
}

std::vector<double> sharesOf(const std::vector<std::unique_ptr<WarpsScene>>& sides) {
    constexpr std::size_t kAsked = 16;
    constexpr double kLeast = 0.3;  // so that heading and names have room
    std::vector<double> shares(sides.size(), 1 / static_cast<double>(std::max<std::size_t>(1, sides.size())));
    if (sides.size() != 2 || sides[0]->groups() == sides[1]->groups()) return shares;
    std::array<double, 2> wide{};
    for (std::size_t side = 0; side < 2; ++side)
        for (std::size_t i = 0; i < std::min(kAsked, sides[side]->groups()); ++i)
            wide[side] += std::max(kNarrowestGroup, widthAt(wishOf(sides[side]->group(i)), 1));
    if (wide[0] + wide[1] <= 0) return shares;
    shares[0] = std::clamp(wide[0] / (wide[0] + wide[1]), kLeast, 1 - kLeast);
    shares[1] = 1 - shares[0];
    return shares;
}

std::size_t groupsOnPage(const Theme& theme, const WarpsScene& scene, double width) {
    constexpr std::size_t kAsked = 8;
    constexpr double kComfortable = 0.4;
    const std::size_t count = scene.groups();
    std::vector<double> some;
    for (std::size_t i = 0; i < std::min(kAsked, count); ++i) some.push_back(widthAt(wishOf(scene.group(i)), 1));
    std::ranges::sort(some);
    const double least = theme.scaled(kNarrowestGroup);
    const double typical = some.empty() ? least : theme.scaled(some[some.size() / 2]) * kComfortable;
    return static_cast<std::size_t>(std::max(1.0, width / std::clamp(typical, least, std::max(least, width))));
}

Page pageOf(const WarpsScene& scene, std::size_t most, std::size_t group) {
    const std::size_t count = scene.groups();
    if (count <= most) return {0, count};
    // The last group of a page is the first of the next one: what comes is seen before it does.
    const std::size_t step = most > 2 ? most - 1 : most;
    const std::size_t first = std::min(group / step * step, count - std::min(count, most));
    return {first, std::min(count, first + most)};
}

Layout layOut(const Theme& theme, const QRectF& side, const WarpsScene& scene, const Page& page,
              const std::vector<Wish>& wishes) {
    const double grid = theme.scaled(paint::kGrid);
    Layout layout;
    layout.whole = side;
    layout.page = page;
    layout.field = fieldOf(theme, side);
    layout.heading = QRectF(side.left(), side.top(), side.width(), lineHeight(theme, Type::Title) + grid);
    const double line = lineHeight(theme, Type::Least);
    layout.names = QRectF(layout.field.left(), layout.field.top() - line, layout.field.width(), line);
    layout.labels =
        QRectF(side.left(), layout.field.top(), layout.field.left() - side.left() - grid, layout.field.height());
    layBands(theme, scene, layout);
    std::vector<Wish> own;
    for (std::size_t i = 0; i < page.size(); ++i)
        own.push_back(i < wishes.size() ? wishes[i] : wishOf(scene.group(page.first + i)));
    const double unit = theme.scaled(1);
    const std::vector<double> factors = factorsOf(own, layout.field.width() / unit, kNarrowestGroup);
    double x = layout.field.left();
    for (std::size_t i = 0; i < page.size(); ++i) {
        const Group& group = scene.group(page.first + i);
        GroupBox box{page.first + i, {x, x}, columnExtents(group, x, factors[i], unit)};
        if (!box.columns.empty()) box.x.right = box.columns.back().right;
        layout.groups.push_back(std::move(box));
        x += widthAt(own[i], factors[i]) * unit;
    }
    return layout;
}

}  // namespace lanescope::warps
