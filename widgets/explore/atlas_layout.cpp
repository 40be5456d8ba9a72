// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explore/atlas_layout.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "widgets/paint/marks.h"

namespace lanescope {

QString occupancyHead() { return QCoreApplication::translate("lanescope::AtlasPicture", "occupancy"); }

AtlasLayout::AtlasLayout(const AtlasPicture& picture, const Theme& theme, const QSizeF& size) : m_atlas(picture.atlas) {
    const double grid = theme.scaled(paint::kGrid);
    const QFontMetricsF names(theme.type(Type::Name)), body(theme.type(Type::Body)), least(theme.type(Type::Least));
    const QRectF all = QRectF({0, 0}, size).adjusted(2 * grid, grid, -2 * grid, -grid);
    gap = grid / 2;
    head = QRectF(all.topLeft(), QSizeF(all.width(), QFontMetricsF(theme.type(Type::Title)).height() + 2 * grid));
    const auto name = [](const std::string& string) { return QString::fromStdString(string); };
    m_left = body.horizontalAdvance(axesOf(picture.atlas)) + grid;
    for (const std::string& value : m_atlas.y.values)
        m_left = std::max(m_left, names.horizontalAdvance(name(value)) + 2 * grid);
    m_right = body.horizontalAdvance(occupancyHead()) + 1.5 * grid;
    m_top = names.height() + grid;
    m_between = 2 * grid;
    if (m_atlas.panels() > 1) m_title = names.height() + grid;
    QRectF room = placeLegend(all, atlasLegend(picture, theme, all.width(), false), grid);
    const QSizeF number(least.horizontalAdvance(QStringLiteral("≈ 88.8")) + grid, 2 * least.height());
    std::size_t across = panelsAcross(room, number);
    const QSizeF cell = cellSize(room, across);
    m_folded = cell.width() < number.width() && cell.height() >= names.height() + body.height();
    if (m_folded) {
        m_right = 0;
        room = placeLegend(all, atlasLegend(picture, theme, all.width(), true), grid);
        across = panelsAcross(room, number);
    }
    // Heads of one size: where one would not go above its column, all are smaller.
    m_small = std::ranges::any_of(m_atlas.x.values, [&](const std::string& value) {
        return names.horizontalAdvance(name(value)) > cellSize(room, across).width();
    });
    // Cells of a few rows need not fill a wall.
    place(room, across, theme.scaled(132));
}

/// What it leaves for the panels.
QRectF AtlasLayout::placeLegend(const QRectF& all, AtlasLegend made, double grid) {
    signs = std::move(made);
    const double height = signs.height + 2 * grid;
    legend = QRectF(all.left(), all.bottom() - height, all.width(), height);
    return {all.left(), head.bottom(), all.width(), std::max(0.0, legend.top() - grid - head.bottom())};
}

/// As many beside each other as let numbers, as large as this one, stand in the cells best.
std::size_t AtlasLayout::panelsAcross(const QRectF& room, const QSizeF& number) const {
    std::size_t best = 1;
    double most = 0;
    for (std::size_t across = 1; across <= m_atlas.panels(); ++across) {
        const QSizeF cell = cellSize(room, across);
        const double fits = std::min(cell.width() / number.width(), cell.height() / number.height());
        if (fits <= most) continue;
        most = fits;
        best = across;
    }
    return best;
}

QSizeF AtlasLayout::cellSize(const QRectF& room, std::size_t across) const {
    const auto count = [](std::size_t number) { return static_cast<double>(std::max<std::size_t>(number, 1)); };
    const std::size_t down = (m_atlas.panels() + across - 1) / std::max<std::size_t>(across, 1);
    const double width = (room.width() + m_between) / count(across) - m_between - m_left - m_right;
    const double height = (room.height() + m_between) / count(down) - m_between - m_title - m_top;
    return {std::max(width, 0.0) / count(m_atlas.columns()), std::max(height, 0.0) / count(m_atlas.rows())};
}

void AtlasLayout::place(const QRectF& room, std::size_t across, double tallest) {
    QSizeF cell = cellSize(room, across);
    cell.setHeight(std::min(cell.height(), tallest));
    const QSizeF panel(cell.width() * static_cast<double>(m_atlas.columns()),
                       cell.height() * static_cast<double>(m_atlas.rows()));
    for (std::size_t i = 0; i < m_atlas.panels(); ++i) {
        const auto column = static_cast<double>(i % across), row = static_cast<double>(i / across);
        m_panels.emplace_back(
            QPointF(room.left() + m_left + column * (m_left + panel.width() + m_right + m_between),
                    room.top() + m_title + m_top + row * (m_title + m_top + panel.height() + m_between)),
            panel);
    }
}

QRectF AtlasLayout::cell(std::size_t cell) const {
    const AtlasPlace at = m_atlas.placeOf(cell);
    const QRectF& all = m_panels[at.panel];
    const double width = all.width() / static_cast<double>(m_atlas.columns());
    const double height = all.height() / static_cast<double>(m_atlas.rows());
    return QRectF(all.left() + width * static_cast<double>(at.column), all.top() + height * static_cast<double>(at.row),
                  width, height)
        .adjusted(gap / 2, gap / 2, -gap / 2, -gap / 2);
}

std::optional<std::size_t> AtlasLayout::at(const QPointF& point) const {
    const auto panel = std::ranges::find_if(m_panels, [&](const QRectF& cells) { return cells.contains(point); });
    if (panel == m_panels.end() || m_atlas.empty()) return std::nullopt;
    const auto along = [](double from, double length, std::size_t count) {
        return std::min(count - 1, static_cast<std::size_t>(from / length * static_cast<double>(count)));
    };
    return m_atlas.cellAt({along(point.x() - panel->left(), panel->width(), m_atlas.columns()),
                           along(point.y() - panel->top(), panel->height(), m_atlas.rows()),
                           static_cast<std::size_t>(panel - m_panels.begin())});
}

QRectF AtlasLayout::title(std::size_t panel) const {
    const QRectF& cells = m_panels[panel];
    return {cells.left() - m_left, cells.top() - m_top - m_title, m_left + cells.width() + m_right, m_title};
}

QRectF AtlasLayout::corner(std::size_t panel) const {
    return {m_panels[panel].left() - m_left, m_panels[panel].top() - m_top, m_left, m_top};
}

QRectF AtlasLayout::columnHead(const AtlasPlace& place) const {
    const QRectF below = cell(m_atlas.cellAt(place));
    return {below.left(), m_panels[place.panel].top() - m_top, below.width(), m_top};
}

QRectF AtlasLayout::rowHead(const AtlasPlace& place) const {
    const QRectF first = cell(m_atlas.cellAt(place));
    const double height = m_folded ? first.height() / 2 : first.height();
    return {m_panels[place.panel].left() - m_left, first.top(), m_left - gap * 2, height};
}

QRectF AtlasLayout::rowEnd(const AtlasPlace& place) const {
    const QRectF first = cell(m_atlas.cellAt(place));
    if (m_folded) return rowHead(place).translated(0, first.height() / 2);
    return {m_panels[place.panel].right() + 2 * gap, first.top(), m_right - 2 * gap, first.height()};
}

QRectF AtlasLayout::endHead(std::size_t panel) const {
    return {m_panels[panel].right() + 2 * gap, m_panels[panel].top() - m_top, std::max(0.0, m_right - 2 * gap), m_top};
}

}  // namespace lanescope
