// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace lanescope::ptx {

/// Itanium-mangled function name → qualified name without return type and arguments: "tiled<16, float>".
/// A name that is not mangled comes back unchanged.
[[nodiscard]] std::string entryNameOf(const std::string& name);

/// Mangled name of a variable → its own name: "_ZZ5tiledILi16EfEvPT0_PKS0_S3_iE2As" → "As".
[[nodiscard]] std::string variableNameOf(const std::string& name);

}  // namespace lanescope::ptx
