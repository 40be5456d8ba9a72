// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/tiles/tiles_cells.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace lanescope::tiles {
namespace {

/// Device pixels of a cell from which on there is a line between two.
constexpr double kLineCell = 7;

/// Shares of the hue in shared arrays: stored in this round, before it, and all of them when all are of this round.
constexpr double kNew = 0.62;
constexpr double kOld = 0.20;
constexpr double kAll = 0.30;

std::uint64_t clampedFloor(double value, std::uint64_t most) {
    return std::min(most, static_cast<std::uint64_t>(std::max(0.0, std::floor(value))));
}

}  // namespace

CellColours cellColours(const Array& array, Look look, bool allNew) {
    const QColor ground = colourOf(Colour::Ground, look);
    const QColor hue = familyColour(array.family.number, array.isShared(), look);
    CellColours colours{};
    for (std::uint8_t flags = 0; flags < colours.size(); ++flags) {
        if ((flags & kHasValue) == 0 && (flags & kWrong) == 0) continue;  // transparent
        double share = Tint::kUntouched;
        if (array.isShared())
            share = allNew ? kAll : (flags & kUsed) != 0 ? kNew : kOld;
        else if ((flags & kInUse) != 0)
            share = Tint::kInUse;
        else if ((flags & kUsed) != 0)
            share = Tint::kUsed;
        colours[flags] = (flags & kWrong) != 0 ? mix(ground, colourOf(Colour::Wrong, look), 0.28).rgba()
                                               : mix(ground, hue, share).rgba();
    }
    return colours;
}

void CellImage::update(const ArrayGrid& grid, const Array& array, const History& history, Look look, double ratio) {
    const QSize size(std::max(1, static_cast<int>(std::lround(grid.grid.cells.width() * ratio))),
                     std::max(1, static_cast<int>(std::lround(grid.grid.cells.height() * ratio))));
    const auto flags = history.flags(grid.array);
    Box dirty = history.dirty(grid.array);
    bool allNew = false;
    if (array.isShared())
        allNew = std::ranges::all_of(flags, [](std::uint8_t f) { return (f & kHasValue) == 0 || (f & kUsed) != 0; });
    const bool anew = m_image.size() != size || m_look != look || m_allNew != allNew || m_cells != grid.grid.cells ||
                      !(m_part == grid.part);
    if (anew) {
        m_image = QImage(size, QImage::Format_ARGB32_Premultiplied);
        m_image.fill(Qt::transparent);
        dirty = {0, 0, array.rows, array.columns};
    }
    m_image.setDevicePixelRatio(ratio);
    m_look = look;
    m_allNew = allNew;
    m_cells = grid.grid.cells;
    m_part = grid.part;
    if (dirty.empty()) return;
    m_anyEmpty = std::ranges::any_of(flags, [](std::uint8_t f) { return (f & (kHasValue | kWrong)) == 0; });
    paint(grid, array, flags, dirty, cellColours(array, look, allNew), colourOf(Colour::Ground, look).rgba());
}

