// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/program/dominators.h"

#include <algorithm>
#include <utility>

namespace lanescope::program {
namespace {

constexpr std::uint32_t kNone = Dominators::kNone;

/// Nodes are known by their number in the order of a search in depth.
class Search {
public:
    Search(const Edges& edges, std::uint32_t root) : m_number(edges.size(), kNone) {
        visit(edges, root);
        const auto count = static_cast<std::uint32_t>(m_order.size());
        m_before.resize(count);
        for (std::uint32_t n = 0; n < count; ++n)
            for (const std::uint32_t next : edges[m_order[n]]) m_before[m_number[next]].push_back(n);
        m_ancestor.assign(count, kNone);
        for (std::uint32_t n = 0; n < count; ++n) m_least.push_back(n);
        m_semi = m_least;
    }
    [[nodiscard]] const std::vector<std::uint32_t>& order() const { return m_order; }

    /// By number, that of the dominator.
    std::vector<std::uint32_t> run() {
        const auto count = static_cast<std::uint32_t>(m_order.size());
        std::vector<std::uint32_t> dominator(count, 0);
        std::vector<std::vector<std::uint32_t>> waiting(count);  // by semidominator
        for (std::uint32_t n = count; n-- > 1;) {
            for (const std::uint32_t from : m_before[n]) m_semi[n] = std::min(m_semi[n], m_semi[leastAbove(from)]);
            waiting[m_semi[n]].push_back(n);
            const std::uint32_t parent = m_parent[n];
            m_ancestor[n] = parent;
            for (const std::uint32_t w : waiting[parent]) {
                const std::uint32_t least = leastAbove(w);
                dominator[w] = m_semi[least] < m_semi[w] ? least : parent;
            }
            waiting[parent].clear();
        }
        for (std::uint32_t n = 1; n < count; ++n)
            if (dominator[n] != m_semi[n]) dominator[n] = dominator[dominator[n]];
        return dominator;
    }

private:
    void visit(const Edges& edges, std::uint32_t root) {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> open{{root, 0}};  // node, number of its parent
        while (!open.empty()) {
            const auto [node, parent] = open.back();
            open.pop_back();
            if (m_number[node] != kNone) continue;
            m_number[node] = static_cast<std::uint32_t>(m_order.size());
            m_order.push_back(node);
            m_parent.push_back(parent);
            for (auto next = edges[node].rbegin(); next != edges[node].rend(); ++next)
                if (m_number[*next] == kNone) open.emplace_back(*next, m_number[node]);
        }
    }
    /// Of those from `n` up to the root of its tree of nodes that are done, the one with the least semidominator.
    std::uint32_t leastAbove(std::uint32_t n) {
        if (m_ancestor[n] == kNone) return n;
        std::vector<std::uint32_t>& path = m_path;
        path.clear();
        for (std::uint32_t at = n; m_ancestor[m_ancestor[at]] != kNone; at = m_ancestor[at]) path.push_back(at);
        for (; !path.empty(); path.pop_back()) {
            const std::uint32_t at = path.back();
            const std::uint32_t above = m_ancestor[at];
            if (m_semi[m_least[above]] < m_semi[m_least[at]]) m_least[at] = m_least[above];
            m_ancestor[at] = m_ancestor[above];
        }
        return m_least[n];
    }

    std::vector<std::uint32_t> m_order, m_number, m_parent;
    Edges m_before;
    std::vector<std::uint32_t> m_ancestor, m_least, m_semi;
    std::vector<std::uint32_t> m_path;
};

}  // namespace

Edges reversed(const Edges& edges) {
    Edges back(edges.size());
    for (std::uint32_t node = 0; node < edges.size(); ++node)
        for (const std::uint32_t next : edges[node]) back[next].push_back(node);
    return back;
}

Dominators::Dominators(const Edges& edges, std::uint32_t root) : m_dominator(edges.size(), kNone) {
    Search search(edges, root);
    m_order = search.order();
    const std::vector<std::uint32_t> found = search.run();
    for (std::size_t n = 0; n < found.size(); ++n) m_dominator[m_order[n]] = m_order[found[n]];
}

}  // namespace lanescope::program
