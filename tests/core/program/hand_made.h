// SPDX-License-Identifier: GPL-3.0-or-later
// Code that no front end has read: instructions put together by hand.
#pragma once

#include <array>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>

#include "core/program/control_flow.h"
#include "core/program/module.h"

namespace lanescope::program::test {

inline Operand inRegister(RegisterId reg) {
    Operand operand;
    operand.kind = Operand::Kind::Register;
    operand.reg = reg;
    return operand;
}

inline Operand number(std::uint64_t bits) {
    Operand operand;
    operand.kind = Operand::Kind::Immediate;
    operand.bits = bits;
    return operand;
}

inline Operand special(SpecialRegister which) {
    Operand operand;
    operand.kind = Operand::Kind::Special;
    operand.special = which;
    return operand;
}

/// [reg + offset]
inline Operand addressIn(RegisterId reg, std::int64_t offset = 0) {
    Operand operand;
    operand.kind = Operand::Kind::Address;
    operand.reg = reg;
    operand.offset = offset;
    return operand;
}

/// Where a parameter lies.
inline Operand parameterAt(std::uint32_t parameter) {
    Operand operand;
    operand.kind = Operand::Kind::Address;
    operand.space = Space::Param;
    operand.symbol = parameter;
    return operand;
}

/// `opcode.type to, from…`, without any modifier.
inline Instruction operation(Opcode opcode, Type type, RegisterId to, std::initializer_list<Operand> from) {
    Instruction instruction;
    instruction.opcode = opcode;
    instruction.type = type;
    if (to != kNoRegister) instruction.destination = inRegister(to);
    for (const Operand& operand : from) instruction.sources[instruction.sourceCount++] = operand;
    return instruction;
}

inline Instruction comparison(Comparison comparison, Type type, RegisterId to, const Operand& a, const Operand& b) {
    Instruction instruction = operation(Opcode::Setp, type, to, {a, b});
    instruction.comparison = comparison;
    return instruction;
}

inline Instruction access(Opcode opcode, Space space, Type type, RegisterId to, std::initializer_list<Operand> from) {
    Instruction instruction = operation(opcode, type, to, from);
    instruction.space = space;
    return instruction;
}

inline Instruction branchTo(std::uint32_t target) {
    Instruction instruction;
    instruction.opcode = Opcode::Bra;
    instruction.target = target;
    return instruction;
}

inline Instruction guarded(RegisterId guard, bool negated, Instruction instruction) {
    instruction.guard = guard;
    instruction.guardNegated = negated;
    return instruction;
}

inline Instruction plain(Opcode opcode) {
    Instruction instruction;
    instruction.opcode = opcode;
    return instruction;
}

/// A kernel of these instructions, the text of which has one line for each.
inline Entry entryOf(const std::string& name, std::vector<Instruction> instructions, std::vector<Type> registers = {},
                     std::vector<Parameter> parameters = {}) {
    Entry entry;
    entry.name = entry.demangled = name;
    for (const Type type : registers) entry.registers.push_back({"R" + std::to_string(entry.registers.size()), type});
    for (Parameter& parameter : parameters) {
        entry.parameterBytes = (entry.parameterBytes + parameter.size - 1) / parameter.size * parameter.size;
        parameter.offset = entry.parameterBytes;
        entry.parameterBytes += parameter.size;
    }
    entry.parameters = std::move(parameters);
    entry.instructions = std::move(instructions);
    for (std::uint32_t i = 0; i < entry.instructions.size(); ++i) entry.instructions[i].line = i + 1;
    Function& kernel = entry.functions.emplace_back();
    kernel.name = kernel.demangled = name;
    kernel.end = static_cast<std::uint32_t>(entry.instructions.size());
    kernel.endRegister = static_cast<RegisterId>(entry.registers.size());
    buildControlFlow(entry, CodeKind::Kernel);
    return entry;
}

inline std::shared_ptr<const Module> moduleOf(Entry entry) {
    auto module = std::make_shared<Module>();
    module->name = "hand.lst";
    for (const Instruction& instruction : entry.instructions) {
        module->lineStarts.push_back(static_cast<std::uint32_t>(module->text.size()));
        module->text += std::string(nameOf(instruction.opcode)) + "\n";
    }
    module->files.emplace_back();
    module->entries.push_back(std::move(entry));
    return module;
}

/// Registers of triples().
enum : RegisterId { kThread, kCount, kValue, kBit, kBuffer, kAddress, kBeyond, kEven };

/// to = i · factor + addend, with i in kThread.
inline Instruction product(Part part, RegisterId to, const Operand& factor, const Operand& addend) {
    Instruction instruction = operation(Opcode::Mad, Type::U32, to, {inRegister(kThread), factor, addend});
    instruction.part = part;
    return instruction;
}

/// k(a, n): a[i] = 3 · i, and one more where i is odd, for the threads i < n of one block.
inline Entry triples() {
    return entryOf(
        "triples",
        {/* 0 */ operation(Opcode::Mov, Type::U32, kThread, {special(SpecialRegister::Tid)}),
         /* 1 */ access(Opcode::Ld, Space::Param, Type::U32, kCount, {parameterAt(1)}),
         /* 2 */ comparison(Comparison::Ge, Type::U32, kBeyond, inRegister(kThread), inRegister(kCount)),
         /* 3 */ guarded(kBeyond, false, plain(Opcode::Exit)),
         /* 4 */ product(Part::Lo, kValue, number(3), number(0)),
         /* 5 */ operation(Opcode::And, Type::B32, kBit, {inRegister(kThread), number(1)}),
         /* 6 */ comparison(Comparison::Eq, Type::U32, kEven, inRegister(kBit), number(0)),
         /* 7 */ guarded(kEven, false, branchTo(9)),
         /* 8 */ operation(Opcode::Add, Type::U32, kValue, {inRegister(kValue), number(1)}),
         /* 9 */ access(Opcode::Ld, Space::Param, Type::U64, kBuffer, {parameterAt(0)}),
         /* 10 */ product(Part::Wide, kAddress, number(4), inRegister(kBuffer)),
         /* 11 */ access(Opcode::St, Space::Global, Type::U32, kNoRegister, {addressIn(kAddress), inRegister(kValue)}),
         /* 12 */ plain(Opcode::Exit)},
        {Type::U32, Type::U32, Type::U32, Type::U32, Type::U64, Type::U64, Type::Pred, Type::Pred},
        {{"a", Type::U64, 8}, {"n", Type::U32, 4}});
}

}  // namespace lanescope::program::test
