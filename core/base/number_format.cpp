// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/number_format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <span>

namespace lanescope::numbers {
namespace {

constexpr std::string_view kThinSpace = "\u202f";  // the one at which sentences are not broken
constexpr std::string_view kMinus = "\u2212";
constexpr std::string_view kTimes = "\u00d7";

struct Prefix {
    double factor;
    std::string_view sign;
};
constexpr std::array<Prefix, 9> kPrefixes{
    {{1e15, "P"}, {1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}, {1e-3, "m"}, {1e-6, "µ"}, {1e-9, "n"}}};

/// The part of the table from one prefix to another, the larger first.
constexpr std::span<const Prefix> prefixes(std::string_view largest, std::string_view smallest) {
    const auto at = [](std::string_view sign) { return std::ranges::find(kPrefixes, sign, &Prefix::sign); };
    return {at(largest), at(smallest) + 1};
}

/// The prefix with which a value is written: what rounds to 1000 of one is 1 of the next. `kept` is what rounding
/// leaves of the larger one. Below all of them the smallest.
const Prefix& prefixOf(double value, std::span<const Prefix> of, double kept) {
    const auto found = std::ranges::find_if(of, [&](const Prefix& p) { return std::abs(value) >= p.factor * kept; });
    return found == of.end() ? of.back() : *found;
}

/// Digits as to_chars() writes them: no locale, no minus of its own is changed.
template <typename... Form>
std::string digits(double value, Form... form) {
    std::array<char, 400> buffer{};  // the largest double has 309 digits before the point
    return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, form...).ptr};
}

std::string grouped(std::string_view whole) {
    std::string text;
    for (std::size_t i = 0; i < whole.size(); ++i) {
        if (i > 0 && (whole.size() - i) % 3 == 0) text += kThinSpace;
        text += whole[i];
    }
    return text;
}

/// Exactly between two numbers of so many decimals.
bool isHalf(double magnitude, int decimals) {
    const double power = std::pow(10, decimals);
    const double scaled = magnitude * power;
    return scaled - std::floor(scaled) == 0.5 && std::fma(magnitude, power, -scaled) == 0;
}

/// With a true minus, and thin spaces before the point; halves away from 0, as people round (to_chars() makes 0.2 of
/// 0.25).
std::string fixed(double value, int decimals) {
    double magnitude = std::abs(value);
    if (isHalf(magnitude, decimals)) magnitude = std::nextafter(magnitude, std::numeric_limits<double>::max());
    const std::string plain = digits(magnitude, std::chars_format::fixed, decimals);
    const std::size_t point = std::min(plain.find('.'), plain.size());
    return std::string(value < 0 ? kMinus : "") + grouped(plain.substr(0, point)) + plain.substr(point);
}

/// Three significant digits, never in exponent form: prefixes leave 1 … 999, and more than that of the largest.
std::string significant(double value) {
    const double magnitude = std::abs(value);
    return fixed(value, magnitude >= 99.95 ? 0 : magnitude >= 9.995 ? 1 : 2);  // what rounds to 100 or 10 counts as it
}

std::string general(double value, int significantDigits) {
    return digits(value, std::chars_format::general, significantDigits);
}

}  // namespace

std::string exact(double value) {
    const bool whole = std::nearbyint(value) == value && std::abs(value) < 1e7;
    return digits(value, whole ? std::chars_format::fixed : std::chars_format::general);
}

std::string plain(double value, int significantDigits) {
    const bool whole = std::nearbyint(value) == value && std::abs(value) < 1e15;
    return whole ? digits(value, std::chars_format::fixed, 0) : general(value, significantDigits);
}

std::string plainTime(double seconds) {
    if (seconds == 0) return "0 s";
    if (!std::isfinite(seconds)) return general(seconds, 4) + " s";
    const Prefix& prefix = prefixOf(seconds, prefixes("", "n"), 0.99995);
    return general(seconds / prefix.factor, 4) + ' ' + std::string(prefix.sign) + 's';
}

std::string memory(double bytes) {
    constexpr std::array<std::string_view, 7> kUnits{"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    std::size_t unit = 0;
    while (bytes >= 999.5 && unit + 1 < kUnits.size()) {
        bytes /= 1024;
        ++unit;
    }
    return general(bytes, 3) + ' ' + std::string(kUnits.at(unit));
}

std::string count(double value, int decimals) {
    if (!std::isfinite(value)) return general(value, 6);
    return fixed(value, value == std::floor(value) ? 0 : decimals);
}

std::string time(double seconds) {
    if (seconds == 0) return "0 s";
    if (!std::isfinite(seconds)) return general(seconds, 6);
    const Prefix& prefix = prefixOf(seconds, prefixes("", "n"), 0.9995);
    return significant(seconds / prefix.factor) + ' ' + std::string(prefix.sign) + 's';
}

std::string value(double value, std::string_view unit) {
    if (unit == "s") return time(value);
    if (unit == "%") return fixed(value, 2) + " %";
    if (unit == "B/s" && value >= 1e6)
        return significant(value / (value < 1e9 ? 1e6 : 1e9)) + (value < 1e9 ? " MB/s" : " GB/s");
    if (unit.empty()) return count(value);
    return count(value) + ' ' + std::string(unit);
}

std::string shortValue(double amount, std::string_view unit) {
    constexpr double kShort = 1e5;
    if (unit == "%" && amount == std::floor(amount)) return fixed(amount, 0) + " %";
    const bool counted = unit != "s" && unit != "%" && unit != "B/s";
    if (!counted || !std::isfinite(amount) || std::abs(amount) < kShort) return value(amount, unit);
    const Prefix& prefix = prefixOf(amount, prefixes("T", "k"), 0.99995);
    const double share = amount / prefix.factor;
    const int decimals = std::abs(share) >= 99.995 ? 1 : std::abs(share) >= 9.9995 ? 2 : 3;
    return fixed(share, decimals) + ' ' + std::string(prefix.sign) + std::string(unit);
}

std::string rate(double operationsPerSecond) {
    const Prefix& prefix = prefixOf(operationsPerSecond, prefixes("P", ""), 0.9995);
    return significant(operationsPerSecond / prefix.factor) + ' ' + std::string(prefix.sign) + "Flop/s";
}

std::string megahertz(double hertz) { return plain(std::round(hertz / 1e6)) + " MHz"; }

std::string factor(double factor) {
    const double magnitude = std::abs(factor);
    const std::string number = magnitude >= 1000 || magnitude == 0 ? count(factor, 0)
                               : magnitude >= 0.1                  ? significant(factor)
                                                                   : general(factor, 2);
    return number + std::string(kTimes);
}

std::string difference(double value, double base) {
    if (value == base) return "=";
    if (base == 0) return "?";
    const double percent = 100 * (value - base) / base;
    const std::string sign(percent < 0 ? kMinus : "+");
    const double magnitude = std::abs(percent);
    if (magnitude < 0.01) return sign + "<0.01 %";
    return sign + fixed(magnitude, magnitude < 9.995 ? 2 : magnitude < 999.95 ? 1 : 0) + " %";
}

}  // namespace lanescope::numbers
