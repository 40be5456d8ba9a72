// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/scenes/cell_painter.h"

#include <QFontMetricsF>
#include <QPaintDevice>
#include <algorithm>
#include <cmath>
#include <map>

namespace lanescope {

namespace {

constexpr qreal kSmallestTouched = 5;  // pixels; what is touched now must be seen at any zoom

}  // namespace

CellPainter::CellPainter(const TilesStyle& style, const TileGrid& grid, const CellGeometry& geometry)
    : m_style(style), m_grid(grid), m_geometry(geometry) {
    const QColor ground = colourOf(Colour::Ground, style.look);
    const QColor identity = identityOf(grid.shape.array, style.look);
    const bool shared = grid.shape.array.kind == ArrayRef::Kind::Shared;
    const auto set = [this](CellState state, const QColor& colour) {
        m_fills[static_cast<std::size_t>(state)] = colour;
    };
    set(CellState::Uninitialised, ground);
    set(CellState::Untouched, mix(ground, identity, shared ? 0.6 : 0.16));
    set(CellState::ReadBefore, mix(ground, identity, 0.5));
    set(CellState::Computed, identity);
    set(CellState::Wrong, mix(ground, colourOf(Colour::Wrong, style.look), 0.75));
    set(CellState::ReadingNow, colourOf(Colour::Now, style.look));
    set(CellState::WritingNow, colourOf(Colour::Text, style.look));
}

QColor CellPainter::fill(CellState state) const { return m_fills[static_cast<std::size_t>(state)]; }

void CellPainter::paint(QPainter& painter) const {
    if (m_geometry.size <= 0 || m_grid.visible.empty()) return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (m_grid.visible.cells() <= kMostShapes && m_geometry.size >= kGridLineCell)
        paintShapes(painter);
    else
        paintImage(painter);
    if (m_geometry.size >= kGridLineCell) paintGridLines(painter);
    painter.setPen(colourOf(Colour::FaintText, m_style.look));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(m_geometry.whole());
    paintRest(painter);
    painter.setRenderHint(QPainter::Antialiasing, true);
    paintTouched(painter);
    if (m_geometry.size >= TilesPainter::valueCell(m_style)) {
        paintValues(painter);
        paintLanes(painter);
    }
    painter.restore();
}

void CellPainter::paintCell(QPainter& painter, const QRectF& rect, CellState state) const {
    const QColor colour = fill(state);
    painter.fillRect(rect, colour);
    const qreal side = rect.width();
    if (side < kMarkCell) return;
    const QColor ink = textOn(colour);
    const qreal line = std::clamp(side / 10, 1.5, 4.0);
    painter.setBrush(Qt::NoBrush);
    switch (state) {
        case CellState::Uninitialised:
            painter.fillRect(rect, QBrush(colourOf(Colour::GridLine, m_style.look), Qt::BDiagPattern));
            break;
        case CellState::Untouched: break;
        case CellState::ReadBefore: {  // a dot, out of the value's way
            const qreal dot = std::max(2.0, side * 0.16);
            painter.fillRect(QRectF(rect.right() - dot - 1.5, rect.bottom() - dot - 1.5, dot, dot),
                             identityOf(m_grid.shape.array, m_style.look));
            break;
        }
        case CellState::Computed: break;
        case CellState::Wrong:
            painter.setPen(QPen(ink, line));
            painter.drawLine(rect.topLeft() + QPointF(2, 2), rect.bottomRight() - QPointF(2, 2));
            painter.drawLine(rect.topRight() + QPointF(-2, 2), rect.bottomLeft() + QPointF(2, -2));
            break;
        case CellState::ReadingNow: {  // a frame
            const qreal half = line / 2 + 0.5;
            painter.setPen(QPen(ink, line, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
            painter.drawRect(rect.adjusted(half, half, -half, -half));
            break;
        }
        case CellState::WritingNow: {  // ink with a frame inside
            const qreal inset = line * 1.5 + 0.5;
            painter.setPen(QPen(ink, line, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
            painter.drawRect(rect.adjusted(inset, inset, -inset, -inset));
            break;
        }
    }
}

void CellPainter::paintShapes(QPainter& painter) const {
    const Region& visible = m_grid.visible;
    std::size_t cell = 0;
    for (std::uint64_t row = visible.row; row < visible.row + visible.rows; ++row)
        for (std::uint64_t column = visible.column; column < visible.column + visible.columns; ++column, ++cell)
            paintCell(painter, m_geometry.rectOf(row, column), stateOf(m_grid.flags[cell]));
}

QImage CellPainter::image(qreal pixelsPerCell) const {
    std::array<QRgb, 256> colours{};
    for (std::size_t flags = 0; flags < colours.size(); ++flags)
        colours[flags] = fill(stateOf(static_cast<std::uint8_t>(flags))).rgb();
    const auto rows = static_cast<std::size_t>(m_geometry.lines);
    const auto columns = static_cast<std::size_t>(m_geometry.across);
    std::vector<std::uint8_t> padded;  // the last line of a vector may be shorter
    if (m_grid.flags.size() < rows * columns) {
        padded = m_grid.flags;
        padded.resize(rows * columns);
    }
    const std::uint8_t* const all = padded.empty() ? m_grid.flags.data() : padded.data();
    if (pixelsPerCell >= 1) {
        QImage picture(static_cast<int>(columns), static_cast<int>(rows), QImage::Format_RGB32);
        for (std::size_t row = 0; row < rows; ++row) {
            auto* line = reinterpret_cast<QRgb*>(picture.scanLine(static_cast<int>(row)));
            const std::uint8_t* flags = all + row * columns;
            for (std::size_t column = 0; column < columns; ++column) line[column] = colours[flags[column]];
        }
        return picture;
    }
    // Several cells share a pixel: it shows the strongest of their states, so that no single element gets lost.
    const auto scaled = [pixelsPerCell](std::size_t n) {
        return static_cast<std::size_t>(std::max(1.0, std::ceil(static_cast<qreal>(n) * pixelsPerCell)));
    };
    const std::size_t height = scaled(rows);
    const std::size_t width = scaled(columns);
    QImage picture(static_cast<int>(width), static_cast<int>(height), QImage::Format_RGB32);
    std::vector<std::uint8_t> rowsOred(columns);
    std::vector<std::uint32_t> ends(width);  // one past the last column of each pixel
    for (std::size_t x = 0; x < width; ++x) ends[x] = static_cast<std::uint32_t>((x + 1) * columns / width);
    for (std::size_t y = 0, row = 0; y < height; ++y) {
        std::fill(rowsOred.begin(), rowsOred.end(), std::uint8_t{0});
        for (const std::size_t end = (y + 1) * rows / height; row < end; ++row) {
            const std::uint8_t* flags = all + row * columns;
            for (std::size_t column = 0; column < columns; ++column) rowsOred[column] |= flags[column];
        }
        auto* line = reinterpret_cast<QRgb*>(picture.scanLine(static_cast<int>(y)));
        for (std::size_t x = 0, column = 0; x < width; ++x) {
            std::uint8_t pooled = 0;
            for (; column < ends[x]; ++column) pooled |= rowsOred[column];
            line[x] = colours[pooled];
        }
    }
    return picture;
}

void CellPainter::paintImage(QPainter& painter) const {
    const qreal ratio = painter.device() != nullptr ? painter.device()->devicePixelRatioF() : 1.0;
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    const QImage picture = image(m_geometry.size * ratio);
    QRectF target = m_geometry.whole();
    // A pooled image has a pixel for each pixel: not to be scaled by the fraction that its rounding added.
    if (m_geometry.size * ratio < 1) target.setSize(QSizeF(picture.size()) / ratio);
    painter.drawImage(target, picture);
    if (m_geometry.size < 1) return;
    paintHatch(painter, CellState::Uninitialised, {colourOf(Colour::GridLine, m_style.look), Qt::BDiagPattern});
    paintHatch(painter, CellState::Wrong, {textOn(fill(CellState::Wrong)), Qt::DiagCrossPattern});
}

void CellPainter::paintHatch(QPainter& painter, CellState state, const QBrush& brush) const {
    constexpr std::size_t kMostRectangles = 20'000;
    const Region& visible = m_grid.visible;
    using Run = std::pair<std::uint64_t, std::uint64_t>;  // first column, one past the last
    std::vector<Run> above;                               // runs of the rows before, all alike, since `since`
    std::uint64_t since = visible.row;
    std::size_t drawn = 0;
    const auto flush = [&](std::uint64_t row) {
        for (const Run& run : above)
            if (++drawn <= kMostRectangles)
                painter.fillRect(
                    m_geometry.rectOf(Region{since, visible.column + run.first, row - since, run.second - run.first}),
                    brush);
    };
    std::vector<Run> runs;
    for (std::uint64_t row = 0; row < visible.rows; ++row) {
        runs.clear();
        const std::uint8_t* flags = m_grid.flags.data() + row * visible.columns;
        for (std::uint64_t column = 0; column < visible.columns; ++column) {
            if (stateOf(flags[column]) != state) continue;
            const bool newLine = m_geometry.isBroken() && column % m_geometry.across == 0;
            if (runs.empty() || runs.back().second != column || newLine) runs.emplace_back(column, column);
            runs.back().second = column + 1;
        }
        if (runs == above) continue;
        flush(visible.row + row);
        above = runs;
        since = visible.row + row;
    }
    flush(visible.row + visible.rows);
}

void CellPainter::paintGridLines(QPainter& painter) const {
    const QRectF all = m_geometry.whole();
    QList<QLineF> lines;
    for (std::uint64_t i = 1; i < m_geometry.across; ++i) {
        const qreal x = all.left() + static_cast<qreal>(i) * m_geometry.size;
        lines.append(QLineF(x, all.top(), x, all.bottom()));
    }
    for (std::uint64_t i = 1; i < m_geometry.lines; ++i) {
        const qreal y = all.top() + static_cast<qreal>(i) * m_geometry.size;
        lines.append(QLineF(all.left(), y, all.right(), y));
    }
    painter.setPen(QPen(colourOf(Colour::GridLine, m_style.look), 0));
    painter.drawLines(lines);
}

/// Where a broken vector ends there are no cells.
void CellPainter::paintRest(QPainter& painter) const {
    const QRectF rest = m_geometry.rest();
    if (rest.isEmpty()) return;
    painter.fillRect(rest.adjusted(0, 0, 2, 2), colourOf(Colour::Ground, m_style.look));
    painter.drawLine(rest.topLeft(), rest.topRight());
    painter.drawLine(rest.topLeft(), rest.bottomLeft());
}

void CellPainter::paintTouched(QPainter& painter) const {
    if (m_geometry.size >= kMarkCell && m_grid.visible.cells() <= kMostShapes) return;  // drawn with its cell
    struct Mark {
        QRectF rect;
        CellState state;
    };
    std::vector<Mark> marks;
    for (const LaneTouch& touch : m_grid.now) {
        if (!m_grid.visible.contains(touch.row, touch.column)) continue;
        QRectF rect = m_geometry.rectOf(touch.row, touch.column);
        const qreal grow = std::max(0.0, (kSmallestTouched - rect.width()) / 2);
        rect.adjust(-grow, -grow, grow, grow);
        marks.push_back({rect, stateOf(m_grid.flagsAt(touch.row, touch.column))});
    }
    // All frames before all fills, so that neighbours make one framed bar.
    for (const Mark& mark : marks)
        painter.fillRect(mark.rect.adjusted(-1.5, -1.5, 1.5, 1.5), colourOf(Colour::Text, m_style.look));
    for (const Mark& mark : marks) painter.fillRect(mark.rect, fill(mark.state));
    // Reading is framed only; writing has a hole.
    for (const Mark& mark : marks) {
        const qreal inset = mark.rect.width() / 3;
        if (mark.state == CellState::WritingNow)
            painter.fillRect(mark.rect.adjusted(inset, inset, -inset, -inset), colourOf(Colour::Ground, m_style.look));
    }
}

void CellPainter::paintValues(QPainter& painter) const {
    if (m_grid.values.empty()) return;
    const QFontMetricsF metrics(m_style.font);
    painter.setFont(m_style.font);
    const Region& visible = m_grid.visible;
    const qreal room = m_geometry.size - 6;
    std::size_t cell = 0;
    for (std::uint64_t row = visible.row; row < visible.row + visible.rows; ++row)
        for (std::uint64_t column = visible.column; column < visible.column + visible.columns; ++column, ++cell) {
            if (m_grid.values[cell].empty()) continue;
            const QString text = QString::fromStdString(m_grid.values[cell]);
            if (metrics.horizontalAdvance(text) > room) continue;  // no half numbers: the tooltip has them whole
            const QColor below = fill(stateOf(m_grid.flags[cell]));
            painter.setPen(textOn(below));
            painter.drawText(m_geometry.rectOf(row, column), Qt::AlignCenter, text);
        }
}

void CellPainter::paintLanes(QPainter& painter) const {
    const QFontMetricsF metrics(m_style.font);
    if (m_geometry.size < 2.2 * metrics.height() + 6) return;
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t> lanes;
    for (const LaneTouch& touch : m_grid.now) lanes[{touch.row, touch.column}] |= 1U << touch.lane;
    QFont font = m_style.font;
    font.setItalic(true);
    painter.setFont(font);
    const qreal inset = std::clamp(m_geometry.size / 10, 1.5, 4.0) * 2 + 1;
    for (const auto& [element, mask] : lanes) {
        if (!m_grid.visible.contains(element.first, element.second)) continue;
        const QRectF rect = m_geometry.rectOf(element.first, element.second).adjusted(inset, inset, -inset, -inset);
        const QString text = laneRanges(mask);
        if (QFontMetricsF(font).horizontalAdvance(text) > rect.width()) continue;
        painter.setPen(textOn(fill(stateOf(m_grid.flagsAt(element.first, element.second)))));
        painter.drawText(rect, Qt::AlignLeft | Qt::AlignTop, text);
    }
}

void CellPainter::paintMarks(QPainter& painter, const TilesMarks& marks) const {
    painter.save();
    painter.setBrush(Qt::NoBrush);
    const QColor focus = colourOf(Colour::Focus, m_style.look);
    const auto outline = [&](const std::optional<ElementPick>& pick, const QPen& pen, qreal grow) {
        if (!pick || !(pick->array == m_grid.shape.array)) return;
        if (!m_grid.visible.contains(pick->row, pick->column)) return;
        painter.setPen(pen);
        painter.drawRect(m_geometry.rectOf(pick->row, pick->column).adjusted(-grow, -grow, grow, grow));
    };
    outline(marks.cursor, QPen(focus, 2, Qt::DashLine), 3);
    outline(marks.pinned, QPen(focus, 3), 1);
    outline(marks.hovered, QPen(focus, 2), 1);
    if (marks.thread)
        for (const LaneTouch& touch : m_grid.now)
            if (touch.lane == marks.thread->lane)
                outline(ElementPick{m_grid.shape.array, touch.row, touch.column}, QPen(focus, 3, Qt::DotLine), 2);
    painter.restore();
}

}  // namespace lanescope
