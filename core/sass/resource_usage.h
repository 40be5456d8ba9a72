// SPDX-License-Identifier: GPL-3.0-or-later
// What `ptxas -v` says of each kernel that it has compiled.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/sass/listing.h"

namespace lanescope::sass {

/// By the kernel's name in the PTX. Spills of functions that a kernel calls are its own.
[[nodiscard]] std::map<std::string, Resources> resourcesFromLog(std::string_view log);

}  // namespace lanescope::sass
