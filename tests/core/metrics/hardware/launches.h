// SPDX-License-Identifier: GPL-3.0-or-later
// The launches whose counters are compared with the hardware's: the kernels of this folder and the catalogue's
// multiplications, each with fixed arguments.
#pragma once

#include <string>
#include <vector>

#include "core/plan/plan.h"

namespace lanescope {

/// One launch. `design` says on which side of the split its kernel is (split.txt).
struct HardwareCase {
    std::string name;    ///< the kernel's, and what tells it from other launches of it: "bankStride 33"
    std::string kernel;  ///< "bankStride"
    bool design = false;
    Plan plan;  ///< uploads of all buffers and one launch
};

/// All of them, in the order of their names. `source` is the root of the source tree. Error: CannotOpen, PtxSyntax and
/// the like of a kept PTX file.
[[nodiscard]] Result<std::vector<HardwareCase>> hardwareCases(const std::string& source);

}  // namespace lanescope
