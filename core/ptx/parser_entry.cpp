// SPDX-License-Identifier: GPL-3.0-or-later
// One .entry: its head; and the statements of a body, be it an entry's or a function's.
#include <charconv>

#include "core/ptx/demangle.h"
#include "core/ptx/parser_impl.h"

namespace lanescope::ptx {
namespace {

// CUDA allows 32764 bytes of parameters since 12.1.
constexpr std::uint64_t kMostParameterBytes = 32764;
// Compilers nest one or two deep.
constexpr std::size_t kDeepestScope = 100;

bool isRegisterLimit(const Token& token) {
    return token.is(".minnctapersm") || token.is(".maxnctapersm") || token.is(".maxnreg");
}

}  // namespace

void Parser::beginUnit() {
    m_unit = Unit();
    m_prototypes.clear();
    m_sharedPlaces.clear();
    m_branchEdges = 0;
    m_sinks.fill(kNoRegister);
    m_scopes = Scopes();
    m_scopes.open();
    m_location = SourceLocation();
    m_calledFrom = SourceLocation();
    m_usedBytes = kAllBytes;
    m_entry.firstLine = m_token.line;
}

bool Parser::parseEntry() {
    beginUnit();
    m_inKernel = true;
    advance();
    std::string_view name;
    if (!expectWord(name, "ptx.expected.kernel_name"_id)) return false;
    if (!m_moduleNames.emplace(name, ModuleName{ModuleName::Kind::Kernel, 0}).second)
        return syntax("ptx.name_twice"_id);
    m_entry.name = name;
    m_entry.demangled = entryNameOf(m_entry.name);
    m_unit.defined = true;
    if (!parseParameters() || !parsePerformanceDirectives()) {
        if (!giveUp() || !skipToBody()) return false;
    }
    if (!expect('{') || !parseBody(CodeKind::Kernel)) return false;
    m_kernels.push_back(std::move(m_unit));
    return true;
}

/// Something unsupported is the body's own affair. False if it is another error.
bool Parser::giveUp() {
    if (!m_unsupported) return false;
    if (!m_entry.unsupported) m_entry.unsupported = std::move(m_error);
    m_error.reset();
    m_unsupported = false;
    return true;
}

bool Parser::skipToBody() {
    while (!m_token.is('{') && !m_token.is(';')) {
        if (m_token.kind == Token::Kind::End || m_token.kind == Token::Kind::Bad) return expected('{');
        advance();
    }
    return true;
}

/// From the statement at hand to behind the brace that ends the body.
bool Parser::skipBody() {
    m_lexer.rewind(m_statement);
    advance();
    for (std::size_t depth = m_scopes.depth(); depth > 0;) {
        if (m_token.kind == Token::Kind::End || m_token.kind == Token::Kind::Bad) return expected('}');
        if (m_token.is('{')) ++depth;
        if (m_token.is('}')) --depth;
        m_entry.lastLine = m_token.line;
        advance();
    }
    m_scopes = Scopes();
    return true;
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
    if (!m_token.is(".param")) return expected(Message::plain(".param"));
    advance();
    Declaration declaration;
    if (!parseVariable(declaration)) return false;
    if (declaration.openArray) return syntax("ptx.parameter_needs_size"_id);
    if (!declareVariable(declaration.name, Space::Param, m_entry.parameters.size())) return false;
    const std::uint64_t mask = declaration.alignment - 1;
    const std::uint64_t offset = (m_entry.parameterBytes + mask) & ~mask;
    if (offset + declaration.bytes > kMostParameterBytes)
        return syntax(Message("ptx.parameters_too_large"_id, {{"most", kMostParameterBytes}}));
    m_entry.parameters.push_back({std::string(declaration.name), declaration.type,
                                  static_cast<std::uint32_t>(declaration.bytes), static_cast<std::uint32_t>(offset),
                                  declaration.pointer});
    m_entry.parameterBytes = static_cast<std::uint32_t>(offset + declaration.bytes);
    return true;
}

/// Directives between the head and the body.
bool Parser::parsePerformanceDirectives() {
    for (;;) {
        beginStatement();
        if (m_token.is(".pragma")) {
            if (!parsePragma()) return false;
        } else if (m_token.is(".maxntid")) {
            if (!parseThreads(m_entry.mostThreads)) return false;
        } else if (m_token.is(".reqntid")) {
            if (!parseThreads(m_entry.requiredThreads)) return false;
        } else if (isRegisterLimit(m_token)) {
            // For the register allocator; nothing that the emulator executes depends on it.
            std::array<std::uint32_t, 3> ignored{};
            if (!parseThreads(ignored)) return false;
        } else if (m_token.is(".noreturn")) {
            advance();
        } else if (m_token.kind == Token::Kind::Word && m_token.text.front() == '.') {
            return unsupported();
        } else {
            return true;
        }
    }
}

/// One to three numbers; a dimension that is not given is 1.
bool Parser::parseThreads(std::array<std::uint32_t, 3>& threads) {
    advance();
    threads = {1, 1, 1};
    std::size_t dimension = 0;
    do {
        if (dimension == threads.size()) return syntax("ptx.too_many_dimensions"_id);
        if (!expectNumber(threads[dimension++], "ptx.expected.number"_id)) return false;
    } while (accept(','));
    return true;
}

/// The outermost scope is open already: it holds the parameters.
bool Parser::parseBody(CodeKind kind) {
    while (m_scopes.depth() > 0) {
        if (parseStatement()) continue;
        if (!giveUp() || !skipBody()) return false;
    }
    if (!m_entry.unsupported) buildControlFlow(m_entry, kind);
    return true;
}

bool Parser::parseStatement() {
    beginStatement();
    if (m_token.is('@')) return parseInstruction();
    if (accept(';')) return true;
    if (m_token.is('{') && m_scopes.depth() >= kDeepestScope) return syntax("ptx.scopes_too_deep"_id);
    if (accept('{')) {
        m_scopes.open();
        return true;
    }
    if (m_token.is('}')) return closeScope();
    if (m_token.kind != Token::Kind::Word) return expected("ptx.expected.instruction"_id);
    if (m_token.text.front() == '.') return parseBodyDirective();
    return atLabel() ? parseLabel() : parseInstruction();
}

/// A label's name may be any word: only the colon behind it tells it from a mnemonic.
bool Parser::atLabel() const {
    const std::string_view text = m_module.text;
    const std::size_t after = text.find_first_not_of(" \t", m_lexer.position());
    return after != std::string_view::npos && text[after] == ':';
}

bool Parser::parseLabel() {
    const std::string_view name = m_token.text;
    advance();
    if (!expect(':')) return false;
    if (m_token.is(".callprototype")) return parsePrototype(name);
    if (m_token.is(".branchtargets")) return parseBranchTargets(name);
    if (m_token.is(".calltargets")) return unsupported();
    return m_scopes.declareLabel(name, static_cast<std::uint32_t>(m_entry.instructions.size())) ||
           syntax("ptx.label_twice"_id);
}

bool Parser::closeScope() {
    m_entry.lastLine = m_token.line;
    const std::vector<PendingBranch> lost = m_scopes.close(m_entry);
    if (!lost.empty()) {
        m_token.line = lost.front().line;
        return syntax(Message("ptx.no_label"_id, {{"name", lost.front().label}}));
    }
    advance();
    return true;
}

/// The lexer takes ".reg.b32" for one word.
void Parser::splitDirective() {
    for (const std::string_view directive : {".reg", ".param", ".local", ".shared"}) {
        if (!m_token.text.starts_with(directive) || m_token.text.substr(directive.size()).substr(0, 1) != ".") continue;
        Token type = m_token;
        type.offset += static_cast<std::uint32_t>(directive.size());
        m_token.text = directive;
        m_lexer.rewind(type);
    }
}

bool Parser::parseBodyDirective() {
    splitDirective();
    if (m_token.is(".loc")) return parseLocation();
    if (m_token.is(".reg")) return parseRegisters();
    if (m_token.is(".shared")) return parseShared(false, false);
    if (m_token.is(".local")) return parseLocals();
    if (m_token.is(".param")) return parseSlotStatement();
    if (m_token.is(".pragma")) return parsePragma();
    return unsupported();
}

/// Pragmas are hints, and one that is not known is passed over.
bool Parser::parsePragma() {
    constexpr std::string_view kUsedBytes = "used_bytes_mask ";
    advance();
    if (m_token.kind != Token::Kind::String) return expected("ptx.expected.string"_id);
    if (std::string_view text = m_token.text; text.starts_with(kUsedBytes)) {
        text.remove_prefix(kUsedBytes.size());
        const bool isHex = text.starts_with("0x") || text.starts_with("0X");
        if (isHex) text.remove_prefix(2);
        std::uint32_t mask = kAllBytes;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), mask, isHex ? 16 : 10);
        if (error == std::errc() && end == text.data() + text.size()) m_usedBytes = mask;
    }
    advance();
    return expect(';');
}

