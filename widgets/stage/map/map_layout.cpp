// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/map/map_layout.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "widgets/paint/marks.h"
#include "widgets/stage/map/map_text.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostGrids = 12;  // launches side by side
constexpr double kLargestBlock = 56;    // pixels
constexpr double kLargestOne = 96;      // of a grid of a single block
constexpr double kLargestCell = 128;
constexpr double kFinest = 5;  // below this cells have no borders
constexpr std::uint64_t kMostCells = 4096;
constexpr std::uint32_t kLongestLine = 16;  // cells of a row that is not folded

struct Lengths {
    double line;  ///< of Least
    double body;  ///< of a line of the formula
    double heading;
    double gap;
    double bar;
    int formulaLines;
    double grown = 1;  ///< the largest cells are larger by it
};

Lengths lengthsOf(const Theme& theme) {
    const double grid = theme.scaled(paint::kGrid);
    const auto height = [&](Type type) { return std::ceil(QFontMetricsF(theme.type(type)).height()); };
    const bool compact = theme.isCompact();
    return {height(Type::Least),       std::ceil(height(Type::Body) * 1.15), height(Type::Title) + 1.5 * grid,
            compact ? grid : 2 * grid, compact ? 1.5 * grid : 2.5 * grid,    compact ? 2 : 4};
}

/// What a map needs of room: cells of its grids and of its matrix.
struct Shape {
    std::vector<std::uint32_t> groups;  ///< that are shown
    std::uint32_t rows = 1, columns = 1;
    bool folded = false;
    double aspect = 1;  ///< width of a cell of the lattice : its height
};

std::pair<std::uint64_t, std::uint64_t> gridSize(const MapScene& scene, const MapGroup& group) {
    if (scene.kind == MapKind::Passes) return {1, 1};
    return {(group.grid.count() + group.columns - 1) / group.columns, group.columns};
}

Shape shapeOf(const MapScene& scene, std::uint64_t position) {
    Shape shape;
    if (scene.groups.size() <= kMostGrids || scene.kind == MapKind::Steps) {
        for (std::uint32_t i = 0; i < scene.groups.size(); ++i) shape.groups.push_back(i);
    } else {
        const std::uint64_t now = std::min<std::uint64_t>(position > 0 ? position - 1 : 0, scene.items.size() - 1);
        shape.groups = {scene.items[now].group};
    }
    shape.rows = std::max(1U, scene.latticeRows);
    shape.columns = std::max(1U, scene.latticeColumns);
    const bool line = std::min(shape.rows, shape.columns) == 1 && std::max(shape.rows, shape.columns) > kLongestLine;
    if (line) {
        const std::uint32_t cells = std::max(shape.rows, shape.columns);
        auto columns = static_cast<std::uint32_t>(std::ceil(std::sqrt(static_cast<double>(cells))));
        // Rows of 32 are what people count in.
        if (cells >= 256) columns = (columns + 31) / 32 * 32;
        shape.rows = (cells + columns - 1) / columns;
        shape.columns = columns;
        shape.folded = true;
    }
    const double aspect = static_cast<double>(scene.unitColumns) / scene.unitRows;
    shape.aspect = aspect > 4 || aspect < 0.25 || shape.folded ? 1 : std::clamp(aspect, 0.5, 2.0);
    return shape;
}

/// Places grids side by side, in rows, with cells of a size; their height. With `into` they are noted.
double placeGrids(const MapScene& scene, const Shape& shape, const QRectF& room, double cell, const Lengths& lengths,
                  const std::vector<double>& names, std::vector<MapGridPlace>* into) {
    double x = room.left(), y = room.top(), rowHeight = 0;
    for (const std::uint32_t number : shape.groups) {
        const auto [rows, columns] = gridSize(scene, scene.groups[number]);
        const double width = cell * static_cast<double>(columns), height = cell * static_cast<double>(rows);
        // Its name stands above it.
        const double slot = shape.groups.size() > 1 ? std::max(width, names[number]) : width;
        if (x > room.left() && x + slot > room.right()) {
            x = room.left();
            y += rowHeight + lengths.gap / 2;
            rowHeight = 0;
        }
        if (width > room.width() + 0.5) return 1e9;
        if (into)
            into->push_back({number, QRectF(x, y, shape.groups.size() > 1 ? slot : room.right() - x, lengths.line),
                             QRectF(x, y + lengths.line + 4, width, height)});
        x += slot + lengths.gap;
        rowHeight = std::max(rowHeight, lengths.line + 4 + height);
    }
    return y + rowHeight - room.top();
}

