// SPDX-License-Identifier: GPL-3.0-or-later
// When ptxas turns a branch round loads of global memory into predicates: where something else is waited for at the
// same time, so that the loads can be begun beside it. Found by probing ptxas 13.0 for sm_90. Internal to the machine
// model.
#pragma once

#include <cstdint>
#include <vector>

#include "core/metrics/machine_graph.h"
#include "core/ptx/dataflow.h"

namespace lanescope {

class MachineWaits {
public:
    /// Keeps references to all.
    MachineWaits(const ptx::Entry& entry, const ptx::Dataflow& flow, const MachineGraph& graph);

    [[nodiscard]] bool loadsGlobal(std::uint32_t block) const;
    /// May `arms`, of which one loads global memory, be done under the predicate of the branch at the end of `head`?
    /// `after` is where they lead to.
    [[nodiscard]] bool hidesLoads(std::uint32_t head, const std::vector<std::uint32_t>& arms,
                                  std::uint32_t after) const;
    /// Says that the arms are done under a predicate, so that all stands together in one block of machine code.
    void merge(std::uint32_t head, const std::vector<std::uint32_t>& arms, std::uint32_t after);

private:
    [[nodiscard]] bool usesShared(std::uint32_t block) const;
    [[nodiscard]] bool hasLoadingArm(std::uint32_t block) const;
    [[nodiscard]] bool hasLoadingArmBefore(std::uint32_t block) const;
    [[nodiscard]] bool storesBeforeLoad(std::uint32_t block) const;
    [[nodiscard]] bool isPending(std::uint32_t instruction, std::uint32_t head) const;
    [[nodiscard]] bool isAwaited(std::uint32_t instruction, std::uint32_t block) const;
    [[nodiscard]] bool anyPending(std::uint32_t head) const;
    [[nodiscard]] bool asksMemory(std::uint32_t block) const;
    [[nodiscard]] std::uint32_t group(std::uint32_t block) const;

    const ptx::Entry& m_entry;
    const ptx::Dataflow& m_flow;
    const MachineGraph& m_graph;
    std::vector<std::uint32_t> m_groups;  ///< by block: one that it stands together with
};

}  // namespace lanescope
