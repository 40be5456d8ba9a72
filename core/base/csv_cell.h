// SPDX-License-Identifier: GPL-3.0-or-later
// Rows that other programs read: comma-separated values (RFC 4180).
#pragma once

#include <string>
#include <string_view>

namespace lanescope {

/// A cell as comma-separated values have it: in quotes where it must be, with those in it doubled.
[[nodiscard]] std::string csvCell(std::string_view cell);
/// In quotes, whatever it is.
[[nodiscard]] std::string csvQuoted(std::string_view cell);

}  // namespace lanescope
