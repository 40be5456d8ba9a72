// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace lanescope {

/// Bytes of memory that this process can still get without swapping, caches that would be dropped included: the least
/// of what the machine has, what the limits of the process leave (RLIMIT_AS, RLIMIT_DATA), and what its control group
/// and those around it leave (memory.max and memory.high, or memory.limit_in_bytes). `root`: where /proc and what is
/// mounted lie; "" for those of this machine.
[[nodiscard]] std::uint64_t availableMemory(const std::string& root = {});

}  // namespace lanescope
