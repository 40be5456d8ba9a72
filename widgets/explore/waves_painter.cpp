// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explore/waves_painter.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QImage>
#include <algorithm>
#include <cmath>

#include "core/base/words.h"
#include "core/timing/sample_recorder.h"
#include "widgets/paint/device.h"
#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/style/numbers.h"

namespace lanescope {
namespace {

constexpr double kTrack = 44;
constexpr double kMostRow = 24;  ///< of a multiprocessor
constexpr std::size_t kMostColumns = 4096;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(lanescope::Waves)
};

double lineOf(const Theme& theme) { return std::ceil(QFontMetricsF(theme.type(Type::Least)).height()); }

QString percent(double share) {
    return QStringLiteral("%1\u00a0%").arg(100 * share, 0, 'f', share < 0.0995 && share > 0 ? 1 : 0);
}

QColor shadeOf(bool odd, const Theme& theme) { return theme.colour(odd ? Colour::Shared0 : Colour::A); }

/// What a share of a row's places, of the two kinds of waves, looks like.
QColor shadeOf(double filled, double odd, const Theme& theme) {
    if (filled <= 0) return theme.colour(Colour::Ground);
    const QColor hue = mix(shadeOf(false, theme), shadeOf(true, theme), std::clamp(odd / filled, 0.0, 1.0));
    // However few they are, they are seen.
    return mix(theme.colour(Colour::Ground), hue, Tint::kUntouched + (1 - Tint::kUntouched) * std::min(1.0, filled));
}

void paintRows(QPainter& painter, const Theme& theme, const WavesRaster& raster, const QRectF& rect) {
    const double width = rect.width() / static_cast<double>(raster.columns),
                 height = rect.height() / static_cast<double>(raster.rows);
    QImage image(static_cast<int>(raster.columns), static_cast<int>(raster.rows), QImage::Format_RGB32);
    for (std::size_t row = 0; row < raster.rows; ++row) {
        auto* const pixels = reinterpret_cast<QRgb*>(image.scanLine(static_cast<int>(row)));
        for (std::size_t column = 0; column < raster.columns; ++column) {
            const std::size_t at = row * raster.columns + column;
            pixels[column] = shadeOf(raster.filled[at], raster.odd[at], theme).rgb();
        }
    }
    if (paint::isOfPixels(painter)) return painter.drawImage(rect, image);
    // In files a run of cells that look alike is one rectangle.
    for (std::size_t row = 0; row < raster.rows; ++row)
        for (std::size_t first = 0; first < raster.columns;) {
            const auto y = static_cast<int>(row);
            std::size_t end = first + 1;
            while (end < raster.columns &&
                   image.pixel(static_cast<int>(end), y) == image.pixel(static_cast<int>(first), y))
                ++end;
            painter.fillRect(
                QRectF(rect.left() + static_cast<double>(first) * width, rect.top() + static_cast<double>(row) * height,
                       static_cast<double>(end - first) * width, height),
                QColor::fromRgb(image.pixel(static_cast<int>(first), y)));
            first = end;
        }
}

void paintTrack(QPainter& painter, const Theme& theme, const WavesRaster& raster, const QRectF& track) {
    painter.fillRect(track, theme.colour(Colour::Hair));
    const double width = track.width() / static_cast<double>(raster.columns);
    for (std::size_t column = 0; column < raster.columns; ++column) {
        double busy = 0;
        for (std::size_t row = 0; row < raster.rows; ++row)
            busy += raster.filled[row * raster.columns + column] > 0 ? 1 : 0;
        const double height = busy / static_cast<double>(raster.rows) * track.height();
        painter.fillRect(
            QRectF(track.left() + static_cast<double>(column) * width, track.bottom() - height, width + 0.5, height),
            theme.colour(Colour::Text));
    }
}

void paintAxis(QPainter& painter, const Theme& theme, const WavesLayout& layout) {
    painter.setFont(theme.type(Type::Least));
    const QFontMetricsF metrics(painter.font());
    const QString last = Words::tr("%1 cycles").arg(countText(std::round(layout.cycles)));
    painter.setPen(theme.colour(Colour::FaintText));
    painter.drawText(layout.axis, Qt::AlignRight | Qt::AlignVCenter, last);
    const double left = layout.axis.width() - metrics.horizontalAdvance(last);
    constexpr int kParts = 4;
    double free = layout.axis.left();
    for (int part = 0; part < kParts; ++part) {
        const QString words = countText(std::round(layout.cycles * part / kParts));
        const double x = layout.axis.left() + layout.axis.width() * part / kParts,
                     width = metrics.horizontalAdvance(words);
        const double from = part == 0 ? x : x - width / 2;
        if (from < free || from + width + theme.scaled(paint::kGrid) > layout.axis.left() + left) continue;
        painter.drawText(QRectF(from, layout.axis.top(), width + 1, layout.axis.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, words);
        free = from + width + theme.scaled(paint::kGrid);
    }
}

/// Where the tail begins, and that it is one.
void paintTail(QPainter& painter, const Theme& theme, const timing::Waves& waves, const WavesLayout& layout) {
    if (waves.tailFrom >= waves.end) return;
    const double from = layout.xOf(waves.tailFrom), to = layout.xOf(waves.end);
    painter.setPen(QPen(theme.colour(Colour::Text), paint::kFrame, Qt::DashLine));
    for (const double x : {from, to})
        painter.drawLine(QPointF(x, layout.track.top()), QPointF(x, layout.rows.bottom()));
    painter.setFont(theme.type(Type::Least));
    const QString words = Words::tr("tail");
    const double width = QFontMetricsF(painter.font()).horizontalAdvance(words) + theme.scaled(paint::kGrid);
    const double line = lineOf(theme);
    const double left = std::clamp((from + to - width) / 2, layout.rows.left(), layout.rows.right() - width);
    const QRectF plate(left, layout.rows.bottom() - line - theme.scaled(4), width, line);
    painter.fillRect(plate, theme.colour(Colour::Ground));
    painter.setPen(theme.colour(Colour::Text));
    painter.drawText(plate, Qt::AlignCenter, words);
}

struct Entry {
    QColor colour;
    QString words;
};
std::vector<Entry> entriesOf(const Theme& theme) {
    return {{shadeOf(1, 0, theme), Words::tr("a wave of blocks")},
            {shadeOf(1, 1, theme), Words::tr("the next wave")},
            {shadeOf(0.3, 0, theme), Words::tr("fewer places have a block")},
            {theme.colour(Colour::Ground), Words::tr("no block")}};
}

/// Draws it where there is a painter; its height.
double flowLegend(QPainter* painter, const Theme& theme, const QRectF& room) {
    const double grid = theme.scaled(paint::kGrid), line = lineOf(theme);
    const QFontMetricsF metrics(theme.type(Type::Least));
    double x = room.left(), y = room.top();
    for (const Entry& one : entriesOf(theme)) {
        const double width = 2.5 * grid + metrics.horizontalAdvance(one.words);
        if (x > room.left() && x + width > room.right()) {
            x = room.left();
            y += line + grid / 2;
        }
        if (painter != nullptr) {
            const QRectF swatch(x, y + line / 4, 1.5 * grid, line / 2);
            painter->fillRect(swatch, one.colour);
            painter->setPen(QPen(theme.colour(Colour::GridLine), 1));
            painter->drawRect(swatch);
            painter->setPen(theme.colour(Colour::Text));
            painter->drawText(QRectF(x + 2 * grid, y, width, line), Qt::AlignLeft | Qt::AlignVCenter, one.words);
        }
        x += width + 2 * grid;
    }
    return y + line - room.top();
}

}  // namespace

WavesRaster rasterOf(const timing::Waves& waves, double cycles, std::size_t columns) {
    WavesRaster raster;
    raster.rows = static_cast<std::size_t>(waves.dealing.multiprocessors);
    raster.columns = std::max<std::size_t>(1, columns);
    raster.filled.assign(raster.rows * raster.columns, 0);
    raster.odd = raster.filled;
    const double column = cycles / static_cast<double>(raster.columns);
    const double place = 1 / (column * static_cast<double>(waves.dealing.resident));
    for (std::size_t block = 0; block < waves.blocks.size(); ++block) {
        const timing::DealtBlock& one = waves.blocks[block];
        const bool odd = waves.waveOf(block) % 2 == 1;
        const auto first = static_cast<std::size_t>(one.begin / column);
        const auto last = std::min(raster.columns - 1, static_cast<std::size_t>(one.end / column));
        for (std::size_t at = first; at <= last && at < raster.columns; ++at) {
            const double from = static_cast<double>(at) * column;
            const double taken = std::min(one.end, from + column) - std::max(one.begin, from);
            const auto share = static_cast<float>(std::max(0.0, taken) * place);
            raster.filled[one.multiprocessor * raster.columns + at] += share;
            if (odd) raster.odd[one.multiprocessor * raster.columns + at] += share;
        }
    }
    return raster;
}

double wavesLegendHeight(const Theme& theme, double width) {
    return flowLegend(nullptr, theme, QRectF(0, 0, width, 0)) + theme.scaled(paint::kGrid);
}

void paintWavesLegend(QPainter& painter, const Theme& theme, const QRectF& room) {
    painter.setFont(theme.type(Type::Least));
    flowLegend(&painter, theme, room);
}

std::vector<WavesLayout> layOutWaves(const Theme& theme, const SchedulePicture& picture, const QRectF& room) {
    std::vector<WavesLayout> layouts;
    const double grid = theme.scaled(paint::kGrid), line = lineOf(theme);
    const auto count = static_cast<double>(std::max<std::size_t>(1, picture.sides.size()));
    const double between = 3 * grid, width = (room.width() - (count - 1) * between) / count;
    const QFontMetricsF metrics(theme.type(Type::Least));
    double cycles = 1, rows = 1;
    for (const ScheduleSide& side : picture.sides)
        if (side.waves) {
            cycles = std::max(cycles, side.waves->end);
            rows = std::max(rows, static_cast<double>(side.waves->dealing.multiprocessors));
        }
    const double label =
        std::max(metrics.horizontalAdvance(Words::tr("SM %1").arg(999)), metrics.horizontalAdvance(Words::tr("busy")));
    for (std::size_t i = 0; i < picture.sides.size(); ++i) {
        WavesLayout at;
        at.cycles = cycles;
        at.all = QRectF(room.left() + static_cast<double>(i) * (width + between), room.top(), width, room.height());
        const double title = std::ceil(QFontMetricsF(theme.type(Type::Title)).height()) + grid;
        at.heading = QRectF(at.all.left(), at.all.top(), width, title);
        const double left = at.all.left() + label + grid, plot = std::max(1.0, at.all.right() - left);
        const double track = std::max(theme.scaled(theme.isCompact() ? 0.7 * kTrack : kTrack), line);
        at.track = QRectF(left, at.heading.bottom() + grid, plot, track);
        const double top = at.track.bottom() + grid, below = line + grid / 2;
        const double height = std::clamp(at.all.bottom() - below - top, 1.0, theme.scaled(kMostRow) * rows);
        const double own =
            picture.sides[i].waves ? static_cast<double>(picture.sides[i].waves->dealing.multiprocessors) / rows : 1;
        at.rows = QRectF(left, top, plot, std::max(1.0, std::floor(height * own)));
        at.labels = QRectF(at.all.left(), at.track.top(), label + grid, at.rows.bottom() - at.track.top());
        at.axis = QRectF(left, at.rows.bottom() + grid / 4, plot, line);
        layouts.push_back(at);
    }
    return layouts;
}

void paintWaves(QPainter& painter, const Theme& theme, const ScheduleSide& side, const WavesLayout& layout) {
    const QString about = side.waves
                              ? Words::tr("%1 multiprocessors, simulated").arg(side.waves->dealing.multiprocessors)
                              : Words::tr("all multiprocessors");
    paint::heading(painter, theme, layout.heading, side.name, about);
    if (!side.waves) {
        const timing::LaunchSetting& setting = side.simulated->setting;
        const bool tooMany = setting.blocks * setting.active > timing::SampleOptions::kMostDealt;
        paint::paragraph(painter, theme, layout.rows, Type::Body, Colour::FaintText,
                         tooMany ? Words::tr("There are too many blocks to be dealt out one by one.")
                                 : Words::tr("Blocks are being dealt out …"));
        return;
    }
    const timing::Waves& waves = *side.waves;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    const auto columns = static_cast<std::size_t>(std::max(1.0, std::floor(layout.rows.width())));
    const WavesRaster raster = rasterOf(waves, layout.cycles, std::min(columns, kMostColumns));
    paintTrack(painter, theme, raster, layout.track);
    paintRows(painter, theme, raster, layout.rows);
    painter.setPen(QPen(theme.colour(Colour::GridLine), 1));
    painter.drawRect(layout.rows);
    painter.setFont(theme.type(Type::Least));
    painter.setPen(theme.colour(Colour::FaintText));
    painter.drawText(QRectF(layout.labels.left(), layout.track.top(), layout.labels.width(), layout.track.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, Words::tr("busy"));
    const double line = lineOf(theme), row = layout.rows.height() / static_cast<double>(raster.rows);
    double bottom = 0;
    for (std::size_t i = 0; i < raster.rows; ++i) {
        const double top = layout.rows.top() + static_cast<double>(i) * row + std::min(0.0, (row - line) / 2);
        if (i > 0 && (top < bottom + line || top + line > layout.rows.bottom() + line / 2)) continue;
        painter.drawText(
            QRectF(layout.labels.left(), std::max(top, layout.rows.top() - line / 4), layout.labels.width(), line),
            Qt::AlignLeft | Qt::AlignVCenter, Words::tr("SM %1").arg(i));
        bottom = top + line;
    }
    paintTail(painter, theme, waves, layout);
    paintAxis(painter, theme, layout);
    painter.restore();
}

QString wavesSentence(const timing::Waves& waves) {
    const auto all = static_cast<double>(waves.dealing.multiprocessors);
    const QString count = Words::tr("%1 waves of blocks").arg(countText(waves.count, 1));
    if (waves.never > 0)
        return Words::tr("%1: %2 of %3 multiprocessors never get one.")
            .arg(count, countText(waves.never), countText(all));
    if (waves.tailShare() < 0.001) return Words::tr("%1: all multiprocessors end together.").arg(count);
    return Words::tr("%1: in the last %2 of the launch %3 of %4 multiprocessors have nothing to do.")
        .arg(count, percent(waves.tailShare()), countText(std::round(waves.idleInTail)), countText(all));
}

QString wavesDetail(const ScheduleSide& side) {
    const timing::Waves& waves = *side.waves;
    return Words::tr(
               "If all multiprocessors ended together, it would take %1 less. Over the launch %2 of the places have a "
               "block. The last block ends at cycle %3: simulated. %4.")
        .arg(percent(waves.lostShare()), percent(waves.filled), countText(std::round(waves.end)),
             QString::fromStdString(std::string(textOf("timing.waves_assume"_id))));
}

QString wavesAt(const timing::Waves& waves, std::size_t multiprocessor, double cycle) {
    std::uint64_t here = 0, first = 0;
    for (std::size_t i = 0; i < waves.blocks.size(); ++i) {
        const timing::DealtBlock& one = waves.blocks[i];
        if (one.multiprocessor != multiprocessor || one.begin > cycle || one.end <= cycle) continue;
        if (here++ == 0) first = i;
    }
    const QString where =
        Words::tr("Multiprocessor %1, cycle %2").arg(multiprocessor).arg(countText(std::floor(cycle)));
    if (here == 0) return Words::tr("%1: no block").arg(where);
    return Words::tr("%1: %2 of %3 places have a block, the oldest is %4 of wave %5")
        .arg(where)
        .arg(here)
        .arg(waves.dealing.resident)
        .arg(countText(first), countText(waves.waveOf(first) + 1));
}

}  // namespace lanescope
