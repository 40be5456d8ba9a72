// SPDX-License-Identifier: GPL-3.0-or-later
// Launches that the emulator and a GPU must agree on.
#pragma once

#include <string>
#include <vector>

#include "core/plan/plan.h"

namespace lanescope {

struct LabCase {
    std::string name;
    Result<Plan> plan;
    /// How far apart the floats of the two may be, relative to the buffer's greatest: 0 = equal bit for bit. Negative:
    /// only the same elements in any order.
    double bound = 0;
};

/// The commands of examples/README.md, on the PTX of -O3 and of -G.
[[nodiscard]] std::vector<LabCase> labCases();

/// What keeps two results of a plan from being equal, in words; empty if nothing does.
[[nodiscard]] std::string differences(const LabCase& labCase, const HostBuffers& emulated, const HostBuffers& measured);

}  // namespace lanescope
