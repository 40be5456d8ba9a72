// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/program/loops.h"

#include <algorithm>
#include <utility>

#include "core/program/module.h"

namespace lanescope::program {
namespace {

/// Answers in constant time whether one node dominates another: its interval then lies around the other's.
class DominatorIntervals {
public:
    explicit DominatorIntervals(const Dominators& dominators, std::size_t count) : m_span(count) {
        Edges tree(count);
        for (const std::uint32_t node : dominators.order())
            if (node != 0) tree[dominators.of(node)].push_back(node);
        std::uint32_t time = 0;
        std::vector<std::pair<std::uint32_t, std::size_t>> path{{0, 0}};
        while (!path.empty()) {
            auto& [node, next] = path.back();
            if (next == 0) m_span[node].first = ++time;
            if (next < tree[node].size()) {
                const std::uint32_t below = tree[node][next++];
                path.emplace_back(below, 0);
            } else {
                m_span[node].second = ++time;
                path.pop_back();
            }
        }
    }
    /// False for nodes that cannot be reached.
    [[nodiscard]] bool dominates(std::uint32_t a, std::uint32_t b) const {
        return m_span[b].first != 0 && m_span[a].first != 0 && m_span[a].first <= m_span[b].first &&
               m_span[b].second <= m_span[a].second;
    }

private:
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_span;
};

}  // namespace

Edges edgesOf(const Entry& entry) {
    Edges edges;
    for (const BasicBlock& block : entry.blocks) edges.push_back(block.successors);
    edges.emplace_back();
    return edges;
}

Loops::Loops(const Edges& edges) : m_around(edges.size(), kNone) {
    if (edges.empty()) return;
    find(reversed(edges), Dominators(edges, 0));
    measure();
}

/// Inner loops first: an outer one then takes them in as a whole.
void Loops::find(const Edges& before, const Dominators& dominators) {
    const DominatorIntervals tree(dominators, before.size());
    std::vector<std::uint32_t> outermost;  // by loop: one around it, in the end the outermost so far
    const auto outermostOf = [&](std::uint32_t loop) {
        while (outermost[loop] != loop) loop = outermost[loop] = outermost[outermost[loop]];
        return loop;
    };
    std::vector<std::uint32_t> order = dominators.order();
    std::reverse(order.begin(), order.end());
    for (const std::uint32_t header : order) {
        std::vector<std::uint32_t> open;
        for (const std::uint32_t latch : before[header])
            if (tree.dominates(header, latch)) open.push_back(latch);
        if (open.empty()) continue;
        const auto loop = static_cast<std::uint32_t>(m_loops.size());
        m_loops.push_back({header, kNone, 1});
        outermost.push_back(loop);
        while (!open.empty()) {
            std::uint32_t block = open.back();
            open.pop_back();
            if (m_around[block] == kNone) {
                m_around[block] = loop;
            } else {
                const std::uint32_t inner = outermostOf(m_around[block]);
                if (inner == loop) continue;
                m_loops[inner].parent = outermost[inner] = loop;
                block = m_loops[inner].header;
            }
            if (block == header) continue;
            for (const std::uint32_t from : before[block])
                if (tree.dominates(header, from)) open.push_back(from);
        }
    }
}

void Loops::measure() {
    for (std::size_t loop = m_loops.size(); loop-- > 0;)  // outer ones were found later
        if (m_loops[loop].parent != kNone) m_loops[loop].depth = m_loops[m_loops[loop].parent].depth + 1;
    std::vector<std::uint32_t> kept(m_loops.size());  // by loop: the innermost around it that counts
    for (std::size_t loop = m_loops.size(); loop-- > 0;)
        kept[loop] = m_loops[loop].depth <= kDeepest ? static_cast<std::uint32_t>(loop) : kept[m_loops[loop].parent];
    for (std::uint32_t& loop : m_around)
        if (loop != kNone) loop = kept[loop];
}

std::uint32_t Loops::commonDepth(std::uint32_t a, std::uint32_t b) const {
    std::uint32_t x = m_around[a];
    std::uint32_t y = m_around[b];
    while (x != y) {
        std::uint32_t& deeper = depthOfLoop(x) >= depthOfLoop(y) ? x : y;
        deeper = m_loops[deeper].parent;
    }
    return depthOfLoop(x);
}

}  // namespace lanescope::program
