// SPDX-License-Identifier: GPL-3.0-or-later
// A whole plan in time (core/timing/plan_timeline.h): its launches emulated and simulated, all else reckoned.
#pragma once

#include <functional>

#include "core/run/emulation.h"
#include "core/timing/plan_timeline.h"

namespace lanescope {

struct PlanInTime {
    Plan plan;
    ModelInput input;  ///< its launches as they were sampled
    timing::PlanTimeline timeline;
};

struct PlanInTimeOptions {
    std::uint64_t blocks = 0;  ///< of a launch that are counted at most (optionsForModels)
    /// EmulationOptions::stepBudget; 0: as it is.
    std::uint64_t stepBudget = 0;
    timing::MachineKernels machine{};
    /// Tells the registers of the launches: addRegisters() (core/study).
    std::function<void(ModelInput&, const Plan&)> addRegisters{};
};

/// A plan without launches is not emulated. Errors: those of emulate(), KernelFault, Cancelled. Of a launch that cannot
/// be simulated the timeline says why.
[[nodiscard]] Result<PlanInTime> planInTime(Plan plan, const GpuSpec& gpu, const PlanInTimeOptions& options,
                                            const JobContext& job);

}  // namespace lanescope
