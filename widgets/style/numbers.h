// SPDX-License-Identifier: GPL-3.0-or-later
// core/base/number_format.h for Qt: how numbers are written for people, the same everywhere in the window.
#pragma once

#include <QString>
#include <concepts>

namespace lanescope {

/// Whole counts with narrow no-break spaces between groups of three: "4 567". Others with up to `decimals` decimals.
[[nodiscard]] QString countText(double value, int decimals = 2);

/// The same for whole numbers of any type; exact up to 2⁵³.
template <std::integral Whole>
[[nodiscard]] QString countText(Whole value) {
    return countText(static_cast<double>(value));
}

/// A time with three significant digits and the SI prefix that suits it: "12.3 µs". Seconds in.
[[nodiscard]] QString timeText(double seconds);

/// A value with its unit, as metric tables show it. Unit "s" gives timeText, "%" two decimals.
[[nodiscard]] QString valueText(double value, const QString& unit);

/// The same in few characters, with four significant digits: "1.074 G" for 1 073 741 824, "131.1 kB". Counts below
/// 100 000 stay whole; a whole percentage has no decimals.
[[nodiscard]] QString shortValueText(double value, const QString& unit);

/// Operations a second: "4.56 GFlop/s".
[[nodiscard]] QString rateText(double operationsPerSecond);

/// "2.50×", "0.013×".
[[nodiscard]] QString factorText(double factor);

/// "+12.5 %": how far `value` lies from `base`; "=" when they are equal, "?" when base is 0 and value is not.
[[nodiscard]] QString differenceText(double value, double base);

}  // namespace lanescope
