// SPDX-License-Identifier: GPL-3.0-or-later
// What the abstract machines say of a plan: one watched emulation, as far as its limits go, shown to all of them.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/models/abstract/machine.h"
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
    std::vector<MachineAnswer> machines;  ///< in the order in which they were given

    std::size_t launches = 0;        ///< of the plan
    std::size_t launchesSeen = 0;    ///< at least in part
    std::uint64_t blocks = 0;        ///< of the launches seen
    std::uint64_t blocksSeen = 0;    ///< of those, whole
    std::string fault;               ///< the sentence, if a kernel ended in a fault; what came before it counts
    std::vector<std::string> notes;  ///< sentences: what was left out
    bool complete = true;            ///< all blocks of all launches were watched, and there are some
    /// nullptr if there is no machine of that id.
    [[nodiscard]] const MachineAnswer* find(std::string_view machine) const;
};

/// Of `machines`, which have not been shown anything yet. Errors: those of Emulator::launch but KernelFault, Cancelled.
[[nodiscard]] Result<MachineAnswers> machineAnswers(
    const Plan& plan, const MachineOptions& options, const JobContext& job,
    std::vector<std::unique_ptr<AbstractMachine>> machines = abstractMachines());

}  // namespace lanescope
