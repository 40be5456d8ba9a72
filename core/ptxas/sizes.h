// SPDX-License-Identifier: GPL-3.0-or-later
// How large a block is when ptxas decides whether the branch round it becomes predicates. Some instructions are not yet
// what they will be: 64-bit shifts are not joined with sums, doubles' maxima not taken apart. Found by probing
// ptxas 13.0 for sm_90. Internal to the machine model.
#pragma once

#include "core/ptx/dataflow.h"
#include "core/ptxas/costs.h"
#include "core/ptxas/graph.h"

namespace lanescope {

class MachineSizes {
public:
    /// Keeps references to all; the costs may be filled in later.
    MachineSizes(const ptx::Entry& entry, const ptx::Dataflow& flow, const MachineGraph& graph,
                 const MachineCosts& costs)
        : m_entry(entry), m_flow(flow), m_graph(graph), m_costs(costs) {}

    /// Machine instructions.
    [[nodiscard]] double of(std::uint32_t block) const;

private:
    [[nodiscard]] double change(std::uint32_t instruction) const;
    [[nodiscard]] bool standsElsewhere(std::uint32_t instruction) const;
    [[nodiscard]] bool isAddedUp(std::uint32_t instruction) const;
    [[nodiscard]] bool bringsNextArray(std::uint32_t instruction) const;

    const ptx::Entry& m_entry;
    const ptx::Dataflow& m_flow;
    const MachineGraph& m_graph;
    const MachineCosts& m_costs;
};

}  // namespace lanescope
