// SPDX-License-Identifier: GPL-3.0-or-later
// A plan emulated for the models of a GPU: counted, and with what the models of time need.
#pragma once

#include "core/run/emulation.h"
#include "core/run/plan_in_time.h"

namespace lanescope::cli {

/// At most `blocks` of a launch are counted; of launch `dealt` it is told how much each block does. Errors: those of
/// emulate(), and KernelFault.
[[nodiscard]] Result<Emulation> emulateForModels(Plan plan, const GpuSpec& gpu, std::uint64_t blocks,
                                                 std::optional<std::size_t> dealt = {});

/// All steps of a plan in time. Errors: those of planInTime().
[[nodiscard]] Result<PlanInTime> planInTimeFor(Plan plan, const GpuSpec& gpu);

/// What the models are asked with: counts, and registers as far as machine code is kept.
[[nodiscard]] ModelInput inputOf(const Emulation& emulation, const GpuSpec& gpu, CountSource counted);

}  // namespace lanescope::cli