double largestGridCell(const MapScene& scene, const Shape& shape, const QRectF& room, const Theme& theme,
                       const Lengths& lengths, const std::vector<double>& names) {
    const bool one = scene.groups.size() == 1 && (scene.kind == MapKind::Passes || scene.groups[0].grid.count() == 1);
    double cell = theme.scaled(one ? kLargestOne : kLargestBlock) * lengths.grown;
    while (cell > 0.05) {
        if (placeGrids(scene, shape, room, cell, lengths, names, nullptr) <= room.height()) return cell;
        cell = cell > 4 ? cell - 1 : cell * 0.9;
    }
    return cell;
}

/// How wide the names of grids are.
std::vector<double> namesOf(const Theme& theme, const MapScene& scene) {
    const QFontMetricsF metrics(theme.type(Type::Least));
    std::vector<double> widths;
    if (scene.kind == MapKind::Blocks && scene.groups.size() <= kMostGrids)
        for (const MapGroup& group : scene.groups)
            widths.push_back(metrics.horizontalAdvance(MapText::gridName(scene, group)));
    widths.resize(scene.groups.size());
    return widths;
}

double widestName(const Theme& theme, const MapScene& scene) {
    const QFontMetricsF metrics(theme.type(Type::Least));
    double widest = theme.scaled(40);
    for (const MapItem& item : scene.items)
        widest = std::max(widest, metrics.horizontalAdvance(MapText::stepName(scene.plan->steps[item.step])));
    return widest;
}

/// The rooms of a map's parts.
struct Rooms {
    QRectF grids, matrix, formula, bar, counts;
};

/// How a body is divided.
struct Division {
    bool beside = false;  ///< the matrix stands beside the grids
    double grids = 0.4;   ///< their share of the height, or the width
};
constexpr Division kDivisions[]{{false, 0.4}, {false, 0.3}, {true, 0.4}, {true, 0.28}};

Rooms roomsOf(const QRectF& body, const Division& division, const MapScene& scene, const Theme& theme,
              const Lengths& lengths) {
    constexpr double kLeastFormula = 420;  // pixels in which a formula can be read
    Rooms rooms;
    const double formula = lengths.formulaLines * lengths.body;
    const double counts = theme.isCompact() ? lengths.line : 1.2 * lengths.line;
    const double foot = formula + lengths.gap / 2 + lengths.bar + 4 + counts;
    const auto putFoot = [&](const QRectF& in) {
        double y = in.bottom() - foot;
        rooms.formula = {in.left(), y, in.width(), formula};
        y += formula + lengths.gap / 2;
        rooms.bar = {in.left(), y, in.width(), lengths.bar};
        rooms.counts = {in.left(), y + lengths.bar + 4, in.width(), counts};
    };
    if (scene.kind == MapKind::Steps) {
        const double height = lengths.line + 4 + static_cast<double>(scene.groups.size()) * (2 * lengths.line + 4);
        rooms.grids = {body.left(), body.top(), body.width(), height};
        const QRectF rest(body.left(), rooms.grids.bottom() + lengths.gap, body.width(),
                          body.bottom() - rooms.grids.bottom() - lengths.gap);
        if (rest.width() > 1.6 * rest.height()) {
            const double split = std::min(rest.width() * 0.5, rest.height());
            rooms.matrix = {rest.left(), rest.top(), split, rest.height()};
            const double top = lengths.line + 8;
            putFoot({rest.left() + split + 2 * lengths.gap, rest.top() + top, rest.width() - split - 2 * lengths.gap,
                     std::min(rest.height() - top, foot)});
        } else {
            rooms.matrix = {rest.left(), rest.top(), rest.width(), rest.height() - foot - lengths.gap};
            putFoot(rest);
        }
    } else if (division.beside) {
        const double left = std::floor(body.width() * division.grids);
        const bool below = left < theme.scaled(kLeastFormula);
        putFoot(below ? body : QRectF(body.left(), body.top(), left, body.height()));
        const double height = body.height() - foot - lengths.gap;
        rooms.grids = {body.left(), body.top(), left, height};
        const double gap = (theme.isCompact() ? 3 : 4) * lengths.gap;
        rooms.matrix = {body.left() + left + gap, body.top(), body.width() - left - gap,
                        below ? height : body.height()};
    } else {
        putFoot(body);
        const double rest = body.height() - foot - 2 * lengths.gap;
        const double grids = std::floor(rest * division.grids);
        rooms.grids = {body.left(), body.top(), body.width(), grids};
        rooms.matrix = {body.left(), rooms.grids.bottom() + lengths.gap, body.width(), rest - grids};
    }
    return rooms;
}

