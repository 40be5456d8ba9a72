// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/program/dataflow.h"

#include <algorithm>
#include <bit>
#include <deque>
#include <numeric>

namespace lanescope::program {
namespace {

constexpr unsigned kSharedZeros = 4;
constexpr unsigned kAllZeros = 64;

bool vectorIsWritten(const Instruction& instruction) {
    if (instruction.opcode == Opcode::Ld) return true;
    return instruction.opcode == Opcode::Mov && instruction.destination.kind == Operand::Kind::None;
}

void add(std::vector<RegisterId>& list, RegisterId reg) {
    if (reg != kNoRegister) list.push_back(reg);
}

std::span<const RegisterId> vectorOf(const Instruction& instruction) {
    return std::span(instruction.vector).first(std::min<std::size_t>(instruction.vectorSize, 4));
}

unsigned zerosOfNumber(std::uint64_t bits) {
    return bits == 0 ? kAllZeros : static_cast<unsigned>(std::countr_zero(bits));
}

}  // namespace

std::vector<RegisterId> registersRead(const Instruction& instruction) {
    std::vector<RegisterId> list;
    for (unsigned s = 0; s < instruction.sourceCount; ++s) {
        const Operand& source = instruction.sources[s];
        if (source.kind == Operand::Kind::Register || source.kind == Operand::Kind::Address) add(list, source.reg);
        if (source.kind == Operand::Kind::Address) add(list, source.index);
    }
    if (instruction.lastSource.kind == Operand::Kind::Register) add(list, instruction.lastSource.reg);
    if (instruction.opcode == Opcode::PackPredicates)
        for (const RegisterId reg : instruction.predicates) add(list, reg);
    if (!vectorIsWritten(instruction))
        for (const RegisterId reg : vectorOf(instruction)) add(list, reg);
    add(list, instruction.guard);
    return list;
}

std::vector<RegisterId> registersWritten(const Instruction& instruction) {
    std::vector<RegisterId> list;
    for (const Operand* to : {&instruction.destination, &instruction.destination2, &instruction.destination3})
        if (to->kind == Operand::Kind::Register) add(list, to->reg);
    if (instruction.opcode == Opcode::UnpackPredicates)
        for (const RegisterId reg : instruction.predicates) add(list, reg);
    if (vectorIsWritten(instruction))
        for (const RegisterId reg : vectorOf(instruction)) add(list, reg);
    return list;
}

std::vector<std::vector<RegisterId>> registersBeside(const Entry& entry) {
    std::vector<std::vector<RegisterId>> beside(entry.registers.size());
    for (RegisterId reg = 0; reg < entry.registers.size(); ++reg) {
        for (const RegisterId half : entry.registers[reg].halves) {
            if (half == kNoRegister) continue;
            beside[reg].push_back(half);
            beside[half].push_back(reg);
        }
    }
    return beside;
}

std::vector<NamedRegister> registersNamed(Instruction& instruction) {
    std::vector<NamedRegister> list;
    const auto name = [&](RegisterId& reg, bool written) {
        if (reg != kNoRegister) list.push_back({&reg, written});
    };
    for (Operand* to : {&instruction.destination, &instruction.destination2, &instruction.destination3})
        if (to->kind == Operand::Kind::Register) name(to->reg, true);
    for (Operand& source : std::span(instruction.sources).first(instruction.sourceCount)) {
        name(source.reg, false);
        name(source.index, false);
    }
    name(instruction.lastSource.reg, false);
    for (RegisterId& reg : instruction.predicates) name(reg, instruction.opcode == Opcode::UnpackPredicates);
    for (RegisterId& reg : instruction.vector) name(reg, vectorIsWritten(instruction));
    name(instruction.guard, false);
    return list;
}

Dataflow::Dataflow(const Entry& entry)
    : m_entry(entry),
      m_definitions(entry.registers.size()),
      m_uses(entry.registers.size()),
      m_uniform(entry.registers.size(), true),
      m_zeros(entry.registers.size(), kAllZeros) {
    for (std::size_t r = 0; r < entry.registers.size(); ++r)
        if (const auto number = entry.registers[r].constant) m_zeros[r] = zerosOfNumber(*number);
    for (std::uint32_t i = 0; i < entry.instructions.size(); ++i) {
        for (const RegisterId reg : registersWritten(entry.instructions[i])) m_definitions[reg].push_back(i);
        for (const RegisterId reg : registersRead(entry.instructions[i]))
            if (m_uses[reg].empty() || m_uses[reg].back() != i) m_uses[reg].push_back(i);
    }
    // From the best to what holds: every step can only take something away. What reads what has changed is looked at
    // again.
    std::vector<bool> waits(entry.instructions.size(), true);
    std::deque<std::uint32_t> open(entry.instructions.size());
    std::iota(open.begin(), open.end(), 0U);
    while (!open.empty()) {
        const std::uint32_t i = open.front();
        open.pop_front();
        waits[i] = false;
        const Instruction& instruction = entry.instructions[i];
        const bool same = resultIsUniform(instruction);
        const unsigned zeros = zerosOfResult(instruction);
        for (const RegisterId reg : registersWritten(instruction)) {
            if ((!m_uniform[reg] || same) && m_zeros[reg] <= zeros) continue;
            m_uniform[reg] = m_uniform[reg] && same;
            m_zeros[reg] = std::min(m_zeros[reg], zeros);
            for (const std::uint32_t use : m_uses[reg]) {
                if (!waits[use]) open.push_back(use);
                waits[use] = true;
            }
        }
    }
}

std::optional<std::uint32_t> Dataflow::definition(RegisterId reg) const {
    return m_definitions[reg].size() == 1 ? std::optional(m_definitions[reg].front()) : std::nullopt;
}

std::optional<std::uint32_t> Dataflow::definition(const Operand& operand) const {
    return operand.kind == Operand::Kind::Register ? definition(operand.reg) : std::nullopt;
}

bool Dataflow::uniform(const Operand& operand) const {
    if (operand.kind == Operand::Kind::Special) {
        switch (operand.special) {
            case SpecialRegister::Tid:
            case SpecialRegister::Laneid:
            case SpecialRegister::LanemaskEq:
            case SpecialRegister::LanemaskLt:
            case SpecialRegister::LanemaskLe:
            case SpecialRegister::LanemaskGt:
            case SpecialRegister::LanemaskGe: return false;
            default: return true;
        }
    }
    return operand.reg == kNoRegister || m_uniform[operand.reg];
}

bool Dataflow::uniformAt(std::uint32_t use, RegisterId reg, unsigned depth) const {
    constexpr unsigned kDeepest = 4;
    if (m_uniform[reg] || depth == kDeepest) return m_uniform[reg];
    const std::uint32_t first = m_entry.blocks[m_entry.blockOf(use)].first;
    const auto& all = m_definitions[reg];
    const auto behind = std::ranges::lower_bound(all, use);
    if (behind == all.begin() || *(behind - 1) < first) return false;
    const Instruction& maker = m_entry.instructions[*(behind - 1)];
    if (maker.guard != kNoRegister) return false;
    if (maker.opcode == Opcode::Ld) return maker.space == Space::Param;
    if (maker.opcode != Opcode::Setp && maker.opcode != Opcode::Mov) return false;
    return std::ranges::all_of(std::span(maker.sources).first(maker.sourceCount), [&](const Operand& source) {
        return source.kind == Operand::Kind::Register ? uniformAt(*(behind - 1), source.reg, depth + 1)
                                                      : uniform(source);
    });
}

bool Dataflow::resultIsUniform(const Instruction& instruction) const {
    switch (instruction.opcode) {
        case Opcode::Ld:
            if (instruction.space == Space::Param) return true;
            return instruction.space == Space::Const && uniform(instruction.sources[0]);
        case Opcode::Atom:
        case Opcode::Shfl:
        case Opcode::Match:
        case Opcode::Elect:
        case Opcode::Call: return false;
        case Opcode::Vote:
        case Opcode::Activemask:
        case Opcode::Redux: return true;
        default: break;
    }
    if (instruction.guard != kNoRegister && !m_uniform[instruction.guard]) return false;
    for (unsigned s = 0; s < instruction.sourceCount; ++s)
        if (!uniform(instruction.sources[s])) return false;
    if (vectorIsWritten(instruction)) return true;
    return std::ranges::all_of(vectorOf(instruction),
                               [&](RegisterId reg) { return reg == kNoRegister || m_uniform[reg]; });
}

unsigned Dataflow::zerosOf(const Operand& operand) const {
    switch (operand.kind) {
        case Operand::Kind::Immediate: return zerosOfNumber(operand.bits);
        case Operand::Kind::Register: return m_zeros[operand.reg];
        case Operand::Kind::Symbol:
            return operand.space == Space::Shared
                       ? std::min(kSharedZeros, zerosOfNumber(static_cast<std::uint64_t>(operand.offset)))
                       : 0;
        default: return 0;
    }
}

unsigned Dataflow::zerosOfResult(const Instruction& instruction) const {
    const auto of = [&](unsigned s) { return zerosOf(instruction.sources[s]); };
    const auto capped = [](unsigned zeros) { return std::min(zeros, kAllZeros); };
    switch (instruction.opcode) {
        case Opcode::Mov: return instruction.vectorSize > 1 ? 0 : of(0);
        case Opcode::Cvta: return of(0);
        case Opcode::Cvt: return bitsOf(instruction.sourceType) >= 32 ? of(0) : 0;
        case Opcode::Add:
        case Opcode::Sub:
        case Opcode::Or:
        case Opcode::Xor: return std::min(of(0), of(1));
        case Opcode::And: return std::max(of(0), of(1));
        case Opcode::Shl: {
            const auto by = constant(instruction.sources[1]);
            return capped(of(0) + (by ? static_cast<unsigned>(*by & 63) : 0));
        }
        case Opcode::Mul: return instruction.part == Part::Hi ? 0 : capped(of(0) + of(1));
        case Opcode::Mad: return instruction.part == Part::Hi ? 0 : std::min(capped(of(0) + of(1)), of(2));
        case Opcode::Selp: return std::min(of(0), of(1));
        default: return 0;
    }
}

std::optional<std::int64_t> Dataflow::constant(const Operand& operand) const {
    if (operand.kind == Operand::Kind::Immediate) return static_cast<std::int64_t>(operand.bits);
    if (operand.kind != Operand::Kind::Register) return std::nullopt;
    const auto at = definition(operand.reg);
    if (!at || m_entry.instructions[*at].opcode != Opcode::Mov || m_entry.instructions[*at].guard != kNoRegister)
        return std::nullopt;
    const Operand& moved = m_entry.instructions[*at].sources[0];
    if (moved.kind != Operand::Kind::Immediate) return std::nullopt;
    return static_cast<std::int64_t>(moved.bits);
}

std::optional<std::uint32_t> Dataflow::sharedSymbol(const Operand& operand) const {
    if (operand.kind == Operand::Kind::Symbol && operand.space == Space::Shared && operand.offset == 0)
        return operand.symbol;
    if (operand.kind != Operand::Kind::Register) return std::nullopt;
    const auto at = definition(operand.reg);
    if (!at || m_entry.instructions[*at].opcode != Opcode::Mov) return std::nullopt;
    const Operand& moved = m_entry.instructions[*at].sources[0];
    if (moved.kind != Operand::Kind::Symbol) return std::nullopt;
    return sharedSymbol(moved);
}

}  // namespace lanescope::program
