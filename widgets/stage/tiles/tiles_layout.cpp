// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/tiles/tiles_layout.h"

#include <QFontMetricsF>
#include <algorithm>
#include <bit>
#include <cmath>

#include "widgets/paint/marks.h"

namespace lanescope::tiles {
namespace {

// On a stage of 1440 × 840; on larger ones more.
constexpr double kMostArrayCell = 56;
constexpr double kMostVectorCell = 48;
constexpr double kMostSumCell = 64;
constexpr double kMostSlotCell = 44;
constexpr std::uint64_t kWarpRow = simt::kWarpSize;

double limited(double cell, double most) { return most > 0 ? std::min(cell, most) : cell; }

/// Whole pixels where cells are large enough for the difference not to matter.
double rounded(double cell) { return cell >= 8 ? std::floor(cell) : cell >= 1 ? std::floor(cell * 2) / 2 : cell; }

Grid gridAt(const QPointF& at, double width, double height, std::uint64_t across, std::uint64_t count) {
    Grid grid;
    grid.width = width;
    grid.height = height;
    grid.across = std::max<std::uint64_t>(1, across);
    grid.lines = (count + grid.across - 1) / grid.across;
    grid.cells = {at.x(), at.y(), static_cast<double>(grid.across) * width, static_cast<double>(grid.lines) * height};
    return grid;
}

struct Maker {
    const Block& block;
    const Theme& theme;
    const Scales& atMost;
    Layout& layout;
    double margin, name, least, between, top, bottom, left, right;

    Maker(const Block& of, const QRectF& rect, const Theme& look, const Scales& most, Layout& to)
        : block(of), theme(look), atMost(most), layout(to) {
        const bool compact = theme.isCompact();
        margin = theme.scaled(compact ? 16 : 24);
        name = std::ceil(QFontMetricsF(theme.type(Type::Name)).height()) + theme.scaled(compact ? 2 : 4);
        least = std::ceil(QFontMetricsF(theme.type(Type::Least)).height());
        between = theme.scaled(compact ? 8 : 20);
        const double head = std::ceil(QFontMetricsF(theme.type(Type::Title)).height()) + theme.scaled(paint::kGrid);
        headTop = rect.top() + theme.scaled(compact ? 8 : 16);
        top = headTop + head + theme.scaled(compact ? 6 : 16);
        bottom = rect.bottom() - theme.scaled(compact ? 6 : 16);
        left = rect.left() + margin;
        right = rect.right() - margin;
        roomy = std::max(1.0, std::min(rect.width() / theme.scaled(1440), rect.height() / theme.scaled(840)));
    }
    double headTop = 0;
    double roomy = 1;  ///< how much larger than usual the stage is
    [[nodiscard]] double atMostSide(double cell) const { return theme.scaled(cell) * roomy; }

    [[nodiscard]] std::vector<std::size_t> arraysOf(bool shared) const {
        std::vector<std::size_t> found;
        for (std::size_t i = 0; i < block.arrays().size(); ++i)
            if (block.arrays()[i].isShared() == shared) found.push_back(i);
        return found;
    }
    void heading(Heading::Lane lane, double x, double width) const {
        layout.headings.push_back({lane, {x, headTop, width, top - headTop}});
    }
    [[nodiscard]] bool compact() const { return theme.isCompact(); }

    /// A vector as lines of full width: the largest cells that take no more than `height`.
    [[nodiscard]] ArrayGrid vectorGrid(std::size_t array, double width, double height) const {
        const std::uint64_t count = block.arrays()[array].elements();
        double cell = atMostSide(kMostVectorCell);
        std::uint64_t across = 1;
        for (;; cell = cell > theme.scaled(8) ? cell - 1 : cell * 0.9) {
            across = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(width / cell));
            across = across >= count ? count : std::bit_floor(across);
            const std::uint64_t lines = (count + across - 1) / across;
            if (static_cast<double>(lines) * cell <= height || cell < 0.05) break;
        }
        ArrayGrid grid;
        grid.wrapped = true;
        // A few numbers have room to be written however long they are.
        constexpr std::uint64_t kFew = 4;
        const double wide =
            count <= kFew ? std::min(theme.scaled(88), width / static_cast<double>(count)) : rounded(cell);
        // Lines are as many as they are: what is left below makes them higher.
        const double lines = std::ceil(static_cast<double>(count) / static_cast<double>(across));
        const double high = std::min({height / lines, 1.5 * cell, atMostSide(kMostVectorCell)});
        grid.grid = gridAt({}, wide, std::max(rounded(cell), rounded(high)), across, count);
        return grid;
    }