double largestCell(const Shape& shape, const QRectF& room, const Theme& theme, const Lengths& lengths) {
    const double height = room.height() - lengths.line - 4;
    double cell = std::min({room.width() / (shape.columns * shape.aspect), height / shape.rows,
                            theme.scaled(kLargestCell) * lengths.grown / std::min(1.0, shape.aspect)});
    if (cell >= 8) cell = std::floor(cell);
    return std::max(cell, 1e-3);
}

}  // namespace

std::vector<MapLayout> layOutMaps(const Theme& theme, const std::vector<const MapScene*>& scenes, const QRectF& room,
                                  std::uint64_t position) {
    Lengths lengths = lengthsOf(theme);
    // On a stage that is larger than that of a full window at 1080p.
    constexpr QSizeF kUsual(1440, 840);
    lengths.grown = std::max(1.0, std::min(room.width() / kUsual.width(), room.height() / kUsual.height()));
    // In a low room with large letters the cells come first: of the formula the line that counts, and a thin bar.
    constexpr double kLowRoom = 13;  // lines of text
    if (room.height() < kLowRoom * lengths.line) {
        lengths.formulaLines = 1;
        lengths.bar /= 3;
    }
    const auto count = static_cast<double>(scenes.size());
    const double gap = theme.scaled((theme.isCompact() ? 2 : 4) * paint::kGrid);
    const double width = std::floor((room.width() - (count - 1) * gap) / count);
    std::vector<MapLayout> layouts(scenes.size());
    std::vector<Shape> shapes;
    std::vector<std::vector<double>> names;
    for (std::size_t i = 0; i < scenes.size(); ++i) {
        MapLayout& layout = layouts[i];
        layout.room = {room.left() + static_cast<double>(i) * (width + gap), room.top(), width, room.height()};
        layout.heading = {layout.room.left(), layout.room.top(), width, lengths.heading};
        shapes.push_back(shapeOf(*scenes[i], position));
        names.push_back(namesOf(theme, *scenes[i]));
    }
    const auto bodyOf = [&](const MapLayout& layout) {
        return layout.room.adjusted(0, lengths.heading + lengths.gap / 2, 0, 0);
    };
    struct Sizes {
        Division division;
        double grid = 1e9, cell = 1e9;
        double score = 1e18;
    };
    const auto sizesFor = [&](const Division& division) {
        Sizes sizes{division};
        for (std::size_t i = 0; i < scenes.size(); ++i) {
            const MapScene& scene = *scenes[i];
            if (scene.kind == MapKind::Rounds) continue;
            const Rooms rooms = roomsOf(bodyOf(layouts[i]), division, scene, theme, lengths);
            if (scene.kind != MapKind::Steps && !scene.groups.empty())
                sizes.grid =
                    std::min(sizes.grid, largestGridCell(scene, shapes[i], rooms.grids, theme, lengths, names[i]));
            if (scene.buffer) sizes.cell = std::min(sizes.cell, largestCell(shapes[i], rooms.matrix, theme, lengths));
        }
        // Cells matter, and blocks half as much.
        sizes.score = std::min(sizes.cell, 2 * sizes.grid);
        return sizes;
    };
    Sizes sizes = sizesFor(kDivisions[0]);
    for (const Division& division : kDivisions)
        if (const Sizes other = sizesFor(division); other.score > 1.1 * sizes.score) sizes = other;
    for (std::size_t i = 0; i < scenes.size(); ++i) {
        MapLayout& layout = layouts[i];
        const MapScene& scene = *scenes[i];
        const Shape& shape = shapes[i];
        const bool steps = scene.kind == MapKind::Steps;
        const Rooms rooms = roomsOf(bodyOf(layout), sizes.division, scene, theme, lengths);
        layout.beside = sizes.division.beside || steps;
        if (scene.kind == MapKind::Rounds) {
            const Rooms below = roomsOf(bodyOf(layout), kDivisions[0], scene, theme, lengths);
            const double lines = std::min(lengths.formulaLines, 3) * lengths.body;
            layout.counts = below.counts;
            layout.formula = {below.formula.left(), below.counts.top() - lines - 4, below.formula.width(), lines};
            layout.matrix = {below.grids.topLeft(), layout.formula.topRight() - QPointF(0, lengths.gap)};
            continue;
        }
        layout.formula = rooms.formula;
        layout.bar = rooms.bar;
        layout.counts = rooms.counts;
        if (steps) {
            const double label = 5 * lengths.line;
            const double name = widestName(theme, scene) + theme.scaled(10);
            const double cells = rooms.grids.width() - label;
            const auto all = static_cast<double>(std::max<std::size_t>(1, scene.items.size()));
            layout.gridCell = std::floor(std::max(std::min(name, theme.scaled(120)), std::min(cells / all, name)));
            layout.shownSteps = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(cells / layout.gridCell));
            const std::uint64_t now = position > 0 ? position - 1 : 0;
            layout.firstStep = now / layout.shownSteps * layout.shownSteps;
            double y = rooms.grids.top() + lengths.line + 4;
            for (std::uint32_t lane = 0; lane < scene.groups.size(); ++lane, y += 2 * lengths.line + 4)
                layout.grids.push_back({lane, QRectF(rooms.grids.left(), y, label, 2 * lengths.line),
                                        QRectF(rooms.grids.left() + label, y, cells, 2 * lengths.line)});
        } else {
            // Steps of a pixel look the same on all screens.
            layout.gridCell = sizes.grid >= 8 ? std::floor(sizes.grid) : sizes.grid;
            placeGrids(scene, shape, rooms.grids, layout.gridCell, lengths, names[i], &layout.grids);
        }
        layout.matrixLabel = {rooms.matrix.left(), rooms.matrix.top(), rooms.matrix.width(), lengths.line};
        layout.cell = QSizeF(sizes.cell * shape.aspect, sizes.cell);
        layout.shownRows = shape.rows;
        layout.shownColumns = shape.columns;
        layout.folded = shape.folded;
        layout.matrix = {rooms.matrix.left(), rooms.matrix.top() + lengths.line + 4,
                         layout.cell.width() * shape.columns, layout.cell.height() * shape.rows};
        if (!scene.buffer) layout.matrix = {};
    }
    return layouts;
}

