// SPDX-License-Identifier: GPL-3.0-or-later
// What the machine models say of a plan: one watched emulation, as far as its limits go, fed to all of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/models/abstract/bsp.h"
#include "core/models/abstract/logp.h"
#include "core/models/abstract/pram.h"
#include "core/models/abstract/qrqw.h"
#include "core/run/access_collector.h"
#include "core/run/counting_policy.h"

namespace lanescope {

struct MachineOptions {
    AccessLimits limits{};
    /// Larger grids are sampled, as simt::EmulatorOptions::maxBlocks says.
    std::uint64_t maxBlocks = kBlocksOfMachines;
    const GpuSpec* gpu = nullptr;  ///< for the answers in cycles; not owned
};

struct MachineAnswers {
    PramAnswer pram;
    QrqwAnswer qrqw;
    BspAnswer bsp;
    LogpAnswer logp;
    // of a GPU, or why not
    std::optional<BspOnGpu> bspOnGpu;
    std::optional<LogpMachine> logpMachine;
    std::optional<LogpCost> logpCost;
    std::vector<Error> gpuProblems;  ///< ModelOutOfRange

    std::size_t launches = 0;        ///< of the plan
    std::size_t launchesSeen = 0;    ///< at least in part
    std::uint64_t blocks = 0;        ///< of the launches seen
    std::uint64_t blocksSeen = 0;    ///< of those, whole
    std::string fault;               ///< the sentence, if a kernel ended in a fault; what came before it counts
    std::vector<std::string> notes;  ///< sentences: what was left out
    [[nodiscard]] bool complete() const { return pram.complete; }
};

/// Errors: those of Emulator::launch but KernelFault, Cancelled.
[[nodiscard]] Result<MachineAnswers> machineAnswers(const Plan& plan, const MachineOptions& options,
                                                    const JobContext& job);

}  // namespace lanescope
