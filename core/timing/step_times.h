// SPDX-License-Identifier: GPL-3.0-or-later
// What each step of a plan takes by itself: launches as they were simulated, copies, calls of libraries and tasks of
// the CPU by the rates of the GPU's file. Where no rate is known, that is said.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/message.h"
#include "core/base/result.h"
#include "core/gpus/gpu_spec.h"
#include "core/metrics/counters.h"
#include "core/plan/plan.h"

namespace lanescope::timing {

/// Ids of what steps that are no launches are reckoned with.
[[nodiscard]] std::vector<std::string_view> stepQuantities();

/// A launch by itself: from its own beginning, when nothing ran before it, and right behind another.
struct LaunchSeconds {
    double alone = 0;
    double behind = 0;
};

struct StepTime {
    double seconds = 0;
    std::optional<Origin> origin;    ///< nothing: nobody knows, and `seconds` is 0; waits take no time of their own
    Message how;                     ///< what it was reckoned with, or why it is not known; empty for a wait
    std::optional<double> behind{};  ///< of a launch, its seconds right behind another
};

/// By step. `launches`: of each launch of the plan, in order, or why its time is not known.
///
/// A copy takes copy_latency, or queued_copy_latency where it is of page-locked memory, of a rectangle or on a stream,
/// and its bytes over the rate of its way; one on the device, and a fill, an empty launch and
/// its bytes over DRAM's rate. A call of cuBLAS takes what one takes that has next to nothing to do
/// (library_call_time), a time for each step of the chain of operations that every element of the result is
/// (library_f32_step_time …), and its operations over those of large products (library_f32_rate …), or its bytes over
/// DRAM's rate. A task of the CPU takes its operations over host_library_rate or host_loop_rate, and one without
/// any the bytes of what it writes over host_write_rate. docs/timing.md has how far all of them are off.
[[nodiscard]] std::vector<StepTime> stepTimes(const Plan& plan, std::span<const Result<LaunchSeconds>> launches,
                                              const GpuSpec& gpu);

}  // namespace lanescope::timing
