// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of what a buffer holds at first, for those who need few of them.
#pragma once

#include <cstdint>
#include <span>

#include "core/plan/buffer.h"

namespace lanescope {

/// The initial bytes of the elements from `first` on, as many as `to` has room for: those of initialBytes(), and zeros
/// where that has none.
void putInitialBytes(const Buffer& buffer, std::uint64_t first, std::span<std::byte> to);

}  // namespace lanescope
