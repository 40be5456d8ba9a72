// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/gathered_values.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>

#include "core/program/components.h"
#include "core/program/dataflow.h"
#include "core/program/loops.h"

namespace lanescope::flow {
namespace {

using program::Entry;
using program::Instruction;
using program::Opcode;
using program::Operand;
using program::RegisterId;

/// Loops of all functions of an entry, and which registers live on in them.
class Rounds {
public:
    explicit Rounds(const Entry& entry) : m_entry(entry), m_blockOf(entry.instructions.size()), m_loops(edges(entry)) {
        for (std::uint32_t b = 0; b < entry.blocks.size(); ++b)
            for (std::uint32_t i = entry.blocks[b].first; i < entry.blocks[b].end; ++i) m_blockOf[i] = b;
        m_writers.resize(entry.registers.size());
        m_readers.resize(entry.registers.size());
        for (std::uint32_t i = 0; i < entry.instructions.size(); ++i) {
            for (const RegisterId reg : program::registersWritten(entry.instructions[i])) m_writers[reg].push_back(i);
            for (const RegisterId reg : program::registersRead(entry.instructions[i])) m_readers[reg].push_back(i);
        }
    }

    /// Is there a loop around the instruction in which one of the registers is written and lives on to the next round?
    [[nodiscard]] bool livesOn(std::uint32_t instruction, const std::vector<RegisterId>& registers) const {
        for (std::uint32_t loop = around(instruction); loop != program::Loops::kNone; loop = m_loops.all()[loop].parent)
            for (const RegisterId reg : registers)
                if (isWrittenIn(loop, reg) && isLiveAt(m_loops.all()[loop].header - 1, reg)) return true;
        return false;
    }

private:
    /// One more node in front, which leads to all functions: loops are found from there.
    static program::Edges edges(const Entry& entry) {
        program::Edges all(1);
        for (const program::Function& function : entry.functions)
            if (function.first < function.end) all[0].push_back(entry.blockOf(function.first) + 1);
        if (all[0].empty() && !entry.blocks.empty()) all[0].push_back(1);
        for (const program::BasicBlock& block : entry.blocks) {
            all.emplace_back();
            for (const std::uint32_t to : block.successors) all.back().push_back(to + 1);
        }
        all.emplace_back();
        return all;
    }
    [[nodiscard]] std::uint32_t around(std::uint32_t instruction) const {
        return m_loops.around(m_blockOf[instruction] + 1);
    }
    [[nodiscard]] bool isWrittenIn(std::uint32_t loop, RegisterId reg) const {
        return std::ranges::any_of(m_writers[reg], [&](std::uint32_t writer) {
            std::uint32_t inner = around(writer);
            while (inner != program::Loops::kNone && inner != loop) inner = m_loops.all()[inner].parent;
            return inner == loop;
        });
    }

    /// Is there a way from the block's beginning to a reader on which nothing writes the register?
    [[nodiscard]] bool isLiveAt(std::uint32_t block, RegisterId reg) const {
        std::vector<bool> seen(m_entry.blocks.size() + 1);
        std::vector<std::uint32_t> open{block};
        seen[block] = true;
        while (!open.empty()) {
            const program::BasicBlock& here = m_entry.blocks[open.back()];
            open.pop_back();
            const std::uint32_t read = firstIn(here, m_readers[reg], false);
            const std::uint32_t written = firstIn(here, m_writers[reg], true);
            if (read < here.end && read <= written) return true;
            if (written < here.end) continue;
            for (const std::uint32_t to : here.successors) {
                if (to >= m_entry.blocks.size() || seen[to]) continue;
                seen[to] = true;
                open.push_back(to);
            }
        }
        return false;
    }
    /// The first of the instructions in the block; guarded ones may be left out. The block's end: none.
    [[nodiscard]] std::uint32_t firstIn(const program::BasicBlock& block, std::span<const std::uint32_t> all,
                                        bool unguarded) const {
        for (auto at = std::ranges::lower_bound(all, block.first); at != all.end() && *at < block.end; ++at)
            if (!unguarded || m_entry.instructions[*at].guard == program::kNoRegister) return *at;
        return block.end;
    }