std::optional<QRectF> MapLayout::cellOf(const MapScene& scene, const MapItem& item) const {
    if (scene.kind == MapKind::Rounds) return std::nullopt;
    if (scene.kind == MapKind::Steps) {
        if (item.number < firstStep || item.number >= firstStep + shownSteps) return std::nullopt;
        const QRectF& lane = grids[item.group].cells;
        return QRectF(lane.left() + static_cast<double>(item.number - firstStep) * gridCell, lane.top(), gridCell,
                      lane.height());
    }
    const auto place = std::ranges::find(grids, item.group, &MapGridPlace::group);
    if (place == grids.end()) return std::nullopt;
    if (scene.kind == MapKind::Passes) return place->cells;
    const std::uint64_t columns = scene.groups[item.group].columns;
    return QRectF(place->cells.left() + gridCell * static_cast<double>(item.number % columns),
                  place->cells.top() + gridCell * static_cast<double>(item.number / columns), gridCell, gridCell);
}

std::pair<std::uint32_t, std::uint32_t> MapLayout::shown(std::uint32_t row, std::uint32_t column) const {
    if (!folded) return {row, column};
    const std::uint32_t number = row + column;  // one of them is 0
    return {number / shownColumns, number % shownColumns};
}

QRectF MapLayout::latticeRect(std::uint32_t row, std::uint32_t column) const {
    const auto [r, c] = shown(row, column);
    return {matrix.left() + cell.width() * c, matrix.top() + cell.height() * r, cell.width(), cell.height()};
}

