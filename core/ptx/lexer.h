// SPDX-License-Identifier: GPL-3.0-or-later
// PTX text → words, numbers, strings and punctuation, with line numbers. Dots belong to words, so that
// "ld.global.v4.f32",
// "%tid.x" and ".visible" are one token each. Never fails: what cannot be is a token of kind Bad.
#pragma once

#include <cstdint>
#include <string_view>

namespace lanescope::ptx {

struct Token {
    enum class Kind : std::uint8_t {
        End,
        Word,    ///< names, mnemonics with modifiers, directives
        Number,  ///< text as written, without a sign
        String,  ///< text without the quotes
        Punct,   ///< one character
        Bad,     ///< a character or an unterminated string or comment that PTX does not have
    };
    Kind kind = Kind::End;
    std::string_view text;
    std::uint32_t line = 1;    ///< 1-based
    std::uint32_t offset = 0;  ///< of the first character in the whole text

    [[nodiscard]] bool is(char punct) const { return kind == Kind::Punct && text.front() == punct; }
    [[nodiscard]] bool is(std::string_view word) const { return kind == Kind::Word && text == word; }
};

/// `text` must outlive the lexer and its tokens.
class Lexer {
public:
    explicit Lexer(std::string_view text) : m_text(text) {}

    [[nodiscard]] Token next();
    /// Goes back to (or on to) a token of this text, which comes next again.
    void rewind(const Token& token) {
        m_position = token.offset;
        m_line = token.line;
    }
    /// Offset of the first character that is not yet consumed.
    [[nodiscard]] std::uint32_t position() const { return m_position; }

private:
    /// False if a comment has no end.
    bool skipBlanks();
    [[nodiscard]] char peek(std::uint32_t ahead = 0) const {
        return m_position + ahead < m_text.size() ? m_text[m_position + ahead] : '\0';
    }
    Token lexNumber(Token token);
    Token lexString(Token token);
    Token finish(Token token, Token::Kind kind);

    std::string_view m_text;
    std::uint32_t m_position = 0;
    std::uint32_t m_line = 1;
};

}  // namespace lanescope::ptx
