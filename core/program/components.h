// SPDX-License-Identifier: GPL-3.0-or-later
// Strongly connected components of a directed graph, after Tarjan, "Depth-First Search and Linear Graph Algorithms"
// (1972): nodes that all lead to each other.
#pragma once

#include <cstdint>
#include <vector>

#include "core/program/dominators.h"

namespace lanescope::program {

class Components {
public:
    explicit Components(const Edges& edges);
    /// By node, the number of its component: smaller than those of the components that lead to it.
    [[nodiscard]] std::uint32_t of(std::uint32_t node) const { return m_component[node]; }
    /// Does nothing lead out of the node's component?
    [[nodiscard]] bool isLast(std::uint32_t node) const { return m_isLast[m_component[node]]; }

private:
    std::vector<std::uint32_t> m_component;
    std::vector<bool> m_isLast;  ///< by component
};

}  // namespace lanescope::program
