// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/time/time_layout.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "widgets/paint/marks.h"

namespace lanescope {
namespace {

constexpr double kHeight = 144;
constexpr double kCompactHeight = 128;
constexpr double kFlags = 16;
constexpr double kOverview = 3;
/// Of a row: it need not be higher, and below the least, warps share rows.
constexpr double kHighestRow = 24;
constexpr double kLowestRow = 1.75;
/// Rows lower than this have no gap between each two of them, but behind every fourth.
constexpr double kLowestWithGaps = 4;
constexpr std::uint32_t kBundle = 4;
constexpr double kShareOfNames = 0.2;  ///< of the width, at most

QString tr(const char* text) { return QCoreApplication::translate("lanescope::TimeStrip", text); }

std::uint32_t rowsOf(std::span<const TimeBlock> blocks, std::uint32_t bundle) {
    std::uint32_t rows = 0;
    for (const TimeBlock& block : blocks) rows += (block.warps + bundle - 1) / bundle;
    return rows;
}

std::uint32_t bundleFor(std::span<const TimeBlock> blocks, double height, double lowest) {
    std::uint32_t bundle = 1;
    while (rowsOf(blocks, bundle) > rowsOf(blocks, bundle * kBundle) && rowsOf(blocks, bundle) * lowest > height)
        bundle *= kBundle;
    return bundle;
}

QString warpName(const TimeBlock& block, const TimeLayout::Row& row, bool first) {
    const bool one = row.endWarp - row.firstWarp == 1;
    const QString last = QString::number(row.endWarp - 1);
    if (block.name.isEmpty())
        return one ? tr("warp %1").arg(row.firstWarp) : tr("warps %1–%2").arg(row.firstWarp).arg(last);
    const QString warp = one ? tr("w%1").arg(row.firstWarp) : tr("w%1–%2").arg(row.firstWarp).arg(last);
    // A block is named once.
    return first ? tr("%1  %2").arg(block.name, warp) : warp;
}

/// Names of a block's rows: all that have room; else the first and the last; else the block's own.
void nameRows(TimeLayout& layout, const TimeBlock& block, std::span<const TimeLayout::Row> rows, double lineHeight) {
    if (rows.empty()) return;
    const double top = rows.front().bar.top();
    const double bottom = rows.back().bar.bottom();
    const double pitch = rows.size() > 1 ? rows[1].bar.top() - top : bottom - top;
    const auto name = [&](const TimeLayout::Row& row, double middle) {
        layout.labels.push_back({warpName(block, row, &row == &rows.front()), middle});
    };
    if (rows.size() == 1 || pitch >= lineHeight) {
        for (const TimeLayout::Row& row : rows) name(row, row.bar.center().y());
    } else if (bottom - top >= 1.8 * lineHeight) {
        // Where rows are lower than their names, names stay within them.
        name(rows.front(), std::max(rows.front().bar.center().y(), top + lineHeight / 2 - 2));
        name(rows.back(), std::min(rows.back().bar.center().y(), bottom - lineHeight / 2 + 2));
    } else {
        const QString all = block.name.isEmpty() ? tr("%1 warps").arg(block.warps) : block.name;
        layout.labels.push_back({all, (top + bottom) / 2});
    }
}

}  // namespace

double TimeLayout::x(double position) const {
    const double count = std::max(1.0, static_cast<double>(range.end - range.first));
    return left + (position - static_cast<double>(range.first)) / count * width();
}

double TimeLayout::position(double at) const {
    const auto count = static_cast<double>(range.end - range.first);
    return static_cast<double>(range.first) + (width() > 0 ? (at - left) / width() * count : 0);
}

const TimeLayout::Row* TimeLayout::rowAt(double y) const {
    if (rows.empty() || y < warps.top() || y >= warps.bottom()) return nullptr;
    return &*std::ranges::min_element(rows, {}, [y](const Row& row) { return std::abs(row.bar.center().y() - y); });
}

QFont timeFont(const Theme& theme, QFont::Weight weight) {
    QFont font = theme.type(theme.isCompact() ? Type::Head : Type::Least);
    font.setWeight(weight);
    return font;
}

double timeHeight(const Theme& theme) { return std::round(theme.scaled(theme.isCompact() ? kCompactHeight : kHeight)); }

TimeLayout timeLayout(const Theme& theme, const QSizeF& room, std::span<const TimeBlock> blocks, EventRange range,
                      quint64 size, bool hasFlags) {
    const auto scaled = [&theme](double pixels) { return std::round(theme.scaled(pixels)); };
    const double grid = scaled(paint::kGrid);
    const bool compact = theme.isCompact();
    TimeLayout layout;
    layout.range = range;

    double bottom = room.height() - grid;
    if (range.end - range.first < size)
        layout.overview = QRectF(0, room.height() - scaled(kOverview) - 1, 0, scaled(kOverview));
    const double phasesHeight = scaled(compact ? 20 : 24);
    layout.phases = QRectF(0, grid, 0, phasesHeight);
    if (hasFlags) {
        layout.flags = QRectF(0, bottom - scaled(kFlags), 0, scaled(kFlags));
        bottom = layout.flags.top() - 2;
    }
    double bytesHeight = scaled(compact ? 16 : 24);
    const double top = layout.phases.bottom() + grid;
    const double between = scaled(6);
    double height = bottom - bytesHeight - between - top;

    layout.bundle = bundleFor(blocks, height, theme.scaled(kLowestRow));
    const std::uint32_t count = rowsOf(blocks, layout.bundle);
    const double betweenBlocks = blocks.size() > 1 ? scaled(4) : 0;
    const double gaps = betweenBlocks * static_cast<double>(blocks.empty() ? 0 : blocks.size() - 1);
    const double pitch = count == 0 ? 0 : std::min((height - gaps) / count, theme.scaled(kHighestRow));
    // What the rows do not take is the bytes'.
    bytesHeight += height - gaps - pitch * count;
    height = pitch * count + gaps;
    layout.warps = QRectF(0, top, 0, height);
    layout.bytes = QRectF(0, bottom - bytesHeight, 0, bytesHeight);

    const QFontMetricsF metrics(timeFont(theme));
    layout.labels.push_back({tr("phase"), layout.phases.center().y()});
    double y = top;
    for (std::size_t side = 0; side < blocks.size(); ++side) {
        const std::size_t first = layout.rows.size();
        for (std::uint32_t warp = 0; warp < blocks[side].warps; warp += layout.bundle) {
            double gap = pitch >= theme.scaled(2 * paint::kGrid) ? scaled(6) : scaled(2);
            if (pitch < theme.scaled(kLowestWithGaps)) gap = (warp / layout.bundle) % kBundle == kBundle - 1 ? 1 : 0;
            layout.rows.push_back({side, warp, std::min(warp + layout.bundle, blocks[side].warps),
                                   QRectF(0, y, 0, std::max(1.0, pitch - gap))});
            y += pitch;
        }
        nameRows(layout, blocks[side], std::span(layout.rows).subspan(first), 0.95 * timeFont(theme).pixelSize());
        y += betweenBlocks;
    }
    layout.labels.push_back({tr("bytes"), layout.bytes.center().y()});
    if (hasFlags) layout.labels.push_back({tr("findings"), layout.flags.center().y()});

    double names = scaled(compact ? 7 * paint::kGrid : 13 * paint::kGrid);
    for (const TimeLayout::Label& label : layout.labels)
        names = std::max(names, std::ceil(metrics.horizontalAdvance(label.text)));
    names = std::min(names, std::max(scaled(7 * paint::kGrid), room.width() * kShareOfNames));
    layout.left = std::round(names) + 4 * grid;
    layout.right = std::max(layout.left + 1, room.width() - 3 * grid);
    for (QRectF* zone : {&layout.phases, &layout.warps, &layout.bytes, &layout.flags, &layout.overview}) {
        zone->setLeft(layout.left);
        zone->setRight(layout.right);
    }
    for (TimeLayout::Row& row : layout.rows) {
        row.bar.setLeft(layout.left);
        row.bar.setRight(layout.right);
    }
    if (!hasFlags) layout.flags = {};
    if (range.end - range.first >= size) layout.overview = {};
    return layout;
}

}  // namespace lanescope
