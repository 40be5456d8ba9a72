// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/gathered_values.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>

#include "core/program/components.h"

namespace lanescope::flow {
namespace {

using program::Instruction;
using program::Opcode;
using program::Operand;

/// The operands of an instruction that takes others into one of them.
std::span<const Operand> gatheringOperands(const Instruction& what) {
    const std::span all(what.sources);
    switch (what.opcode) {
        case Opcode::Fma:
        case Opcode::Mad:
        case Opcode::Mad24:
        case Opcode::Dp4a:
        case Opcode::Dp2a:
        case Opcode::Sad: return all.subspan(2, 1);
        case Opcode::Sub: return all.first(1);
        case Opcode::Add:
        case Opcode::Min:
        case Opcode::Max:
        case Opcode::And:
        case Opcode::Or:
        case Opcode::Xor:
        case Opcode::Selp: return all.first(2);
        default: return {};
    }
}

}  // namespace

GatheredValues::GatheredValues(const ValueGraph& graph, const Marks& indices)
    : m_graph(graph), m_indices(indices), m_parent(graph.nodes()), m_gathered(graph.nodes()) {
    std::iota(m_parent.begin(), m_parent.end(), 0U);
    joinCycles();
    joinCopies();
    joinMeetings();
    joinRoundsBehindLoops();
    joinUnrolledRounds();
}

std::uint32_t GatheredValues::rootOf(std::uint32_t node) const {
    while (m_parent[node] != node) node = m_parent[node] = m_parent[m_parent[node]];
    return node;
}

void GatheredValues::join(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t first = std::min(rootOf(a), rootOf(b));
    const std::uint32_t second = std::max(rootOf(a), rootOf(b));
    m_parent[second] = first;
    if (m_gathered[second]) m_gathered[first] = true;
}

/// A value that goes into itself by arithmetic: what was written in one round is read in the next.
void GatheredValues::joinCycles() {
    program::Edges edges(m_graph.nodes());
    for (const ValueGraph::Edge& edge : m_graph.edges())
        if (edge.making != Making::Exchange && isOpen(edge.from) && isOpen(edge.to))
            edges[edge.from].push_back(edge.to);
    const program::Components components(edges);
    std::vector<std::vector<std::uint32_t>> members(m_graph.nodes());
    for (std::uint32_t node = 0; node < m_graph.nodes(); ++node) members[components.of(node)].push_back(node);
    for (const ValueGraph::Edge& edge : m_graph.edges()) {
        if (edge.making != Making::Arithmetic || !isOpen(edge.from) || !isOpen(edge.to)) continue;
        const std::uint32_t component = components.of(edge.from);
        if (component != components.of(edge.to) || isGathered(edge.from)) continue;
        for (const std::uint32_t node : members[component]) join(node, edge.from);
        m_gathered[rootOf(edge.from)] = true;
    }
}

/// A moved value is the same one; a loaded one or a number that is moved is none of a thread's own.
void GatheredValues::joinCopies() {
    for (const ValueGraph::Edge& edge : m_graph.edges())
        if (edge.making == Making::Copy && isOpen(edge.from) && isOpen(edge.to) && m_graph.isComputed(edge.from))
            join(edge.from, edge.to);
}

/// What one reader may find in a register is one value, whichever way it has come.
void GatheredValues::joinMeetings() {
    const auto instructions = static_cast<std::uint32_t>(m_graph.entry().instructions.size());
    for (std::uint32_t i = 0; i < instructions; ++i) {
        const std::span<const Definitions::Reach> all = m_graph.definitions().reaching(i);
        for (std::size_t k = 0; k < all.size(); ++k)
            for (std::size_t other = k + 1; other < all.size() && all[other].reg == all[k].reg; ++other)
                if (isOwn(all[k].definition) && isOwn(all[other].definition))
                    join(all[k].definition, all[other].definition);
    }
}

/// What the instruction writes, if that is open, and of what it takes others into all that meet the condition.
template <typename Condition>
GatheredValues::Step GatheredValues::stepOf(std::uint32_t instruction, Condition condition) const {
    const Instruction& what = m_graph.entry().instructions[instruction];
    const auto [first, end] = m_graph.definitions().of(instruction);
    if (end != first + 1 || !isOpen(first)) return {};
    Step step{first, {}};
    for (const Definitions::Reach& reach : m_graph.definitions().reaching(instruction)) {
        const auto operands = gatheringOperands(what);
        const bool gathers = std::ranges::any_of(operands, [&](const Operand& operand) {
            return operand.kind == Operand::Kind::Register && operand.reg == reach.reg;
        });
        if (gathers && isOpen(reach.definition) && condition(reach)) step.from.push_back(reach);
    }
    return step;
}

/// What compilers leave of a loop whose rounds they have unrolled: the last ones stand behind it, without a loop.
void GatheredValues::joinRoundsBehindLoops() {
    const auto instructions = static_cast<std::uint32_t>(m_graph.entry().instructions.size());
    for (bool changed = true; changed;) {
        changed = false;
        for (std::uint32_t i = 0; i < instructions; ++i) {
            const Step step = stepOf(i, [&](const Definitions::Reach& from) { return isGathered(from.definition); });
            if (step.from.empty() || isGathered(step.to)) continue;
            const bool one = std::ranges::all_of(step.from, [&](const auto& f) { return f.reg == step.from[0].reg; });
            if (!one) continue;
            join(step.from[0].definition, step.to);
            changed = true;
        }
    }
}

/// The partial sums of a loop that is unrolled as a whole: each goes into the next, and nowhere else.
void GatheredValues::joinUnrolledRounds() {
    const auto instructions = static_cast<std::uint32_t>(m_graph.entry().instructions.size());
    std::vector<unsigned> readers(m_graph.nodes());
    for (std::uint32_t i = 0; i < instructions; ++i)
        for (const Definitions::Reach& reach : m_graph.definitions().reaching(i)) ++readers[reach.definition];
    for (std::uint32_t i = instructions; i-- > 0;) {
        const Step step = stepOf(i, [&](const Definitions::Reach& from) {
            return m_graph.isComputed(from.definition) && readers[from.definition] == 1;
        });
        if (step.from.size() == 1 && !isGathered(step.to) && !isGathered(step.from[0].definition))
            join(step.from[0].definition, step.to);
    }
}

}  // namespace lanescope::flow
