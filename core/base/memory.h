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

/// From now on blocks of a megabyte and more go back to the system as soon as they are freed, in the whole process. By
/// itself the C library raises that size to 32 MiB once one such block was freed, and then keeps buffers of kernels for
/// later. Of what is smaller each thread keeps some megabytes for what it needs next: by itself a thread gives back all
/// but 128 KiB, and asks for them again with the next block of threads that it emulates. Once, before threads begin;
/// does nothing with another C library than GNU's.
void giveLargeMemoryBack();

}  // namespace lanescope
