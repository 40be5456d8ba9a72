// SPDX-License-Identifier: GPL-3.0-or-later
// Dominators of a directed graph, after Lengauer and Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph"
// (1979), in the version that takes time with m log n: code that nobody has written must not take for ever.
#pragma once

#include <cstdint>
#include <vector>

namespace lanescope::program {

/// By node, the nodes that it leads to.
using Edges = std::vector<std::vector<std::uint32_t>>;

[[nodiscard]] Edges reversed(const Edges& edges);

class Dominators {
public:
    static constexpr std::uint32_t kNone = 0xffffffffU;

    /// Of all nodes that `root` leads to.
    Dominators(const Edges& edges, std::uint32_t root);
    /// The nearest node, itself left out, that is on all ways from the root; the root's is itself; kNone if there is no
    /// way.
    [[nodiscard]] std::uint32_t of(std::uint32_t node) const { return m_dominator[node]; }
    /// The nodes that the root leads to, each behind its dominators.
    [[nodiscard]] const std::vector<std::uint32_t>& order() const { return m_order; }

private:
    std::vector<std::uint32_t> m_order;  ///< in which a search in depth comes to them
    std::vector<std::uint32_t> m_dominator;
};

}  // namespace lanescope::program
