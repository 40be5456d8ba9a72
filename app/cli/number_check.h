// SPDX-License-Identifier: GPL-3.0-or-later
// What a number on the command line must be. Unlike CLI11's own checks these know that "nan" and "inf" are no numbers
// to wait for.
#pragma once

#include <functional>
#include <string>

namespace lanescope::cli {

/// For CLI::Option::check: empty if the text is a finite number that suits, else what is wrong with it.
using NumberCheck = std::function<std::string(const std::string&)>;

[[nodiscard]] NumberCheck numberBetween(double least, double most);
[[nodiscard]] NumberCheck positiveNumber();

}  // namespace lanescope::cli
