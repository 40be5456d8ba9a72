// SPDX-License-Identifier: GPL-3.0-or-later
// Where things of the warps view lie: groups of columns from left to right, bands of lanes from top to bottom. Which
// groups are shown depends on the present one only, so that nothing moves while one steps within it.
#pragma once

#include <QRectF>
#include <memory>
#include <vector>

#include "widgets/stage/warps/warps_scene.h"
#include "widgets/style/theme.h"

namespace lanescope::warps {

struct Extent {
    double left = 0;
    double right = 0;
    [[nodiscard]] double width() const { return right - left; }
    [[nodiscard]] double middle() const { return (left + right) / 2; }
};

/// Groups [first, end) are on the page.
struct Page {
    std::size_t first = 0;
    std::size_t end = 0;
    [[nodiscard]] std::size_t size() const { return end - first; }
    friend bool operator==(const Page&, const Page&) = default;
};

struct GroupBox {
    std::size_t group = 0;
    Extent x;
    std::vector<Extent> columns;
};

struct Band {
    std::uint32_t warp = 0;
    double top = 0;
    double height = 0;
    [[nodiscard]] double pitch() const { return height / simt::kWarpSize; }
    [[nodiscard]] double bottom() const { return top + height; }
};

struct Layout {
    QRectF whole;
    QRectF heading;
    QRectF names;      ///< of the groups
    QRectF labels;     ///< beside the bands
    QRectF field;      ///< all bands, with the room for signs above each
    QRectF lanes;      ///< the numbers below
    QRectF squares;    ///< one a warp
    double signs = 0;  ///< room above each band for forks and meetings; 0 = none
    Page page;
    std::vector<GroupBox> groups;
    std::vector<Band> bands;

    [[nodiscard]] const GroupBox* boxOf(std::size_t group) const;
    /// Of a column in a band, or in all of them.
    [[nodiscard]] QRectF cell(const Extent& column, const Band& band) const {
        return {column.left, band.top, column.width(), band.height};
    }
};

/// How wide a column would like to be, in pixels for text of normal size.
[[nodiscard]] double naturalWidth(const Column& column);
/// How wide a group would like to be, likewise: the sums of its columns by kind, and what lies between them.
struct Wish {
    double asks = 0;
    double works = 0;
    double barriers = 0;
    double gaps = 0;
};
[[nodiscard]] Wish wishOf(const Group& group);

/// The room that bands and groups have of a side: below its heading, beside the labels.
[[nodiscard]] QRectF fieldOf(const Theme& theme, const QRectF& side);

/// Of the width that sides have together, the share of each: halves, unless one has more rounds to show.
[[nodiscard]] std::vector<double> sharesOf(const std::vector<std::unique_ptr<WarpsScene>>& sides);

/// How many groups of a block find room beside each other in `width` pixels.
[[nodiscard]] std::size_t groupsOnPage(const Theme& theme, const WarpsScene& scene, double width);
/// The page that a group is on, of pages of `most` groups.
[[nodiscard]] Page pageOf(const WarpsScene& scene, std::size_t most, std::size_t group);

/// `wishes`: by group of the page, how wide it would like to be, where another side's is wider; empty: as the scene has
/// them. All sides that get the same ones have the same scale.
[[nodiscard]] Layout layOut(const Theme& theme, const QRectF& side, const WarpsScene& scene, const Page& page,
                            const std::vector<Wish>& wishes);

}  // namespace lanescope::warps
