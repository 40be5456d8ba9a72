// SPDX-License-Identifier: GPL-3.0-or-later
// Device functions: heads, the .param variables of calls, calls and their prototypes, indexed branches.
#include <algorithm>
#include <array>

#include "core/ptx/demangle.h"
#include "core/ptx/parser_impl.h"

namespace lanescope::ptx {
namespace {

constexpr std::uint64_t kMostSlotBytes = 1U << 20;
// Far above what a compiler makes of a switch or of a function's calls.
constexpr std::size_t kMostLists = 1U << 12;
constexpr std::uint64_t kMostBranchEdges = 1U << 20;

/// Does a statement of the module begin here? Compilers of 2010 declare functions without a semicolon.
bool beginsStatement(const Token& token) {
    constexpr std::array kDirectives{".visible", ".extern", ".weak",   ".func", ".entry",
                                     ".global",  ".const",  ".shared", ".file"};
    return std::ranges::any_of(kDirectives, [&](const char* directive) { return token.is(directive); });
}

}  // namespace

/// .func [(results)] name [(arguments)] [.noreturn] ; or a body
bool Parser::parseFunction(bool external) {
    beginUnit();
    m_inKernel = false;
    m_unit.external = external;
    advance();
    std::string_view name;
    if (m_token.is('(') && !parseSlots(m_unit.results)) return false;
    if (!expectWord(name, "ptx.expected.function_name"_id)) return false;
    m_entry.name = name;
    m_entry.demangled = entryNameOf(m_entry.name);
    if (m_token.is('(') && !parseSlots(m_unit.arguments)) return false;
    const bool declared = beginsStatement(m_token);
    if (!declared && !parsePerformanceDirectives() && (!giveUp() || !skipToBody())) return false;
    std::uint32_t index = 0;
    if (!declareFunction(name, index)) return false;
    if (declared || accept(';')) {
        if (!m_functions[index].defined) m_functions[index] = std::move(m_unit);
        return true;
    }
    if (m_functions[index].defined) return syntax("ptx.function_twice"_id);
    m_unit.defined = true;
    if (!expect('{') || !parseBody(CodeKind::Function)) return false;
    m_functions[index] = std::move(m_unit);
    return true;
}

bool Parser::declareFunction(std::string_view name, std::uint32_t& index) {
    Signature signature{sizesOf(m_unit.results), sizesOf(m_unit.arguments)};
    const auto [known, isNew] = m_moduleNames.emplace(
        name, ModuleName{ModuleName::Kind::Function, static_cast<std::uint32_t>(m_functions.size())});
    index = known->second.index;
    if (!isNew) {
        if (known->second.kind != ModuleName::Kind::Function) return syntax("ptx.name_twice"_id);
        return m_signatures[index] == signature || syntax("ptx.other_parameters"_id);
    }
    m_module.functions.emplace_back(name);
    m_signatures.push_back(std::move(signature));
    m_functions.emplace_back();
    return true;
}

std::vector<std::uint32_t> Parser::sizesOf(const std::vector<std::uint32_t>& slots) const {
    std::vector<std::uint32_t> sizes;
    sizes.reserve(slots.size());
    for (const std::uint32_t slot : slots) sizes.push_back(m_entry.slots[slot].size);
    return sizes;
}

/// (.param .b32 a, .param .align 4 .b8 b[12]). Parameters in registers, which the ABI no longer has, are passed over.
bool Parser::parseSlots(std::vector<std::uint32_t>& slots) {
    advance();
    if (accept(')')) return true;
    do {
        if (m_token.is(".reg")) {
            unsupported();
            giveUp();
            while (!m_token.is(')')) {
                if (m_token.kind == Token::Kind::End || m_token.kind == Token::Kind::Bad) return expected(')');
                advance();
            }
            break;
        }
        if (!m_token.is(".param")) return expected(Message::plain(".param"));
        advance();
        if (!parseSlot(slots.emplace_back())) return false;
    } while (accept(','));
    return expect(')');
}

bool Parser::parseSlot(std::uint32_t& slot) {
    Declaration declaration;
    if (!parseVariable(declaration)) return false;
    if (declaration.openArray) return syntax("ptx.parameter_needs_size"_id);
    slot = static_cast<std::uint32_t>(m_entry.slots.size());
    if (!declareVariable(declaration.name, Space::Slot, slot)) return false;
    const std::uint64_t mask = declaration.alignment - 1;
    const std::uint64_t offset = (m_entry.slotBytes + mask) & ~mask;
    if (offset + declaration.bytes > kMostSlotBytes) return syntax("ptx.too_many_parameter_bytes"_id);
    m_entry.slots.push_back({std::string(declaration.name), declaration.type,
                             static_cast<std::uint32_t>(declaration.bytes), static_cast<std::uint32_t>(offset)});
    m_entry.slotBytes = static_cast<std::uint32_t>(offset + declaration.bytes);
    return true;
}

/// .param .b32 param0; in a body
bool Parser::parseSlotStatement() {
    advance();
    std::uint32_t slot = 0;
    do {
        if (!parseSlot(slot)) return false;
    } while (accept(','));
    return expect(';');
}

/// name: .callprototype (.param .b32 _) _ (.param .b64 _) [.noreturn];
bool Parser::parsePrototype(std::string_view name) {
    advance();
    Signature signature;
    if (m_token.is('(') && !parsePrototypeSizes(signature.results)) return false;
    if (!m_token.is("_")) return expected('_');
    advance();
    if (m_token.is('(') && !parsePrototypeSizes(signature.arguments)) return false;
    if (m_token.is(".noreturn")) advance();
    if (m_prototypes.size() >= kMostLists) return syntax("ptx.too_many_prototypes"_id);
    if (!m_scopes.declareName(
            {name, LocalName::Kind::Prototype, Space::Code, static_cast<std::uint32_t>(m_prototypes.size())}))
        return syntax("ptx.name_twice"_id);
    m_prototypes.push_back(std::move(signature));
    return expect(';');
}

bool Parser::parsePrototypeSizes(std::vector<std::uint32_t>& sizes) {
    advance();
    if (accept(')')) return true;
    do {
        if (m_token.is(".reg")) return unsupported();
        if (!m_token.is(".param")) return expected(Message::plain(".param"));
        advance();
        Declaration declaration;
        if (!parseVariable(declaration)) return false;
        sizes.push_back(static_cast<std::uint32_t>(declaration.bytes));
    } while (accept(','));
    return expect(')');
}

/// call [(results),] function [, (arguments)] and, where the function is a register, its prototype
bool Parser::parseCall(Instruction& instruction) {
    Call call;
    if (m_token.is('(') && (!parseCallSlots(call.results) || !expect(','))) return false;
    if (m_token.kind != Token::Kind::Word) return expected("ptx.expected.function"_id);
    const std::string_view name = m_token.text;
    const bool indirect = m_scopes.findRegister(name) != kNoRegister;
    const auto function = m_moduleNames.find(name);
    if (indirect) {
        call.target.kind = Operand::Kind::Register;
        if (!parseRegister(Type::U64, false, call.target.reg)) return false;
    } else {
        if (function == m_moduleNames.end()) return syntax(Message("ptx.no_function"_id, {{"name", name}}));
        if (function->second.kind != ModuleName::Kind::Function) return unsupported();
        advance();
    }
    bool more = accept(',');
    if (more && m_token.is('(')) {
        if (!parseCallSlots(call.arguments)) return false;
        more = accept(',');
    }
    instruction.list = static_cast<std::uint32_t>(m_entry.calls.size());
    if (!indirect) {
        if (more) return unsupported();
        call.function = function->second.index;
        if (!checkCall(call, m_signatures[call.function])) return false;
    } else {
        const LocalName* prototype =
            more && m_token.kind == Token::Kind::Word ? m_scopes.findName(m_token.text) : nullptr;
        if (prototype == nullptr || prototype->kind != LocalName::Kind::Prototype)
            return syntax("ptx.call_needs_prototype"_id);
        if (!checkCall(call, m_prototypes[prototype->index])) return false;
        advance();
        m_unit.callsIndirectly = true;
    }
    m_entry.calls.push_back(std::move(call));
    return true;
}

bool Parser::parseCallSlots(std::vector<std::uint32_t>& slots) {
    advance();
    if (accept(')')) return true;
    do {
        if (m_token.kind != Token::Kind::Word) return unsupported();
        const LocalName* name = m_scopes.findName(m_token.text);
        if (name == nullptr && m_scopes.findRegister(m_token.text) == kNoRegister)
            return syntax(Message("ptx.nothing_of_name"_id, {{"name", m_token.text}}));
        if (name == nullptr || name->kind != LocalName::Kind::Variable || name->space != Space::Slot)
            return unsupported();
        slots.push_back(name->index);
        advance();
    } while (accept(','));
    return expect(')');
}

bool Parser::checkCall(const Call& call, const Signature& signature) {
    return (sizesOf(call.results) == signature.results && sizesOf(call.arguments) == signature.arguments) ||
           syntax("ptx.call_does_not_fit"_id);
}

/// name: .branchtargets label, label …;
bool Parser::parseBranchTargets(std::string_view name) {
    advance();
    const auto list = static_cast<std::uint32_t>(m_entry.branchLists.size());
    if (list >= kMostLists) return syntax("ptx.too_many_lists"_id);
    std::uint32_t position = 0;
    do {
        const std::uint32_t line = m_token.line;
        std::string_view label;
        if (!expectWord(label, "ptx.expected.label"_id)) return false;
        m_scopes.addBranch({0, label, line, list, position++});
    } while (accept(','));
    m_entry.branchLists.emplace_back(position, kNoIndex);
    return (m_scopes.declareName({name, LocalName::Kind::BranchList, Space::Code, list}) ||
            syntax("ptx.name_twice"_id)) &&
           expect(';');
}

/// brx.idx index, list
bool Parser::parseIndexedBranch(Instruction& instruction) {
    instruction.sourceCount = 1;
    instruction.sources[0].kind = Operand::Kind::Register;
    if (!parseRegister(Type::U32, false, instruction.sources[0].reg) || !expect(',')) return false;
    if (m_token.kind != Token::Kind::Word) return expected("ptx.expected.list_of_labels"_id);
    const LocalName* list = m_scopes.findName(m_token.text);
    if (list == nullptr || list->kind != LocalName::Kind::BranchList)
        return syntax(Message("ptx.no_list"_id, {{"name", m_token.text}}));
    instruction.list = list->index;
    m_branchEdges += m_entry.branchLists[list->index].size();
    if (m_branchEdges > kMostBranchEdges) return syntax("ptx.too_many_branches"_id);
    advance();
    return true;
}

}  // namespace lanescope::ptx
