// SPDX-License-Identifier: GPL-3.0-or-later
// Code of NVIDIA's own headers, which hand on values that nobody has set, and read one element too many where it is not
// used (cub::BlockMergeSort): that is no mistake of who includes them. Internal to core/simt.
#pragma once

#include <vector>

#include "core/program/module.h"

namespace lanescope::simt {

/// By index into Module::files: is it a header of CUB, Thrust, libcu++ or cooperative groups?
[[nodiscard]] std::vector<bool> libraryFiles(const program::Module& module);

/// Does the instruction's line stand in such a header? Without a line: no.
[[nodiscard]] bool isLibraryCode(const program::Instruction& instruction, const std::vector<bool>& libraryFiles);

}  // namespace lanescope::simt
