// SPDX-License-Identifier: GPL-3.0-or-later
// One .entry: its head, and the statements of its body.
#include "core/ptx/cfg.h"
#include "core/ptx/demangle.h"
#include "core/ptx/parser_impl.h"

namespace lanescope::ptx {
namespace {

// CUDA allows 32764 bytes of parameters since 12.1.
constexpr std::uint64_t kMostParameterBytes = 32764;
// Compilers nest one or two deep.
constexpr std::size_t kDeepestScope = 100;

bool isPerformanceDirective(const Token& token) {
    return token.is(".maxntid") || token.is(".reqntid") || token.is(".minnctapersm") || token.is(".maxnctapersm") ||
           token.is(".maxnreg");
}

}  // namespace

bool Parser::parseEntry() {
    m_entry = Entry();
    m_scopes = Scopes();
    m_location = SourceLocation();
    m_entry.firstLine = m_token.line;
    advance();
    std::string_view name;
    if (!expectWord(name, "a kernel name")) return false;
    for (const Entry& other : m_module.entries)
        if (other.name == name) return syntax("there are two kernels of this name");
    m_entry.name = name;
    m_entry.demangled = entryNameOf(m_entry.name);
    if (!parseParameters() || !parsePerformanceDirectives()) return false;
    const std::size_t fromModule = m_moduleShared.size();
    m_entry.shared = m_moduleShared;
    if (!expect('{') || !parseBody()) return false;
    dropUnusedShared(fromModule);
    return layOutShared() && finishEntry();
}

bool Parser::parseParameters() {
    if (!accept('(')) return true;
    if (accept(')')) return true;
    do {
        if (!parseParameter()) return false;
    } while (accept(','));
    return expect(')');
}

bool Parser::parseParameter() {
    beginStatement();
    if (!m_token.is(".param")) return expected(".param");
    advance();
    Declaration declaration;
    if (!parseVariable(declaration)) return false;
    if (declaration.openArray) return syntax("a parameter needs a size");
    if (nameTaken(declaration.name)) return syntax("the name is declared twice");
    const std::uint64_t mask = declaration.alignment - 1;
    const std::uint64_t offset = (m_entry.parameterBytes + mask) & ~mask;
    if (offset + declaration.bytes > kMostParameterBytes)
        return syntax("the parameters take more than " + std::to_string(kMostParameterBytes) + " bytes");
    m_entry.parameters.push_back({std::string(declaration.name), declaration.type,
                                  static_cast<std::uint32_t>(declaration.bytes), static_cast<std::uint32_t>(offset)});
    m_entry.parameterBytes = static_cast<std::uint32_t>(offset + declaration.bytes);
    return true;
}

/// Limits for the register allocator; nothing that the emulator executes depends on them.
bool Parser::parsePerformanceDirectives() {
    for (;;) {
        beginStatement();
        if (m_token.is(".pragma")) {
            advance();
            if (m_token.kind != Token::Kind::String) return expected("a string");
            advance();
            if (!expect(';')) return false;
        } else if (isPerformanceDirective(m_token)) {
            advance();
            if (!parseNumbers()) return false;
        } else if (m_token.kind == Token::Kind::Word && m_token.text.front() == '.') {
            return unsupported();
        } else {
            return true;
        }
    }
}

bool Parser::parseNumbers() {
    std::uint32_t number = 0;
    do {
        if (!expectNumber(number, "a number")) return false;
    } while (accept(','));
    return true;
}

bool Parser::parseBody() {
    m_scopes.open();
    while (m_scopes.depth() > 0)
        if (!parseStatement()) return false;
    return true;
}

bool Parser::parseStatement() {
    beginStatement();
    if (m_token.is('@')) return parseInstruction();
    if (accept(';')) return true;
    if (m_token.is('{') && m_scopes.depth() >= kDeepestScope) return syntax("the scopes are nested too deeply");
    if (accept('{')) {
        m_scopes.open();
        return true;
    }
    if (m_token.is('}')) return closeScope();
    if (m_token.kind != Token::Kind::Word) return expected("an instruction");
    if (m_token.text.front() == '.') return parseBodyDirective();
    // A label's name may be any word: only the colon behind it tells it from a mnemonic.
    const std::uint32_t after = m_lexer.position();
    if (after < m_module.text.size() && m_module.text[after] == ':') {
        if (!m_scopes.declareLabel(m_token.text, static_cast<std::uint32_t>(m_entry.instructions.size())))
            return syntax("the label is declared twice");
        advance();
        return expect(':');
    }
    return parseInstruction();
}

bool Parser::closeScope() {
    m_entry.lastLine = m_token.line;
    const std::vector<PendingBranch> lost = m_scopes.close(m_entry.instructions);
    if (!lost.empty()) {
        m_token.line = m_entry.instructions[lost.front().instruction].ptxLine;
        return syntax("there is no label \"" + std::string(lost.front().label) + "\" for the branch");
    }
    advance();
    return true;
}

bool Parser::parseBodyDirective() {
    if (m_token.is(".loc")) return parseLocation();
    if (m_token.is(".reg")) return parseRegisters();
    if (m_token.is(".shared")) {
        advance();
        return parseShared(m_entry.shared, false);
    }
    if (m_token.is(".pragma")) {
        advance();
        if (m_token.kind != Token::Kind::String) return expected("a string");
        advance();
        return expect(';');
    }
    return unsupported();
}

/// .loc file line column [, function_name label [+ offset], inlined_at file line column]
bool Parser::parseLocation() {
    advance();
    SourceLocation location;
    if (!expectNumber(location.file, "a file number") || !expectNumber(location.line, "a line number") ||
        !expectNumber(location.column, "a column number"))
        return false;
    m_location = location;
    while (accept(',')) {
        std::string_view attribute;
        if (!expectWord(attribute, "function_name or inlined_at")) return false;
        if (attribute == "function_name") {
            std::string_view label;
            std::uint32_t offset = 0;
            if (!expectWord(label, "a label")) return false;
            if (accept('+') && !expectNumber(offset, "an offset")) return false;
        } else if (attribute == "inlined_at") {
            SourceLocation outer;
            if (!expectNumber(outer.file, "a file number") || !expectNumber(outer.line, "a line number") ||
                !expectNumber(outer.column, "a column number"))
                return false;
        } else {
            return syntax("expected function_name or inlined_at");
        }
    }
    return true;
}

bool Parser::finishEntry() {
    buildControlFlow(m_entry);
    m_module.entries.push_back(std::move(m_entry));
    return true;
}

}  // namespace lanescope::ptx
