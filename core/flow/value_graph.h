// SPDX-License-Identifier: GPL-3.0-or-later
// What a kernel's instructions write to registers, and the slots of its calls, as a graph: what is made of what, and
// which of it comes from memory, goes there, or says where. Private to this room.
#pragma once

#include <cstdint>
#include <vector>

#include "core/flow/definitions.h"
#include "core/flow/value_edges.h"
#include "core/program/entry.h"

namespace lanescope::flow {

/// By node. Nodes are definitions, then slots.
using Marks = std::vector<bool>;

class ValueGraph {
public:
    /// Keeps a reference to the entry.
    explicit ValueGraph(const program::Entry& entry);

    struct Edge {
        std::uint32_t from = 0;
        std::uint32_t to = 0;
        /// Copy, Exchange or Arithmetic: a selection is a copy where an index decides, and arithmetic where data do.
        Making making = Making::Nothing;
        std::uint32_t instruction = 0;
    };

    [[nodiscard]] const program::Entry& entry() const { return m_entry; }
    [[nodiscard]] const Definitions& definitions() const { return m_definitions; }
    [[nodiscard]] std::size_t nodes() const { return m_nodes; }
    /// Of values to what they go into; in order of the code.
    [[nodiscard]] const std::vector<Edge>& edges() const { return m_edges; }

    /// Made of something that lay in memory.
    [[nodiscard]] bool fromMemory(std::uint32_t node) const { return m_fromMemory[node]; }
    /// Goes to memory, or into something that does.
    [[nodiscard]] bool isValue(std::uint32_t node) const { return m_isValue[node]; }
    /// Goes into an address, a guard, a branch or the like.
    [[nodiscard]] bool isControl(std::uint32_t node) const { return m_isControl[node]; }
    /// Goes to memory as it is.
    [[nodiscard]] bool isStored(std::uint32_t node) const { return m_isStored[node]; }
    /// Is made by arithmetic, or a copy of something that is.
    [[nodiscard]] bool isComputed(std::uint32_t node) const { return m_isComputed[node]; }
    /// Holds numbers of the code only.
    [[nodiscard]] bool isConstant(std::uint32_t node) const { return m_isConstant[node]; }
    /// It, or a copy of it, is an input of arithmetic whose result is a value.
    [[nodiscard]] bool isOperand(std::uint32_t node) const { return m_isOperand[node]; }

private:
    struct Raw {
        Edge edge;
        bool condition = false;
        bool selection = false;
    };
    void addInstruction(std::uint32_t number, std::vector<Raw>& raw);
    void addCall(const program::Call& call, std::uint32_t number, std::vector<Raw>& raw) const;
    void settle(const std::vector<Raw>& raw);
    [[nodiscard]] std::uint32_t nodeOfSlot(std::uint32_t slot) const;

    const program::Entry& m_entry;
    Definitions m_definitions;
    std::size_t m_nodes;
    std::vector<Edge> m_edges;
    Marks m_fromMemory, m_isValue, m_isControl, m_isStored, m_isComputed, m_isConstant, m_isOperand;
};

}  // namespace lanescope::flow
