// SPDX-License-Identifier: GPL-3.0-or-later
// What emulate prints of a run.
#pragma once

#include <span>
#include <vector>

#include "app/cli/dumps.h"
#include "app/cli/outcome.h"
#include "core/algorithms/fact.h"
#include "core/gpus/gpu_spec.h"
#include "core/run/emulation.h"

namespace lanescope::cli {

struct EmulationReport {
    const Emulation& emulation;
    Outcome outcome;
    std::span<const Fact> facts{};   ///< what the algorithm states
    const GpuSpec* gpu = nullptr;    ///< of which to tell the theoretical occupancy
    const std::vector<Dump>& dumps;  ///< those without a file are printed
    /// The same plan as machine code of an architecture, if that was run too; the outcome is then of this run.
    const Emulation* machine = nullptr;
    std::string architecture{};
    const Emulation* baseline = nullptr;  ///< that the counters are held against
};

/// On stdout. As text, the sentence of the outcome stands first and last.
void printEmulationJson(const EmulationReport& report);
void printEmulation(const EmulationReport& report);

}  // namespace lanescope::cli
