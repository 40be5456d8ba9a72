// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/warps/flow_graph.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace lanescope::warps {
namespace {

constexpr std::uint32_t kNoNode = 0xffffffffU;

/// Nodes of one level of the code, while they are joined and ordered.
class LevelGraph {
public:
    LevelGraph(const WarpCode& code, std::uint32_t loop, std::uint32_t function)
        : m_code(code),
          m_blocks(code.entry().blocks),
          m_loop(loop),
          m_first(m_blocks.size() + 1, kNoNode),
          m_last(m_blocks.size() + 1, kNoNode) {
        for (std::uint32_t block = 0; block < m_blocks.size(); ++block)
            if (code.entry().functionOf(m_blocks[block].first) == function) place(block);
        connect();
        joinChains();
    }

    [[nodiscard]] std::size_t size() const { return m_nodes.size(); }

    FlowGraph graph(std::uint32_t instruction, std::size_t most) {
        keepNear(nodeOf(instruction), most);
        order();
        return std::move(m_graph);
    }

private:
    [[nodiscard]] std::uint32_t nodeOf(std::uint32_t instruction) const {
        for (std::uint32_t node = 0; node < m_nodes.size(); ++node)
            for (const FlowNode::Range& range : m_nodes[node].ranges)
                if (instruction >= range.first && instruction < range.end) return node;
        return kNoNode;
    }

    std::uint32_t addNode(FlowNode::Kind kind, std::vector<FlowNode::Range> ranges) {
        m_nodes.push_back({kind, std::move(ranges), 0, 0.5});
        return static_cast<std::uint32_t>(m_nodes.size() - 1);
    }

    /// The nodes of a block: itself, cut at its barriers, or the loop right below this level that it is in.
    void place(std::uint32_t block) {
        std::uint32_t below = WarpCode::kNone;
        std::uint32_t around = m_code.loops().around(block);
        while (around != WarpCode::kNone && around != m_loop) {
            below = around;
            around = m_code.loops().all()[around].parent;
        }
        if (around != m_loop) return;
        if (below == WarpCode::kNone) {
            cut(block);
            return;
        }
        const auto [known, fresh] = m_loopNodes.try_emplace(below, static_cast<std::uint32_t>(m_nodes.size()));
        if (fresh) addNode(FlowNode::Kind::Loop, {});
        m_nodes[known->second].ranges.push_back({m_blocks[block].first, m_blocks[block].end});
        m_first[block] = m_last[block] = known->second;
    }

    void cut(std::uint32_t block) {
        std::uint32_t first = m_blocks[block].first;
        bool barrier = false;  // `first` is one
        const auto add = [&](std::uint32_t end) {
            if (first == end) return;
            const std::uint32_t node =
                addNode(barrier ? FlowNode::Kind::Barrier : FlowNode::Kind::Code, {{first, end}});
            if (m_first[block] == kNoNode) m_first[block] = node;
            if (m_last[block] != kNoNode) m_within.emplace_back(m_last[block], node);
            m_last[block] = node;
            first = end;
        };
        for (std::uint32_t i = m_blocks[block].first; i < m_blocks[block].end; ++i) {
            if (m_code.isBarrier(i)) {
                add(i);
                barrier = true;
            } else if (barrier && m_code.isWork(i)) {
                add(i);
                barrier = false;
            }
        }
        add(m_blocks[block].end);
    }

    void connect() {
        const auto out = static_cast<std::uint32_t>(m_nodes.size());
        bool leaves = false;
        m_next.assign(m_nodes.size() + 1, {});
        for (const auto& [from, to] : m_within) m_next[from].push_back(to);
        for (std::uint32_t block = 0; block < m_blocks.size(); ++block) {
            const std::uint32_t from = m_last[block];
            if (from == kNoNode) continue;
            std::vector<std::uint32_t> successors = m_blocks[block].successors;
            std::ranges::stable_partition(successors, [block](std::uint32_t to) { return to == block + 1; });
            for (const std::uint32_t successor : successors) {  // the way on, then the jump
                std::uint32_t to = m_first[successor];
                if (to == kNoNode) {
                    if (m_loop == WarpCode::kNone) continue;  // the end of the code
                    to = out;
                    leaves = true;
                }
                if (to == from && m_nodes[from].kind == FlowNode::Kind::Loop) continue;
                if (std::ranges::find(m_next[from], to) == m_next[from].end()) m_next[from].push_back(to);
            }
        }
        if (leaves)
            addNode(FlowNode::Kind::Out, {});
        else
            m_next.pop_back();
    }

    [[nodiscard]] std::uint32_t headerNode() const {
        const std::uint32_t header = m_loop == WarpCode::kNone ? kNoNode : m_code.loops().all()[m_loop].header;
        return header == kNoNode ? kNoNode : nodeOf(m_blocks[header].first);
    }

