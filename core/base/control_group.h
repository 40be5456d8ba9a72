// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace lanescope {

/// Bytes that the control groups of this process let it have beside what they use, caches that would be dropped left
/// out: the least of all from its own up to the root, of both versions of control groups. The largest number if
/// there is no limit, or nothing is known of one. `root`: see availableMemory().
[[nodiscard]] std::uint64_t controlGroupMemory(const std::string& root);

}  // namespace lanescope
