// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/number_check.h"

#include <charconv>
#include <cmath>
#include <limits>

#include "app/cli/output.h"

namespace lanescope::cli {
namespace {

/// NaN if the whole text is no finite number.
double finiteNumber(const std::string& text) {
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [behind, error] = std::from_chars(text.data(), end, value);
    const bool whole = error == std::errc() && behind == end && std::isfinite(value);
    return whole ? value : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

NumberCheck numberBetween(double least, double most) {
    return [=](const std::string& text) {
        const double value = finiteNumber(text);
        if (value >= least && value <= most) return std::string();
        return "it must be a number from " + number(least) + " to " + number(most) + ", not " + text;
    };
}

NumberCheck positiveNumber() {
    return [](const std::string& text) {
        return finiteNumber(text) > 0 ? std::string() : "it must be a number above 0, not " + text;
    };
}

}  // namespace lanescope::cli
