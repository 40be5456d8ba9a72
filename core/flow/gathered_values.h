// SPDX-License-Identifier: GPL-3.0-or-later
// What holds one value by turns, and which of these values are gathered in a loop. Private to this room.
#pragma once

#include <cstdint>
#include <vector>

#include "core/flow/value_graph.h"

namespace lanescope::flow {

class GatheredValues {
public:
    /// `indices`: nodes that are not to be looked at.
    GatheredValues(const ValueGraph& graph, const Marks& indices);

    /// Does a node belong to a value that lives on from round to round of a loop and takes others in?
    [[nodiscard]] bool isGathered(std::uint32_t node) const { return m_gathered[rootOf(node)]; }
    /// Nodes of one value have one root.
    [[nodiscard]] std::uint32_t rootOf(std::uint32_t node) const;

private:
    void joinCycles();
    void joinMeetings();
    void joinCopies();
    void joinRoundsBehindLoops();
    void joinUnrolledRounds();
    void join(std::uint32_t a, std::uint32_t b);
    /// An instruction that takes values into one that it writes anew.
    struct Step {
        std::uint32_t to = 0;
        std::vector<Definitions::Reach> from;
    };
    template <typename Condition>
    [[nodiscard]] Step stepOf(std::uint32_t instruction, Condition condition) const;
    [[nodiscard]] bool isOwn(std::uint32_t node) const { return isOpen(node) && m_graph.isComputed(node); }
    [[nodiscard]] bool isOpen(std::uint32_t node) const { return m_graph.isValue(node) && !m_indices[node]; }

    const ValueGraph& m_graph;
    const Marks& m_indices;
    mutable std::vector<std::uint32_t> m_parent;  ///< shortened while it is read
    Marks m_gathered;                             ///< by root
};

}  // namespace lanescope::flow