    const Entry& m_entry;
    std::vector<std::uint32_t> m_blockOf;
    program::Loops m_loops;
    std::vector<std::vector<std::uint32_t>> m_writers;
    std::vector<std::vector<std::uint32_t>> m_readers;
};

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

/// A value that goes into itself by arithmetic, in a loop that it lives on in.
void GatheredValues::joinCycles() {
    program::Edges edges(m_graph.nodes());
    for (const ValueGraph::Edge& edge : m_graph.edges())
        if (edge.making != Making::Exchange && isOpen(edge.from) && isOpen(edge.to))
            edges[edge.from].push_back(edge.to);
    const program::Components components(edges);
    std::vector<std::vector<std::uint32_t>> members(m_graph.nodes());
    for (std::uint32_t node = 0; node < m_graph.nodes(); ++node) members[components.of(node)].push_back(node);

    std::optional<Rounds> rounds;
    Marks known(m_graph.nodes());  // by component
    for (const ValueGraph::Edge& edge : m_graph.edges()) {
        const std::uint32_t component = components.of(edge.from);
        if (edge.making != Making::Arithmetic || component != components.of(edge.to) || known[component]) continue;
        if (!isOpen(edge.from)) continue;
        if (!rounds) rounds.emplace(m_graph.entry());
        std::vector<RegisterId> registers;
        for (const std::uint32_t node : members[component])
            if (node < m_graph.entry().registers.size()) registers.push_back(node);
        if (!rounds->livesOn(edge.instruction, registers)) continue;
        known[component] = true;
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

/// What compilers leave of a loop whose rounds they have unrolled: the last ones stand behind it, without a loop.
void GatheredValues::joinRoundsBehindLoops() {
    const auto& instructions = m_graph.entry().instructions;
    for (bool changed = true; changed;) {
        changed = false;
        for (const Instruction& what : instructions) {
            if (what.destination.kind != Operand::Kind::Register || !isOpen(what.destination.reg)) continue;
            if (isGathered(what.destination.reg)) continue;
            std::optional<RegisterId> from;
            unsigned gathered = 0;
            for (const Operand& operand : gatheringOperands(what)) {
                if (operand.kind != Operand::Kind::Register || !isOpen(operand.reg) || !isGathered(operand.reg))
                    continue;
                from = operand.reg;
                ++gathered;
            }
            if (gathered != 1) continue;
            join(*from, what.destination.reg);
            changed = true;
        }
    }
}

/// The partial sums of a loop that is unrolled as a whole: each goes into the next, and nowhere else.
void GatheredValues::joinUnrolledRounds() {
    const auto& instructions = m_graph.entry().instructions;
    std::vector<unsigned> readers(m_graph.nodes());
    std::vector<unsigned> writers(m_graph.nodes());
    for (const Instruction& what : instructions) {
        for (const RegisterId reg : program::registersRead(what)) ++readers[reg];
        for (const RegisterId reg : program::registersWritten(what)) ++writers[reg];
    }
    for (auto what = instructions.rbegin(); what != instructions.rend(); ++what) {
        if (what->destination.kind != Operand::Kind::Register) continue;
        const RegisterId to = what->destination.reg;
        if (!isOpen(to) || isGathered(to)) continue;
        std::optional<RegisterId> from;
        unsigned partial = 0;
        for (const Operand& operand : gatheringOperands(*what)) {
            if (operand.kind != Operand::Kind::Register) continue;
            const RegisterId reg = operand.reg;
            if (!isOpen(reg) || !m_graph.isComputed(reg) || readers[reg] != 1 || writers[reg] != 1) continue;
            from = reg;
            ++partial;
        }
        if (partial == 1 && !isGathered(*from)) join(*from, to);
    }
}

}  // namespace lanescope::flow
