// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/program/components.h"

#include <algorithm>

namespace lanescope::program {

Components::Components(const Edges& edges) : m_component(edges.size(), Dominators::kNone) {
    constexpr std::uint32_t kNone = Dominators::kNone;
    std::vector<std::uint32_t> number(edges.size(), kNone);
    std::vector<std::uint32_t> low(edges.size(), 0);
    std::vector<std::uint32_t> members;  // of components that are not complete yet
    struct Visit {
        std::uint32_t node;
        std::size_t next = 0;  ///< of its edges
    };
    std::vector<Visit> path;
    std::uint32_t count = 0;
    const auto enter = [&](std::uint32_t node) {
        number[node] = low[node] = count++;
        members.push_back(node);
        path.push_back({node});
    };
    for (std::uint32_t root = 0; root < edges.size(); ++root) {
        if (number[root] == kNone) enter(root);
        while (!path.empty()) {
            const std::uint32_t node = path.back().node;
            if (path.back().next < edges[node].size()) {
                const std::uint32_t to = edges[node][path.back().next++];
                if (number[to] == kNone)
                    enter(to);
                else if (m_component[to] == kNone)
                    low[node] = std::min(low[node], number[to]);
                continue;
            }
            path.pop_back();
            if (!path.empty()) low[path.back().node] = std::min(low[path.back().node], low[node]);
            if (low[node] != number[node]) continue;
            const auto component = static_cast<std::uint32_t>(m_isLast.size());
            m_isLast.push_back(true);
            for (bool more = true; more; members.pop_back()) {
                m_component[members.back()] = component;
                more = members.back() != node;
            }
        }
    }
    for (std::uint32_t node = 0; node < edges.size(); ++node)
        for (const std::uint32_t to : edges[node])
            if (m_component[to] != m_component[node]) m_isLast[m_component[node]] = false;
}

}  // namespace lanescope::program
