// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/scenes/tiles_layout.h"

#include <QFontMetricsF>
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace lanescope {

namespace {

constexpr qreal kGap = 10;
constexpr qreal kLargestCell = 120;

qreal cellSize(const Region& region, const QSizeF& area) {
    if (region.empty()) return 0;
    return std::min({area.width() / static_cast<qreal>(region.columns), area.height() / static_cast<qreal>(region.rows),
                     kLargestCell});
}

/// Cells beside each other: of a vector as many as make its cells largest, in powers of two, so that the lanes of a
/// warp stand in order; of small ones the line is broken only if it would be thin.
std::uint64_t cellsAcross(const Region& region, const QSizeF& area, bool vector) {
    constexpr qreal kThin = 24;
    if (!vector || region.rows != 1 || cellSize(region, area) >= kThin) return region.columns;
    std::uint64_t best = region.columns;
    qreal largest = cellSize(region, area);
    for (std::uint64_t across = 1; across < region.columns; across *= 2) {
        const qreal cell = cellSize({0, 0, (region.columns + across - 1) / across, across}, area);
        if (cell < largest || (cell == largest && best != region.columns)) continue;
        largest = cell;
        best = across;
    }
    return best;
}

/// Of a vector in its lines.
Region linesOf(const Region& region, const QSizeF& area, bool vector) {
    const std::uint64_t across = std::max<std::uint64_t>(1, cellsAcross(region, area, vector));
    if (region.empty() || across == region.columns) return region;
    return {0, 0, (region.columns + across - 1) / across, across};
}

PanelLayout panelIn(const QRectF& frame, const ArrayShape& shape, const QFontMetricsF& metrics) {
    PanelLayout panel;
    panel.frame = frame;
    const qreal titleHeight = 2 * metrics.height();
    panel.title = QRectF(frame.left(), frame.top(), frame.width(), titleHeight);
    const qreal mapSide = std::min(titleHeight, frame.width() / 4);
    panel.minimap = QRectF(frame.right() - mapSide, frame.top(), mapSide, mapSide);
    const std::uint64_t last = shape.isVector() ? shape.columns : shape.rows;
    const QString widest = QString::number(last > 0 ? last - 1 : 0);
    panel.rowGutter = metrics.horizontalAdvance(widest) + 6;
    panel.columnGutter = metrics.height() + 2;
    panel.cells = frame.adjusted(panel.rowGutter, titleHeight + panel.columnGutter, 0, 0);
    return panel;
}

/// Splits `rect` into `count` columns with gaps.
QRectF columnOf(const QRectF& rect, std::size_t index, std::size_t count) {
    const qreal width = (rect.width() - kGap * static_cast<qreal>(count - 1)) / static_cast<qreal>(count);
    return {rect.left() + static_cast<qreal>(index) * (width + kGap), rect.top(), width, rect.height()};
}

QRectF rowOf(const QRectF& rect, std::size_t index, std::size_t count) {
    const qreal height = (rect.height() - kGap * static_cast<qreal>(count - 1)) / static_cast<qreal>(count);
    return {rect.left(), rect.top() + static_cast<qreal>(index) * (height + kGap), rect.width(), height};
}

std::size_t buffersIn(std::span<const ArrayShape> shapes) {
    return static_cast<std::size_t>(std::count_if(
        shapes.begin(), shapes.end(), [](const ArrayShape& s) { return s.array.kind == ArrayRef::Kind::Buffer; }));
}

void layoutAsProduct(TilesLayout& layout, std::span<const ArrayShape> shapes, const QRectF& rect,
                     const QFontMetricsF& metrics) {
    const QRectF top = rowOf(rect, 0, 2);
    const QRectF bottom = rowOf(rect, 1, 2);
    const QRectF corner = columnOf(top, 0, 2);
    const QRectF places[] = {columnOf(bottom, 0, 2), columnOf(top, 1, 2), columnOf(bottom, 1, 2)};
    for (std::size_t i = 0; i < 3; ++i) layout.panels.push_back(panelIn(places[i], shapes[i], metrics));
    // The shared arrays: in as many columns as make their smallest cell largest.
    const std::span<const ArrayShape> shared = shapes.subspan(3);
    std::vector<PanelLayout> best;
    qreal bestCell = -1;
    for (std::size_t columns = 1; columns <= shared.size(); ++columns) {
        const std::size_t rows = (shared.size() + columns - 1) / columns;
        std::vector<PanelLayout> panels;
        qreal cell = kLargestCell;
        for (std::size_t i = 0; i < shared.size(); ++i) {
            panels.push_back(
                panelIn(columnOf(rowOf(corner, i / columns, rows), i % columns, columns), shared[i], metrics));
            cell = std::min(cell, cellSize(shared[i].whole(), panels.back().cells.size()));
        }
        if (cell <= bestCell) continue;
        bestCell = cell;
        best = std::move(panels);
    }
    layout.panels.insert(layout.panels.end(), best.begin(), best.end());
}

void layoutInRows(TilesLayout& layout, std::span<const ArrayShape> shapes, const QRectF& rect,
                  const QFontMetricsF& metrics) {
    const std::size_t count = shapes.size();
    const qreal aspect = rect.width() / std::max<qreal>(1, rect.height());
    const auto columns = std::clamp<std::size_t>(
        static_cast<std::size_t>(std::lround(std::sqrt(static_cast<qreal>(count) * aspect))), 1, count);
    const std::size_t rows = (count + columns - 1) / columns;
    for (std::size_t i = 0; i < count; ++i)
        layout.panels.push_back(
            panelIn(columnOf(rowOf(rect, i / columns, rows), i % columns, columns), shapes[i], metrics));
}

void fillGrids(TilesLayout& layout, std::span<const ArrayShape> shapes, const QRectF& rect,
               const QFontMetricsF& metrics) {
    if (shapes.empty() || rect.isEmpty()) return;
    if (buffersIn(shapes) == 3)
        layoutAsProduct(layout, shapes, rect, metrics);
    else
        layoutInRows(layout, shapes, rect, metrics);
}

/// Side of the largest square that fits into every grid.
qreal smallestSide(const TilesLayout& layout) {
    if (layout.panels.empty()) return 0;
    qreal side = std::numeric_limits<qreal>::max();
    for (const PanelLayout& panel : layout.panels) side = std::min({side, panel.cells.width(), panel.cells.height()});
    return side;
}

/// Start and length of the page along one dimension.
std::pair<std::uint64_t, std::uint64_t> pageOf(std::uint64_t whole, std::uint64_t start, std::uint64_t unit,
                                               std::uint64_t capacity) {
    if (capacity >= whole) return {0, whole};
    const std::uint64_t page = unit > 0 && unit <= capacity ? capacity / unit * unit : capacity;
    return {std::min(start / page * page, whole - page), page};
}

}  // namespace

QList<LegendEntry> legendEntries() {
    const auto tr = [](const char* text) { return QCoreApplication::translate("lanescope::TilesPainter", text); };
    return {{CellState::ReadingNow, tr(QT_TRANSLATE_NOOP("lanescope::TilesPainter", "read now"))},
            {CellState::WritingNow, tr(QT_TRANSLATE_NOOP("lanescope::TilesPainter", "written now"))},
            {CellState::ReadBefore, tr(QT_TRANSLATE_NOOP("lanescope::TilesPainter", "read before by this block"))},
            {CellState::Untouched, tr(QT_TRANSLATE_NOOP("lanescope::TilesPainter", "holds a value"))},
            {CellState::Computed, tr(QT_TRANSLATE_NOOP("lanescope::TilesPainter", "computed by this block"))},
            {CellState::Uninitialised, tr(QT_TRANSLATE_NOOP("lanescope::TilesPainter", "no value yet"))},
            {CellState::Wrong, tr(QT_TRANSLATE_NOOP("lanescope::TilesPainter", "wrong in the end"))}};
}

QList<QRectF> placeLegend(const QRectF& rect, const QFontMetricsF& metrics) {
    const qreal line = metrics.height() + 6;
    const bool column = rect.height() > rect.width();
    QList<QRectF> places;
    QPointF at = rect.topLeft();
    for (const LegendEntry& entry : legendEntries()) {
        const qreal width = line + metrics.horizontalAdvance(entry.text) + 2;
        if (!places.isEmpty() && (column || at.x() + width > rect.right() + 1))
            at = QPointF(rect.left(), at.y() + line);
        places.append(QRectF(at, QSizeF(width, line)));
        at.rx() += width + 16;
    }
    return places;
}

TilesLayout layoutTiles(std::span<const ArrayShape> shapes, const QRectF& rect, const TilesStyle& style) {
    const QFontMetricsF metrics(style.font);
    const QRectF inner = rect.adjusted(kGap, kGap / 2, -kGap, -kGap / 2);

    TilesLayout beside;
    qreal widest = 0;
    for (const QRectF& place : placeLegend(QRectF(0, 0, 1, 2), metrics)) widest = std::max(widest, place.width());
    beside.legend = QRectF(inner.right() - widest, inner.top(), widest, inner.height());
    fillGrids(beside, shapes, inner.adjusted(0, 0, -widest - kGap, 0), metrics);

    TilesLayout below;
    // In a very small room the grids come first, and the legend's last entries go.
    const qreal needed = placeLegend(QRectF(0, 0, inner.width(), 1), metrics).back().bottom();
    const qreal line = metrics.height() + 6;
    const qreal height = std::min(needed, std::max(line, std::floor(inner.height() / 4 / line) * line));
    below.legend = QRectF(inner.left(), inner.bottom() - height, inner.width(), height);
    fillGrids(below, shapes, inner.adjusted(0, 0, 0, -height - kGap / 2), metrics);

    // Beside a legend that takes all the width there are no grids at all.
    return !beside.panels.empty() && smallestSide(beside) > smallestSide(below) ? beside : below;
}

QRectF CellGeometry::rectOf(std::uint64_t row, std::uint64_t column) const { return rectOf(Region{row, column, 1, 1}); }

QRectF CellGeometry::whole() const {
    return {origin.x(), origin.y(), static_cast<qreal>(across) * size, static_cast<qreal>(lines) * size};
}

QRectF CellGeometry::rest() const {
    const std::uint64_t used = isBroken() ? visible.columns % across : 0;
    if (used == 0) return {};
    return QRectF(QPointF(origin.x() + static_cast<qreal>(used) * size, whole().bottom() - size),
                  whole().bottomRight());
}

QRectF CellGeometry::rectOf(const Region& region) const {
    if (isBroken()) {
        const std::uint64_t at = region.column - visible.column;
        return {origin.x() + static_cast<qreal>(at % across) * size,
                origin.y() + static_cast<qreal>(at / across) * size, static_cast<qreal>(region.columns) * size, size};
    }
    // Signed: a region may begin before the visible part.
    const auto dx = static_cast<qreal>(static_cast<std::int64_t>(region.column - visible.column));
    const auto dy = static_cast<qreal>(static_cast<std::int64_t>(region.row - visible.row));
    return {origin.x() + dx * size, origin.y() + dy * size, static_cast<qreal>(region.columns) * size,
            static_cast<qreal>(region.rows) * size};
}

std::optional<CellGeometry::Cell> CellGeometry::at(QPointF point) const {
    if (size <= 0 || !whole().contains(point)) return std::nullopt;
    const auto line = static_cast<std::uint64_t>((point.y() - origin.y()) / size);
    const auto place = static_cast<std::uint64_t>((point.x() - origin.x()) / size);
    if (place >= across) return std::nullopt;
    const Cell cell = isBroken() ? Cell{visible.row, visible.column + line * across + place}
                                 : Cell{visible.row + line, visible.column + place};
    if (!visible.contains(cell.row, cell.column)) return std::nullopt;
    return cell;
}

CellGeometry geometryOf(const QRectF& cells, const Region& visible, bool vector) {
    CellGeometry geometry;
    geometry.visible = visible;
    const Region lines = linesOf(visible, cells.size(), vector);
    geometry.across = lines.columns;
    geometry.lines = lines.rows;
    geometry.origin = QPointF(std::round(cells.left()), std::round(cells.top()));
    const qreal exact = std::max<qreal>(0, cellSize(lines, cells.size()));
    geometry.size = exact >= 4 ? std::floor(exact) : exact;
    return geometry;
}

std::uint64_t vectorCapacity(const QSizeF& area, qreal cell) {
    const auto fitting = [cell](qreal pixels) {
        return static_cast<std::uint64_t>(std::max<qreal>(1, std::floor(pixels / cell)));
    };
    return std::bit_floor(fitting(area.width())) * fitting(area.height());
}

Region followRegion(const FollowInput& input, const QSizeF& area) {
    const Region& whole = input.whole;
    const bool vector = whole.rows == 1;
    const qreal comfortable = vector ? kComfortableVectorCell : kComfortableCell;
    const auto fits = [&](const Region& region) {
        return cellSize(linesOf(region, area, vector), area) >= comfortable;
    };
    if (fits(whole)) return whole;
    if (!input.ever.empty() && fits(input.ever)) return input.ever;
    const auto capacity = [](qreal pixels) {
        return static_cast<std::uint64_t>(std::max<qreal>(1, std::floor(pixels / kComfortableCell)));
    };
    // Room for what the block touches at all; the rest of the matrix is on the minimap.
    const Region& bounds = input.ever.empty() ? whole : input.ever;
    const Region& unit = input.lately.empty() ? bounds : input.lately;
    Region anchor = input.now;
    if (anchor.empty()) {
        const Region& previous = input.previous;
        const bool unitFits = fits(unit);
        const bool stillRight = !previous.empty() && fits(previous) && bounds.contains(previous.row, previous.column) &&
                                (!unitFits || previous.contains(unit.row, unit.column));
        if (stillRight) return previous;
        anchor = unit;
    }
    const auto [row, rows] =
        pageOf(bounds.rows, std::max(anchor.row, bounds.row) - bounds.row, unit.rows, capacity(area.height()));
    const auto [column, columns] =
        pageOf(bounds.columns, std::max(anchor.column, bounds.column) - bounds.column, unit.columns,
               vector ? vectorCapacity(area, kComfortableVectorCell) : capacity(area.width()));
    return {bounds.row + row, bounds.column + column, rows, columns};
}

}  // namespace lanescope
