// SPDX-License-Identifier: GPL-3.0-or-later
// Where things stand on the strip of time: from top to bottom phases, a row a warp, bytes, flags; their names at the
// left.
#pragma once

#include <QRectF>
#include <QString>
#include <span>
#include <vector>

#include "widgets/playback/clock.h"
#include "widgets/style/theme.h"

namespace lanescope {

/// A block as far as the layout goes.
struct TimeBlock {
    QString name;  ///< empty: there is only one
    std::uint32_t warps = 0;
};

struct TimeLayout {
    struct Row {
        std::size_t side = 0;
        std::uint32_t firstWarp = 0;
        std::uint32_t endWarp = 0;
        QRectF bar;  ///< what is filled
    };
    struct Label {
        QString text;
        double middle = 0;  ///< of its height
    };

    EventRange range;  ///< that is shown
    double left = 0;   ///< of the axis
    double right = 0;
    QRectF phases;
    QRectF warps;  ///< all rows
    QRectF bytes;
    QRectF flags;     ///< empty if there are none
    QRectF overview;  ///< where in the whole the range lies; empty if it is the whole
    std::uint32_t bundle = 1;
    std::vector<Row> rows;
    std::vector<Label> labels;

    [[nodiscard]] double width() const { return right - left; }
    /// Of a position; also outside of the range.
    [[nodiscard]] double x(double position) const;
    /// The position there, with a share of the next event.
    [[nodiscard]] double position(double x) const;
    /// The row at a height, the nearest one of those that are there.
    [[nodiscard]] const Row* rowAt(double y) const;
};

/// Of names at the left; bold in bars.
[[nodiscard]] QFont timeFont(const Theme& theme, QFont::Weight weight = QFont::Normal);
/// 144 pixels; 128 in low windows.
[[nodiscard]] double timeHeight(const Theme& theme);

/// `size`: events there are.
[[nodiscard]] TimeLayout timeLayout(const Theme& theme, const QSizeF& room, std::span<const TimeBlock> blocks,
                                    EventRange range, quint64 size, bool hasFlags);

}  // namespace lanescope
