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

/// Values that nothing in memory went into and that say where, too, are indices, unless they are stored themselves.
bool isIndex(const ValueGraph& graph, std::uint32_t node) {
    if (!graph.isValue(node)) return true;
    if (graph.fromMemory(node) || !graph.isControl(node)) return false;
    return !(graph.isComputed(node) && graph.isStored(node));
}

RegisterRole roleOf(const ValueGraph& graph, const GatheredValues& values, RegisterId reg) {
    if (isIndex(graph, reg)) return RegisterRole::Index;
    if (graph.isComputed(reg)) {
        if (values.isGathered(reg)) return RegisterRole::Sum;
        return graph.isStored(reg) ? RegisterRole::Result : RegisterRole::Partial;
    }
    if (graph.isConstant(reg)) return RegisterRole::Constant;
    return graph.isOperand(reg) ? RegisterRole::Operand : RegisterRole::Staged;
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
    for (const Instruction& what : entry.instructions)
        for (const RegisterId reg : program::registersRead(what)) m_roles[reg] = roleOf(graph, values, reg);

    // Numbered where they are first written, by those that are kept.
    std::vector<std::uint32_t> numbers(graph.nodes(), kNone);
    const auto isKept = [&](RegisterId reg) {
        return m_roles[reg] == RegisterRole::Sum || m_roles[reg] == RegisterRole::Result;
    };
    for (const Instruction& what : entry.instructions)
        for (const RegisterId reg : program::registersWritten(what)) {
            if (!isKept(reg) || numbers[values.rootOf(reg)] != kNone) continue;
            numbers[values.rootOf(reg)] = static_cast<std::uint32_t>(m_registersOf.size());
            m_registersOf.emplace_back();
        }
    for (RegisterId reg = 0; reg < m_roles.size(); ++reg) {
        if (!isKept(reg) && m_roles[reg] != RegisterRole::Partial) continue;
        m_values[reg] = numbers[values.rootOf(reg)];
        if (m_values[reg] != kNone) m_registersOf[m_values[reg]].push_back(reg);
    }
    for (std::uint32_t i = 0; i < entry.instructions.size(); ++i) m_kinds.push_back(kindOf(entry, *this, i));
}

}  // namespace lanescope::flow
