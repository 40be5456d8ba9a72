// SPDX-License-Identifier: GPL-3.0-or-later
// What a cubin says besides its instructions: where parameters are, and what the constant banks hold. It is an ELF
// file; its sections .nv.info.KERNEL are lists of attributes (the numbers are those that nvdisasm calls EIATTR_…).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/sass/listing.h"

namespace lanescope::sass {

/// Fills in parameterBase, parameters, banks and symbols of each. Error: MalformedFile.
[[nodiscard]] Result<void> addCubinFacts(std::string_view cubin, const std::string& file,
                                         std::vector<Listing>& listings);

/// The bytes of a kernel's instructions; empty where there are none, or the file is no cubin.
[[nodiscard]] std::string_view codeIn(std::string_view cubin, const std::string& kernel);

}  // namespace lanescope::sass
