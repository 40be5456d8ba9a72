// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/warps/warps_painter.h"

#include <QFontMetricsF>
#include <algorithm>
#include <array>
#include <cmath>

#include "widgets/paint/marks.h"
#include "widgets/style/numbers.h"

namespace lanescope::warps {
namespace {

constexpr double kNarrowestStrip = 2;  ///< columns that are narrower are drawn together
constexpr double kRowsApart = 3;       ///< device pixels that a lane needs for a line of ground between it and the next
constexpr double kLaidBack = 0.66;     ///< of what has not happened yet

double snapped(const QPainter& painter, double value) {
    const double ratio = painter.device()->devicePixelRatioF();
    return std::round(value * ratio) / ratio;
}

QRectF snappedRect(const QPainter& painter, double left, double top, double right, double bottom) {
    const double l = snapped(painter, left);
    const double t = snapped(painter, top);
    const double least = 1 / painter.device()->devicePixelRatioF();
    return {l, t, std::max(least, snapped(painter, right) - l), std::max(least, snapped(painter, bottom) - t)};
}

/// Rows that a band is drawn in: lanes, or fewer where a lane is less than a pixel.
std::size_t rowsOf(const QPainter& painter, const Band& band) {
    const double pixels = band.height * painter.device()->devicePixelRatioF();
    return pixels >= simt::kWarpSize ? simt::kWarpSize
                                     : std::max<std::size_t>(1, static_cast<std::size_t>(std::floor(pixels)));
}

/// Share of a row's lanes that are in the mask.
double shareOf(simt::LaneMask lanes, std::size_t row, std::size_t rows) {
    const std::size_t first = row * simt::kWarpSize / rows;
    const std::size_t end = std::max(first + 1, (row + 1) * simt::kWarpSize / rows);
    unsigned in = 0;
    for (std::size_t lane = first; lane < end; ++lane) in += lanes >> lane & 1;
    return static_cast<double>(in) / static_cast<double>(end - first);
}

}  // namespace

Hue hueOf(const WarpsScene& scene, std::size_t sides) { return sides > 1 || scene.parts() ? Hue::Way : Hue::Family; }

WarpsPainter::WarpsPainter(const Theme& theme, const WarpsScene& scene, const Layout& layout, SideOf side)
    : m_theme(theme), m_scene(scene), m_layout(layout), m_side(side), m_hue(hueOf(scene, side.count)) {}

QColor WarpsPainter::colourOf(const Column& column, const Cell& cell) const {
    if (column.kind != PieceKind::Works) return asksColour(m_theme);
    if (m_hue == Hue::Family) return familyColour(cell.family.number, cell.family.kin, m_theme.look());
    return wayColour(m_theme, cell.way, m_side.number, m_side.count);
}

void WarpsPainter::paintLanes(QPainter& painter, const Extent& x, const Band& band, simt::LaneMask lanes,
                              const QColor& colour) const {
    const double ratio = painter.device()->devicePixelRatioF();
    const std::size_t rows = rowsOf(painter, band);
    if (rows < simt::kWarpSize) {
        const QColor ground = m_theme.colour(Colour::Ground);
        for (std::size_t row = 0; row < rows; ++row) {
            const double share = shareOf(lanes, row, rows);
            if (share == 0) continue;
            const double top = band.top + band.height * static_cast<double>(row) / static_cast<double>(rows);
            const double bottom = band.top + band.height * static_cast<double>(row + 1) / static_cast<double>(rows);
            painter.fillRect(snappedRect(painter, x.left, top, x.right, bottom), mix(ground, colour, share));
        }
        return;
    }
    const bool apart = band.pitch() * ratio >= kRowsApart;
    const double gap = apart ? std::max(1 / ratio, band.pitch() * 0.16) : 0;
    for (unsigned lane = 0; lane < simt::kWarpSize; ++lane) {
        if ((lanes >> lane & 1) == 0) continue;
        unsigned end = lane + 1;
        while (!apart && end < simt::kWarpSize && (lanes >> end & 1) != 0) ++end;
        painter.fillRect(
            snappedRect(painter, x.left, band.top + lane * band.pitch(), x.right, band.top + end * band.pitch() - gap),
            colour);
        lane = end - 1;
    }
}

void WarpsPainter::paintWaiting(QPainter& painter, const Extent& x, const Band& band, simt::LaneMask lanes) const {
    const double ratio = painter.device()->devicePixelRatioF();
    if (band.pitch() * ratio < kRowsApart) return;  // lines would be a fill
    const QColor colour = waitsColour(m_theme);
    const double thick = std::max(1 / ratio, std::floor(band.pitch() * ratio * 0.14) / ratio);
    simt::eachLane(lanes, [&](unsigned lane) {
        const double middle = band.top + (lane + 0.42) * band.pitch();
        const double top = snapped(painter, middle - thick / 2);
        painter.fillRect(QRectF(snapped(painter, x.left), top, x.width(), thick), colour);
    });
}

void WarpsPainter::paintCell(QPainter& painter, const Extent& x, const Band& band, const Column& column) const {
    const Cell& cell = column.cells[band.warp];
    if (column.kind == PieceKind::Barrier) {
        if (!cell.empty())
            paintLanes(painter, x, {band.warp, band.top, band.height}, cell.running, asksColour(m_theme));
        if (!cell.empty() && cell.running == cell.live)
            painter.fillRect(snappedRect(painter, x.left, band.top, std::max(x.right, x.left + 1.5), band.bottom()),
                             m_theme.colour(Colour::Text));
        return;
    }
    if (cell.empty()) return;
    paintWaiting(painter, x, band, cell.live & ~cell.running);
    paintLanes(painter, x, band, cell.running, colourOf(column, cell));
}

/// Columns [first, end), which have no room of their own: by lane, how much of their instructions it executes.
void WarpsPainter::paintBundle(QPainter& painter, const Extent& x, const Band& band, const Group& group,
                               std::size_t first, std::size_t end) const {
    std::array<double, simt::kWarpSize> works{};
    std::array<double, simt::kWarpSize> asks{};
    double all = 0;
    QColor hue;
    std::uint32_t most = 0;
    for (std::size_t i = first; i < end; ++i) {
        const Column& column = group.columns[i];
        const Cell& cell = column.cells[band.warp];
        all += column.instructions;
        if (cell.empty()) continue;
        auto& to = column.kind == PieceKind::Works ? works : asks;
        simt::eachLane(cell.running, [&](unsigned lane) { to[lane] += column.instructions; });
        if (column.kind == PieceKind::Works && cell.events > most) {
            most = cell.events;
            hue = colourOf(column, cell);
        }
    }
    const std::size_t rows = rowsOf(painter, band);
    const QColor ground = m_theme.colour(Colour::Ground);
    for (std::size_t row = 0; row < rows && all > 0; ++row) {
        const std::size_t from = row * simt::kWarpSize / rows;
        const std::size_t to = std::max(from + 1, (row + 1) * simt::kWarpSize / rows);
        double work = 0;
        double ask = 0;
        for (std::size_t lane = from; lane < to; ++lane) {
            work += works[lane];
            ask += asks[lane];
        }
        const double lanes = static_cast<double>(to - from) * all;
        QColor colour = mix(ground, asksColour(m_theme), std::min(1.0, ask / lanes));
        if (work > 0) colour = mix(colour, hue, std::min(1.0, 0.25 + work / lanes));
        const double top = band.top + band.height * static_cast<double>(row) / static_cast<double>(rows);
        const double bottom = band.top + band.height * static_cast<double>(row + 1) / static_cast<double>(rows);
        if (work + ask > 0) painter.fillRect(snappedRect(painter, x.left, top, x.right, bottom), colour);
    }
}

void WarpsPainter::paintGroup(QPainter& painter, const GroupBox& box, const Band& band) const {
    const Group& group = m_scene.group(box.group);
    for (std::size_t i = 0; i < group.columns.size();) {
        std::size_t end = i + 1;
        Extent x = box.columns[i];
        while (x.width() < kNarrowestStrip && end < group.columns.size() &&
               group.columns[i].kind != PieceKind::Barrier && group.columns[end].kind != PieceKind::Barrier)
            x.right = box.columns[end++].right;
        if (end == i + 1)
            paintCell(painter, x, band, group.columns[i]);
        else
            paintBundle(painter, x, band, group, i, end);
        // What others of the block do, a warp that lives on goes past.
        const Cell& cell = group.columns[i].cells[band.warp];
        if (end == i + 1 && cell.empty() && group.columns[i].kind == PieceKind::Works) {
            std::size_t from = i;
            while (from > 0 && group.columns[from - 1].cells[band.warp].empty()) --from;
            std::size_t to = i;
            while (to < group.columns.size() && group.columns[to].cells[band.warp].empty()) ++to;
            if (from > 0 && to < group.columns.size()) {
                const double middle = band.top + band.height / 2;
                const double half = std::clamp(band.height / 12, 0.75, m_theme.scaled(1.5));
                painter.fillRect(snappedRect(painter, x.left - 1, middle - half, x.right + 1, middle + half),
                                 pastColour(m_theme));
            }
        }
        i = end;
    }
}

void WarpsPainter::paintStill(QPainter& painter) const {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const Band& band : m_layout.bands) {
        const simt::LaneMask lanes = lanesOfWarp(m_scene.flow().trace(), band.warp);
        const unsigned there = simt::lanesIn(lanes);
        if (there < simt::kWarpSize && !m_layout.groups.empty()) {
            const double top = band.top + there * band.pitch();
            painter.fillRect(QRectF(m_layout.field.left(), top, m_layout.groups.back().x.right - m_layout.field.left(),
                                    band.bottom() - top),
                             paint::hatch(m_theme, m_theme.colour(Colour::Hair)));
        }
        for (const GroupBox& box : m_layout.groups) paintGroup(painter, box, band);
    }
    painter.restore();
    const bool both = m_layout.signs > 0 && bothCountsFit();
    for (const GroupBox& box : m_layout.groups) {
        paintSigns(painter, box, both);
        paintTimes(painter, box);
    }
}

