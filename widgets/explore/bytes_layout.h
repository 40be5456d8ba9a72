// SPDX-License-Identifier: GPL-3.0-or-later
// Where everything stands in the picture of where the bytes go: shared memory, multiprocessors, L1, L2 and device
// memory, with a band for what goes between two of them; side by side where words have room between them, and else one
// below the other.
#pragma once

#include <QLineF>

#include "widgets/explore/limits_label.h"
#include "widgets/explore/limits_picture.h"

namespace lanescope {

struct BytesBand {
    rules::Resource level = rules::Resource::Dram;
    QRectF room{};  ///< as wide as the bytes are many; empty: nothing goes there, or nobody knows
    QLineF line{};  ///< its middle
};

struct BytesLayout {
    /// `room`: pixels, with the heading.
    BytesLayout(const Theme& theme, const LimitsPicture& picture, const QRectF& room);

    bool upright = false;
    std::vector<QRectF> boxes{};
    std::vector<BytesBand> bands{};
    std::vector<LimitsLabel> labels{};
};

/// Pixels that the picture needs in a room of that width.
[[nodiscard]] double bytesHeightFor(const Theme& theme, const LimitsPicture& picture, double width);
/// There is a picture: all levels are told of.
[[nodiscard]] bool hasBytes(const LimitsPicture& picture);

}  // namespace lanescope
