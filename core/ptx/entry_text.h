// SPDX-License-Identifier: GPL-3.0-or-later
// One kernel of a text of PTX by itself, for a compiler that would compile all of them.
#pragma once

#include <string>
#include <string_view>

namespace lanescope::ptx {

/// `text`, whose syntax has been checked, without the kernels but the one of this name. All else stays, functions and
/// variables too, and every line keeps its number. A text that has no such kernel keeps none.
[[nodiscard]] std::string withoutOtherKernels(std::string_view text, std::string_view kernel);

}  // namespace lanescope::ptx
