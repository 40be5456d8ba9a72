// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace lanescope {

/// Bytes of memory that this machine can give without swapping, caches that it would drop included.
[[nodiscard]] std::uint64_t availableMemory();

/// "512 bytes", "1.5 MiB", "12 GiB": powers of 1024, at most three digits.
[[nodiscard]] std::string memoryText(double bytes);

}  // namespace lanescope
