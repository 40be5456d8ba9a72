// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a laid-out block: what warps do is drawn once (paintStill), what changes with the cursor over it.
#pragma once

#include <QPainter>
#include <optional>

#include "widgets/stage/warps/warps_colours.h"
#include "widgets/stage/warps/warps_layout.h"

namespace lanescope::warps {

/// One block of those that are watched.
struct SideOf {
    std::size_t number = 0;
    std::size_t count = 1;
};

/// Where in time a block is drawn.
struct Moment {
    std::uint64_t position = 0;
    std::uint64_t before = 0;  ///< position that the present step began at
    double progress = 1;       ///< from there to here
    bool wholeGroup = false;   ///< the step is a phase
};

class WarpsPainter {
public:
    WarpsPainter(const Theme& theme, const WarpsScene& scene, const Layout& layout, SideOf side);

    /// Cells, barriers, forks and meetings of the page: nothing that the cursor changes.
    void paintStill(QPainter& painter) const;
    /// What has not happened yet is laid back, the present step framed.
    void paintMoment(QPainter& painter, const Moment& moment) const;
    /// Names above, numbers below, warps beside. `waits`: by warp, whether it waits at a barrier.
    void paintNames(QPainter& painter, std::size_t present, std::optional<std::uint32_t> warp,
                    const std::vector<bool>& waits) const;
    /// A thread that somebody points at.
    void paintThread(QPainter& painter, std::uint32_t warp, unsigned lane) const;

    /// Around the cells of the present step; empty if they are not on the page, or nothing has happened.
    [[nodiscard]] QRectF frameOf(const Moment& moment) const;
    /// How far to the right the warp has come.
    [[nodiscard]] double reached(std::uint32_t warp, std::uint64_t position) const;

private:
    void paintGroup(QPainter& painter, const GroupBox& box, const Band& band) const;
    void paintCell(QPainter& painter, const Extent& x, const Band& band, const Column& column) const;
    void paintBundle(QPainter& painter, const Extent& x, const Band& band, const Group& group, std::size_t first,
                     std::size_t end) const;
    void paintLanes(QPainter& painter, const Extent& x, const Band& band, simt::LaneMask lanes,
                    const QColor& colour) const;
    void paintWaiting(QPainter& painter, const Extent& x, const Band& band, simt::LaneMask lanes) const;
    void paintSigns(QPainter& painter, const GroupBox& box, bool both) const;
    struct ForkSign {
        double x = 0;
        double limit = 0;  ///< its words end here at the latest
        QString past, taken;
    };
    [[nodiscard]] std::vector<ForkSign> forkSigns(const GroupBox& box, const Band& band) const;
    [[nodiscard]] bool bothCountsFit() const;
    void paintForks(QPainter& painter, const GroupBox& box, const Band& band, bool both) const;
    void paintTimes(QPainter& painter, const GroupBox& box) const;
    void paintNumbers(QPainter& painter, const GroupBox& box, bool present) const;
    void paintLabels(QPainter& painter, std::optional<std::uint32_t> warp, const std::vector<bool>& waits) const;
    [[nodiscard]] QColor colourOf(const Column& column, const Cell& cell) const;

    const Theme& m_theme;
    const WarpsScene& m_scene;
    const Layout& m_layout;
    SideOf m_side;
    Hue m_hue;
};

/// What the signs mean, in a row.
void paintLegend(QPainter& painter, const Theme& theme, const QRectF& row, Hue hue, std::size_t sides);

/// What hues of work say where so many blocks are shown.
[[nodiscard]] Hue hueOf(const WarpsScene& scene, std::size_t sides);

/// A line that parts in two (or two that meet in one), around a point.
void paintFork(QPainter& painter, const Theme& theme, const QPointF& at, const QColor& colour, bool meets);

}  // namespace lanescope::warps