    /// What has one way on, to what has one way in, is one node with it.
    void joinChains() {
        std::vector<std::uint32_t> into(m_nodes.size(), 0);
        for (const auto& to : m_next)
            for (const std::uint32_t node : to) ++into[node];
        std::vector<bool> gone(m_nodes.size(), false);
        for (std::uint32_t node = 0; node < m_nodes.size(); ++node) {
            while (!gone[node] && m_nodes[node].kind == FlowNode::Kind::Code && m_next[node].size() == 1) {
                const std::uint32_t next = m_next[node].front();
                if (next == node || gone[next] || into[next] != 1 || next == headerNode() ||
                    m_nodes[next].kind != FlowNode::Kind::Code)
                    break;
                m_nodes[node].ranges.insert(m_nodes[node].ranges.end(), m_nodes[next].ranges.begin(),
                                            m_nodes[next].ranges.end());
                m_next[node] = std::move(m_next[next]);
                m_next[next].clear();
                gone[next] = true;
            }
        }
        keep([&](std::uint32_t node) { return !gone[node]; }, false);
    }

    /// Drops nodes. What led to one that is dropped leads out, if asked for.
    template <typename Keep>
    void keep(const Keep& kept, bool leadOut) {
        std::vector<std::uint32_t> number(m_nodes.size(), kNoNode);
        std::vector<FlowNode> nodes;
        std::uint32_t out = kNoNode;
        for (std::uint32_t node = 0; node < m_nodes.size(); ++node) {
            if (!kept(node)) continue;
            number[node] = static_cast<std::uint32_t>(nodes.size());
            if (m_nodes[node].kind == FlowNode::Kind::Out) out = number[node];
            nodes.push_back(std::move(m_nodes[node]));
        }
        std::vector<std::vector<std::uint32_t>> next(nodes.size());
        bool leaves = false;
        const auto outside = static_cast<std::uint32_t>(nodes.size());
        for (std::uint32_t node = 0; node < m_nodes.size(); ++node) {
            if (number[node] == kNoNode) continue;
            for (const std::uint32_t to : m_next[node]) {
                std::uint32_t target = number[to];
                if (target == kNoNode && leadOut) {
                    target = out != kNoNode ? out : outside;
                    leaves = leaves || out == kNoNode;
                }
                auto& all = next[number[node]];
                if (target != kNoNode && std::ranges::find(all, target) == all.end()) all.push_back(target);
            }
        }
        if (leaves) {
            nodes.push_back({FlowNode::Kind::Out, {}, 0, 0.5});
            next.emplace_back();
        }
        m_nodes = std::move(nodes);
        m_next = std::move(next);
    }

    void keepNear(std::uint32_t from, std::size_t most) {
        if (m_nodes.size() <= most || from == kNoNode) return;
        std::vector<std::set<std::uint32_t>> beside(m_nodes.size());
        for (std::uint32_t node = 0; node < m_nodes.size(); ++node)
            for (const std::uint32_t to : m_next[node]) {
                beside[node].insert(to);
                beside[to].insert(node);
            }
        std::vector<std::uint32_t> found{from};
        std::vector<bool> kept(m_nodes.size(), false);
        kept[from] = true;
        for (std::size_t at = 0; at < found.size(); ++at)
            for (const std::uint32_t node : beside[found[at]]) {
                if (kept[node] || found.size() + 1 >= most || m_nodes[node].kind == FlowNode::Kind::Out) continue;
                kept[node] = true;
                found.push_back(node);
            }
        keep([&](std::uint32_t node) { return kept[node]; }, true);
    }

    /// Depth first, so that edges to what is on the way from the top are known to go back.
    void visit(std::uint32_t node, std::vector<int>& state, std::vector<std::uint32_t>& behind) {
        struct At {
            std::uint32_t node;
            std::size_t next;
        };
        std::vector<At> way{{node, 0}};
        state[node] = 1;
        while (!way.empty()) {
            At& at = way.back();
            if (at.next == m_next[at.node].size()) {
                state[at.node] = 2;
                behind.push_back(at.node);
                way.pop_back();
                continue;
            }
            const std::uint32_t from = at.node;
            const std::uint32_t to = m_next[from][at.next++];
            m_graph.edges.push_back({from, to, state[to] == 1, {}});
            if (state[to] == 0) {
                state[to] = 1;
                way.push_back({to, 0});
            }
        }
    }

