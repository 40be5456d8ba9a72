// SPDX-License-Identifier: GPL-3.0-or-later
// Reading tokens, and saying what is wrong with them.
#include "core/ptx/literal.h"
#include "core/ptx/parser_impl.h"
#include "core/ptx/unsupported.h"

namespace lanescope::ptx {
namespace {

constexpr std::size_t kLongestQuote = 100;

/// One printable line, at most kLongestQuote characters.
std::string quotable(std::string_view text) {
    static constexpr char kHex[] = "0123456789abcdef";
    std::string line;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        if (blank) {
            if (!line.empty() && line.back() != ' ') line += ' ';
        } else if (byte < 0x20 || byte > 0x7e) {
            line += "\\x";
            line += kHex[byte >> 4];
            line += kHex[byte & 15];
        } else {
            line += c;
        }
        if (line.size() > kLongestQuote) return line.substr(0, kLongestQuote) + "...";
    }
    while (!line.empty() && line.back() == ' ') line.pop_back();
    return line;
}

}  // namespace

void Parser::beginStatement() { m_statement = m_token; }

/// The text of the statement at hand: up to its semicolon, or to the end of the line where the trouble is.
std::string Parser::statement() const {
    const std::string_view text = std::string_view(m_module.text).substr(m_statement.offset);
    std::size_t end = text.find_first_of(";\n");
    const std::size_t here = m_token.offset > m_statement.offset ? m_token.offset - m_statement.offset : 0;
    if (end != std::string_view::npos && here > end) end = text.find_first_of(";\n", here);
    return quotable(text.substr(0, end));
}

bool Parser::syntax(const std::string& reason) {
    m_unsupported = false;
    const std::string quote = statement();
    m_error = Error(ErrorCode::PtxSyntax, {{"file", m_module.name},
                                           {"line", std::to_string(m_token.line)},
                                           {"reason", quote.empty() ? reason : reason + " in \"" + quote + "\""}});
    return false;
}

bool Parser::unsupported() {
    m_unsupported = true;
    m_error = unsupportedInstruction(m_module.name, m_statement.line, statement());
    return false;
}

bool Parser::expected(std::string_view what) {
    std::string found = "the end of the file";
    if (m_token.kind != Token::Kind::End) found = '"' + quotable(m_token.text) + '"';
    if (m_token.kind == Token::Kind::Bad) found.insert(0, "the stray text ");
    return syntax("expected " + std::string(what) + " but found " + found);
}

bool Parser::accept(char punct) {
    if (!m_token.is(punct)) return false;
    advance();
    return true;
}

bool Parser::expect(char punct) { return accept(punct) || expected(std::string{'"', punct, '"'}); }

bool Parser::expectWord(std::string_view& word, std::string_view what) {
    if (m_token.kind != Token::Kind::Word) return expected(what);
    word = m_token.text;
    advance();
    return true;
}

bool Parser::expectNumber(std::uint32_t& number, std::string_view what, std::uint32_t most) {
    const auto value = m_token.kind == Token::Kind::Number ? integerOf(m_token.text) : std::nullopt;
    if (!value) return expected(what);
    if (*value > most) return syntax(std::string(what) + " " + quotable(m_token.text) + " is too large");
    number = static_cast<std::uint32_t>(*value);
    advance();
    return true;
}

}  // namespace lanescope::ptx
