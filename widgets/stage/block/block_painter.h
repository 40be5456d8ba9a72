// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a multiprocessor that fills with blocks: a vessel for each resource, with the same block in the same shade in
// all of them, the next one dashed where it does not fit, and below them the occupancy of other blocks.
#pragma once

#include <QPainter>
#include <optional>
#include <vector>

#include "widgets/stage/block/block_scene.h"
#include "widgets/style/theme.h"

namespace lanescope::block {

struct VesselGeometry {
    QRectF all;   ///< with its words
    QRectF body;  ///< what the multiprocessor has; portions that do not fit stand above it
    unsigned columns = 1;
    double unit = 0;  ///< height of a portion
};
struct CurveGeometry {
    QRectF all;
    QRectF plot;
};
struct SideGeometry {
    QRectF all;
    QRectF number;        ///< the occupancy, large, and its words
    bool narrow = false;  ///< words stand here alone, and none below the vessels
    std::vector<VesselGeometry> vessels;
    std::vector<CurveGeometry> curves;
};

[[nodiscard]] SideGeometry layOut(const Theme& theme, const BlockScene& scene, const QRectF& rect);

/// Where portion number `index` of a vessel lies, from 0 on; above the body if there is no room for it.
[[nodiscard]] QRectF portionRect(const Vessel& vessel, const VesselGeometry& at, std::uint64_t index);
/// Portions of a block.
[[nodiscard]] std::uint64_t portionsOf(const Vessel& vessel);
/// Where a curve's value lies.
[[nodiscard]] QPointF pointOf(const Curve& curve, const CurveGeometry& at, std::uint64_t x, double percent);

/// What of it is shown now.
struct BlockLook {
    double landed = 1e9;                   ///< blocks that have come; of the last one the share of its way
    std::optional<std::uint64_t> pointed;  ///< block
    std::optional<std::size_t> choice;     ///< of the first curve
    bool focused = false;
};
void paint(QPainter& painter, const Theme& theme, const BlockScene& scene, const SideGeometry& at,
           const BlockLook& look);

/// Block at a point; the one that does not fit is number blocksPerSm.
[[nodiscard]] std::optional<std::uint64_t> blockAt(const BlockScene& scene, const SideGeometry& at,
                                                   const QPointF& point);
/// Point of a curve that is nearest to the mouse.
struct CurvePlace {
    std::size_t curve = 0;
    std::size_t point = 0;              ///< into Curve::points
    std::optional<std::size_t> choice;  ///< that is as near
};
[[nodiscard]] std::optional<CurvePlace> curveAt(const BlockScene& scene, const SideGeometry& at, const QPointF& point);

}  // namespace lanescope::block
