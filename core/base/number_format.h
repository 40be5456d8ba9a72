// SPDX-License-Identifier: GPL-3.0-or-later
// The one place where numbers become text, whatever the locale is; number_text.h reads them. For people: groups of
// three between narrow no-break spaces (U+202F), a true minus (U+2212), SI prefixes. Shapes (1024 × 1024), indices,
// coordinates and numbers of lines are no counts and stay without spaces.
#pragma once

#include <string>
#include <string_view>

namespace lanescope::numbers {

/// The shortest text that reads back as the same double; whole numbers below 10⁷ in full. For files, and where a limit
/// is quoted.
[[nodiscard]] std::string exact(double value);

/// As programs print it, without spaces: whole numbers below 10¹⁵ in full, others with so many significant digits, in
/// exponent form where printf's %g takes that.
[[nodiscard]] std::string plain(double value, int digits = 6);

/// A time as programs print it, with four significant digits: "12.34 µs". Seconds in.
[[nodiscard]] std::string plainTime(double seconds);

/// "512 bytes", "1.5 MiB", "12 GiB": powers of 1024, at most three digits.
[[nodiscard]] std::string memory(double bytes);

/// A whole count in groups: "4 567". Others with so many decimals.
[[nodiscard]] std::string count(double value, int decimals = 2);

/// A time with three significant digits and the SI prefix that suits it: "12.3 µs". Seconds in.
[[nodiscard]] std::string time(double seconds);

/// A value with its unit, as tables of metrics show it. Unit "s" gives time(), "%" two decimals.
[[nodiscard]] std::string value(double value, std::string_view unit);

/// The same in few characters, with four significant digits: "1.074 G" for 1 073 741 824, "131.1 kB". Counts below
/// 100 000 stay whole; a whole percentage has no decimals.
[[nodiscard]] std::string shortValue(double value, std::string_view unit);

/// Operations a second: "4.56 GFlop/s".
[[nodiscard]] std::string rate(double operationsPerSecond);

/// A clock rate as programs print it, in whole megahertz: "1980 MHz". Hertz in.
[[nodiscard]] std::string megahertz(double hertz);

/// "2.50×", "0.013×".
[[nodiscard]] std::string factor(double factor);

/// "+12.5 %": how far `value` lies from `base`; "=" when they are equal, "?" when base is 0 and value is not.
[[nodiscard]] std::string difference(double value, double base);

}  // namespace lanescope::numbers
