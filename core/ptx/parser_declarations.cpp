// SPDX-License-Identifier: GPL-3.0-or-later
// Declarations of registers, parameters and shared variables, and the layout of shared memory.
#include <algorithm>
#include <bit>

#include "core/ptx/demangle.h"
#include "core/ptx/parser_impl.h"

namespace lanescope::ptx {
namespace {

// Far above what any compiler makes; keeps a typing error from eating all memory.
constexpr std::size_t kMostRegisters = 1U << 18;
constexpr std::uint64_t kMostBytes = 1ULL << 31;
constexpr std::uint32_t kLargestAlignment = 1U << 16;

std::uint64_t alignedUp(std::uint64_t offset, std::uint32_t alignment) {
    return (offset + alignment - 1) / alignment * alignment;
}

}  // namespace

bool Parser::parseType(Type& type) {
    const std::string_view word = m_token.kind == Token::Kind::Word ? m_token.text : std::string_view();
    const auto named = word.starts_with('.') ? typeFromName(word.substr(1)) : std::nullopt;
    if (!named) return word.starts_with('.') ? unsupported() : expected("a type");
    type = *named;
    advance();
    return true;
}

bool Parser::parseAlignment(std::uint32_t& alignment) {
    advance();
    if (!expectNumber(alignment, "an alignment", kLargestAlignment)) return false;
    return std::has_single_bit(alignment) || syntax("an alignment is a power of two, this is not");
}

/// [.align n] .type [.ptr [.space] [.align n]] name [size]…
bool Parser::parseVariable(Declaration& declaration) {
    std::uint32_t alignment = 0;
    if (m_token.is(".align") && !parseAlignment(alignment)) return false;
    if (!parseType(declaration.type)) return false;
    if (declaration.type == Type::Pred) return syntax("a predicate cannot lie in memory");
    if (m_token.is(".ptr")) {
        // What the pointer points to: a promise of the compiler to itself.
        advance();
        if (m_token.is(".global") || m_token.is(".shared") || m_token.is(".const") || m_token.is(".local")) advance();
        std::uint32_t ignored = 0;
        if (m_token.is(".align") && !parseAlignment(ignored)) return false;
    }
    const std::uint32_t natural = bitsOf(declaration.type) / 8;
    declaration.alignment = alignment == 0 ? natural : alignment;
    declaration.bytes = natural;
    if (!expectWord(declaration.name, "a name")) return false;
    while (accept('[')) {
        std::uint32_t count = 0;
        declaration.openArray = declaration.openArray || m_token.is(']');
        if (!m_token.is(']') && !expectNumber(count, "an array size")) return false;
        declaration.bytes *= count;
        if (declaration.bytes > kMostBytes) return syntax("the array is too large");
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
        if (!expectWord(name, "a register name")) return false;
        const bool range = accept('<');
        if (range && (!expectNumber(count, "a number of registers") || !expect('>'))) return false;
        const std::size_t added = range ? count : 1;
        if (m_entry.registers.size() + added > kMostRegisters) return syntax("too many registers");
        if (range && count == 0) continue;
        if (!m_scopes.declareRegisters(name, count, static_cast<RegisterId>(m_entry.registers.size())))
            return syntax("the register is declared twice");
        for (std::size_t i = 0; i < added; ++i)
            m_entry.registers.push_back({range ? std::string(name) + std::to_string(i) : std::string(name), type});
    } while (accept(','));
    return expect(';');
}

bool Parser::nameTaken(std::string_view name) const {
    const auto named = [name](const auto& variable) { return variable.name == name; };
    return std::any_of(m_entry.parameters.begin(), m_entry.parameters.end(), named) ||
           std::any_of(m_entry.shared.begin(), m_entry.shared.end(), named) ||
           std::any_of(m_moduleShared.begin(), m_moduleShared.end(), named);
}

/// .shared [.align n] .type name[size]…;
bool Parser::parseShared(std::vector<SharedVariable>& variables, bool external) {
    do {
        Declaration declaration;
        if (!parseVariable(declaration)) return false;
        if (declaration.openArray && !external) return syntax("only an .extern array may leave its size open");
        if (nameTaken(declaration.name)) return syntax("the name is declared twice");
        SharedVariable variable;
        variable.name = declaration.name;
        variable.shortName = variableNameOf(variable.name);
        variable.size = external ? 0 : static_cast<std::uint32_t>(declaration.bytes);
        variable.alignment = declaration.alignment;
        variables.push_back(std::move(variable));
    } while (accept(','));
    return expect(';');
}

/// Of the module's shared variables an entry has only those that it names.
void Parser::dropUnusedShared(std::size_t fromModule) {
    if (fromModule == 0) return;
    std::vector<std::uint32_t> place(m_entry.shared.size(), 0);
    std::fill(place.begin() + static_cast<std::ptrdiff_t>(fromModule), place.end(), 1);
    const auto forEachShared = [this](auto&& visit) {
        for (Instruction& instruction : m_entry.instructions)
            for (Operand& operand : instruction.sources)
                if (operand.space == Space::Shared && operand.symbol < m_entry.shared.size()) visit(operand.symbol);
    };
    forEachShared([&](std::uint32_t& symbol) { place[symbol] = 1; });
    std::vector<SharedVariable> kept;
    for (std::size_t i = 0; i < m_entry.shared.size(); ++i) {
        if (place[i] == 0) continue;
        place[i] = static_cast<std::uint32_t>(kept.size());
        kept.push_back(std::move(m_entry.shared[i]));
    }
    forEachShared([&](std::uint32_t& symbol) { symbol = place[symbol]; });
    m_entry.shared = std::move(kept);
}

bool Parser::layOutShared() {
    std::uint64_t bytes = 0;
    std::uint32_t externAlignment = 1;
    for (SharedVariable& variable : m_entry.shared) {
        if (variable.size == 0) externAlignment = std::max(externAlignment, variable.alignment);
        if (variable.size == 0) continue;
        bytes = alignedUp(bytes, variable.alignment);
        variable.offset = static_cast<std::uint32_t>(bytes);
        bytes += variable.size;
        if (bytes > kMostBytes) return syntax("the shared variables together are too large");
    }
    m_entry.staticSharedBytes = static_cast<std::uint32_t>(bytes);
    for (SharedVariable& variable : m_entry.shared)
        if (variable.size == 0) variable.offset = static_cast<std::uint32_t>(alignedUp(bytes, externAlignment));
    return true;
}

}  // namespace lanescope::ptx
