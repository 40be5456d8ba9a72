// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace lanescope::program {

/// What an address can lie in. Param is the kernel's parameter block, the same for all threads; Slot is what calls hand
/// over and get back, of which each thread has its own (Entry::slots). Code is the value of a function's name.
enum class Space : std::uint8_t { Generic, Param, Global, Shared, Local, Const, Slot, Code };
[[nodiscard]] std::string_view nameOf(Space space);

}  // namespace lanescope::program
