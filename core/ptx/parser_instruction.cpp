// SPDX-License-Identifier: GPL-3.0-or-later
// One instruction: guard, mnemonic and its operands in the order that the mnemonic's row asks for.
#include <algorithm>
#include <utility>

#include "core/ptx/literal.h"
#include "core/ptx/parser_impl.h"

namespace lanescope::ptx {
namespace {

Type doubled(Type type) {
    switch (type) {
        case Type::U16: return Type::U32;
        case Type::S16: return Type::S32;
        case Type::U32: return Type::U64;
        case Type::S32: return Type::S64;
        default: return type;
    }
}

Type typeOf(char letter, const Instruction& instruction) {
    switch (letter) {
        case 's': return instruction.sourceType;
        case 'u': return Type::U32;
        case 'a': return Type::U64;
        case 'p':
        case 'n': return Type::Pred;
        case 'w': return instruction.part == Part::Wide ? doubled(instruction.type) : instruction.type;
        default: return instruction.type;
    }
}

/// Stands by itself behind a mnemonic. Directives do where a semicolon is missing.
bool isModifier(const Token& token) {
    return token.kind == Token::Kind::Word && token.text.front() == '.' && !token.is(".loc") && !token.is(".reg") &&
           !token.is(".pragma");
}

bool isAccess(const Instruction& instruction) {
    return instruction.opcode == Opcode::Ld || instruction.opcode == Opcode::St;
}

/// These may use a register wider than their type.
bool allowsWider(const Instruction& instruction) { return isAccess(instruction) || instruction.opcode == Opcode::Cvt; }

}  // namespace

bool Parser::parseInstruction() {
    RegisterId guard = kNoRegister;
    bool negated = false;
    if (m_token.is('@') && !parseGuard(guard, negated)) return false;
    if (m_token.kind != Token::Kind::Word) return expected("ptx.expected.instruction"_id);
    const std::uint32_t line = m_token.line;
    const Mnemonic* mnemonic = parseMnemonic();
    if (mnemonic == nullptr) return unsupported();
    Instruction& instruction = m_entry.instructions.emplace_back(mnemonic->prototype);
    instruction.guard = guard;
    instruction.guardNegated = negated;
    instruction.line = line;
    instruction.source = m_location;
    instruction.usedBytes = std::exchange(m_usedBytes, kAllBytes);
    instruction.calledFrom = m_calledFrom;
    return parseOperands(*mnemonic, instruction) && expect(';') && checkUse(instruction);
}

/// Blanks may stand before modifiers: `add .f32`. nullptr if we do not know it.
const Mnemonic* Parser::parseMnemonic() {
    const Token first = m_token;
    std::string_view text = first.text;  // with what stands between, by which it is known again
    std::string joined;
    for (advance(); isModifier(m_token); advance()) {
        if (joined.empty()) joined = first.text;
        joined += m_token.text;
        text =
            std::string_view(m_module.text).substr(first.offset, m_token.offset + m_token.text.size() - first.offset);
    }
    auto known = m_mnemonics.find(text);
    if (known == m_mnemonics.end()) {
        const auto decoded = decodeMnemonic(joined.empty() ? text : joined);
        if (!decoded) return nullptr;
        known = m_mnemonics.emplace(text, *decoded).first;
    }
    return &known->second;
}

bool Parser::parseGuard(RegisterId& guard, bool& negated) {
    advance();
    negated = accept('!');
    return parseRegister(Type::Pred, false, guard);
}

bool Parser::parseOperands(const Mnemonic& mnemonic, Instruction& instruction) {
    if (instruction.opcode == Opcode::Bra) return parseBranchTarget();
    if (instruction.opcode == Opcode::Brx) return parseIndexedBranch(instruction);
    if (instruction.opcode == Opcode::Call) return parseCall(instruction);
    if (instruction.opcode == Opcode::Bar) return parseBarrier(instruction);
    if (instruction.opcode == Opcode::CpAsync) return parseCopyAsync(instruction);
    if (instruction.opcode == Opcode::Mov) return parseMove(instruction);
    bool first = true;
    bool isDestination = true;
    for (const char letter : mnemonic.operands) {
        if (letter == ':') {
            isDestination = false;
            continue;
        }
        if (!first && !expect(',')) return false;
        first = false;
        if (isDestination ? !parseDestination(mnemonic, letter, instruction) : !parseSource(letter, instruction))
            return false;
    }
    for (const char letter : mnemonic.optional) {
        if (!accept(',')) break;
        if (!parseSource(letter, instruction)) return false;
    }
    return true;
}

bool Parser::parseBranchTarget() {
    const std::uint32_t line = m_token.line;
    std::string_view label;
    if (!expectWord(label, "ptx.expected.label"_id)) return false;
    m_scopes.addBranch({static_cast<std::uint32_t>(m_entry.instructions.size() - 1), label, line});
    return true;
}

bool Parser::parseDestination(const Mnemonic& mnemonic, char letter, Instruction& instruction) {
    if (instruction.vectorSize > 1) return parseVector(instruction);
    const bool braced = isAccess(instruction) && accept('{');  // a vector of one
    if (m_token.is('{')) return unsupported();
    if (!parseTarget(typeOf(letter, instruction), allowsWider(instruction), instruction.destination)) return false;
    if (braced) return expect('}');
    if (!mnemonic.secondDestination || !accept('|')) return true;
    return parseTarget(Type::Pred, false, instruction.destination2);
}

/// A register to write, or `_`.
bool Parser::parseTarget(Type type, bool wider, Operand& operand) {
    operand.kind = Operand::Kind::Register;
    if (!m_token.is("_")) return parseRegister(type, wider, operand.reg);
    advance();
    operand.reg = sinkRegister(type);
    return true;
}

/// The register "_" of a type, which nothing reads.
RegisterId Parser::sinkRegister(Type type) {
    if (bitsOf(type) == 8) type = Type::B16;
    RegisterId& sink = m_sinks[static_cast<std::size_t>(type)];
    if (sink == kNoRegister) {
        sink = static_cast<RegisterId>(m_entry.registers.size());
        m_entry.registers.push_back({"_", type});
    }
    return sink;
}

bool Parser::parseSource(char letter, Instruction& instruction) {
    if (letter != 'm' && instruction.vectorSize > 1) return parseVector(instruction);
    const bool braced = isAccess(instruction) && accept('{');
    if (m_token.is('{')) return unsupported();
    Operand& operand = instruction.sources[instruction.sourceCount++];
    if (letter == 'm') return parseAddress(instruction, operand);
    operand.negated = letter == 'n' && accept('!');
    return parseValue(instruction, typeOf(letter, instruction), allowsWider(instruction), operand) &&
           (!braced || expect('}'));
}

/// A register that holds a number, for vectors.
RegisterId Parser::constantRegister(Type type, std::uint64_t bits) {
    const auto reg = static_cast<RegisterId>(m_entry.registers.size());
    m_entry.registers.push_back({{}, type, bits & (~0ULL >> (64 - bitsOf(type)))});
    return reg;
}

/// Parts of a vector are registers, all of one width; a store may have numbers among them.
bool Parser::parseVector(Instruction& instruction) {
    if (!expect('{')) return false;
    const bool written = instruction.opcode == Opcode::Ld;
    std::array<Operand, 4> parts;
    unsigned bits = std::max(16U, bitsOf(instruction.type));
    for (unsigned i = 0; i < instruction.vectorSize; ++i) {
        if (i > 0 && !expect(',')) return false;
        if (!written && (m_token.kind == Token::Kind::Number || m_token.is('-'))) {
            if (!parseImmediate(instruction.type, parts[i])) return false;
            continue;
        }
        if (m_token.is("_") && !written) return expected("ptx.expected.register"_id);
        if (!parseTarget(instruction.type, true, parts[i])) return false;
        bits = bitsOf(m_entry.registers[parts[i].reg].type);
    }
    const Type untyped = bits == 16 ? Type::B16 : bits == 32 ? Type::B32 : Type::B64;
    for (unsigned i = 0; i < instruction.vectorSize; ++i)
        instruction.vector[i] =
            parts[i].kind == Operand::Kind::Immediate ? constantRegister(untyped, parts[i].bits) : parts[i].reg;
    return expect('}');
}

/// a, b   {a, b, …}, c   c, {a, b, …}
bool Parser::parseMove(Instruction& instruction) {
    Operand& to = instruction.destination;
    Operand& from = instruction.sources[0];
    const Type type = instruction.type;
    if (m_token.is('{')) {
        instruction.sourceCount = 1;
        return parsePieces(instruction, true) && expect(',') && parseValue(instruction, type, false, from) &&
               (from.kind == Operand::Kind::Register || from.kind == Operand::Kind::Immediate || unsupported());
    }
    if (!parseTarget(type, false, to) || !expect(',')) return false;
    if (m_token.is('{')) return parsePieces(instruction, false);
    instruction.sourceCount = 1;
    return parseValue(instruction, type, false, from);
}

/// The parts of a packed register: two or four that are as wide as it together.
bool Parser::parsePieces(Instruction& instruction, bool asTargets) {
    advance();
    std::array<bool, 4> sinks{};
    std::array<std::string_view, 4> numbers;
    std::array<bool, 4> negative{};
    std::uint8_t count = 0;
    do {
        if (count == instruction.vector.size()) return syntax("ptx.too_many_parts"_id);
        if (!asTargets && (m_token.kind == Token::Kind::Number || m_token.is('-'))) {
            negative[count] = accept('-');
            if (m_token.kind != Token::Kind::Number) return expected("ptx.expected.number"_id);
            numbers[count++] = m_token.text;
            advance();
            continue;
        }
        if (m_token.is("_") && asTargets) {
            sinks[count++] = true;
            advance();
            continue;
        }
        const RegisterId reg = m_token.kind == Token::Kind::Word ? m_scopes.findRegister(m_token.text) : kNoRegister;
        if (reg == kNoRegister) return expected("ptx.expected.register"_id);
        instruction.vector[count++] = reg;
        advance();
    } while (accept(','));
    if (!expect('}')) return false;
    const unsigned bits = bitsOf(instruction.type);
    const bool known = instruction.type != Type::Pred && (count == 2 || count == 4);
    if (!known || bits / count < 16) return unsupported();
    const Type byWidth = bits / count == 16 ? Type::B16 : Type::B32;
    for (std::uint8_t i = 0; i < count; ++i) {
        if (sinks[i]) instruction.vector[i] = sinkRegister(byWidth);
        if (!numbers[i].empty()) {
            const auto bitsOfPart = immediateOf(numbers[i], negative[i], byWidth);
            if (!bitsOfPart) return syntax(Message("ptx.number_does_not_fit"_id, {{"number", numbers[i]}}));
            instruction.vector[i] = constantRegister(byWidth, *bitsOfPart);
        }
        const Type have = m_entry.registers[instruction.vector[i]].type;
        if (bitsOf(have) * count != bits || have == Type::Pred) return syntax("ptx.parts_not_as_wide"_id);
    }
    instruction.vectorSize = count;
    return true;
}

/// sync: barrier [, threads]   arrive: barrier, threads   red: d, barrier [, threads], [!] p
bool Parser::parseBarrier(Instruction& instruction) {
    const bool reduces = instruction.barMode >= BarMode::RedPopc;
    const auto next = [&instruction]() -> Operand& { return instruction.sources[instruction.sourceCount++]; };
    if (reduces && (!parseTarget(instruction.type, false, instruction.destination) || !expect(','))) return false;
    if (!parseValue(instruction, Type::U32, false, next())) return false;
    if (!reduces) {
        if (instruction.barMode == BarMode::Arrive && !m_token.is(',')) return expected(',');
        return !accept(',') || parseValue(instruction, Type::U32, false, next());
    }
    if (!expect(',')) return false;
    const RegisterId reg = m_token.kind == Token::Kind::Word ? m_scopes.findRegister(m_token.text) : kNoRegister;
    const bool predicate = m_token.is('!') || (reg != kNoRegister && m_entry.registers[reg].type == Type::Pred);
    if (!predicate && (!parseValue(instruction, Type::U32, false, next()) || !expect(','))) return false;
    Operand& condition = next();
    condition.negated = accept('!');
    return parseValue(instruction, Type::Pred, false, condition);
}

/// [shared], [global], bytes [, bytes of the source]
bool Parser::parseCopyAsync(Instruction& instruction) {
    instruction.space = Space::Shared;
    if (!parseAddress(instruction, instruction.sources[0]) || !expect(',')) return false;
    instruction.space = Space::Global;
    if (!parseAddress(instruction, instruction.sources[1]) || !expect(',')) return false;
    instruction.space = Space::Shared;
    instruction.sourceCount = 2;
    std::uint32_t bytes = 0;
    if (!expectNumber(bytes, "ptx.expected.number_of_bytes"_id)) return false;
    if (bytes != 4 && bytes != 8 && bytes != 16) return syntax("ptx.copied_bytes"_id);
    instruction.vectorSize = static_cast<std::uint8_t>(bytes);
    instruction.zeroFill = accept(',');
    if (!instruction.zeroFill) return true;
    instruction.sourceCount = 3;
    const RegisterId reg = m_token.kind == Token::Kind::Word ? m_scopes.findRegister(m_token.text) : kNoRegister;
    if (reg != kNoRegister && m_entry.registers[reg].type == Type::Pred) return unsupported();
    return parseValue(instruction, Type::U32, false, instruction.sources[2]) && (!m_token.is(',') || unsupported());
}

/// Rules that only the whole instruction shows.
bool Parser::checkUse(const Instruction& instruction) {
    if (instruction.opcode == Opcode::Lop3) {
        const Operand& table = instruction.sources[3];
        if (table.kind != Operand::Kind::Immediate || table.bits > 255) return syntax("ptx.lop3_table"_id);
    }
    return true;
}

}  // namespace lanescope::ptx
