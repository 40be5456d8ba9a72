// SPDX-License-Identifier: GPL-3.0-or-later
// One instruction: guard, mnemonic and its operands in the order that the mnemonic's row asks for.
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
        case 'p': return Type::Pred;
        case 'w': return instruction.part == Part::Wide ? doubled(instruction.type) : instruction.type;
        default: return instruction.type;
    }
}

/// These may use a register wider than their type.
bool allowsWider(const Instruction& instruction) {
    return instruction.opcode == Opcode::Ld || instruction.opcode == Opcode::St || instruction.opcode == Opcode::Cvt;
}

}  // namespace

bool Parser::parseInstruction() {
    RegisterId guard = kNoRegister;
    bool negated = false;
    if (m_token.is('@') && !parseGuard(guard, negated)) return false;
    if (m_token.kind != Token::Kind::Word) return expected("an instruction");
    auto known = m_mnemonics.find(m_token.text);
    if (known == m_mnemonics.end()) {
        const auto decoded = decodeMnemonic(m_token.text);
        if (!decoded) return unsupported();
        known = m_mnemonics.emplace(m_token.text, *decoded).first;
    }
    Instruction& instruction = m_entry.instructions.emplace_back(known->second.prototype);
    instruction.guard = guard;
    instruction.guardNegated = negated;
    instruction.ptxLine = m_token.line;
    instruction.source = m_location;
    advance();
    return parseOperands(known->second, instruction) && expect(';') && checkUse(instruction);
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
    if (!expectWord(label, "a label")) return false;
    m_scopes.addBranch({static_cast<std::uint32_t>(m_entry.instructions.size() - 1), label, line});
    return true;
}

bool Parser::parseDestination(const Mnemonic& mnemonic, char letter, Instruction& instruction) {
    if (instruction.vectorSize > 1) return parseVector(instruction);
    if (m_token.is('{') || m_token.is("_")) return unsupported();
    instruction.destination.kind = Operand::Kind::Register;
    const bool wider = allowsWider(instruction);
    if (!parseRegister(typeOf(letter, instruction), wider, instruction.destination.reg)) return false;
    if (!mnemonic.secondDestination || !accept('|')) return true;
    if (m_token.is("_")) return unsupported();
    instruction.destination2.kind = Operand::Kind::Register;
    return parseRegister(Type::Pred, false, instruction.destination2.reg);
}

bool Parser::parseSource(char letter, Instruction& instruction) {
    if (letter != 'm' && instruction.vectorSize > 1) return parseVector(instruction);
    // Negated predicate operands and packed registers are PTX, but nothing here executes them.
    if (m_token.is('!') || m_token.is('{')) return unsupported();
    Operand& operand = instruction.sources[instruction.sourceCount++];
    if (letter == 'm') return parseAddress(instruction, operand);
    return parseValue(instruction, typeOf(letter, instruction), allowsWider(instruction), operand);
}

bool Parser::parseVector(Instruction& instruction) {
    if (!expect('{')) return false;
    for (unsigned i = 0; i < instruction.vectorSize; ++i) {
        if (i > 0 && !expect(',')) return false;
        if (m_token.is("_") || m_token.kind == Token::Kind::Number || m_token.is('-')) return unsupported();
        if (!parseRegister(instruction.type, true, instruction.vector[i])) return false;
    }
    return expect('}');
}

/// Rules that only the whole instruction shows.
bool Parser::checkUse(const Instruction& instruction) {
    if (instruction.opcode == Opcode::Lop3) {
        const Operand& table = instruction.sources[3];
        if (table.kind != Operand::Kind::Immediate || table.bits > 255)
            return syntax("the table of lop3 is a number up to 255");
    }
    return true;
}

}  // namespace lanescope::ptx
