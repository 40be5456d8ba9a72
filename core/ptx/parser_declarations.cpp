// SPDX-License-Identifier: GPL-3.0-or-later
// Declarations of registers, shared and local variables.
#include <bit>

#include "core/ptx/demangle.h"
#include "core/ptx/parser_impl.h"

namespace lanescope::ptx {
namespace {

// Far above what any compiler makes; keeps a typing error from eating all memory.
constexpr std::size_t kMostRegisters = 1U << 18;
constexpr std::size_t kMostRegistersOfAll = 1U << 22;
constexpr std::uint64_t kMostNameBytes = 1ULL << 27;
constexpr std::uint64_t kMostBytes = 1ULL << 31;
constexpr std::uint32_t kLargestAlignment = 1U << 16;
constexpr std::size_t kMostVariables = 1U << 14;
// The hardware's limit.
constexpr std::uint64_t kMostLocalBytes = 512U << 10;

std::uint64_t alignedUp(std::uint64_t offset, std::uint32_t alignment) {
    return (offset + alignment - 1) / alignment * alignment;
}

}  // namespace

bool Parser::parseType(Type& type) {
    const std::string_view word = m_token.kind == Token::Kind::Word ? m_token.text : std::string_view();
    const auto named = word.starts_with('.') ? typeFromName(word.substr(1)) : std::nullopt;
    if (!named) return word.starts_with('.') ? unsupported() : expected("ptx.expected.type"_id);
    type = *named;
    advance();
    return true;
}

bool Parser::parseAlignment(std::uint32_t& alignment) {
    advance();
    if (!expectNumber(alignment, "ptx.expected.alignment"_id, kLargestAlignment)) return false;
    return std::has_single_bit(alignment) || syntax("ptx.no_alignment"_id);
}

/// [.align n] .type [.ptr [.space] [.align n]] name [size]…
bool Parser::parseVariable(Declaration& declaration) {
    std::uint32_t alignment = 0;
    if (m_token.is(".align") && !parseAlignment(alignment)) return false;
    if (!parseType(declaration.type)) return false;
    if (declaration.type == Type::Pred) return syntax("ptx.predicate_in_memory"_id);
    if (m_token.is(".ptr")) {
        // What the pointer points to: a promise of the compiler to itself.
        declaration.pointer = true;
        advance();
        if (m_token.is(".global") || m_token.is(".shared") || m_token.is(".const") || m_token.is(".local")) advance();
        std::uint32_t ignored = 0;
        if (m_token.is(".align") && !parseAlignment(ignored)) return false;
    }
    const std::uint32_t natural = bitsOf(declaration.type) / 8;
    declaration.alignment = alignment == 0 ? natural : alignment;
    declaration.bytes = natural;
    if (!expectWord(declaration.name, "ptx.expected.name"_id)) return false;
    while (accept('[')) {
        std::uint32_t count = 0;
        declaration.openArray = declaration.openArray || m_token.is(']');
        if (!m_token.is(']') && !expectNumber(count, "ptx.expected.array_size"_id)) return false;
        declaration.bytes *= count;
        declaration.dimensions.push_back(count);
        if (declaration.bytes > kMostBytes) return syntax("ptx.array_too_large"_id);
        if (!expect(']')) return false;
    }
    return true;
}

/// .reg .type name<count>, name …;
bool Parser::parseRegisters() {
    advance();
    Type type = Type::None;
    if (!parseType(type)) return false;
    if (bitsOf(type) == 8) return unsupported();
    do {
        std::string_view name;
        std::uint32_t count = 0;
        if (!expectWord(name, "ptx.expected.register_name"_id)) return false;
        const bool range = accept('<');
        if (range && (!expectNumber(count, "ptx.expected.number_of_registers"_id) || !expect('>'))) return false;
        const std::size_t added = range ? count : 1;
        m_registers += added;
        if (m_entry.registers.size() + added > kMostRegisters || m_registers > kMostRegistersOfAll)
            return syntax("ptx.too_many_registers"_id);
        m_nameBytes += added * std::uint64_t{name.size()};
        if (m_nameBytes > kMostNameBytes) return syntax("ptx.register_names_too_long"_id);
        if (range && count == 0) continue;
        if (!m_scopes.declareRegisters(name, count, static_cast<RegisterId>(m_entry.registers.size())))
            return syntax("ptx.register_twice"_id);
        for (std::size_t i = 0; i < added; ++i)
            m_entry.registers.push_back({range ? std::string(name) + std::to_string(i) : std::string(name), type});
    } while (accept(','));
    return expect(';');
}

bool Parser::declareVariable(std::string_view name, Space space, std::size_t index) {
    if (index >= kMostVariables) return syntax("ptx.too_many_variables"_id);
    return m_scopes.declareName({name, LocalName::Kind::Variable, space, static_cast<std::uint32_t>(index)}) ||
           syntax("ptx.name_twice"_id);
}

/// .shared [.align n] .type name[size]…;
bool Parser::parseShared(bool ofModule, bool external) {
    advance();
    do {
        if (!skipAttribute()) return false;
        Declaration declaration;
        if (!parseVariable(declaration)) return false;
        if (declaration.openArray && !external) return syntax("ptx.open_array"_id);
        std::vector<SharedVariable>& variables = ofModule ? m_moduleShared : m_entry.shared;
        if (!ofModule) {
            if (!declareVariable(declaration.name, Space::Shared, variables.size())) return false;
            m_unit.sharedOrigins.push_back(kNoIndex);
        } else if (!m_moduleNames
                        .emplace(declaration.name,
                                 ModuleName{ModuleName::Kind::Shared, static_cast<std::uint32_t>(variables.size())})
                        .second) {
            return syntax("ptx.name_twice"_id);
        }
        SharedVariable variable;
        variable.name = declaration.name;
        variable.shortName = variableNameOf(variable.name);
        variable.size = external ? 0 : static_cast<std::uint32_t>(declaration.bytes);
        variable.alignment = declaration.alignment;
        variables.push_back(std::move(variable));
    } while (accept(','));
    return expect(';');
}

/// .local [.align n] .type name[size]…;
bool Parser::parseLocals() {
    advance();
    do {
        Declaration declaration;
        if (!parseVariable(declaration)) return false;
        if (declaration.openArray) return syntax("ptx.array_needs_size"_id);
        if (!declareVariable(declaration.name, Space::Local, m_entry.locals.size())) return false;
        std::uint64_t offset = 0;
        if (!m_entry.locals.empty()) offset = std::uint64_t{m_entry.locals.back().offset} + m_entry.locals.back().size;
        offset = alignedUp(offset, declaration.alignment);
        if (offset + declaration.bytes > kMostLocalBytes) return syntax("ptx.too_much_local"_id);
        m_entry.locals.push_back({std::string(declaration.name), static_cast<std::uint32_t>(declaration.bytes),
                                  declaration.alignment, static_cast<std::uint32_t>(offset)});
    } while (accept(','));
    return expect(';');
}

}  // namespace lanescope::ptx
