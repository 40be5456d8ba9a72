// SPDX-License-Identifier: GPL-3.0-or-later
// What a line of the CUDA source says, as far as pictures name things by it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/plan/launch.h"

namespace lanescope::warps {

/// Line `number` (1-based) of the kernel's source; empty if there is none.
[[nodiscard]] std::string_view sourceLineOf(const Kernel& kernel, std::uint32_t number);

/// What an if, while or for of a line asks: "tid < s". Empty if it asks nothing, or over several lines.
[[nodiscard]] std::string conditionIn(std::string_view line);

}  // namespace lanescope::warps
