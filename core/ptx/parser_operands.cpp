// SPDX-License-Identifier: GPL-3.0-or-later
// Operands: registers, literals, special registers, variables and addresses.
#include <algorithm>
#include <array>

#include "core/ptx/literal.h"
#include "core/ptx/opcode_table.h"
#include "core/ptx/parser_impl.h"

namespace lanescope::ptx {
namespace {

struct SpecialRow {
    std::string_view name;
    SpecialRegister special;
    unsigned bits;
};
constexpr std::array<SpecialRow, 23> kSpecials{{{"%tid", SpecialRegister::Tid, 32},
                                                {"%ntid", SpecialRegister::Ntid, 32},
                                                {"%ctaid", SpecialRegister::Ctaid, 32},
                                                {"%nctaid", SpecialRegister::Nctaid, 32},
                                                {"%laneid", SpecialRegister::Laneid, 32},
                                                {"%warpid", SpecialRegister::Warpid, 32},
                                                {"%nwarpid", SpecialRegister::Nwarpid, 32},
                                                {"%smid", SpecialRegister::Smid, 32},
                                                {"%nsmid", SpecialRegister::Nsmid, 32},
                                                {"%gridid", SpecialRegister::Gridid, 64},
                                                {"%clock", SpecialRegister::Clock, 32},
                                                {"%clock_hi", SpecialRegister::ClockHi, 32},
                                                {"%clock64", SpecialRegister::Clock64, 64},
                                                {"%lanemask_eq", SpecialRegister::LanemaskEq, 32},
                                                {"%lanemask_lt", SpecialRegister::LanemaskLt, 32},
                                                {"%lanemask_le", SpecialRegister::LanemaskLe, 32},
                                                {"%lanemask_gt", SpecialRegister::LanemaskGt, 32},
                                                {"%lanemask_ge", SpecialRegister::LanemaskGe, 32},
                                                {"%globaltimer", SpecialRegister::Globaltimer, 64},
                                                {"%globaltimer_lo", SpecialRegister::GlobaltimerLo, 32},
                                                {"%globaltimer_hi", SpecialRegister::GlobaltimerHi, 32},
                                                {"%total_smem_size", SpecialRegister::TotalSmemSize, 32},
                                                {"%dynamic_smem_size", SpecialRegister::DynamicSmemSize, 32}}};

/// Special registers that have one value in every launch that can be described here: clusters of one block.
struct FixedRow {
    std::string_view name;
    Type type;
    std::uint64_t value;
};
constexpr std::array<FixedRow, 9> kFixed{{{"%cluster_ctaid.x", Type::U32, 0},
                                          {"%cluster_ctaid.y", Type::U32, 0},
                                          {"%cluster_ctaid.z", Type::U32, 0},
                                          {"%cluster_nctaid.x", Type::U32, 1},
                                          {"%cluster_nctaid.y", Type::U32, 1},
                                          {"%cluster_nctaid.z", Type::U32, 1},
                                          {"%cluster_ctarank", Type::U32, 0},
                                          {"%cluster_nctarank", Type::U32, 1},
                                          {"%is_explicit_cluster", Type::Pred, 0}}};

// What the CUDA runtime keeps for itself at the start of shared memory since compute capability 8.0; cooperative groups
// have their barriers there.
constexpr std::uint32_t kReservedShared = 1024;
constexpr std::string_view kReservedName = "%reserved_smem_offset_";

bool hasDimensions(SpecialRegister special) { return special <= SpecialRegister::Nctaid; }
std::string_view withoutCluster(std::string_view name) {
    return name == "%clusterid" ? "%ctaid" : name == "%nclusterid" ? "%nctaid" : name;
}

bool isUntyped(Type type) { return type >= Type::B8 && type <= Type::B64; }

/// May a register declared as `declared` be an operand of type `wanted` (PTX ISA 9.4)?
bool fits(Type declared, Type wanted, bool wider) {
    if (declared == Type::Pred || wanted == Type::Pred) return declared == wanted;
    const unsigned have = bitsOf(declared);
    const unsigned need = bitsOf(wanted);
    const bool size = have == need || (wider && !isFloat(wanted) && have > need) || (need == 8 && have >= 16);
    return size && (isUntyped(declared) || isUntyped(wanted) || isFloat(declared) == isFloat(wanted));
}

}  // namespace

bool Parser::parseRegister(Type type, bool wider, RegisterId& reg) {
    if (m_token.kind != Token::Kind::Word) return expected("ptx.expected.register"_id);
    reg = m_scopes.findRegister(m_token.text);
    if (reg == kNoRegister) return syntax(Message("ptx.no_register"_id, {{"name", m_token.text}}));
    const Type declared = m_entry.registers[reg].type;
    if (!fits(declared, type, wider)) {
        return syntax(Message("ptx.other_type"_id,
                              {{"name", m_token.text}, {"declared", nameOf(declared)}, {"wanted", nameOf(type)}}));
    }
    advance();
    return true;
}

bool Parser::parseValue(const Instruction& instruction, Type type, bool wider, Operand& operand) {
    if (m_token.kind == Token::Kind::Number || m_token.is('-')) return parseImmediate(type, operand);
    if (m_token.kind != Token::Kind::Word) return expected("ptx.expected.operand"_id);
    if (m_scopes.findRegister(m_token.text) != kNoRegister) {
        operand.kind = Operand::Kind::Register;
        return parseRegister(type, wider, operand.reg);
    }
    if (m_token.text.front() == '%') return parseSpecial(instruction, type, operand);
    if (m_token.is("WARP_SZ") && bitsOf(type) >= 16 && !isFloat(type)) {
        operand.kind = Operand::Kind::Immediate;
        operand.bits = 32;
        advance();
        return true;
    }
    if (!parseSymbol(operand)) return false;
    // The address of a slot would have to tell threads apart.
    if (operand.space == Space::Slot) return unsupported();
    if (instruction.opcode == Opcode::Cvta && (instruction.space != operand.space || instruction.cvtaToSpace))
        return syntax("ptx.other_space"_id);
    if (bitsOf(type) < 32 || isFloat(type)) return syntax("ptx.address_does_not_fit"_id);
    operand.kind = Operand::Kind::Symbol;
    return parseOffset(operand.offset);
}

bool Parser::parseImmediate(Type type, Operand& operand) {
    const bool negative = accept('-');
    const auto bits = m_token.kind == Token::Kind::Number ? immediateOf(m_token.text, negative, type) : std::nullopt;
    if (!bits) return expected(Message("ptx.expected.number_of_type"_id, {{"type", nameOf(type)}}));
    operand.kind = Operand::Kind::Immediate;
    operand.bits = *bits;
    advance();
    return true;
}

bool Parser::parseSpecial(const Instruction& instruction, Type type, Operand& operand) {
    const std::string_view text = m_token.text;
    const std::size_t dot = text.find('.');
    const std::string_view name = withoutCluster(text.substr(0, dot));
    const auto row =
        std::find_if(kSpecials.begin(), kSpecials.end(), [name](const SpecialRow& r) { return r.name == name; });
    std::string_view dimension = dot == std::string_view::npos ? std::string_view() : text.substr(dot + 1);
    if (row != kSpecials.end() && hasDimensions(row->special) && dimension.empty()) {
        advance();  // `%tid .x`
        if (m_token.kind == Token::Kind::Word && m_token.text.front() == '.') dimension = m_token.text.substr(1);
    }
    const std::size_t index = dimension.size() == 1 ? std::string_view("xyz").find(dimension) : std::string_view::npos;
    if (row == kSpecials.end()) {
        const auto fixed =
            std::find_if(kFixed.begin(), kFixed.end(), [text](const FixedRow& r) { return r.name == text; });
        if (fixed != kFixed.end() && instruction.opcode == Opcode::Mov) {
            if (bitsOf(type) != bitsOf(fixed->type) || isFloat(type)) return syntax("ptx.special_other_bits"_id);
            operand.kind = Operand::Kind::Immediate;
            operand.bits = fixed->value;
            advance();
            return true;
        }
        if (text.starts_with(kReservedName) && instruction.opcode == Opcode::Mov && type == Type::U32)
            return parseReservedShared(operand);
        if (dot != std::string_view::npos || instruction.opcode == Opcode::Mov) return unsupported();
        return syntax(Message("ptx.no_register"_id, {{"name", text}}));
    }
    if (hasDimensions(row->special) != (index != std::string_view::npos) ||
        (index == std::string_view::npos && !dimension.empty()))
        return syntax("ptx.no_dimension"_id);
    const bool converts = instruction.opcode == Opcode::Cvt && !isClock(row->special) && bitsOf(type) == row->bits;
    if (instruction.opcode != Opcode::Mov && !converts) return unsupported();
    if (bitsOf(type) != row->bits || isFloat(type))
        return syntax(Message("ptx.special_bits"_id, {{"bits", row->bits}}));
    operand.kind = Operand::Kind::Special;
    operand.special = row->special;
    operand.dimension = static_cast<std::uint8_t>(hasDimensions(row->special) ? index : 0);
    advance();
    return true;
}

/// %reserved_smem_offset_begin, _end, _cap, _0, _1: places in a shared variable that is there for them.
bool Parser::parseReservedShared(Operand& operand) {
    const std::string_view which = m_token.text.substr(kReservedName.size());
    const auto [known, isNew] = m_moduleNames.emplace(
        kReservedName, ModuleName{ModuleName::Kind::Shared, static_cast<std::uint32_t>(m_moduleShared.size())});
    if (isNew) m_moduleShared.push_back({"%reserved_smem", "reserved", kReservedShared, 16, 0});
    operand.kind = Operand::Kind::Symbol;
    operand.space = Space::Shared;
    if (which == "begin" || which == "0")
        operand.offset = 0;
    else if (which == "1")
        operand.offset = kReservedShared / 2;
    else if (which == "end" || which == "cap")
        operand.offset = kReservedShared;
    else
        return unsupported();
    operand.symbol = useModuleShared(known->second.index);
    advance();
    return true;
}

/// [+ number], [- number], [+ -number]
bool Parser::parseOffset(std::int64_t& offset) {
    bool negative = false;
    if (accept('+'))
        negative = accept('-');
    else if (accept('-'))
        negative = true;
    else
        return true;
    std::uint32_t magnitude = 0;
    if (!expectNumber(magnitude, "ptx.expected.offset"_id, 0x7fffffffU)) return false;
    offset = negative ? -static_cast<std::int64_t>(magnitude) : static_cast<std::int64_t>(magnitude);
    return true;
}

bool Parser::parseSymbol(Operand& operand) {
    const std::string_view name = m_token.text;
    if (const LocalName* local = m_scopes.findName(name)) {
        if (local->kind != LocalName::Kind::Variable) return syntax(Message("ptx.no_variable"_id, {{"name", name}}));
        operand.space = local->space;
        operand.symbol = local->index;
    } else if (!parseModuleSymbol(name, operand)) {
        return false;
    }
    advance();
    return true;
}

bool Parser::parseModuleSymbol(std::string_view name, Operand& operand) {
    const auto found = m_moduleNames.find(name);
    if (found == m_moduleNames.end()) return syntax(Message("ptx.nothing_of_name"_id, {{"name", name}}));
    operand.symbol = found->second.index;
    switch (found->second.kind) {
        case ModuleName::Kind::Shared:
            operand.space = Space::Shared;
            operand.symbol = useModuleShared(operand.symbol);
            return true;
        case ModuleName::Kind::Variable: operand.space = m_module.variables[operand.symbol].space; return true;
        case ModuleName::Kind::Function:
            operand.space = Space::Code;
            m_unit.addressesTaken.push_back(operand.symbol);
            return true;
        default: return unsupported();
    }
}

/// Of the module's shared variables a body has only those that it names.
std::uint32_t Parser::useModuleShared(std::uint32_t index) {
    const auto [known, isNew] = m_sharedPlaces.try_emplace(index, static_cast<std::uint32_t>(m_entry.shared.size()));
    if (!isNew) return known->second;
    m_unit.sharedOrigins.push_back(index);
    m_entry.shared.push_back(m_moduleShared[index]);
    return known->second;
}

/// [register + offset], [variable + offset], [number]
bool Parser::parseAddress(Instruction& instruction, Operand& operand) {
    if (!expect('[')) return false;
    operand.kind = Operand::Kind::Address;
    operand.space = instruction.space;
    if (m_token.kind == Token::Kind::Number) {
        std::uint32_t place = 0;
        if (!expectNumber(place, "ptx.expected.address"_id)) return false;
        operand.offset = place;
    } else if (m_token.kind != Token::Kind::Word) {
        return expected("ptx.expected.address"_id);
    } else {
        operand.reg = m_scopes.findRegister(m_token.text);
        if (operand.reg != kNoRegister) {
            const Type declared = m_entry.registers[operand.reg].type;
            if (bitsOf(declared) < 32 || isFloat(declared)) return syntax("ptx.register_no_address"_id);
            advance();
        } else if (!parseSymbol(operand)) {
            return false;
        }
        if (!parseOffset(operand.offset)) return false;
    }
    if (!expect(']')) return false;
    if (m_token.is(".unified") && (instruction.opcode == Opcode::Ld || instruction.opcode == Opcode::St)) advance();
    return checkAddress(instruction, operand);
}

bool Parser::checkAddress(Instruction& instruction, const Operand& operand) {
    const bool bySymbol = operand.symbol != kNoIndex;
    // PTX calls a kernel's parameters and the variables of calls by one name.
    if (bySymbol && operand.space == Space::Slot && instruction.space == Space::Param) instruction.space = Space::Slot;
    if (bySymbol && operand.space != instruction.space)
        return instruction.space == Space::Generic ? unsupported() : syntax("ptx.other_space"_id);
    if (instruction.space != Space::Param && instruction.space != Space::Slot) return true;
    if (!bySymbol) return m_inKernel && instruction.opcode == Opcode::Ld ? true : unsupported();
    if (instruction.space == Space::Param && instruction.opcode != Opcode::Ld)
        return syntax("ptx.parameters_only_read"_id);
    const Parameter& parameter =
        (instruction.space == Space::Param ? m_entry.parameters : m_entry.slots)[operand.symbol];
    const std::int64_t end =
        operand.offset + static_cast<std::int64_t>(bitsOf(instruction.type) / 8) * instruction.vectorSize;
    if (operand.offset < 0 || end > parameter.size)
        return syntax(Message("ptx.parameter_ends"_id, {{"name", parameter.name}, {"bytes", parameter.size}}));
    return true;
}

}  // namespace lanescope::ptx
