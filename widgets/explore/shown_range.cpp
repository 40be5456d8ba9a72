// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explore/shown_range.h"

#include <algorithm>

namespace lanescope {

ShownRange within(ShownRange range, double all, double shortest) {
    constexpr double kWhole = 1 - 1e-9;
    double length = std::clamp(range.length(), std::min(shortest, all), all);
    if (length > all * kWhole) length = all;
    range.from = std::clamp(range.from, 0.0, all - length);
    range.to = range.from + length;
    return range;
}

ShownRange zoomed(const ShownRange& range, double factor, double around, double shortest) {
    const double length = std::max(shortest, range.length() * factor);
    const double from = around - (around - range.from) / range.length() * length;
    return {from, from + length};
}

}  // namespace lanescope