    /// In how many columns matrices are largest.
    [[nodiscard]] std::size_t columnsFor(const std::vector<std::size_t>& arrays, double width, double height) const {
        constexpr std::size_t kFewArrays = 4;
        constexpr std::size_t kMostColumns = 4;
        if (arrays.size() < kFewArrays) return 1;
        double best = 0;
        std::size_t found = 1;
        for (std::size_t n = 1; n <= kMostColumns; ++n) {
            const std::size_t high = (arrays.size() + n - 1) / n;
            if (n > 1 && high >= arrays.size()) break;
            const double each = (width - static_cast<double>(n - 1) * theme.scaled(16)) / static_cast<double>(n);
            double cell = 1e9;
            for (std::size_t i = 0; i < arrays.size(); i += high) {
                double rows = 0;
                for (std::size_t k = i; k < std::min(i + high, arrays.size()); ++k) {
                    const Array& of = block.arrays()[arrays[k]];
                    if (of.isVector()) return 1;
                    rows += static_cast<double>(of.rows);
                    cell = std::min(cell, each / static_cast<double>(of.columns));
                }
                const auto count = static_cast<double>(std::min(high, arrays.size() - i));
                cell = std::min(cell, std::max(1.0, height - count * name - (count - 1) * between) / rows);
            }
            if (cell > best * 1.1) {
                best = cell;
                found = n;
            }
        }
        return found;
    }

    /// Arrays below each other. Gives the side of the matrices' cells.
    double stack(const std::vector<std::size_t>& arrays, double x, double from, double width, double to, double most) {
        if (arrays.empty()) return 0;
        if (const std::size_t abreast = columnsFor(arrays, width, to - from); abreast > 1) {
            // Many matrices stand in several columns, at one scale.
            const double gap = theme.scaled(16);
            const double each = (width - static_cast<double>(abreast - 1) * gap) / static_cast<double>(abreast);
            const std::size_t high = (arrays.size() + abreast - 1) / abreast;
            double scale = most;
            for (int pass = 0; pass < 2; ++pass) {
                const std::size_t before = layout.grids.size();
                for (std::size_t i = 0; i < arrays.size(); i += high) {
                    const std::vector<std::size_t> part(
                        arrays.begin() + static_cast<std::ptrdiff_t>(i),
                        arrays.begin() + static_cast<std::ptrdiff_t>(std::min(i + high, arrays.size())));
                    const double cell =
                        stack(part, x + static_cast<double>(i / high) * (each + gap), from, each, to, scale);
                    if (cell > 0) scale = scale > 0 ? std::min(scale, cell) : cell;
                }
                if (pass == 0) layout.grids.resize(before);
            }
            return scale;
        }
        const auto count = static_cast<double>(arrays.size());
        const double room = std::max(8.0, to - from - count * name - (count - 1) * between);
        double rows = 0;
        double columns = 1;
        double vectors = 0;
        std::vector<ArrayGrid> made(arrays.size());
        double smaller = 0;  // matrices that take less than their share leave it to the vectors
        for (const std::size_t array : arrays) {
            const Array& of = block.arrays()[array];
            if (of.isVector()) continue;
            rows += static_cast<double>(of.rows);
            columns = std::max(columns, static_cast<double>(of.columns));
        }
        for (std::size_t i = 0; i < arrays.size(); ++i) {
            if (!block.arrays()[arrays[i]].isVector()) continue;
            made[i] = vectorGrid(arrays[i], width, rows > 0 ? room / count * 0.7 : room / count);
            vectors += made[i].grid.cells.height();
        }
        double cell = atMostSide(kMostArrayCell);
        if (rows > 0) cell = std::min({cell, width / columns, (room - vectors) / rows});
        cell = limited(rounded(cell), most);
        smaller = room - vectors - rows * cell;
        double y = from;
        for (std::size_t i = 0; i < arrays.size(); ++i) {
            const Array& of = block.arrays()[arrays[i]];
            ArrayGrid& grid = made[i];
            if (!of.isVector()) grid.grid = gridAt({}, cell, cell, of.columns, of.elements());
            grid.array = arrays[i];
            grid.part = {0, 0, of.rows, of.columns};
            grid.columns = of.columns;
            grid.rows = of.rows;
            grid.name = {x, y, width, name};
            grid.grid.cells.moveTopLeft({x, y + name});
            y += name + grid.grid.cells.height() + between + std::clamp(smaller / count, 0.0, theme.scaled(12));
            layout.grids.push_back(grid);
        }
        return rows > 0 ? cell : 0;
    }