void CellImage::paint(const ArrayGrid& grid, const Array& array, std::span<const std::uint8_t> flags, const Box& dirty,
                      const CellColours& colours, QRgb ground) {
    // In cells of the grid: of a wrapped array lines of `across` elements, of a matrix the part that is shown.
    const std::uint64_t across = grid.grid.across;
    const std::uint64_t lines = grid.grid.lines;
    const std::uint64_t count = array.elements();
    std::uint64_t firstLine = 0;
    std::uint64_t endLine = lines;
    std::uint64_t firstColumn = 0;
    std::uint64_t endColumn = across;
    if (grid.wrapped) {
        const std::uint64_t first = dirty.row * array.columns + dirty.column;
        const std::uint64_t last = (dirty.row + dirty.rows - 1) * array.columns + dirty.column + dirty.columns - 1;
        firstLine = std::min(lines, first / across);
        endLine = std::min(lines, last / across + 1);
    } else {
        const auto within = [](std::uint64_t at, std::uint64_t from, std::uint64_t length) {
            return at < from ? 0 : std::min(length, at - from);
        };
        firstLine = within(dirty.row, grid.part.row, grid.part.rows);
        endLine = within(dirty.row + dirty.rows, grid.part.row, grid.part.rows);
        firstColumn = within(dirty.column, grid.part.column, grid.part.columns);
        endColumn = within(dirty.column + dirty.columns, grid.part.column, grid.part.columns);
    }
    if (firstLine >= endLine || firstColumn >= endColumn) return;
    const double ratio = m_image.devicePixelRatio();
    const double cellWidth = grid.grid.width * ratio;
    const double cellHeight = grid.grid.height * ratio;
    const bool ruled = std::min(cellWidth, cellHeight) >= kLineCell;
    const int rule = std::max(1, static_cast<int>(std::lround(ratio)));
    const int x0 =
        std::clamp(static_cast<int>(std::floor(static_cast<double>(firstColumn) * cellWidth)), 0, m_image.width());
    const int x1 =
        std::clamp(static_cast<int>(std::ceil(static_cast<double>(endColumn) * cellWidth)), 0, m_image.width());
    const int y0 =
        std::clamp(static_cast<int>(std::floor(static_cast<double>(firstLine) * cellHeight)), 0, m_image.height());
    const int y1 =
        std::clamp(static_cast<int>(std::ceil(static_cast<double>(endLine) * cellHeight)), 0, m_image.height());
    struct Span {
        std::uint32_t first = 0;
        std::uint32_t end = 0;
        bool line = false;
    };
    const auto spanOf = [&](int pixel, double cell, std::uint64_t most) {
        Span span;
        span.first = static_cast<std::uint32_t>(clampedFloor((pixel + 0.001) / cell, most - 1));
        span.end = static_cast<std::uint32_t>(clampedFloor((pixel + 0.999) / cell, most - 1)) + 1;
        if (ruled) span.end = span.first + 1;
        span.line = ruled && pixel + rule >= std::lround(static_cast<double>(span.first + 1) * cell);
        return span;
    };
    std::vector<Span> columns(static_cast<std::size_t>(x1 - x0));
    for (int x = x0; x < x1; ++x) columns[static_cast<std::size_t>(x - x0)] = spanOf(x, cellWidth, across);
    m_line.resize(across);
    Span before{1, 0, false};
    for (int y = y0; y < y1; ++y) {
        const Span rows = spanOf(y, cellHeight, lines);
        auto* out = reinterpret_cast<QRgb*>(m_image.scanLine(y));
        if (y > y0 && rows.first == before.first && rows.end == before.end && rows.line == before.line) {
            std::memcpy(out + x0, reinterpret_cast<const QRgb*>(m_image.constScanLine(y - 1)) + x0,
                        static_cast<std::size_t>(x1 - x0) * sizeof(QRgb));
            continue;
        }
        before = rows;
        if (rows.line) {
            std::fill(out + x0, out + x1, ground);
            continue;
        }
        // Of several cells in a pixel the one that most has happened to.
        const std::uint64_t from = columns.empty() ? 0 : columns.front().first;
        const std::uint64_t to = columns.empty() ? 0 : columns.back().end;
        std::fill(m_line.begin() + static_cast<std::ptrdiff_t>(from), m_line.begin() + static_cast<std::ptrdiff_t>(to),
                  std::uint8_t{0});
        for (std::uint64_t line = rows.first; line < rows.end; ++line) {
            const std::uint64_t start =
                grid.wrapped ? line * across : (grid.part.row + line) * array.columns + grid.part.column;
            std::uint64_t end = std::min(to, count > start ? count - start : 0);
            // A part may end beyond its matrix.
            if (!grid.wrapped) end = std::min(end, grid.columns - std::min(grid.columns, grid.part.column));
            const std::uint8_t* in = flags.data() + start;
            for (std::uint64_t c = from; c < end; ++c) m_line[c] = std::max(m_line[c], in[c]);
        }
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const Span& span = columns[i];
            if (span.line) {
                out[x0 + static_cast<int>(i)] = ground;
                continue;
            }
            std::uint8_t most = 0;
            for (std::uint32_t c = span.first; c < span.end; ++c) most = std::max(most, m_line[c]);
            out[x0 + static_cast<int>(i)] = colours[most & 31U];
        }
    }
}

}  // namespace lanescope::tiles
