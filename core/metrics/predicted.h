// SPDX-License-Identifier: GPL-3.0-or-later
// Predicted hardware counters: what an NVIDIA GPU's counters would read, from what each PTX instruction did in the
// emulator and a model of the machine code that ptxas makes of it (core/ptxas).
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/metrics/counters.h"
#include "core/plan/launch.h"

namespace lanescope {

namespace ptxas {
struct MachineCode;
}

struct Prediction {
    Counters counters;  ///< by the same ids as countersOf(); what cannot be predicted is absent
    std::map<std::string, std::string> missing;  ///< id → why, a sentence without a full stop
    std::vector<std::string> notes;              ///< what was never compared with a GPU, in words
};

/// For a launch of the kernel; `code` is what ptxas makes of that, `sites` are LaunchReport::sites.
[[nodiscard]] Prediction predictCounters(const Kernel& kernel, const ptxas::MachineCode& code,
                                         std::span<const simt::SiteCounts> sites);

}  // namespace lanescope
