// SPDX-License-Identifier: GPL-3.0-or-later
// The ways through a kernel's code around a place in it: basic blocks as nodes in ranks from top to bottom, barriers
// apart from the rest of their blocks, what else always comes one after the other as one node, loops within as one,
// too.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "widgets/stage/warps/warp_code.h"

namespace lanescope::warps {

struct FlowNode {
    enum class Kind : std::uint8_t {
        Code,
        Barrier,  ///< code that begins with a barrier of the block, and asks how to go on
        Loop,     ///< a loop, whole
        Out       ///< all that lies outside of what is shown
    };
    /// Instructions [first, end) of the entry.
    struct Range {
        std::uint32_t first = 0;
        std::uint32_t end = 0;
    };
    Kind kind = Kind::Code;
    std::vector<Range> ranges;  ///< each in one basic block; in order; of a loop all of it
    std::uint32_t rank = 0;
    double x = 0.5;  ///< of the width, 0 … 1
};

struct FlowEdge {
    std::uint32_t from = 0;  ///< nodes
    std::uint32_t to = 0;
    bool back = false;  ///< to the next round
    /// Of an edge that passes ranks by: where, by rank between its ends.
    std::vector<double> via;
};

struct FlowGraph {
    std::vector<FlowNode> nodes;
    std::vector<FlowEdge> edges;
    std::uint32_t ranks = 0;
    /// The node that an instruction is in; the Out node for those that are not shown, nothing if there is none.
    [[nodiscard]] std::optional<std::uint32_t> nodeOf(std::uint32_t instruction) const;
    /// The edge between two nodes; nullptr if there is none.
    [[nodiscard]] const FlowEdge* edge(std::uint32_t from, std::uint32_t to) const;
};

/// Around an instruction: the innermost loop that has ways in it, else all code of the function; at most `most` nodes,
/// those nearest to it.
[[nodiscard]] FlowGraph flowGraphAround(const WarpCode& code, std::uint32_t instruction, std::size_t most);

}  // namespace lanescope::warps
