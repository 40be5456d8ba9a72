// SPDX-License-Identifier: GPL-3.0-or-later
// Measures what models need to know of a GPU, and makes a GpuSpec of it whose every number says how it was found.
#pragma once

#include <string>
#include <vector>

#include "core/base/job_context.h"
#include "gpu/calibrate/micro_benchmark.h"

namespace lanescope {

/// Runs the benchmarks that find any of `only` (all if it is empty) on a rig. The result has the rig's limits, what
/// follows from the compute capability, and what was found, each with `source`, its benchmark and its spread. What a
/// benchmark could not find, or found implausible, is among GpuSpec::missing with the reason. `curves`, if there is
/// one, gets the samples and points of all that were run, implausible ones too. Errors: IllegalValue (`only` names what
/// no benchmark finds), Cancelled, KernelFault.
[[nodiscard]] Result<GpuSpec> calibrate(Rig& rig, const std::vector<MicroBenchmark>& benchmarks,
                                        const std::vector<std::string>& only, const std::string& source,
                                        Curves* curves = nullptr);

/// Adds what the simulation (core/timing) asks for and the GPU's own values do not tell, each marked as assumed: from
/// the presets of `resources`. Errors: CannotOpen, MalformedFile, UnknownGpu.
[[nodiscard]] Result<void> addWhatIsAssumed(GpuSpec& gpu, const std::string& resources);

/// The same on this machine's GPU, with the kernels under `resources`; without `only`, what the simulation needs
/// besides is added as assumed (addAssumed), of the H200 or a preset of the same compute capability. Takes about half a
/// minute. Errors: NoDriver, NoDevice, CudaFailure, CannotOpen, MalformedFile too.
[[nodiscard]] Result<GpuSpec> calibrateGpu(const std::string& resources, const std::vector<std::string>& only,
                                           const JobContext& job, Curves* curves = nullptr);

}  // namespace lanescope
