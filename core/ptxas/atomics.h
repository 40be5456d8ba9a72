// SPDX-License-Identifier: GPL-3.0-or-later
// What ptxas makes of atomic operations. Internal to the machine model.
#pragma once

#include <cstdint>
#include <string>

#include "core/ptx/dataflow.h"
#include "core/ptxas/graph.h"

namespace lanescope {

/// What an atomic operation becomes.
enum class AtomicKind : std::uint8_t {
    None,
    Plain,       ///< one ATOM or ATOMS
    Reduction,   ///< the result is not wanted: RED
    Aggregated,  ///< all lanes at one address: they are added up within the warp, and one lane does it
    Loop         ///< compare-and-swap until it holds, as often as lanes collide
};

struct AtomicCost {
    AtomicKind kind = AtomicKind::Plain;
    double instructions = 1;
    double branches = 0;  ///< within
    std::string note;     ///< what was never compared with a GPU; empty = it was
};

class MachineAtomics {
public:
    /// Keeps references to all.
    MachineAtomics(const ptx::Entry& entry, const ptx::Dataflow& flow, const MachineGraph& graph)
        : m_entry(entry), m_flow(flow), m_graph(graph) {}

    [[nodiscard]] AtomicCost costOf(std::uint32_t instruction) const;

private:
    [[nodiscard]] const ptx::Instruction* foundBy(std::uint32_t use, const ptx::Operand& operand) const;
    [[nodiscard]] bool isSame(const ptx::Operand& operand) const;
    [[nodiscard]] bool isOfOneThread(std::uint32_t instruction) const;

    const ptx::Entry& m_entry;
    const ptx::Dataflow& m_flow;
    const MachineGraph& m_graph;
};

}  // namespace lanescope