/// .loc file line column [, function_name label [+ offset], inlined_at file line column]
bool Parser::parseLocation() {
    advance();
    SourceLocation location;
    if (!expectNumber(location.file, "ptx.expected.file_number"_id) ||
        !expectNumber(location.line, "ptx.expected.line_number"_id) ||
        !expectNumber(location.column, "ptx.expected.column_number"_id))
        return false;
    m_location = location;
    m_calledFrom = SourceLocation();
    while (accept(',')) {
        std::string_view attribute;
        if (!expectWord(attribute, "ptx.expected.location_attribute"_id)) return false;
        if (attribute == "function_name") {
            std::string_view label;
            std::uint32_t offset = 0;
            if (!expectWord(label, "ptx.expected.label"_id)) return false;
            if (accept('+') && !expectNumber(offset, "ptx.expected.offset"_id)) return false;
        } else if (attribute == "inlined_at") {
            SourceLocation outer;
            if (!expectNumber(outer.file, "ptx.expected.file_number"_id) ||
                !expectNumber(outer.line, "ptx.expected.line_number"_id) ||
                !expectNumber(outer.column, "ptx.expected.column_number"_id))
                return false;
            m_calledFrom = outer;
        } else {
            return syntax("ptx.no_location_attribute"_id);
        }
    }
    return true;
}

}  // namespace lanescope::ptx