    /// A row of a warp's values, in two lines unless there is width for one.
    [[nodiscard]] Grid slotGrid(double width) const {
        const double largest = (layout.product ? 24 : kMostSlotCell) * roomy;
        const std::uint64_t lanes = std::min<std::uint64_t>(kWarpRow, block.flow().trace().launch().block.count());
        const double most = theme.scaled(compact() ? 22 : largest);
        const bool one = width >= static_cast<double>(lanes) * theme.scaled(24);
        const std::uint64_t across = one ? lanes : std::min<std::uint64_t>(lanes, kWarpRow / 2);
        const double cell = std::floor(std::min(most, width / static_cast<double>(std::max<std::uint64_t>(1, across))));
        return gridAt({}, cell,
                      limited(cell, theme.scaled(compact() ? 32
                                                 : one     ? 28 * roomy
                                                           : 40 * roomy)),
                      across, lanes);
    }
    [[nodiscard]] double slotsHeight(double width) const {
        return block.slots() * (name + slotGrid(width).cells.height() + theme.scaled(compact() ? 4 : 8));
    }
    /// Rows below each other from y on, as many as there is room for; where they end.
    double placeSlots(double x, double y, double width, double to) {
        const double one = name + slotGrid(width).cells.height();
        for (std::uint32_t slot = 0; slot < block.slots() && (slot == 0 || y + one <= to); ++slot) {
            SlotRow row;
            row.name = {x, y, width, name};
            row.grid = slotGrid(width);
            row.grid.cells.moveTopLeft({x, y + name});
            y = row.grid.cells.bottom() + theme.scaled(compact() ? 4 : 8);
            layout.scales.slot = row.grid.width;
            layout.slots.push_back(row);
        }
        return y;
    }
    [[nodiscard]] double equationHeight() const {
        return name + theme.scaled(compact() ? 30 : 44) + least + theme.scaled(4);
    }

