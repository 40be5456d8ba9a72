// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of warps as pixels: thousands of pieces in dozens of rows, filled line by line.
#pragma once

#include <QImage>
#include <vector>

#include "widgets/stage/time/time_layout.h"
#include "widgets/stage/time/time_scene.h"

namespace lanescope {

class RowImage {
public:
    /// Of the layout's rows, with `ratio` pixels for one of the layout's.
    RowImage(const Theme& theme, const TimeLayout& layout, double ratio);

    void add(const TimeLayout::Row& place, const TimeRow& row, const TimeSide& side);
    /// As large as TimeLayout::warps.
    [[nodiscard]] const QImage& image() const { return m_image; }

private:
    [[nodiscard]] QRgb colour(const TimeSide& side, const flow::Segment& segment);

    struct Known {
        const flow::BlockFlow* flow;
        flow::Activity activity;
        flow::Touched touched;
        QRgb colour;
    };
    const Theme& m_theme;
    const TimeLayout& m_layout;
    double m_ratio;
    QImage m_image;
    std::vector<QRgb> m_filled;   ///< one line of pixels: where the warp runs; 0 elsewhere
    std::vector<QRgb> m_waiting;  ///< the same where it waits
    std::vector<Known> m_known;
};

}  // namespace lanescope
