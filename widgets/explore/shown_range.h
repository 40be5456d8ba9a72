// SPDX-License-Identifier: GPL-3.0-or-later
// The part of a time that a chart shows: how it zooms and moves, and never leaves what there is.
#pragma once

namespace lanescope {

/// Of 0 to all, in what the chart counts its time in.
struct ShownRange {
    double from = 0, to = 1;
    [[nodiscard]] double length() const { return to - from; }
    friend bool operator==(const ShownRange&, const ShownRange&) = default;
};

/// No shorter than `shortest`, unless all is, and within it. What is all but for rounding is all.
[[nodiscard]] ShownRange within(ShownRange range, double all, double shortest);

/// So many times as long; `around` stays where it is. No shorter than `shortest`.
[[nodiscard]] ShownRange zoomed(const ShownRange& range, double factor, double around, double shortest);

[[nodiscard]] inline ShownRange moved(const ShownRange& range, double by) { return {range.from + by, range.to + by}; }

/// What a notch of the wheel or a key zooms by, and what share of what is shown a key moves.
inline constexpr double kZoomStep = 1.25;
inline constexpr double kMoveStep = 0.1;
inline constexpr double kWheelNotch = 120;

}  // namespace lanescope
