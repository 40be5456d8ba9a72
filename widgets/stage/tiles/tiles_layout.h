// SPDX-License-Identifier: GPL-3.0-or-later
// Where everything of a block's picture lies: one arrangement for its whole run, so that nothing moves but values.
#pragma once

#include <QRectF>
#include <QString>
#include <optional>
#include <vector>

#include "widgets/stage/tiles/tiles_scene.h"
#include "widgets/style/theme.h"

namespace lanescope::tiles {

/// Cells of one size; number n lies at line n / across.
struct Grid {
    QRectF cells;
    double width = 0;  ///< of a cell
    double height = 0;
    std::uint64_t across = 1;
    std::uint64_t lines = 0;

    [[nodiscard]] QRectF cell(std::uint64_t number) const;
    [[nodiscard]] QRectF box(const Box& lines) const;
};

/// An array, or a part of it. One of a single row or column is wrapped.
struct ArrayGrid {
    std::size_t array = 0;
    Box part;
    bool wrapped = false;
    bool isOperand = false;     ///< of a product: the part that feeds the sums
    std::uint64_t columns = 1;  ///< of the array
    std::uint64_t rows = 1;     ///< likewise
    QRectF name;
    Grid grid;

    [[nodiscard]] std::optional<QRectF> cell(std::uint64_t element) const;
    [[nodiscard]] std::optional<std::uint64_t> at(const QPointF& point) const;
    /// Of a box of elements; of a wrapped array all its cells.
    [[nodiscard]] QRectF box(const Box& elements) const;
};

struct SlotRow {
    QRectF name;
    Grid grid;
};

struct PlaneGrid {
    QRectF name;
    QRectF caption;
    Grid grid;
    bool wrapped = false;
};

struct Heading {
    enum class Lane { Global, Shared, Registers, Read };
    Lane lane = Lane::Global;
    QRectF rect;
};

/// Sides of cells that two sides have in common, so that they are drawn at one scale; 0 = as large as there is room
/// for.
struct Scales {
    double global = 0;
    double shared = 0;
    double plane = 0;
    double slot = 0;
};

struct Layout {
    QRectF rect;
    std::vector<Heading> headings;
    std::vector<ArrayGrid> grids;
    std::vector<SlotRow> slots;
    std::optional<PlaneGrid> plane;
    bool product = false;
    QRectF leftChips;   ///< of a product: between the left array and the plane
    QRectF aboveChips;  ///< between the upper array and the plane
    QRectF counts;      ///< right of the plane
    QRectF equation;
    bool slotsYield = false;  ///< rows and equation share one place: the equation shows while all rows are empty
    QRectF passTop;           ///< ways past the shared arrays; empty if there are none
    QRectF passBottom;
    double globalRight = 0;    ///< where the lane of global memory ends
    double registersLeft = 0;  ///< where that of registers begins
    Scales scales;             ///< that came of it

    /// Where a spot shows; nothing if it does not.
    [[nodiscard]] std::optional<QRectF> rectOf(const Spot& spot) const;
    [[nodiscard]] const ArrayGrid* gridOf(std::size_t array) const;
    /// The operands' grids stay, and show what feeds the plane now.
    void follow(const Scene& scene);
};

[[nodiscard]] Layout layOut(const Block& block, const QRectF& rect, const Theme& theme, const Scales& atMost = {});

}  // namespace lanescope::tiles