    void plain();
    void product();
    void others(double x, double width, double from, double to, double most);
    void registers(double x, double width);
};

void Maker::registers(double x, double width) {
    double y = placeSlots(x, top, width, bottom);
    const flow::Owned& owned = block.flow().owned();
    if (owned.rows() == 0) {
        layout.equation = {x, y + theme.scaled(8), width, equationHeight()};
        return;
    }
    PlaneGrid plane;
    plane.wrapped = owned.rows() == 1 || owned.columns() == 1;
    const std::uint64_t count = std::uint64_t{owned.rows()} * owned.columns();
    std::uint64_t across = owned.columns();
    if (plane.wrapped) {
        const std::uint64_t most =
            width >= theme.scaled(kWarpRow * 24) || count > kWarpRow * 12 ? kWarpRow : kWarpRow / 2;
        across = std::min(count, most);
    }
    const std::uint64_t lines = (count + across - 1) / across;
    plane.name = {x, y, width, name};
    y += name;
    const double room = bottom - y - least - theme.scaled(6) - equationHeight();
    double cell = std::min({atMostSide(kMostSumCell), width / static_cast<double>(across),
                            std::max(room, theme.scaled(40)) / static_cast<double>(lines)});
    cell = limited(rounded(cell), atMost.plane);
    // Lanes stand below their values.
    if (plane.wrapped && !layout.slots.empty() && layout.slots.front().grid.across == across)
        cell = std::min(cell, layout.slots.front().grid.width);
    plane.grid = gridAt({x, y}, cell, cell, across, count);
    plane.caption = {x, plane.grid.cells.bottom() + theme.scaled(6), width, least};
    layout.scales.plane = cell;
    layout.equation = {x, std::max(plane.caption.bottom(), bottom - equationHeight()), width, equationHeight()};
    if (bottom - equationHeight() - plane.caption.bottom() > theme.scaled(24))
        layout.equation.moveTop(plane.caption.bottom() + theme.scaled(24));
    layout.plane = plane;
}

void Maker::plain() {
    const std::vector<std::size_t> globals = arraysOf(false);
    const std::vector<std::size_t> shared = arraysOf(true);
    const bool hasRegisters = block.slots() > 0 || block.flow().owned().rows() > 0;
    struct Lane {
        Heading::Lane lane;
        double weight;
    };
    std::vector<Lane> lanes;
    // Vectors lie in lines of full width; matrices are as wide as their heights allow.
    const bool vectors = std::ranges::all_of(globals, [&](std::size_t a) { return block.arrays()[a].isVector(); });
    if (!globals.empty()) lanes.push_back({Heading::Lane::Global, !shared.empty() ? 1.0 : vectors ? 1.7 : 1.2});
    if (!shared.empty()) lanes.push_back({Heading::Lane::Shared, 1.25});
    if (hasRegisters) lanes.push_back({Heading::Lane::Registers, shared.empty() ? 1.5 : 2.0});
    if (lanes.empty()) return;
    const auto gaps = static_cast<double>(lanes.size() - 1);
    const double gap = std::max(theme.scaled(compact() ? 56 : 96), (right - left) * (shared.empty() ? 0.12 : 0.085));
    const double width = right - left - gaps * gap;
    double weights = 0;
    for (const Lane& lane : lanes) weights += lane.weight;
    // Rows of values alone need no more than their cells; the rest is the others'.
    double registersWidth = 0;
    if (hasRegisters) {
        const double share = width * lanes.back().weight / weights;
        registersWidth = block.flow().owned().rows() > 0 ? share : std::min(share, atMostSide(kWarpRow / 2 * 36));
        weights -= lanes.back().weight;
    }
    double x = left;
    for (const Lane& lane : lanes) {
        const double mine = std::floor(lane.lane == Heading::Lane::Registers ? registersWidth
                                       : weights > 0 ? (width - registersWidth) * lane.weight / weights
                                                     : width);
        heading(lane.lane, x, mine);
        switch (lane.lane) {
            case Heading::Lane::Global:
                layout.scales.global = stack(globals, x, top, mine, bottom, atMost.global);
                layout.globalRight = x + mine;
                break;
            case Heading::Lane::Shared: {
                const bool passes = !globals.empty() && hasRegisters;
                const double pass = passes ? theme.scaled(compact() ? 34 : 46) : 0;
                layout.passTop = {x, top - theme.scaled(4), mine, pass};
                const double from = passes ? layout.passTop.bottom() + theme.scaled(6) : top;
                layout.scales.shared = stack(shared, x, from, mine, bottom - pass, atMost.shared);
                layout.passBottom = {
                    x, std::min(bottom - pass, layout.grids.back().grid.cells.bottom() + theme.scaled(8)), mine, pass};
                break;
            }
            default: layout.registersLeft = x; registers(x, mine);
        }
        x += mine + gap;
    }
}

/// Shared arrays that are no operands, as tiles that are fetched ahead: beside each other, at the bottom of a room.
void Maker::others(double x, double width, double from, double to, double most) {
    const Product& of = *block.product();
    std::vector<std::size_t> arrays;
    double columns = 0;
    double rows = 1;
    for (const std::size_t array : arraysOf(true)) {
        if (array == of.left || array == of.above || block.arrays()[array].isVector()) continue;
        arrays.push_back(array);
        columns += static_cast<double>(block.arrays()[array].columns);
        rows = std::max(rows, static_cast<double>(block.arrays()[array].rows));
    }
    if (arrays.empty()) return;
    const double gap = theme.scaled(16);
    const double cell = rounded(
        std::min({(width - static_cast<double>(arrays.size() - 1) * gap) / columns, (to - from - name) / rows, most}));
    if (cell < 1) return;
    for (const std::size_t array : arrays) {
        const Array& what = block.arrays()[array];
        ArrayGrid grid;
        grid.array = array;
        grid.part = {0, 0, what.rows, what.columns};
        grid.columns = what.columns;
        grid.rows = what.rows;
        grid.grid = gridAt({x, to - rows * cell}, cell, cell, what.columns, what.elements());
        grid.name = {x, to - rows * cell - name, grid.grid.cells.width() + gap, name};
        layout.grids.push_back(grid);
        x += grid.grid.cells.width() + gap;
    }
}

void Maker::product() {
    const Product& of = *block.product();
    const flow::Owned& owned = block.flow().owned();
    layout.product = true;
    const double globalWidth = std::max(theme.scaled(compact() ? 112 : 160), (right - left) * 0.12);
    const double gap = theme.scaled(compact() ? 44 : 72);
    const double chips = theme.scaled(compact() ? 30 : 40);
    const double counts = theme.scaled(compact() ? 40 : 56);
    heading(Heading::Lane::Global, left, globalWidth);
    std::vector<std::size_t> globals = arraysOf(false);
    layout.scales.global = stack(globals, left, top, globalWidth, bottom, limited(1e9, atMost.global));
    layout.globalRight = left + globalWidth;

    const double x0 = left + globalWidth + gap;
    const double width = right - x0 - chips - counts;
    const double height = bottom - top - chips - least - theme.scaled(8);
    const auto rows = static_cast<double>(owned.rows());
    const auto columns = static_cast<double>(owned.columns());
    const auto deep = static_cast<double>(of.leftPart.columns);
    const auto high = static_cast<double>(of.abovePart.rows);
    const double leftShare = std::min(0.62, 0.9 * columns / deep);
    const double aboveShare = std::min(0.34, 0.42 * rows / high);
    double cell =
        std::min({atMostSide(kMostSumCell), width / (columns + leftShare * deep), height / (rows + aboveShare * high)});
    cell = limited(rounded(cell), atMost.plane);
    const double leftCell = rounded(std::min(cell * 1.35, (width - columns * cell) / deep));
    const double aboveCell = rounded(std::min(cell, (height - rows * cell) / high));
    layout.scales.plane = cell;

    const double planeX = right - counts - columns * cell;
    const double planeY = top + high * aboveCell + chips;
    PlaneGrid plane;
    plane.grid = gridAt({planeX, planeY}, cell, cell, owned.columns(), std::uint64_t{owned.rows()} * owned.columns());
    plane.caption = {planeX, plane.grid.cells.bottom() + theme.scaled(6), right - planeX, least};
    layout.plane = plane;
    layout.registersLeft = planeX;
    layout.counts = {plane.grid.cells.right() + theme.scaled(10), planeY, counts - theme.scaled(10), rows * cell};

    ArrayGrid a;
    a.array = of.left;
    a.part = of.leftPart;
    a.isOperand = true;
    a.columns = block.arrays()[of.left].columns;
    a.rows = block.arrays()[of.left].rows;
    a.grid = gridAt({planeX - chips - deep * leftCell, planeY}, leftCell, cell, of.leftPart.columns,
                    of.leftPart.rows * of.leftPart.columns);
    a.name = {a.grid.cells.left(), planeY - name, a.grid.cells.width(), name};
    ArrayGrid b;
    b.array = of.above;
    b.part = of.abovePart;
    b.isOperand = true;
    b.columns = block.arrays()[of.above].columns;
    b.rows = block.arrays()[of.above].rows;
    b.grid = gridAt({planeX, top}, cell, aboveCell, of.abovePart.columns, of.abovePart.rows * of.abovePart.columns);
    const double label = theme.scaled(compact() ? 76 : 128);
    b.name = {planeX - chips / 2 - label, top, label, name};
    layout.leftChips = {planeX - chips, planeY, chips, rows * cell};
    layout.aboveChips = {planeX, planeY - chips, columns * cell, chips};
    layout.grids.push_back(a);
    layout.grids.push_back(b);
    layout.scales.shared = leftCell;

    const bool fromShared = block.arrays()[of.left].isShared() || block.arrays()[of.above].isShared();
    heading(fromShared ? Heading::Lane::Shared : Heading::Lane::Read, x0, planeX - chips - x0);
    heading(Heading::Lane::Registers, planeX, right - planeX);

    // The corner between the two has room for what is on its way to them, and for one thread's arithmetic. Where the
    // plane is wider than what lies above it, there is more of it on the other side.
    const double beside = planeX + columns * cell - b.grid.cells.right() - theme.scaled(24);
    const bool roomBeside = beside > theme.scaled(compact() ? 180 : 280);
    if (roomBeside) layout.grids.back().name.moveLeft(b.grid.cells.right() + theme.scaled(16));
    const double cornerX = std::min(x0, a.grid.cells.left());
    const bool narrow = !roomBeside && b.name.left() - cornerX < theme.scaled(compact() ? 150 : 280);
    if (narrow) {
        b.name.moveBottom(b.grid.cells.bottom());
        layout.grids.back().name = b.name;
        b.name.moveLeft(planeX - chips);
    }
    const double cornerWidth = (roomBeside ? planeX - chips : b.name.left()) - cornerX - theme.scaled(8);
    const double cornerHeight = a.name.top() - top;
    const double slots = slotsHeight(cornerWidth);
    placeSlots(cornerX, top, cornerWidth, a.name.top());
    if (roomBeside) {
        layout.equation = {b.grid.cells.right() + theme.scaled(16), top + name + theme.scaled(6), beside,
                           equationHeight()};
    } else {
        layout.slotsYield = slots + equationHeight() > cornerHeight && block.slots() > 0;
        const double y =
            layout.slotsYield ? top : std::max(top + slots, a.name.top() - equationHeight() - theme.scaled(8));
        layout.equation = {cornerX, narrow && !layout.slotsYield ? top + slots : y, b.name.left() - cornerX,
                           equationHeight()};
    }
    others(cornerX, roomBeside ? planeX - chips - cornerX : b.name.left() - cornerX - theme.scaled(8),
           (layout.slotsYield || roomBeside ? top + std::max(slots, roomBeside ? 0 : equationHeight())
                                            : layout.equation.bottom()),
           a.name.top() - theme.scaled(8), leftCell);
    layout.passBottom = {a.grid.cells.left(), plane.grid.cells.bottom() + theme.scaled(4), a.grid.cells.width(),
                         bottom - plane.grid.cells.bottom() - theme.scaled(4)};
}

}  // namespace

