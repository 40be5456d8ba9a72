// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as people write them on a command line.
#pragma once

#include <string>
#include <string_view>

#include "core/plan/plan.h"

namespace lanescope {

/// "1024", "-7", "0xff" in an integer type; "0.5", "1e-3", "-inf", "nan" in a float type, rounded to nearest (f16 by
/// way of f64). The error is a reason to be put after "…is not possible: ": no number, or out of the type's range (a
/// float that would become infinite, or zero though it is not).
[[nodiscard]] tl::expected<Scalar, std::string> scalarFromText(ElementType type, std::string_view text);

/// The element at `bytes` (suitably sized, any alignment) in as few digits as scalarFromText() needs to give it again;
/// "nan" for every NaN.
[[nodiscard]] std::string textOf(ElementType type, const std::byte* bytes);

}  // namespace lanescope