double WarpsPainter::reached(std::uint32_t warp, std::uint64_t position) const {
    if (m_layout.groups.empty() || position == 0) return m_layout.field.left();
    const std::size_t present = m_scene.groupAt(position);
    if (present < m_layout.page.first) return m_layout.field.left();
    const double behind = (m_layout.groups.back().x.right) + 2;
    const GroupBox* const box = m_layout.boxOf(present);
    if (box == nullptr) return behind;
    const Group& group = m_scene.group(present);
    double x = box->x.left - 2;
    bool all = true;
    for (std::size_t i = 0; i < group.columns.size(); ++i) {
        const Cell& cell = group.columns[i].cells[warp];
        if (cell.empty()) continue;
        const double share = WarpsScene::done(group, cell, position);
        if (share > 0) x = box->columns[i].left + share * box->columns[i].width() + (share == 1 ? 2 : 0);
        all = all && share == 1;
    }
    return all ? box->x.right + 2 : x;
}

QRectF WarpsPainter::frameOf(const Moment& moment) const {
    if (moment.position == 0 || m_layout.groups.empty()) return {};
    const std::size_t present = m_scene.groupAt(moment.position);
    const GroupBox* const box = m_layout.boxOf(present);
    if (box == nullptr) return {};
    const Group& group = m_scene.group(present);
    const double around = m_theme.scaled(4);
    constexpr std::uint64_t kMostEvents = 50'000;
    const std::uint64_t from = std::max(group.first, moment.before);
    if (moment.wholeGroup || moment.position - from > kMostEvents)
        return QRectF(box->x.left, m_layout.bands.front().top, box->x.width(),
                      m_layout.bands.back().bottom() - m_layout.bands.front().top)
            .adjusted(-around, -around, around, around);
    // Of the warp that acts; of index arithmetic on the way to what it does, nothing.
    const std::uint32_t warp = m_scene.flow().trace().warp(moment.position - 1);
    const bool asks = group.columns[group.column(moment.position - 1)].kind == PieceKind::Asks;
    QRectF frame;
    for (std::uint64_t event = from; event < moment.position; ++event) {
        if (m_scene.flow().trace().warp(event) != warp) continue;
        const std::uint32_t column = group.column(event);
        if (!asks && group.columns[column].kind == PieceKind::Asks) continue;
        frame |= m_layout.cell(box->columns[column], m_layout.bands[warp]);
    }
    return frame.adjusted(-around, -around, around, around);
}

