// SPDX-License-Identifier: GPL-3.0-or-later
// Selections (selp) that cost nothing: one of the two values is made under the predicate, in the other's register.
// Internal to the machine model.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/ptx/dataflow.h"
#include "core/ptxas/graph.h"
#include "core/ptxas/uses.h"

namespace lanescope {

class MachineSelects {
public:
    /// Keeps references to all. `needed` is by instruction.
    MachineSelects(const ptx::Entry& entry, const ptx::Dataflow& flow, const MachineGraph& graph,
                   const std::vector<bool>& needed, const MachineUses& uses)
        : m_entry(entry), m_flow(flow), m_graph(graph), m_needed(needed), m_uses(uses) {}

    /// `x = p ? a : b`: is one of the two wanted for nothing else, and the other's register free then?
    [[nodiscard]] bool isMadeInPlace(std::uint32_t select) const;
    /// `x = a < b ? a : b`: the comparison, if it and the selection are one minimum or maximum of integers.
    [[nodiscard]] std::optional<std::uint32_t> comparisonOfExtreme(std::uint32_t select) const;

private:
    [[nodiscard]] bool canBePredicated(std::uint32_t select, const ptx::Operand& made) const;
    [[nodiscard]] bool readsTarget(std::uint32_t select, const ptx::Operand& operand) const;
    [[nodiscard]] bool isFree(std::uint32_t select, const ptx::Operand& other) const;
    [[nodiscard]] std::optional<std::uint32_t> source(const ptx::Operand& operand) const;

    const ptx::Entry& m_entry;
    const ptx::Dataflow& m_flow;
    const MachineGraph& m_graph;
    const std::vector<bool>& m_needed;
    const MachineUses& m_uses;
};

}  // namespace lanescope
