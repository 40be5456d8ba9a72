// SPDX-License-Identifier: GPL-3.0-or-later
// What nvdisasm prints of a cubin becomes listings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/sass/listing.h"

namespace lanescope::sass {

/// The output of `nvdisasm -hex -c -g -gp`: kernels in its order, each with its instructions, functions and source
/// files. Architecture and kernel are set; resources, parameters, banks and symbols are not printed and stay empty.
/// Error: MalformedFile naming `file` and the line.
[[nodiscard]] Result<std::vector<Listing>> readDisassembly(std::string_view text, const std::string& file);

}  // namespace lanescope::sass
