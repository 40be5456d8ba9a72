// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explore/atlas_layout.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "widgets/paint/marks.h"

namespace lanescope {

QString occupancyHead() { return QCoreApplication::translate("lanescope::AtlasPicture", "occupancy"); }

AtlasLayout::AtlasLayout(const AtlasPicture& picture, const Theme& theme, const QSizeF& size)
    : columns(picture.atlas.columns()), rows(picture.atlas.rows()) {
    const double grid = theme.scaled(paint::kGrid);
    const QFontMetricsF names(theme.type(Type::Name)), body(theme.type(Type::Body));
    const QRectF all = QRectF({0, 0}, size).adjusted(2 * grid, grid, -2 * grid, -grid);
    gap = grid / 2;
    head = QRectF(all.topLeft(), QSizeF(all.width(), QFontMetricsF(theme.type(Type::Title)).height() + 2 * grid));
    const double legendHeight = 2 * body.height() + 2 * grid;
    legend = QRectF(all.left(), all.bottom() - legendHeight, all.width(), legendHeight);
    const auto name = [](const std::string& string) { return QString::fromStdString(string); };
    left = body.horizontalAdvance(name(picture.atlas.y.parameter + " \\ " + picture.atlas.x.parameter)) + grid;
    for (const std::string& value : picture.atlas.y.values)
        left = std::max(left, names.horizontalAdvance(name(value)) + 2 * grid);
    right = body.horizontalAdvance(occupancyHead()) + grid;
    top = names.height() + grid;
    const double below = head.bottom() + top;
    cells = QRectF(all.left() + left, below, all.width() - left - right, std::max(0.0, legend.top() - grid - below));
    // Cells of a few rows need not fill a wall.
    const double most = theme.scaled(132);
    if (rows > 0) cells.setHeight(std::min(cells.height(), most * static_cast<double>(rows)));
}

QRectF AtlasLayout::cell(std::size_t place) const {
    const double width = cells.width() / static_cast<double>(std::max<std::size_t>(columns, 1));
    const double height = cells.height() / static_cast<double>(std::max<std::size_t>(rows, 1));
    return QRectF(cells.left() + width * static_cast<double>(place % columns),
                  cells.top() + height * static_cast<double>(place / columns), width, height)
        .adjusted(gap / 2, gap / 2, -gap / 2, -gap / 2);
}

std::optional<std::size_t> AtlasLayout::at(const QPointF& point) const {
    if (columns == 0 || rows == 0 || !cells.contains(point)) return std::nullopt;
    const auto along = [](double from, double length, std::size_t count) {
        return std::min(count - 1, static_cast<std::size_t>(from / length * static_cast<double>(count)));
    };
    return along(point.y() - cells.top(), cells.height(), rows) * columns +
           along(point.x() - cells.left(), cells.width(), columns);
}

QRectF AtlasLayout::columnHead(std::size_t column) const {
    const QRectF below = cell(column);
    return {below.left(), cells.top() - top, below.width(), top};
}

QRectF AtlasLayout::rowHead(std::size_t row) const {
    const QRectF first = cell(row * columns);
    return {cells.left() - left, first.top(), left - gap * 2, first.height()};
}

QRectF AtlasLayout::rowEnd(std::size_t row) const {
    const QRectF first = cell(row * columns);
    return {cells.right() + gap, first.top(), right - gap, first.height()};
}

}  // namespace lanescope
