// SPDX-License-Identifier: GPL-3.0-or-later
// .global and .const variables of the module with their initial values.
#include <bit>
#include <cstring>

#include "core/ptx/demangle.h"
#include "core/ptx/literal.h"
#include "core/ptx/parser_impl.h"

namespace lanescope::ptx {
namespace {

// Of all variables of a module that have initial values. Tables in source code stay far below.
constexpr std::uint64_t kMostInitialBytes = 1ULL << 26;

}  // namespace

bool Parser::parseModuleVariables(Space space, bool external) {
    advance();
    do {
        if (!parseModuleVariable(space, external)) return false;
    } while (accept(','));
    return expect(';');
}

/// .attribute(.managed): all of our memory is as managed memory is.
bool Parser::skipAttribute() {
    if (!m_token.is(".attribute")) return true;
    advance();
    if (!expect('(')) return false;
    while (!m_token.is(')')) {
        if (m_token.kind == Token::Kind::End || m_token.kind == Token::Kind::Bad || m_token.is(';'))
            return expected(')');
        advance();
    }
    advance();
    return true;
}

/// [.align n] .type name[size]… [= value]
bool Parser::parseModuleVariable(Space space, bool external) {
    if (!skipAttribute()) return false;
    Declaration declaration;
    if (!parseVariable(declaration)) return false;
    const auto index = static_cast<std::uint32_t>(m_module.variables.size());
    const auto kind = external ? ModuleName::Kind::Unusable : ModuleName::Kind::Variable;
    if (!m_moduleNames.emplace(declaration.name, ModuleName{kind, index}).second) return syntax("ptx.name_twice"_id);
    ModuleVariable variable;
    variable.name = declaration.name;
    variable.shortName = variableNameOf(variable.name);
    variable.space = space;
    variable.type = declaration.type;
    variable.size = declaration.bytes;
    variable.alignment = declaration.alignment;
    if (accept('=')) {
        if (!parseInitialiser(variable, declaration.dimensions)) {
            if (!m_unsupported) return false;
            // Only who uses it has to know.
            m_error.reset();
            m_unsupported = false;
            m_moduleNames[declaration.name].kind = ModuleName::Kind::Unusable;
            while (!m_token.is(';')) {
                if (m_token.kind == Token::Kind::End || m_token.kind == Token::Kind::Bad) return expected(';');
                advance();
            }
        }
    } else if (declaration.openArray && !external) {
        return syntax("ptx.array_needs_size_or_values"_id);
    }
    m_module.variables.push_back(std::move(variable));
    return true;
}

/// A value, or values in braces that are nested as the dimensions are; what is not given is zero.
bool Parser::parseInitialiser(ModuleVariable& variable, const std::vector<std::uint64_t>& dimensions) {
    const std::uint64_t elementBytes = bitsOf(variable.type) / 8;
    const bool open = variable.size == 0 && !dimensions.empty();
    if (m_initialBytes + variable.size > kMostInitialBytes) return unsupported();
    m_initialBytes += variable.size;
    // How many elements one value in braces spans at each depth.
    std::vector<std::uint64_t> extents{open ? ~0ULL : variable.size / elementBytes};
    for (std::size_t d = 0; d < dimensions.size(); ++d) {
        if (open && d > 0) return unsupported();
        extents.push_back(open ? 1 : dimensions[d] == 0 ? 0 : extents.back() / dimensions[d]);
    }
    struct Level {
        std::uint64_t next = 0;
        std::uint64_t end = 0;
    };
    if (!open) variable.initial.resize(variable.size);
    if (!m_token.is('{')) return dimensions.empty() ? parseElement(variable, 0) : expected('{');
    advance();
    std::vector<Level> levels{{0, extents[0]}};
    while (!levels.empty()) {
        Level& level = levels.back();
        if (accept('}')) {
            levels.pop_back();
        } else if (m_token.is('{')) {
            if (levels.size() >= extents.size()) return syntax("ptx.braces_too_deep"_id);
            const std::uint64_t extent = extents[levels.size()];
            if (extent > level.end - level.next) return syntax("ptx.too_many_values"_id);
            const Level inner{level.next, level.next + extent};
            level.next += extent;
            levels.push_back(inner);
            advance();
            continue;
        } else {
            if (level.next >= level.end) return syntax("ptx.too_many_values"_id);
            if (open) {
                m_initialBytes += elementBytes;
                if (m_initialBytes > kMostInitialBytes) return unsupported();
                variable.size += elementBytes;
                variable.initial.resize(variable.size);
            }
            if (!parseElement(variable, level.next++)) return false;
        }
        if (!levels.empty() && !accept(',') && !m_token.is('}')) return expected(',');
    }
    return true;
}

bool Parser::parseElement(ModuleVariable& variable, std::uint64_t element) {
    if (m_token.kind == Token::Kind::Word) return parseSymbolElement(variable, element);
    const bool negative = accept('-');
    const auto bits =
        m_token.kind == Token::Kind::Number ? immediateOf(m_token.text, negative, variable.type) : std::nullopt;
    if (!bits) return expected(Message("ptx.expected.number_of_type"_id, {{"type", nameOf(variable.type)}}));
    advance();
    // Masks such as 0xFF(symbol) cut addresses into bytes.
    if (m_token.is('(')) return unsupported();
    static_assert(std::endian::native == std::endian::little);
    const std::size_t bytes = bitsOf(variable.type) / 8;
    std::memcpy(variable.initial.data() + element * bytes, &*bits, bytes);
    return true;
}

/// symbol, generic(symbol), either with + number behind it
bool Parser::parseSymbolElement(ModuleVariable& variable, std::uint64_t element) {
    if (bitsOf(variable.type) != 64) return unsupported();
    ModuleVariable::Relocation relocation;
    relocation.offset = element * 8;
    relocation.generic = m_token.is("generic");
    if (relocation.generic) {
        advance();
        if (!expect('(')) return false;
    }
    std::string_view name;
    if (!expectWord(name, "ptx.expected.symbol"_id)) return false;
    const auto found = m_moduleNames.find(name);
    if (found == m_moduleNames.end()) return syntax(Message("ptx.nothing_of_name"_id, {{"name", name}}));
    relocation.symbol = found->second.index;
    if (found->second.kind == ModuleName::Kind::Function) {
        relocation.space = Space::Code;
    } else if (found->second.kind == ModuleName::Kind::Variable) {
        const bool itself = relocation.symbol == m_module.variables.size();
        relocation.space = itself ? variable.space : m_module.variables[relocation.symbol].space;
    } else {
        return unsupported();
    }
    if (relocation.generic && !expect(')')) return false;
    if (!parseOffset(relocation.addend)) return false;
    variable.relocations.push_back(relocation);
    return true;
}

}  // namespace lanescope::ptx
