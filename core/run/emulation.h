// SPDX-License-Identifier: GPL-3.0-or-later
// Running one configuration in the emulator, with everything that the window and the command line show of it.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/metrics/predicted.h"
#include "core/models/model.h"
#include "core/plan/executor.h"
#include "core/ptxas/code_cache.h"
#include "core/simt/check/race_checker.h"
#include "core/simt/emulator.h"
#include "core/timing/machine_kernels.h"
#include "core/timing/sample_recorder.h"
#include "core/trace/run_history.h"

namespace lanescope {

/// One emulated run of a plan.
struct Emulation {
    Plan plan;
    std::vector<simt::LaunchReport> launches;
    CheckResult check;  ///< Fault after one; NotChecked if sampled, calls left out, or only counts asked for
    std::vector<std::shared_ptr<const BlockTrace>> traces;  ///< of the blocks asked for, as far as they ran
    /// For the traces of other blocks; nullptr unless traces or a history were asked for. Safe to be called from any
    /// thread.
    std::shared_ptr<RunHistory> history;
    HostBuffers buffers;  ///< if asked for: all of them as the last step left them on the device (else the host), also
                          ///< after a fault
    double seconds = 0;   ///< wall time of the emulation
    /// What checkRaces() found, one per launch; empty = nobody looked. emulate() does not.
    std::vector<simt::RaceReport> races;
    /// For the models of time, one per launch that has ended; none unless they were asked for.
    std::vector<std::shared_ptr<timing::LaunchSample>> samples;
    /// Machine code of the launches' kernels, as far as predictionOf() was asked for it: of each kernel once, however
    /// many launches it has. Copies of the emulation share it; it lives as long as the last of them.
    std::shared_ptr<ptxas::CodeCache> machineCode = std::make_shared<ptxas::CodeCache>();
};

/// A call of a library that one CPU is long at: more than 2^30 arithmetic operations, about a second.
[[nodiscard]] bool isLongCall(const Step& step, const Plan& plan);

struct EmulationOptions {
    /// simt::EmulatorOptions::maxBlocks. Unless it is 0, long calls of libraries are left out.
    std::uint64_t maxBlocks = 0;
    std::vector<Dim3> tracedBlocks{};      ///< of each of the first 16 launches; none = no trace and no history
    bool keepHistory = false;              ///< a history even if no block is traced
    std::uint64_t maxEvents = 10'000'000;  ///< of a trace
    std::uint64_t traceBudget = 0;         ///< RunHistory::Options::budget
    std::uint64_t stepBudget = 200'000'000'000ULL;
    simt::Scheduling scheduling = simt::Scheduling::ReconvergenceStack;
    unsigned threads = 0;  ///< simt::EmulatorOptions::threads
    bool keepBuffers = false;
    /// Nobody looks at what the launches compute: it is not checked, and copies for that are left out.
    bool countsOnly = false;
    /// Record what the models of time need. Not beside traces or a history: there is one observer.
    std::optional<timing::SampleOptions> sample{};
    /// Who has machine code: the samples are of it where there is some, by a second run. Everything else is of the PTX.
    timing::MachineKernels machine{};
};

/// Errors: those of Emulator::launch but KernelFault, which is a result here.
[[nodiscard]] Result<Emulation> emulate(Plan plan, const EmulationOptions& options, const JobContext& job);

/// What the emulator counted in each launch that ran, and in launch number `launch`.
[[nodiscard]] std::vector<Counters> countersOf(const Emulation& emulation);
[[nodiscard]] Counters countersOf(const Emulation& emulation, std::size_t launch);

/// What an NVIDIA GPU's counters would read of launch number `launch` of the run. Safe to be called from any thread.
[[nodiscard]] Prediction predictionOf(const Emulation& emulation, std::size_t launch);

/// What the models need, from an emulated run: its counts (Lockstep), or what hardware would count (Predicted).
[[nodiscard]] ModelInput modelInputOf(const Emulation& emulation, CountSource counted = CountSource::Lockstep);

}  // namespace lanescope