void WarpsPainter::paintMoment(QPainter& painter, const Moment& moment) const {
    if (m_layout.groups.empty()) return;
    QColor veil = m_theme.colour(Colour::Ground);
    veil.setAlphaF(static_cast<float>(kLaidBack));
    const double right = m_layout.groups.back().x.right + 3;
    for (const Band& band : m_layout.bands) {
        const double to = reached(band.warp, moment.position);
        const double from = moment.progress < 1 ? reached(band.warp, moment.before) : to;
        const double x = from + (to - from) * moment.progress;
        if (x < right)
            painter.fillRect(QRectF(QPointF(x, band.top - m_layout.signs), QPointF(right, band.bottom() + 0.5)), veil);
    }
    const QRectF frame = frameOf(moment);
    if (frame.isEmpty()) return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setOpacity(painter.opacity() * std::clamp(2 * moment.progress, 0.25, 1.0));
    painter.setPen(QPen(m_theme.colour(Colour::Now), m_theme.scaled(paint::kRing)));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(frame, m_theme.scaled(5), m_theme.scaled(5));
    painter.restore();
}

void WarpsPainter::paintThread(QPainter& painter, std::uint32_t warp, unsigned lane) const {
    if (warp >= m_layout.bands.size() || m_layout.groups.empty()) return;
    const Band& band = m_layout.bands[warp];
    const double top = band.top + lane * band.pitch();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme.colour(Colour::Text), m_theme.scaled(paint::kFrame)));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(m_layout.field.left() - 3, top - 1,
                            m_layout.groups.back().x.right - m_layout.field.left() + 6,
                            std::max(band.pitch(), 2.0) + 1));
    painter.restore();
}

}  // namespace lanescope::warps
