// SPDX-License-Identifier: GPL-3.0-or-later
// Reading tokens, and saying what is wrong with them.
#include "core/base/words.h"
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

bool Parser::syntax(const Message& reason) {
    m_unsupported = false;
    const std::string quote = statement();
    const Message whole =
        quote.empty() ? reason : Message("ptx.in_statement"_id, {{"reason", reason}, {"statement", quote}});
    m_error = Error(ErrorCode::PtxSyntax,
                    {{"file", m_module.name}, {"line", std::to_string(m_token.line)}, {"reason", inWords(whole)}});
    return false;
}

bool Parser::unsupported() {
    m_unsupported = true;
    m_error = unsupportedInstruction(m_module.name, m_statement.line, statement());
    return false;
}

bool Parser::expected(const Message& what) {
    const std::string text = quotable(m_token.text);
    const Message found = m_token.kind == Token::Kind::End   ? Message("ptx.found_end"_id)
                          : m_token.kind == Token::Kind::Bad ? Message("ptx.found_stray"_id, {{"text", text}})
                                                             : Message::plain('"' + text + '"');
    return syntax(Message("ptx.expected"_id, {{"what", what}, {"found", found}}));
}

bool Parser::expected(char punct) { return expected(Message::plain(std::string{'"', punct, '"'})); }

bool Parser::accept(char punct) {
    if (!m_token.is(punct)) return false;
    advance();
    return true;
}

bool Parser::expect(char punct) { return accept(punct) || expected(punct); }

bool Parser::expectWord(std::string_view& word, std::string_view what) {
    if (m_token.kind != Token::Kind::Word) return expected(what);
    word = m_token.text;
    advance();
    return true;
}

bool Parser::expectNumber(std::uint32_t& number, std::string_view what, std::uint32_t most) {
    const auto value = m_token.kind == Token::Kind::Number ? integerOf(m_token.text) : std::nullopt;
    if (!value) return expected(what);
    if (*value > most)
        return syntax(Message("ptx.too_large"_id, {{"what", Message(what)}, {"number", quotable(m_token.text)}}));
    number = static_cast<std::uint32_t>(*value);
    advance();
    return true;
}

}  // namespace lanescope::ptx