QRectF Grid::cell(std::uint64_t number) const {
    return {cells.left() + static_cast<double>(number % across) * width,
            cells.top() + static_cast<double>(number / across) * height, width, height};
}

QRectF Grid::box(const Box& of) const {
    return {cells.left() + static_cast<double>(of.column) * width, cells.top() + static_cast<double>(of.row) * height,
            static_cast<double>(of.columns) * width, static_cast<double>(of.rows) * height};
}

std::optional<QRectF> ArrayGrid::cell(std::uint64_t element) const {
    if (wrapped) return grid.cell(element);
    const std::uint64_t row = element / columns;
    const std::uint64_t column = element % columns;
    if (!part.contains(row, column)) return std::nullopt;
    return grid.cell((row - part.row) * grid.across + column - part.column);
}

std::optional<std::uint64_t> ArrayGrid::at(const QPointF& point) const {
    if (!grid.cells.contains(point) || grid.width <= 0) return std::nullopt;
    const auto across = static_cast<std::uint64_t>((point.x() - grid.cells.left()) / grid.width);
    const auto line = static_cast<std::uint64_t>((point.y() - grid.cells.top()) / grid.height);
    if (across >= grid.across || line >= grid.lines) return std::nullopt;
    if (!wrapped) {
        if (part.row + line >= rows || part.column + across >= columns) return std::nullopt;
        return (part.row + line) * columns + part.column + across;
    }
    const std::uint64_t number = line * grid.across + across;
    if (number >= part.rows * part.columns) return std::nullopt;
    return number;
}

