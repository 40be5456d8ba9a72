// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/stage/block/block_painter.h"

namespace lanescope::block {
namespace {

constexpr double kNumberWidth = 250;  ///< beside the vessels, of a wide side
constexpr double kWide = 860;
constexpr double kNarrow = 180;  ///< a vessel whose words take a line more
constexpr double kNarrowSide = 560;
constexpr double kLeastSide = 480;  ///< with curves
constexpr double kLeastCurve = 190;
constexpr double kOverflow = 0.17;  ///< of a vessel's height, for what does not fit
constexpr double kSlots = 16;       ///< from so many on, slots stand in columns
constexpr double kMostHit = 14;     ///< pixels between the mouse and a point

unsigned columnsOf(const Vessel& vessel) {
    if (vessel.parts > 1) return vessel.parts;
    return vessel.portion == 1 && static_cast<double>(vessel.capacity) >= kSlots ? 4 : 1;
}

/// Of the largest number that is the point.
double pointWidth(const Theme& theme) {
    QFont font = theme.type(Type::Point);
    font.setBold(true);
    return std::ceil(QFontMetricsF(font).horizontalAdvance(QStringLiteral("100 %"))) + 1;
}

void placeVessels(const Theme& theme, const BlockScene& scene, const QRectF& rect, SideGeometry& at) {
    const double grid = theme.scaled(paint::kGrid);
    const double name = std::ceil(QFontMetricsF(theme.type(Type::Name)).height());
    const double line = std::ceil(QFontMetricsF(theme.type(Type::Least)).height());
    const auto count = static_cast<double>(std::max<std::size_t>(1, scene.vessels.size()));
    const double gap = std::min(5 * grid, rect.width() * 0.03);
    const double width = (rect.width() - (count - 1) * gap) / count;
    const double words = at.narrow ? 0 : (width < theme.scaled(kNarrow) ? 3.2 : 2.2) * line;
    for (std::size_t i = 0; i < scene.vessels.size(); ++i) {
        VesselGeometry vessel;
        vessel.all = QRectF(rect.left() + static_cast<double>(i) * (width + gap), rect.top(), width, rect.height());
        const double height = std::max(1.0, rect.height() - 2 * name - words - grid);
        const double over = std::floor(height * kOverflow);
        vessel.body = QRectF(vessel.all.left(), rect.top() + name + grid / 2 + over, width, height - over);
        vessel.columns = columnsOf(scene.vessels[i]);
        const Vessel& of = scene.vessels[i];
        if (of.known && of.capacity > 0)
            vessel.unit = vessel.body.height() * static_cast<double>(of.portion) * vessel.columns /
                          static_cast<double>(of.capacity);
        at.vessels.push_back(vessel);
    }
}

void placeCurves(const Theme& theme, const BlockScene& scene, const QRectF& rect, SideGeometry& at) {
    const double grid = theme.scaled(paint::kGrid);
    const double line = std::ceil(QFontMetricsF(theme.type(Type::Least)).height());
    std::size_t shown = 0;
    for (const Curve& curve : scene.curves) shown += !curve.points.empty();
    const double least = theme.scaled(kLeastCurve);
    while (shown > 1 && rect.width() / static_cast<double>(shown) < least) --shown;
    const double gap = 4 * grid;
    const double width = (rect.width() - static_cast<double>(shown - 1) * gap) / static_cast<double>(shown);
    for (std::size_t i = 0; i < scene.curves.size() && i < shown; ++i) {
        CurveGeometry curve;
        curve.all = QRectF(rect.left() + static_cast<double>(i) * (width + gap), rect.top(), width, rect.height());
        const double left = QFontMetricsF(theme.type(Type::Least)).horizontalAdvance(QStringLiteral("100 %")) + grid;
        curve.plot = curve.all.adjusted(left + grid, line + grid, -2 * grid, -line - grid / 2);
        at.curves.push_back(curve);
    }
}

}  // namespace

SideGeometry layOut(const Theme& theme, const BlockScene& scene, const QRectF& rect) {
    SideGeometry at;
    at.all = rect;
    const double grid = theme.scaled(paint::kGrid);
    const double head = std::ceil(QFontMetricsF(theme.type(Type::Title)).height()) + grid;
    const double words = paint::paragraphHeight(theme, rect.width(), Type::Least, launchWords(scene));
    const double line = std::ceil(QFontMetricsF(theme.type(Type::Least)).height());
    QRectF rest = rect.adjusted(0, head + words + grid, 0, 0);
    at.narrow = rect.width() < theme.scaled(kNarrowSide);
    const bool curves = rect.width() >= theme.scaled(kLeastSide) || scene.vessels.empty();
    if (curves && rest.height() > 40 * grid && !scene.curves.empty() && !scene.curves.front().points.empty()) {
        // Of a block that cannot run the curves are all there is to see.
        const double share = scene.vessels.empty() ? 0.8 : 0.29;
        const double height = std::max(14 * grid, std::floor(rest.height() * share));
        placeCurves(theme, scene, QRectF(rest.left(), rest.bottom() - height, rest.width(), height), at);
        rest.setBottom(rest.bottom() - height - (theme.isCompact() ? grid : 2 * grid));
    }
    if (rect.width() >= theme.scaled(kWide)) {
        at.number =
            QRectF(rest.left(), rest.top(), std::max(theme.scaled(kNumberWidth), pointWidth(theme)), rest.height());
        rest.setLeft(at.number.right() + 4 * grid);
    } else {
        const double height =
            std::ceil(QFontMetricsF(theme.type(Type::Second)).height()) + (at.narrow ? 2.3 : 1.2) * line;
        at.number = QRectF(rest.left(), rest.top(), rest.width(), height);
        rest.setTop(at.number.bottom() + grid);
    }
    placeVessels(theme, scene, rest, at);
    return at;
}

std::uint64_t portionsOf(const Vessel& vessel) { return vessel.portion == 0 ? 0 : vessel.perBlock / vessel.portion; }

QRectF portionRect(const Vessel&, const VesselGeometry& at, std::uint64_t index) {
    const double width = at.body.width() / at.columns;
    const auto column = static_cast<double>(index % at.columns);
    const auto row = static_cast<double>(index / at.columns);
    return {at.body.left() + column * width, at.body.bottom() - (row + 1) * at.unit, width, at.unit};
}

QPointF pointOf(const Curve& curve, const CurveGeometry& at, std::uint64_t x, double percent) {
    const auto last = static_cast<double>(std::max<std::uint64_t>(1, curve.points.back().x));
    return {at.plot.left() + at.plot.width() * std::min(1.0, static_cast<double>(x) / last),
            at.plot.bottom() - at.plot.height() * percent / 100};
}

std::optional<std::uint64_t> blockAt(const BlockScene& scene, const SideGeometry& at, const QPointF& point) {
    if (!scene.occupancy) return std::nullopt;
    for (std::size_t i = 0; i < at.vessels.size(); ++i) {
        const std::uint64_t portions = portionsOf(scene.vessels[i]);
        if (!scene.vessels[i].known || portions == 0) continue;
        for (std::uint64_t index = 0; index < (scene.occupancy->blocksPerSm + 1) * portions; ++index)
            if (portionRect(scene.vessels[i], at.vessels[i], index).contains(point)) return index / portions;
    }
    return std::nullopt;
}

std::optional<CurvePlace> curveAt(const BlockScene& scene, const SideGeometry& at, const QPointF& point) {
    for (std::size_t i = 0; i < at.curves.size(); ++i) {
        const Curve& curve = scene.curves[i];
        if (!at.curves[i].all.contains(point) || curve.points.empty()) continue;
        CurvePlace place{i, 0, {}};
        double nearest = 1e9;
        for (std::size_t k = 0; k < curve.points.size(); ++k) {
            const double away = std::abs(pointOf(curve, at.curves[i], curve.points[k].x, 0).x() - point.x());
            if (away < nearest) nearest = away, place.point = k;
        }
        double closest = kMostHit;
        for (std::size_t k = 0; k < curve.choices.size(); ++k) {
            const QPointF to = pointOf(curve, at.curves[i], curve.choices[k].x, curve.choices[k].percent) - point;
            if (std::hypot(to.x(), to.y()) < closest) closest = std::hypot(to.x(), to.y()), place.choice = k;
        }
        return place;
    }
    return std::nullopt;
}

}  // namespace lanescope::block
