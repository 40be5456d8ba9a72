// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a flow graph: boxes with short names, ways between them, lanes as dots.
#pragma once

#include <QPainter>
#include <QPainterPath>
#include <functional>

#include "widgets/stage/warps/flow_graph.h"
#include "widgets/stage/warps/lane_places.h"
#include "widgets/stage/warps/warps_painter.h"

namespace lanescope::warps {

/// Where a graph's nodes lie in a rectangle.
class FlowLayout {
public:
    /// `beside`: room for a name to the left of each warp's dots.
    FlowLayout(const Theme& theme, const FlowGraph& graph, const QRectF& rect, std::size_t warps, double beside);

    [[nodiscard]] QRectF box(std::uint32_t node) const;
    /// Dots of the shown warp number `row` that stand at the node: below its box.
    [[nodiscard]] QRectF dots(std::uint32_t node, std::size_t row) const;
    /// The same on the way of an edge that passes ranks by.
    [[nodiscard]] QRectF dotsOn(const FlowEdge& edge, std::size_t row) const;
    [[nodiscard]] QPainterPath way(const FlowEdge& edge) const;
    /// Between the middles of two dots.
    [[nodiscard]] double pitch() const { return m_pitch; }
    [[nodiscard]] QPointF dot(const QRectF& area, unsigned lane) const;

private:
    [[nodiscard]] QRectF dotsAt(double middle, double top, std::size_t row) const;
    [[nodiscard]] double x(double share) const { return m_rect.left() + share * m_rect.width(); }
    [[nodiscard]] double top(std::uint32_t rank) const { return m_rect.top() + rank * m_step; }

    const FlowGraph& m_graph;
    QRectF m_rect;
    double m_step = 0;
    double m_box = 0;
    std::vector<double> m_widths;  ///< of boxes, by rank
    double m_pitch = 0;
    double m_between = 0;
    double m_beside = 0;
    unsigned m_across = 16;  ///< dots in a line
};

/// A box's name, by what its code does or asks.
[[nodiscard]] QString nameOf(const WarpsScene& scene, const FlowNode& node);
/// As the columns of a group that show the same code.
[[nodiscard]] QColor colourOf(const Theme& theme, const WarpsScene& scene, const FlowNode& node, std::size_t group,
                              SideOf side);

void paintGraph(QPainter& painter, const Theme& theme, const WarpsScene& scene, const FlowGraph& graph,
                const FlowLayout& layout, std::size_t group, std::optional<std::uint32_t> present, SideOf side);
/// A lane: a filled dot runs, a hollow one waits.
void paintDot(QPainter& painter, const Theme& theme, const QPointF& at, double pitch, LanePlace::State state,
              const QColor& colour);

}  // namespace lanescope::warps
