// SPDX-License-Identifier: GPL-3.0-or-later
// Pointers that go through an array in a loop, by a constant step: ptxas keeps their halves in two registers of their
// own, and puts them side by side for each access. Internal to the machine model.
#pragma once

#include <cstdint>

#include "core/ptx/dataflow.h"
#include "core/ptxas/graph.h"

namespace lanescope {

class MachinePointers {
public:
    /// Keeps references to all.
    MachinePointers(const ptx::Entry& entry, const ptx::Dataflow& flow, const MachineGraph& graph)
        : m_entry(entry), m_flow(flow), m_graph(graph) {}

    struct Moves {
        double inLoop = 0;        ///< each time that the pointer steps on
        double unrolled = 0;      ///< the same, if the loop is unrolled
        double before = 0;        ///< once
        std::uint32_t block = 0;  ///< before the loop
    };
    /// Of the instruction, if it is the step of such a pointer.
    [[nodiscard]] Moves of(std::uint32_t instruction) const;

private:
    [[nodiscard]] bool isAddress(ptx::RegisterId reg, std::uint32_t loop) const;
    [[nodiscard]] bool isStoredThrough(ptx::RegisterId reg) const;
    [[nodiscard]] bool isPointerStep(std::uint32_t instruction) const;

    const ptx::Entry& m_entry;
    const ptx::Dataflow& m_flow;
    const MachineGraph& m_graph;
};

}  // namespace lanescope
