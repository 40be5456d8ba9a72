// SPDX-License-Identifier: GPL-3.0-or-later
// What the source counts rounds by where compilers keep no such register, as in loops that they unroll: "m = 32" of
// for (int m = 0; m < n; m += BLOCK). Only where as many rounds ran as the source asks for, a round has such a name.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/plan/launch.h"

namespace lanescope::warps {

/// `line` with the numbers of the template's parameters that the kernel was made with in place of their names; they
/// stand in the nearest line above `number` that begins a template.
[[nodiscard]] std::string withConstants(const Kernel& kernel, std::string_view line, std::uint32_t number);

/// Of round `round` (from 1) of `rounds`, whose first working line is `line`: "m = 32". Empty if the loop around it is
/// not understood, or if it does not end behind so many rounds at what the launch is given.
[[nodiscard]] std::string roundBySource(const Launch& launch, std::uint32_t line, std::uint32_t round,
                                        std::uint32_t rounds);

}  // namespace lanescope::warps
