// SPDX-License-Identifier: GPL-3.0-or-later
// Where the labels of lines stand beside the place where each line ends: in the order of the ends, none over another.
#pragma once

#include <cstddef>
#include <vector>

namespace lanescope {

struct LabelWish {
    double y = 0;          ///< of the line's end, in pixels; downwards
    double height = 0;     ///< of the label
    bool matters = false;  ///< placed before those that do not
};

struct LabelPlaces {
    std::vector<double> top;  ///< one per wish; below 0: there was no room for it
    std::size_t left = 0;     ///< how many had no room
};

/// Within `from` … `to`. Each stands as near to its line's end as the others let it.
[[nodiscard]] LabelPlaces placedLabels(const std::vector<LabelWish>& wishes, double from, double to);

/// The largest stretch that no label takes: its begin and its end.
struct FreeStretch {
    double from = 0;
    double to = 0;
};
[[nodiscard]] FreeStretch freeStretch(const std::vector<LabelWish>& wishes, const LabelPlaces& places, double from,
                                      double to);

}  // namespace lanescope
