// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sass/lower/lowering.h"

#include <algorithm>
#include <cstring>
#include <set>

namespace lanescope::sass {
namespace {

constexpr unsigned kPredicates = 7;
/// From here on shared memory begins 1 KiB behind the start of its window, which the system keeps.
constexpr unsigned kFirstWithSystemShared = 90;
constexpr std::int64_t kSystemShared = 0x400;

const Operand kMissing;

unsigned numberOf(const std::string& architecture) {
    const std::size_t first = architecture.find_first_of("0123456789");
    return first == std::string::npos ? 0 : static_cast<unsigned>(std::stoul(architecture.substr(first)));
}

/// Index of the function that an address lies in.
std::size_t functionAt(const Listing& listing, std::int64_t address) {
    std::size_t found = 0;
    for (std::size_t f = 0; f < listing.functions.size(); ++f)
        if (listing.functions[f].address <= address && listing.functions[f].address >= listing.functions[found].address)
            found = f;
    return found;
}

/// Does a function call itself, by whatever way, or one whose address is in a register?
bool callsItself(const Listing& listing) {
    std::set<std::pair<std::size_t, std::size_t>> calls;
    for (const Instruction& instruction : listing.instructions) {
        if (instruction.opcode != "CALL" || instruction.has("ABS")) continue;
        if (instruction.operands.size() != 1 || instruction.operands[0].kind != OperandKind::Target) return true;
        calls.emplace(functionAt(listing, instruction.address), functionAt(listing, instruction.operands[0].value));
    }
    // A function that calls none of those that are left is in no circle.
    for (bool fewer = true; fewer;) {
        const auto callsAnother = [&](std::size_t function) {
            const auto first = calls.lower_bound({function, 0});
            return first != calls.end() && first->first == function;
        };
        fewer = std::erase_if(calls, [&](const auto& call) { return !callsAnother(call.second); }) != 0;
    }
    return listing.functions.size() > 1 && !calls.empty();
}

bool isUniform(OperandKind kind) { return kind == OperandKind::UniformRegister; }

}  // namespace

bool isPredicateOperand(const Operand& operand) {
    return operand.kind == OperandKind::Predicate || operand.kind == OperandKind::UniformPredicate;
}

bool isZeroOperand(const Operand& operand) {
    const bool isRegister = operand.kind == OperandKind::Register || operand.kind == OperandKind::UniformRegister;
    if (operand.negated || operand.inverted) return false;
    return isRegister ? operand.number == kFixed : operand.kind == OperandKind::Immediate && operand.value == 0;
}

Lowering::Lowering(const Listing& listing, const program::Module& ptx, program::Entry& entry)
    : m_listing(listing),
      m_ptx(ptx),
      m_entry(entry),
      m_architecture(numberOf(listing.architecture)),
      m_stackBytes((listing.resources.stackBytes + 15) / 16 * 16),
      m_recursive(callsItself(listing)) {
    if (m_recursive) m_stackBytes = std::max(m_stackBytes, 16U);
    for (const Instruction& instruction : listing.instructions)
        for (const Operand& operand : instruction.operands)
            if (operand.kind == OperandKind::Target && instruction.opcode != "LEPC")
                m_targets.push_back(static_cast<std::uint32_t>(operand.value));
    for (const Function& function : listing.functions) m_targets.push_back(function.address);
    std::ranges::sort(m_targets);
    m_firstPredicate = static_cast<program::RegisterId>(m_entry.registers.size());
    for (const char* prefix : {"P", "UP"})
        for (unsigned k = 0; k < kPredicates; ++k)
            m_entry.registers.push_back({prefix + std::to_string(k), program::Type::Pred});
}

void Lowering::allow(const Instruction& from, std::initializer_list<std::string_view> known) {
    for (const std::string& modifier : from.modifiers)
        if (std::ranges::find(known, modifier) == known.end()) refuse();
}

const Operand& Lowering::operand(const Instruction& instruction, std::size_t k) {
    if (k < instruction.operands.size()) return instruction.operands[k];
    refuse();
    return kMissing;
}

program::RegisterId Lowering::own(const std::string& name, program::Type type) {
    const auto [known, isNew] =
        m_registers.try_emplace(name, static_cast<program::RegisterId>(m_entry.registers.size()));
    if (isNew) m_entry.registers.push_back({name, type});
    return known->second;
}

program::RegisterId Lowering::registerOf(OperandKind kind, unsigned number) {
    return own((isUniform(kind) ? "UR" : "R") + std::to_string(number), program::Type::B32);
}

program::RegisterId Lowering::pairOf(OperandKind kind, unsigned number) {
    if (number % 2 != 0) refuse();
    const program::RegisterId low = registerOf(kind, number);
    const program::RegisterId high = registerOf(kind, number + 1);
    const program::RegisterId pair =
        own((isUniform(kind) ? "UR" : "R") + std::to_string(number) + ".64", program::Type::B64);
    m_entry.registers[pair].halves = {low, high};
    return pair;
}

program::RegisterId Lowering::convergence(unsigned number) {
    return own("B" + std::to_string(number), program::Type::B32);
}

Value Lowering::registerValue(program::RegisterId reg) const {
    Value value;
    value.kind = Value::Kind::Register;
    value.reg = reg;
    return value;
}

void Lowering::subtract(Code& to) {
    const auto isOpposite = [](const Value& value) { return value.negative && !value.absolute && !value.inverted; };
    // −0 of −RZ − R2 is a number: what is left is a difference, which leaves a NaN its sign, as the hardware does.
    for (std::size_t k = 0; k < 2 && isFloat(to.type); ++k)
        if (Value& value = to.sources[k]; value.kind == Value::Kind::Immediate && isOpposite(value)) {
            value.bits ^= std::uint64_t{1} << (program::bitsOf(to.type) - 1);
            value.negative = false;
        }
    if (isOpposite(to.sources[0])) std::swap(to.sources[0], to.sources[1]);
    if (!isOpposite(to.sources[1]) || to.sources[0].negative) return;
    to.sources[1].negative = false;
    to.opcode = program::Opcode::Sub;
}

void Lowering::negate(Code& to) {
    if (!to.sources[0].negative) return;
    to.type = program::Type::S32;
    if (to.sources[0].absolute || to.sources[0].inverted) return;
    to.sources[0].negative = false;
    to.opcode = program::Opcode::Neg;
}

Value Lowering::immediate(std::uint64_t bits) {
    Value value;
    value.kind = Value::Kind::Immediate;
    value.bits = bits;
    return value;
}

Value Lowering::special(program::SpecialRegister which, unsigned dimension) {
    Value value;
    value.kind = Value::Kind::Special;
    value.special = which;
    value.dimension = static_cast<std::uint8_t>(dimension);
    return value;
}

Operand Lowering::after(const Operand& operand, unsigned k) {
    Operand next = operand;
    if (next.number != kFixed) next.number = static_cast<std::uint16_t>(next.number + k);
    return next;
}

Value Lowering::withModifiers(Value value, const Operand& operand) {
    value.negative = operand.negated;
    value.absolute = operand.absolute;
    value.inverted = operand.inverted && value.kind != Value::Kind::Immediate;
    if (operand.inverted && !value.inverted) value.bits = ~value.bits;
    if (!operand.modifiers.empty()) refuse();  // halves of registers and the like: who knows them asks for them
    return value;
}

Value Lowering::word(const Operand& operand) {
    switch (operand.kind) {
        case OperandKind::Register:
        case OperandKind::UniformRegister:
            if (operand.number == kFixed) return withModifiers(immediate(0), operand);
            return withModifiers(registerValue(registerOf(operand.kind, operand.number)), operand);
        case OperandKind::Immediate:
        case OperandKind::FloatImmediate: return immediate(static_cast<std::uint64_t>(operand.value) & 0xffffffffU);
        case OperandKind::Constant: return withModifiers(constant(operand, 32), operand);
        default: refuse(); return {};
    }
}

Value Lowering::portion(Operand operand) {
    using program::Portion;
    static constexpr std::pair<std::string_view, Portion> kNames[] = {
        {"H0_H0", Portion::LowHalf}, {"H1_H1", Portion::HighHalf}, {"B0", Portion::Byte0},   {"B1", Portion::Byte1},
        {"B2", Portion::Byte2},      {"B3", Portion::Byte3},       {"H0", Portion::LowHalf}, {"H1", Portion::HighHalf}};
    Portion found = Portion::All;
    if (operand.modifiers.size() == 1)
        for (const auto& [name, which] : kNames)
            if (name == operand.modifiers[0]) found = which;
    if (found != Portion::All) operand.modifiers.clear();
    Value value = word(operand);
    value.portion = found;
    return value;
}

Value Lowering::wide(const Operand& operand) {
    switch (operand.kind) {
        case OperandKind::Register:
        case OperandKind::UniformRegister:
            if (operand.number == kFixed) return withModifiers(immediate(0), operand);
            return withModifiers(registerValue(pairOf(operand.kind, operand.number)), operand);
        case OperandKind::Immediate:
        case OperandKind::FloatImmediate: return immediate(static_cast<std::uint64_t>(operand.value));
        case OperandKind::Constant: return withModifiers(constant(operand, 64), operand);
        default: refuse(); return {};
    }
}

Value Lowering::predicate(const Operand& operand) {
    const bool uniform = operand.kind == OperandKind::UniformPredicate;
    if (!uniform && operand.kind != OperandKind::Predicate) {
        refuse();
        return {};
    }
    if (operand.number == kFixed) return immediate(operand.negated ? 0 : 1);
    Value value = registerValue(uniform ? uniformPredicate(operand.number) : predicateRegister(operand.number));
    value.negated = operand.negated;
    return value;
}

program::RegisterId Lowering::guardOf(const Operand& operand) {
    const Value value = predicate(operand);
    if (value.kind != Value::Kind::Register) refuse();
    return value.reg;
}

Value Lowering::toWord(const Operand& operand) {
    if (operand.kind != OperandKind::Register && operand.kind != OperandKind::UniformRegister) refuse();
    if (m_refused || operand.number == kFixed) return {};
    return registerValue(registerOf(operand.kind, operand.number));
}

Value Lowering::toWide(const Operand& operand) {
    if (operand.kind != OperandKind::Register && operand.kind != OperandKind::UniformRegister) refuse();
    if (m_refused || operand.number == kFixed) return {};
    return registerValue(pairOf(operand.kind, operand.number));
}

/// A predicate that nobody wants is a register that is none.
Value Lowering::toPredicate(const Operand& operand) {
    const bool uniform = operand.kind == OperandKind::UniformPredicate;
    if (!uniform && operand.kind != OperandKind::Predicate) refuse();
    if (m_refused || operand.number == kFixed) return registerValue(program::kNoRegister);
    return registerValue(uniform ? uniformPredicate(operand.number) : predicateRegister(operand.number));
}

std::uint32_t Lowering::indexAt(std::int64_t address) {
    const std::int64_t index = address / kInstructionBytes;
    if (address < 0 || address % kInstructionBytes != 0 ||
        index >= static_cast<std::int64_t>(m_listing.instructions.size()))
        refuse();
    return static_cast<std::uint32_t>(index);
}

/// In global memory the base is a pair, or a word that a pair of uniform registers makes wide.
Value Lowering::address(const Operand& operand, program::Space space) {
    if (operand.kind != OperandKind::Memory) refuse();
    const Address& from = operand.address;
    Value value;
    value.kind = Value::Kind::Address;
    value.space = space;
    value.offset = from.offset;
    if (space == program::Space::Shared && m_architecture >= kFirstWithSystemShared) value.offset -= kSystemShared;
    const bool wideSpace = space == program::Space::Global || space == program::Space::Generic;
    const bool based = from.base != kNone && from.base != kFixed;
    const bool indexed = from.uniform != kNone && from.uniform != kFixed;
    const bool wideBase = from.wide || (wideSpace && !from.unsignedBase);
    if (based)
        value.reg = wideBase ? pairOf(OperandKind::Register, from.base) : registerOf(OperandKind::Register, from.base);
    if (based) value.scale = from.scale;
    if (indexed) {
        const program::RegisterId shared = wideSpace ? pairOf(OperandKind::UniformRegister, from.uniform)
                                                     : registerOf(OperandKind::UniformRegister, from.uniform);
        (based ? value.index : value.reg) = shared;
    }
    if (m_refused) return {};
    return value;
}

}  // namespace lanescope::sass