    void order() {
        std::vector<int> state(m_nodes.size(), 0);
        std::vector<std::uint32_t> behind;
        const std::uint32_t header = headerNode();
        if (header != kNoNode) visit(header, state, behind);
        for (std::uint32_t node = 0; node < m_nodes.size(); ++node)
            if (state[node] == 0 && m_nodes[node].kind != FlowNode::Kind::Out) visit(node, state, behind);
        std::ranges::reverse(behind);
        for (const std::uint32_t node : behind)
            for (const FlowEdge& edge : m_graph.edges)
                if (edge.from == node && !edge.back)
                    m_nodes[edge.to].rank = std::max(m_nodes[edge.to].rank, m_nodes[node].rank + 1);
        for (const FlowNode& node : m_nodes) m_graph.ranks = std::max(m_graph.ranks, node.rank + 1);
        m_graph.nodes = std::move(m_nodes);
        spread();
    }

    /// Places in each rank, from left to right as the ways from above come.
    void spread() {
        struct Slot {
            std::uint32_t node = kNoNode;
            std::size_t edge = 0;
            double key = 0;
        };
        std::vector<double> end(m_graph.edges.size(), 0.5);  // by edge: where it has come to
        for (std::uint32_t rank = 0; rank < m_graph.ranks; ++rank) {
            std::vector<Slot> slots;
            for (std::uint32_t node = 0; node < m_graph.nodes.size(); ++node) {
                if (m_graph.nodes[node].rank != rank) continue;
                double sum = 0;
                unsigned count = 0;
                for (std::size_t e = 0; e < m_graph.edges.size(); ++e)
                    if (m_graph.edges[e].to == node && !m_graph.edges[e].back) {
                        sum += end[e];
                        ++count;
                    }
                slots.push_back({node, 0, count == 0 ? 0.5 : sum / count});
            }
            for (std::size_t e = 0; e < m_graph.edges.size(); ++e) {
                const FlowEdge& edge = m_graph.edges[e];
                const bool passes =
                    !edge.back && m_graph.nodes[edge.from].rank < rank && m_graph.nodes[edge.to].rank > rank;
                if (passes) slots.push_back({kNoNode, e, end[e]});
            }
            std::ranges::stable_sort(slots, {}, &Slot::key);
            for (std::size_t i = 0; i < slots.size(); ++i) {
                const double x = (static_cast<double>(i) + 0.5) / static_cast<double>(slots.size());
                if (slots[i].node == kNoNode) {
                    m_graph.edges[slots[i].edge].via.push_back(x);
                    end[slots[i].edge] = x;
                } else {
                    leave(slots[i].node, x, end);
                }
            }
        }
    }

    /// Ways of one branch lie in the order of m_next.
    void leave(std::uint32_t node, double x, std::vector<double>& end) {
        constexpr double kApart = 0.01;
        m_graph.nodes[node].x = x;
        double shift = 0;
        for (const std::uint32_t to : m_next[node])
            for (std::size_t e = 0; e < m_graph.edges.size(); ++e)
                if (m_graph.edges[e].from == node && m_graph.edges[e].to == to) {
                    end[e] = x + shift;
                    shift += kApart;
                }
    }

    const WarpCode& m_code;
    const std::vector<program::BasicBlock>& m_blocks;
    std::uint32_t m_loop;
    std::vector<std::uint32_t> m_first, m_last;                     ///< by block: its nodes, as they are placed
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_within;  ///< one after the other in a block
    std::map<std::uint32_t, std::uint32_t> m_loopNodes;
    std::vector<FlowNode> m_nodes;
    std::vector<std::vector<std::uint32_t>> m_next;
    FlowGraph m_graph;
};

}  // namespace

std::optional<std::uint32_t> FlowGraph::nodeOf(std::uint32_t instruction) const {
    std::optional<std::uint32_t> out;
    for (std::uint32_t node = 0; node < nodes.size(); ++node) {
        for (const FlowNode::Range& range : nodes[node].ranges)
            if (instruction >= range.first && instruction < range.end) return node;
        if (nodes[node].kind == FlowNode::Kind::Out) out = node;
    }
    return out;
}

const FlowEdge* FlowGraph::edge(std::uint32_t from, std::uint32_t to) const {
    const auto found =
        std::ranges::find_if(edges, [&](const FlowEdge& edge) { return edge.from == from && edge.to == to; });
    return found == edges.end() ? nullptr : &*found;
}

FlowGraph flowGraphAround(const WarpCode& code, std::uint32_t instruction, std::size_t most) {
    const std::uint32_t function = code.entry().functionOf(instruction);
    for (std::uint32_t loop = code.loops().around(code.blockOf(instruction));; loop = code.loops().all()[loop].parent) {
        LevelGraph level(code, loop, function);
        if (loop == WarpCode::kNone || level.size() > 2) return level.graph(instruction, most);
    }
}

}  // namespace lanescope::warps
