// SPDX-License-Identifier: GPL-3.0-or-later
// emulate --arch all: one plan as the machine code of all architectures that are kept, side by side: what is counted,
// and which instructions make the difference.
#pragma once

#include <string>
#include <vector>

#include "core/run/emulation.h"

namespace lanescope::cli {

struct ArchitectureRun {
    std::string architecture;
    Emulation run;
};

/// Errors: those of sass::MachinePlans and of emulate(), of the first architecture that has one.
[[nodiscard]] Result<std::vector<ArchitectureRun>> runOnAll(const Plan& plan, const EmulationOptions& how,
                                                            const JobContext& job);

void printArchitectures(const Emulation& ptx, const std::vector<ArchitectureRun>& runs);
void printArchitecturesJson(const Emulation& ptx, const std::vector<ArchitectureRun>& runs);

}  // namespace lanescope::cli
