// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/value_graph.h"

#include <algorithm>

#include "core/program/dominators.h"

namespace lanescope::flow {
namespace {

using program::Instruction;
using program::Opcode;
using program::Operand;
using program::RegisterId;

/// Marks all nodes that the marked ones lead to.
void spread(Marks& marks, const program::Edges& next) {
    std::vector<std::uint32_t> open;
    for (std::uint32_t node = 0; node < marks.size(); ++node)
        if (marks[node]) open.push_back(node);
    while (!open.empty()) {
        const std::uint32_t node = open.back();
        open.pop_back();
        for (const std::uint32_t to : next[node]) {
            if (marks[to]) continue;
            marks[to] = true;
            open.push_back(to);
        }
    }
}

bool movesNumber(const Instruction& what) {
    return what.opcode == Opcode::Mov && what.sourceCount > 0 && what.sources[0].kind == Operand::Kind::Immediate;
}

}  // namespace

ValueGraph::ValueGraph(const program::Entry& entry)
    : m_entry(entry),
      m_definitions(entry),
      m_nodes(m_definitions.count() + entry.slots.size()),
      m_fromMemory(m_nodes),
      m_isValue(m_nodes),
      m_isControl(m_nodes),
      m_isStored(m_nodes),
      m_isComputed(m_nodes),
      m_isConstant(m_nodes, true),
      m_isOperand(m_nodes) {
    std::vector<Raw> raw;
    for (std::uint32_t i = 0; i < entry.instructions.size(); ++i) addInstruction(i, raw);
    settle(raw);
}

std::uint32_t ValueGraph::nodeOfSlot(std::uint32_t slot) const { return m_definitions.count() + slot; }

/// Slots that are copied between caller and callee.
void ValueGraph::addCall(const program::Call& call, std::uint32_t number, std::vector<Raw>& raw) const {
    if (call.function >= m_entry.functions.size()) return;
    const program::Function& callee = m_entry.functions[call.function];
    const auto copy = [&](std::uint32_t from, std::uint32_t to) {
        raw.push_back({{nodeOfSlot(from), nodeOfSlot(to), Making::Copy, number}});
    };
    for (std::size_t i = 0; i < std::min(call.arguments.size(), callee.arguments.size()); ++i)
        copy(call.arguments[i], callee.arguments[i]);
    for (std::size_t i = 0; i < std::min(call.results.size(), callee.results.size()); ++i)
        copy(callee.results[i], call.results[i]);
}

void ValueGraph::addInstruction(std::uint32_t number, std::vector<Raw>& raw) {
    const Instruction& what = m_entry.instructions[number];
    if (what.opcode == Opcode::Call && what.list < m_entry.calls.size()) addCall(m_entry.calls[what.list], number, raw);
    const ValueUse use = valueUseOf(what);
    // Calls f with each definition that may have made what the instruction finds in these registers.
    const auto eachOf = [&](const std::vector<RegisterId>& registers, auto f) {
        for (const Definitions::Reach& reach : m_definitions.reaching(number))
            if (std::ranges::find(registers, reach.reg) != registers.end()) f(reach.definition);
    };
    eachOf(use.controls, [&](std::uint32_t from) { m_isControl[from] = true; });
    const auto [first, end] = m_definitions.of(number);
    if (usesSlot(what)) {
        const std::uint32_t symbol = what.sources[0].symbol;
        if (symbol >= m_entry.slots.size()) return;
        eachOf(use.stored, [&](std::uint32_t from) {
            raw.push_back({{from, nodeOfSlot(symbol), Making::Copy, number}});
        });
        for (std::uint32_t to = first; to < end; ++to) {
            raw.push_back({{nodeOfSlot(symbol), to, Making::Copy, number}});
            m_isConstant[to] = false;
        }
        return;
    }
    eachOf(use.stored, [&](std::uint32_t from) { m_isValue[from] = m_isStored[from] = true; });
    const bool selection = use.making == Making::Selection;
    for (std::uint32_t to = first; to < end; ++to) {
        if (readsMemory(what)) m_fromMemory[to] = true;
        if (!movesNumber(what) && (use.making != Making::Copy || use.values.empty())) m_isConstant[to] = false;
        if (use.making == Making::Arithmetic || (selection && use.onlyConstants)) m_isComputed[to] = true;
        eachOf(use.values, [&](std::uint32_t from) {
            raw.push_back({{from, to, use.making, number}, false, selection});
        });
        eachOf(use.conditions, [&](std::uint32_t from) {
            raw.push_back({{from, to, use.making, number}, true, selection});
        });
    }
}

void ValueGraph::settle(const std::vector<Raw>& raw) {
    program::Edges all(m_nodes), before(m_nodes);
    for (const Raw& r : raw) {
        all[r.edge.from].push_back(r.edge.to);
        before[r.edge.to].push_back(r.edge.from);
    }
    spread(m_fromMemory, all);

    // Selections by an index are copies, those by data arithmetic, and what decides is then data, too.
    Marks byData(m_entry.instructions.size());
    for (const Raw& r : raw) {
        if (!r.condition) continue;
        if (m_fromMemory[r.edge.from])
            byData[r.edge.instruction] = true;
        else
            m_isControl[r.edge.from] = true;
    }
    for (const Raw& r : raw) {
        Edge edge = r.edge;
        if (r.condition && !m_fromMemory[edge.from]) continue;
        if (r.selection) edge.making = byData[edge.instruction] ? Making::Arithmetic : Making::Copy;
        m_edges.push_back(edge);
    }
    spread(m_isControl, before);

    program::Edges makers(m_nodes), copies(m_nodes), originals(m_nodes), asItIs(m_nodes);
    for (const Edge& edge : m_edges) {
        makers[edge.to].push_back(edge.from);
        if (edge.making == Making::Arithmetic) {
            m_isComputed[edge.to] = true;
            continue;
        }
        asItIs[edge.to].push_back(edge.from);
        if (edge.making == Making::Copy) copies[edge.from].push_back(edge.to);
        if (edge.making == Making::Copy) originals[edge.to].push_back(edge.from);
    }
    spread(m_isValue, makers);
    spread(m_isComputed, copies);
    spread(m_isStored, asItIs);
    Marks varies = m_isConstant;
    varies.flip();
    spread(varies, copies);
    m_isConstant = std::move(varies);
    m_isConstant.flip();
    for (const Edge& edge : m_edges)
        if (edge.making == Making::Arithmetic && m_isValue[edge.to]) m_isOperand[edge.from] = true;
    spread(m_isOperand, asItIs);
}

}  // namespace lanescope::flow
