// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace lanescope {

/// PerfWorks names beyond the dictionary: what tells why a count differs.
[[nodiscard]] std::vector<std::string> namesThatExplain();

}  // namespace lanescope
