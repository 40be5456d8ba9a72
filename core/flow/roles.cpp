// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/roles.h"

#include <algorithm>

#include "core/flow/gathered_values.h"
#include "core/flow/value_graph.h"
#include "core/program/dataflow.h"

namespace lanescope::flow {
namespace {

using program::Entry;
using program::Instruction;
using program::Opcode;
using program::RegisterId;
using program::Space;

/// Values that nothing in memory went into and that say where, too, are indices, unless they are numbers of the code or
/// stored themselves.
bool isIndex(const ValueGraph& graph, std::uint32_t node) {
    if (!graph.isValue(node)) return true;
    if (graph.fromMemory(node) || graph.isConstant(node) || !graph.isControl(node)) return false;
    return !(graph.isComputed(node) && graph.isStored(node));
}

/// What all that is written to a register is together.
struct Traits {
    bool value = false;
    bool computed = false;
    bool gathered = false;
    bool stored = false;
    bool constant = true;
    bool operand = false;

    [[nodiscard]] RegisterRole role() const {
        if (!value) return RegisterRole::Index;
        if (gathered) return RegisterRole::Sum;
        if (computed) return stored ? RegisterRole::Result : RegisterRole::Partial;
        if (constant) return RegisterRole::Constant;
        return operand ? RegisterRole::Operand : RegisterRole::Staged;
    }
};

std::vector<Traits> traitsOf(const ValueGraph& graph, const Marks& indices, const GatheredValues& values) {
    std::vector<Traits> traits(graph.entry().registers.size());
    for (RegisterId reg = 0; reg < traits.size(); ++reg)
        traits[reg].value = graph.entry().registers[reg].constant.has_value();
    const std::vector<std::vector<RegisterId>> beside = program::registersBeside(graph.entry());
    for (std::uint32_t d = 0; d < graph.definitions().count(); ++d) {
        if (indices[d]) continue;
        const auto add = [&](RegisterId reg) {
            Traits& all = traits[reg];
            all.value = true;
            all.computed = all.computed || graph.isComputed(d);
            all.gathered = all.gathered || (graph.isComputed(d) && values.isGathered(d));
            all.stored = all.stored || graph.isStored(d);
            all.constant = all.constant && graph.isConstant(d);
            all.operand = all.operand || graph.isOperand(d);
        };
        add(graph.definitions().registerOf(d));
        std::ranges::for_each(beside[graph.definitions().registerOf(d)], add);
    }
    return traits;
}

InstructionKind bySpace(Space space, InstructionKind global, InstructionKind shared, InstructionKind other) {
    if (space == Space::Global) return global;
    return space == Space::Shared ? shared : other;
}

/// Nothing of what is written is a value.
bool writesNoValue(const Roles& roles, const Instruction& what) {
    return std::ranges::all_of(program::registersWritten(what), [&](RegisterId reg) {
        const RegisterRole role = roles.role(reg);
        return role == RegisterRole::Index || role == RegisterRole::Constant || role == RegisterRole::Unused;
    });
}

InstructionKind kindOf(const Entry& entry, const Roles& roles, std::uint32_t number) {
    using enum InstructionKind;
    const Instruction& what = entry.instructions[number];
    switch (what.opcode) {
        case Opcode::Ld:
            return what.space == Space::Param ? Index : bySpace(what.space, LoadGlobal, LoadShared, LoadOther);
        case Opcode::St: return bySpace(what.space, StoreGlobal, StoreShared, StoreOther);
        case Opcode::Atom:
        case Opcode::Red: return Atomic;
        case Opcode::CpAsync: return AsyncCopy;
        case Opcode::Shfl:
        case Opcode::Vote:
        case Opcode::Activemask:
        case Opcode::Match:
        case Opcode::Redux:
        case Opcode::Elect: return Exchange;
        case Opcode::Bar:
        case Opcode::BarWarp:
        case Opcode::Membar:
        case Opcode::Mbarrier:
        case Opcode::CpAsyncCommit:
        case Opcode::CpAsyncWait:
        case Opcode::CpAsyncMbarrier: return Barrier;
        case Opcode::Bra:
        case Opcode::Brx:
        case Opcode::Call: return Branch;
        case Opcode::Ret: return entry.functionOf(number) == 0 ? End : Branch;
        case Opcode::Exit:
        case Opcode::Trap:
        case Opcode::Brkpt: return End;
        case Opcode::Prefetch:
        case Opcode::Nanosleep: return Index;
        default:
            if (writesNoValue(roles, what)) return Index;
            return what.opcode == Opcode::Mov || what.opcode == Opcode::Cvta ? Copy : Compute;
    }
}

}  // namespace

Roles::Roles(const Entry& entry)
    : m_roles(entry.registers.size(), RegisterRole::Unused), m_values(entry.registers.size(), kNone) {
    const ValueGraph graph(entry);
    Marks indices(graph.nodes());
    for (std::uint32_t node = 0; node < graph.nodes(); ++node) indices[node] = isIndex(graph, node);
    const GatheredValues values(graph, indices);
    const std::vector<Traits> traits = traitsOf(graph, indices, values);
    for (const Instruction& what : entry.instructions)
        for (const RegisterId reg : program::registersRead(what)) m_roles[reg] = traits[reg].role();

    // Numbered where they are first written, by what is kept.
    std::vector<std::uint32_t> numbers(graph.nodes(), kNone);
    for (std::uint32_t d = 0; d < graph.definitions().count(); ++d) {
        const RegisterRole role = m_roles[graph.definitions().registerOf(d)];
        const bool kept = role == RegisterRole::Sum || role == RegisterRole::Result;
        if (!kept || indices[d] || !graph.isComputed(d) || numbers[values.rootOf(d)] != kNone) continue;
        numbers[values.rootOf(d)] = static_cast<std::uint32_t>(m_registersOf.size());
        m_registersOf.emplace_back();
    }
    for (std::uint32_t d = 0; d < graph.definitions().count(); ++d) {
        const RegisterId reg = graph.definitions().registerOf(d);
        const bool own = !indices[d] && graph.isComputed(d) && m_roles[reg] != RegisterRole::Unused;
        if (own && m_values[reg] == kNone) m_values[reg] = numbers[values.rootOf(d)];
    }
    for (RegisterId reg = 0; reg < m_values.size(); ++reg)
        if (m_values[reg] != kNone) m_registersOf[m_values[reg]].push_back(reg);
    for (std::uint32_t i = 0; i < entry.instructions.size(); ++i) m_kinds.push_back(kindOf(entry, *this, i));
}

}  // namespace lanescope::flow
