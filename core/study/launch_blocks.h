// SPDX-License-Identifier: GPL-3.0-or-later
// What the blocks of a plan's launches take of a multiprocessor, and who says so.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/gpus/gpu_spec.h"
#include "core/metrics/block_resources.h"
#include "core/models/model_input.h"
#include "core/plan/plan.h"
#include "core/sass/machine_codes.h"
#include "core/study/measurement.h"

namespace lanescope {

struct LaunchBlock {
    std::string kernel;  ///< entry
    BlockResources block;
    std::uint64_t blocks = 0;   ///< of the launch
    std::string registersFrom;  ///< "replayed: NVIDIA H200, 2026-11-21"; empty if nobody tells the registers
    /// What else the machine code for this GPU takes; nothing where it is not kept, or where it takes too many
    /// registers for this block: then a driver that is told the block's size compiles the kernel anew.
    std::optional<sass::Resources> machineCode = {};
};

/// One for each launch. Threads and shared memory are the plan's and the PTX's. Registers are what a driver's compiler
/// gave where `measured` (nullptr = nothing was) was made on this GPU, by its title; else those of the machine code
/// that is kept for its architecture (`codes`; nullptr = none is).
[[nodiscard]] std::vector<LaunchBlock> launchBlocksOf(const Plan& plan, const Measurement* measured, const GpuSpec& gpu,
                                                      const sass::MachineCodes* codes = nullptr);

/// Tells the models the registers of the plan's launches, as far as launchBlocksOf() knows them without a measurement;
/// of kernels whose machine code is not kept and did not run those that the ptxas of this machine says, if there is
/// one.
void addRegisters(ModelInput& input, const Plan& plan, const GpuSpec& gpu, const sass::MachineCodes* codes);

}  // namespace lanescope
