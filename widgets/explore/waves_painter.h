// SPDX-License-Identifier: GPL-3.0-or-later
// Draws how all multiprocessors fill and drain: above how many of them have a block, then a row for each, the darker
// the more of its places have one. Waves take two shades in turn.
#pragma once

#include <QPainter>
#include <vector>

#include "widgets/explore/schedule_picture.h"

namespace lanescope {

struct WavesLayout {
    QRectF all;
    QRectF heading;
    QRectF labels;
    QRectF track;  ///< multiprocessors that have a block
    QRectF rows;   ///< all of them, over the time of the longest side
    QRectF axis;
    double cycles = 1;  ///< over the width of `rows`

    [[nodiscard]] double xOf(double cycle) const { return rows.left() + cycle / cycles * rows.width(); }
    [[nodiscard]] double cycleAt(double x) const { return (x - rows.left()) / rows.width() * cycles; }
};

/// Of a grid of rows (multiprocessors) and columns (equal parts of the time) the share of places that have a block, and
/// how much of that are blocks of odd waves.
struct WavesRaster {
    std::size_t rows = 0, columns = 0;
    std::vector<float> filled, odd;
};
[[nodiscard]] WavesRaster rasterOf(const timing::Waves& waves, double cycles, std::size_t columns);

/// Of sides side by side, the legend below them left out.
[[nodiscard]] std::vector<WavesLayout> layOutWaves(const Theme& theme, const SchedulePicture& picture,
                                                   const QRectF& room);
[[nodiscard]] double wavesLegendHeight(const Theme& theme, double width);
void paintWaves(QPainter& painter, const Theme& theme, const ScheduleSide& side, const WavesLayout& layout);
void paintWavesLegend(QPainter& painter, const Theme& theme, const QRectF& room);

/// "15.5 waves; the last 2.9 % of the launch are its tail, in which 60 of 132 multiprocessors have no block."
[[nodiscard]] QString wavesSentence(const timing::Waves& waves);
/// What that costs, how full the places are, and what is assumed.
[[nodiscard]] QString wavesDetail(const ScheduleSide& side);
/// What a multiprocessor does at a cycle.
[[nodiscard]] QString wavesAt(const timing::Waves& waves, std::size_t multiprocessor, double cycle);

}  // namespace lanescope