QRectF ArrayGrid::box(const Box& elements) const {
    if (wrapped) return grid.cells;
    Box moved = elements;
    moved.row -= part.row;
    moved.column -= part.column;
    return grid.box(moved);
}

const ArrayGrid* Layout::gridOf(std::size_t array) const {
    const ArrayGrid* found = nullptr;
    for (const ArrayGrid& grid : grids)
        if (grid.array == array && (found == nullptr || grid.isOperand)) found = &grid;
    return found;
}

void Layout::follow(const Scene& scene) {
    for (ArrayGrid& grid : grids) {
        if (!grid.isOperand) continue;
        const auto& part =
            &grid == &*std::ranges::find(grids, true, &ArrayGrid::isOperand) ? scene.leftPart : scene.abovePart;
        if (part) grid.part = *part;
    }
}

std::optional<QRectF> Layout::rectOf(const Spot& spot) const {
    switch (spot.kind) {
        case Spot::Kind::None: return std::nullopt;
        case Spot::Kind::Cell: {
            const ArrayGrid* grid = gridOf(spot.index);
            if (grid == nullptr) return std::nullopt;
            const auto cell = grid->cell(spot.number);
            if (cell) return cell;
            for (const ArrayGrid& other : grids)
                if (other.array == spot.index && !other.isOperand) return other.cell(spot.number);
            return std::nullopt;
        }
        case Spot::Kind::Slot: {
            if (spot.index < slots.size()) return slots[spot.index].grid.cell(spot.number);
            if (!product || !plane) return std::nullopt;
            // As large as a digit needs, if there is room.
            constexpr double kChip = 26;
            if (spot.index == Block::kLeft) {
                const QRectF row = plane->grid.cell(spot.number * plane->grid.across);
                const QSizeF side(std::min(kChip, leftChips.width() - 8), std::min(kChip, row.height() - 2));
                return QRectF(QPointF(leftChips.center().x() - side.width() / 2, row.center().y() - side.height() / 2),
                              side);
            }
            if (spot.index == Block::kAbove) {
                const QRectF column = plane->grid.cell(spot.number);
                const QSizeF side(std::min(kChip, column.width() - 2), std::min(kChip, aboveChips.height() - 8));
                return QRectF(
                    QPointF(column.center().x() - side.width() / 2, aboveChips.center().y() - side.height() / 2), side);
            }
            return std::nullopt;
        }
        case Spot::Kind::Sum:
            if (!plane) return std::nullopt;
            return plane->grid.cell(spot.number);
    }
    return std::nullopt;
}

Layout layOut(const Block& block, const QRectF& rect, const Theme& theme, const Scales& atMost) {
    Layout layout;
    layout.rect = rect;
    Maker maker(block, rect, theme, atMost, layout);
    if (block.product())
        maker.product();
    else
        maker.plain();
    return layout;
}

}  // namespace lanescope::tiles
