// SPDX-License-Identifier: GPL-3.0-or-later
// Where operands lie: registers, and the constants that all warps of a block share.
#include <algorithm>

#include "core/simt/decode/decoder.h"

namespace lanescope::simt {

using program::SpecialRegister;

unsigned Decoder::bitsOf(program::RegisterId reg) const {
    const program::Type type = m_entry.registers[reg].type;
    // No register is narrower than 16 bits.
    return type == program::Type::Pred ? 1 : std::max(16U, program::bitsOf(type));
}

std::optional<Place> Decoder::registerOf(program::RegisterId reg, unsigned bits) const {
    if (reg >= m_entry.registers.size()) return std::nullopt;
    if (bits != 0 && bitsOf(reg) != bits) return std::nullopt;
    return m_program.m_registerPlaces[reg];
}

std::optional<Place> Decoder::destination(const program::Operand& operand, unsigned bits) const {
    if (operand.kind != program::Operand::Kind::Register) return std::nullopt;
    if (operand.reg == program::kNoRegister) return kNowhere;
    return registerOf(operand.reg, bits);
}

std::optional<Place> Decoder::source(const program::Operand& operand, unsigned bits) {
    switch (operand.kind) {
        case program::Operand::Kind::Register: return registerOf(operand.reg, bits);
        case program::Operand::Kind::Immediate: return immediate(operand.bits, bits == 0 ? 64 : bits);
        case program::Operand::Kind::Special: return special(operand, bits);
        case program::Operand::Kind::Parameter: return parameter(operand, bits);
        case program::Operand::Kind::Symbol: {
            if (isVariable(operand)) return bits >= 32 ? std::optional(variable(operand, bits)) : std::nullopt;
            const std::optional<std::uint64_t> value = symbolValue(operand);
            if (!value || bits < 32) return std::nullopt;
            return immediate(*value, bits);
        }
        default: return std::nullopt;
    }
}

std::optional<std::uint64_t> Decoder::symbolValue(const program::Operand& operand) const {
    const auto offset = static_cast<std::uint64_t>(operand.offset);
    if (operand.symbol == 0xffffffffU) return offset;
    if (operand.space == program::Space::Shared && operand.symbol < m_entry.shared.size())
        return m_entry.shared[operand.symbol].offset + offset;
    if (operand.space == program::Space::Param && operand.symbol < m_entry.parameters.size())
        return m_entry.parameters[operand.symbol].offset + offset;
    if (operand.space == program::Space::Slot && operand.symbol < m_entry.slots.size())
        return m_entry.slots[operand.symbol].offset + offset;
    if (operand.space == program::Space::Local && operand.symbol < m_entry.locals.size())
        return m_entry.locals[operand.symbol].offset + offset;
    if (operand.space == program::Space::Code && operand.symbol < m_entry.functions.size())
        return kCodeWindow + kCodeSpacing * m_entry.functions[operand.symbol].codeIndex;
    return std::nullopt;
}

std::optional<Place> Decoder::special(const program::Operand& operand, unsigned bits) {
    if (bits < 32) return std::nullopt;
    if (program::isClock(operand.special)) return kNowhere;  // read by a handler of its own
    if (operand.special == SpecialRegister::Tid || operand.special == SpecialRegister::Warpid) {
        for (const WarpSpecial& known : m_program.m_warpSpecials)
            if (known.special == operand.special && known.dimension == operand.dimension && known.width == bits)
                return known.place;
        m_program.m_warpSpecials.push_back({operand.special, operand.dimension, bits, m_program.m_warpBytes});
        m_program.m_warpBytes += laneBytes(bits);
        return m_program.m_warpSpecials.back().place;
    }
    Constant wanted;
    wanted.kind = Constant::Kind::Special;
    wanted.special = operand.special;
    wanted.dimension = operand.dimension;
    wanted.width = bits;
    return constant(wanted);
}

Place Decoder::immediate(std::uint64_t bits, unsigned width) {
    Constant wanted;
    wanted.bits = width == 64 ? bits : bits & ((std::uint64_t{1} << width) - 1);
    wanted.width = width;
    return constant(wanted);
}

std::optional<Place> Decoder::parameter(const program::Operand& operand, unsigned bits) {
    const auto offset = static_cast<std::uint64_t>(operand.offset);
    if (bits < 32 || offset > m_entry.parameterBytes || bits / 8 > m_entry.parameterBytes - offset) return std::nullopt;
    Constant wanted;
    wanted.kind = Constant::Kind::Parameter;
    wanted.bits = offset;
    wanted.type = bits == 64 ? program::Type::B64 : program::Type::B32;
    wanted.width = bits;
    return constant(wanted);
}

bool Decoder::isVariable(const program::Operand& operand) {
    return operand.symbol != 0xffffffffU &&
           (operand.space == program::Space::Global || operand.space == program::Space::Const);
}

/// Its address, or a word of that.
Place Decoder::variable(const program::Operand& operand, unsigned bits) {
    Constant wanted;
    wanted.kind = Constant::Kind::Variable;
    wanted.variable = operand.symbol;
    wanted.bits = static_cast<std::uint64_t>(operand.offset);
    wanted.width = bits;
    wanted.shift = operand.portion == program::Portion::HighHalf ? 32 : 0;
    return constant(wanted);
}

/// Where results go that nobody wants.
Place Decoder::sink() {
    if (m_sink == kNowhere) {
        m_sink = m_program.m_warpBytes;
        m_program.m_warpBytes += laneBytes(64);
    }
    return m_sink;
}

Place Decoder::constant(Constant wanted) {
    const auto [known, isNew] = m_constants.try_emplace({wanted.kind, wanted.bits, wanted.variable, wanted.type,
                                                         wanted.special, wanted.dimension, wanted.width + wanted.shift},
                                                        m_program.m_warpBytes);
    if (!isNew) return known->second;
    wanted.place = m_program.m_warpBytes;
    m_program.m_warpBytes += std::max(laneBytes(wanted.width), 64U);
    m_program.m_constants.push_back(wanted);
    return wanted.place;
}

}  // namespace lanescope::simt