std::vector<QRectF> MapLayout::rectsOf(const MapScene& scene, const MapRect& piece) const {
    const MapScene::Span span = scene.spanOf(piece);
    const std::uint32_t row = span.firstRow, column = span.firstColumn;
    const std::uint32_t rows = span.endRow - row, columns = span.endColumn - column;
    if (!folded) {
        const QRectF first = latticeRect(row, column);
        return {QRectF(first.topLeft(), QSizeF(cell.width() * columns, cell.height() * rows))};
    }
    std::vector<QRectF> rects;
    std::uint32_t left = row + column;
    for (std::uint32_t rest = std::max(rows, columns); rest > 0;) {
        const std::uint32_t run = std::min(rest, shownColumns - left % shownColumns);
        rects.emplace_back(matrix.left() + cell.width() * (left % shownColumns),
                           matrix.top() + cell.height() * (left / shownColumns), cell.width() * run, cell.height());
        left += run;
        rest -= run;
    }
    return rects;
}

bool MapLayout::isFine() const {
    return std::min(cell.width(), cell.height()) < kFinest || std::uint64_t{shownRows} * shownColumns > 4 * kMostCells;
}

bool MapLayout::isFineGrid(const MapScene& scene, const MapGridPlace& place) const {
    if (scene.kind != MapKind::Blocks) return false;
    return gridCell < kFinest || scene.groups[place.group].items > kMostCells;
}

std::optional<std::uint64_t> MapLayout::itemAt(const MapScene& scene, const QPointF& point) const {
    for (const MapGridPlace& place : grids) {
        if (!place.cells.contains(point)) continue;
        const QPointF inside = point - place.cells.topLeft();
        if (scene.kind == MapKind::Steps) {
            const auto step = firstStep + static_cast<std::uint64_t>(inside.x() / gridCell);
            if (step < scene.items.size() && scene.items[step].group == place.group) return step;
            return std::nullopt;
        }
        const MapGroup& group = scene.groups[place.group];
        if (scene.kind == MapKind::Passes) return std::nullopt;
        const auto column = static_cast<std::uint64_t>(inside.x() / gridCell);
        const auto number = static_cast<std::uint64_t>(inside.y() / gridCell) * group.columns + column;
        if (column < group.columns && number < group.items) return group.first + number;
    }
    return std::nullopt;
}

std::optional<MapLayout::Spot> MapLayout::latticeAt(const MapScene& scene, const QPointF& point) const {
    if (!scene.buffer || !matrix.contains(point)) return std::nullopt;
    const QPointF inside = point - matrix.topLeft();
    auto row = static_cast<std::uint32_t>(inside.y() / cell.height());
    auto column = static_cast<std::uint32_t>(inside.x() / cell.width());
    if (folded) {
        const std::uint32_t number = row * shownColumns + column;
        row = scene.latticeColumns == 1 ? number : 0;
        column = scene.latticeColumns == 1 ? 0 : number;
    }
    if (row >= scene.latticeRows || column >= scene.latticeColumns) return std::nullopt;
    return Spot{row, column};
}

QRectF MapLayout::elementRect(const MapScene& scene, std::uint32_t row, std::uint32_t column) const {
    const std::uint32_t r = row - scene.firstRow, c = column - scene.firstColumn;
    const QRectF all = latticeRect(r / scene.unitRows, c / scene.unitColumns);
    const double width = all.width() / scene.unitColumns, height = all.height() / scene.unitRows;
    return {all.left() + width * (c % scene.unitColumns), all.top() + height * (r % scene.unitRows), width, height};
}

std::optional<MapLayout::Spot> MapLayout::elementAt(const MapScene& scene, const Spot& in, const QPointF& point) const {
    const QRectF all = latticeRect(in.row, in.column);
    const auto part = [](double share, std::uint32_t of) {
        return std::min(of - 1, static_cast<std::uint32_t>(std::clamp(share, 0.0, 1.0) * of));
    };
    const Spot element{
        scene.firstRow + in.row * scene.unitRows + part((point.y() - all.top()) / all.height(), scene.unitRows),
        scene.firstColumn + in.column * scene.unitColumns +
            part((point.x() - all.left()) / all.width(), scene.unitColumns)};
    const Buffer& buffer = scene.plan->buffers[*scene.buffer];
    if (element.row >= buffer.rows || element.column >= buffer.columns) return std::nullopt;
    return element;
}

}  // namespace lanescope
