// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/scenes/tiles_layout.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

namespace lanescope {

namespace {

constexpr qreal kGap = 10;
constexpr qreal kLargestCell = 120;

qreal cellSize(const Region& region, const QSizeF& area) {
    if (region.empty()) return 0;
    return std::min({area.width() / static_cast<qreal>(region.columns), area.height() / static_cast<qreal>(region.rows),
                     kLargestCell});
}

PanelLayout panelIn(const QRectF& frame, const ArrayShape& shape, const QFontMetricsF& metrics) {
    PanelLayout panel;
    panel.frame = frame;
    const qreal titleHeight = 2 * metrics.height();
    panel.title = QRectF(frame.left(), frame.top(), frame.width(), titleHeight);
    const qreal mapSide = std::min(titleHeight, frame.width() / 4);
    panel.minimap = QRectF(frame.right() - mapSide, frame.top(), mapSide, mapSide);
    const QString widest = QString::number(shape.rows > 0 ? shape.rows - 1 : 0);
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
    const std::size_t shared = shapes.size() - 3;
    for (std::size_t i = 0; i < shared; ++i)
        layout.panels.push_back(panelIn(columnOf(corner, i, shared), shapes[3 + i], metrics));
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

TilesLayout layoutTiles(std::span<const ArrayShape> shapes, const QRectF& rect, const TilesStyle& style) {
    constexpr qreal kWide = 1.6;
    TilesLayout layout;
    const QFontMetricsF metrics(style.font);
    const qreal line = metrics.height() + 6;
    const QRectF inner = rect.adjusted(kGap, kGap / 2, -kGap, -kGap / 2);
    QRectF grids = inner;
    if (rect.width() > kWide * rect.height()) {
        qreal widest = 0;
        for (const LegendEntry& entry : legendEntries())
            widest = std::max(widest, metrics.horizontalAdvance(entry.text));
        const qreal width = widest + line + 10;
        layout.legend = QRectF(inner.right() - width, inner.top(), width, inner.height());
        grids.setRight(layout.legend.left() - kGap);
    } else {
        layout.legend = QRectF(inner.left(), inner.bottom() - 2 * line, inner.width(), 2 * line);
        grids.setBottom(layout.legend.top() - kGap / 2);
    }
    if (shapes.empty() || grids.isEmpty()) return layout;
    if (buffersIn(shapes) == 3)
        layoutAsProduct(layout, shapes, grids, metrics);
    else
        layoutInRows(layout, shapes, grids, metrics);
    return layout;
}

QRectF CellGeometry::rectOf(std::uint64_t row, std::uint64_t column) const { return rectOf(Region{row, column, 1, 1}); }

QRectF CellGeometry::rectOf(const Region& region) const {
    // Signed: a region may begin before the visible part.
    const auto dx = static_cast<qreal>(static_cast<std::int64_t>(region.column - visible.column));
    const auto dy = static_cast<qreal>(static_cast<std::int64_t>(region.row - visible.row));
    return {origin.x() + dx * size, origin.y() + dy * size, static_cast<qreal>(region.columns) * size,
            static_cast<qreal>(region.rows) * size};
}

std::optional<CellGeometry::Cell> CellGeometry::at(QPointF point) const {
    if (size <= 0 || !rectOf(visible).contains(point)) return std::nullopt;
    const Cell cell{visible.row + static_cast<std::uint64_t>((point.y() - origin.y()) / size),
                    visible.column + static_cast<std::uint64_t>((point.x() - origin.x()) / size)};
    if (!visible.contains(cell.row, cell.column)) return std::nullopt;
    return cell;
}

CellGeometry geometryOf(const QRectF& cells, const Region& visible) {
    CellGeometry geometry;
    geometry.visible = visible;
    geometry.origin = QPointF(std::round(cells.left()), std::round(cells.top()));
    const qreal exact = std::max<qreal>(0, cellSize(visible, cells.size()));
    geometry.size = exact >= 4 ? std::floor(exact) : exact;
    return geometry;
}

Region followRegion(const FollowInput& input, const QSizeF& area) {
    const Region& whole = input.whole;
    if (cellSize(whole, area) >= kComfortableCell) return whole;
    if (!input.ever.empty() && cellSize(input.ever, area) >= kComfortableCell) return input.ever;
    const auto capacity = [](qreal pixels) {
        return static_cast<std::uint64_t>(std::max<qreal>(1, std::floor(pixels / kComfortableCell)));
    };
    // Room for what the block touches at all; the rest of the matrix is on the minimap.
    const Region& bounds = input.ever.empty() ? whole : input.ever;
    const Region& unit = input.lately.empty() ? bounds : input.lately;
    Region anchor = input.now;
    if (anchor.empty()) {
        const Region& previous = input.previous;
        const bool unitFits = cellSize(unit, area) >= kComfortableCell;
        const bool stillRight = !previous.empty() && cellSize(previous, area) >= kComfortableCell &&
                                bounds.contains(previous.row, previous.column) &&
                                (!unitFits || previous.contains(unit.row, unit.column));
        if (stillRight) return previous;
        anchor = unit;
    }
    const auto [row, rows] =
        pageOf(bounds.rows, std::max(anchor.row, bounds.row) - bounds.row, unit.rows, capacity(area.height()));
    const auto [column, columns] = pageOf(bounds.columns, std::max(anchor.column, bounds.column) - bounds.column,
                                          unit.columns, capacity(area.width()));
    return {bounds.row + row, bounds.column + column, rows, columns};
}

}  // namespace lanescope
