// SPDX-License-Identifier: GPL-3.0-or-later
// The launches whose counters are compared with the hardware's: the kernels of this folder, of examples/ and the
// catalogue's multiplications, each with fixed arguments.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/plan/plan.h"

namespace lanescope {

/// What the model of ptxas has to do with a kernel.
enum class Side : std::uint8_t {
    Design,   ///< it was built with it
    HeldOut,  ///< the other half of the first split (split.txt), looked at when the model's first version was done
    Fresh     ///< the newest round (fifth/), written apart from the model; nobody who works on it has read it
};

/// One launch.
struct HardwareCase {
    std::string name;    ///< the kernel's, and what tells it from other launches of it: "bankStride 33"
    std::string kernel;  ///< "bankStride"
    std::string round;   ///< the folder of the kernel: "kernels", "more", "third" to "fifth"; "examples", "catalogue"
    Side side = Side::Design;
    Plan plan;  ///< uploads of all buffers and one launch
};

/// All of them, in the order of their names. `source` is the root of the source tree. Error: CannotOpen, PtxSyntax and
/// the like of a kept PTX file.
[[nodiscard]] Result<std::vector<HardwareCase>> hardwareCases(const std::string& source);

}  // namespace lanescope
