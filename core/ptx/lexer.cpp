// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptx/lexer.h"

#include <array>

namespace lanescope::ptx {
namespace {

enum CharClass : std::uint8_t { Blank = 1, Digit = 2, WordStart = 4, Punctuation = 8 };

constexpr std::array<std::uint8_t, 256> makeClasses() {
    std::array<std::uint8_t, 256> classes{};
    for (unsigned char c : {' ', '\t', '\r', '\n', '\f', '\v'}) classes[c] = Blank;
    for (unsigned c = '0'; c <= '9'; ++c) classes[c] = Digit;
    for (unsigned c = 'a'; c <= 'z'; ++c) classes[c] = WordStart;
    for (unsigned c = 'A'; c <= 'Z'; ++c) classes[c] = WordStart;
    for (unsigned char c : {'_', '$', '%', '.'}) classes[c] = WordStart;
    for (unsigned char c : {',', ';', ':', '{', '}', '(', ')', '[', ']', '<', '>', '@',
                            '!', '+', '-', '*', '/', '|', '=', '&', '~', '?', '^'})
        classes[c] = Punctuation;
    return classes;
}
constexpr std::array<std::uint8_t, 256> kClasses = makeClasses();

bool has(char c, unsigned classes) { return (kClasses[static_cast<unsigned char>(c)] & classes) != 0; }

}  // namespace

Token Lexer::finish(Token token, Token::Kind kind) {
    token.kind = kind;
    token.text = m_text.substr(token.offset, m_position - token.offset);
    return token;
}

bool Lexer::skipBlanks() {
    while (m_position < m_text.size()) {
        const char c = m_text[m_position];
        if (has(c, Blank)) {
            if (c == '\n') ++m_line;
            ++m_position;
        } else if (c == '/' && peek(1) == '/') {
            const std::size_t end = m_text.find('\n', m_position);
            m_position = static_cast<std::uint32_t>(end == std::string_view::npos ? m_text.size() : end);
        } else if (c == '/' && peek(1) == '*') {
            const std::size_t end = m_text.find("*/", m_position + 2);
            if (end == std::string_view::npos) return false;
            for (; m_position < end + 2; ++m_position)
                if (m_text[m_position] == '\n') ++m_line;
        } else {
            break;
        }
    }
    return true;
}

Token Lexer::next() {
    Token token;
    const bool closed = skipBlanks();
    token.line = m_line;
    token.offset = m_position;
    if (!closed) {
        m_position = static_cast<std::uint32_t>(m_text.size());
        return finish(token, Token::Kind::Bad);
    }
    if (m_position >= m_text.size()) return finish(token, Token::Kind::End);
    const char c = m_text[m_position];
    if (has(c, WordStart)) {
        // "::" is inside modifiers such as .L1::evict_last; a single colon ends a label. A directive ends before the
        // next one, which may follow without a space: .param.f32.
        const bool directive = c == '.';
        ++m_position;
        while ((has(peek(), WordStart | Digit) && !(directive && peek() == '.')) || (peek() == ':' && peek(1) == ':'))
            m_position += peek() == ':' ? 2 : 1;
        return finish(token, Token::Kind::Word);
    }
    if (has(c, Digit)) return lexNumber(token);
    if (c == '"') return lexString(token);
    ++m_position;
    return finish(token, has(c, Punctuation) ? Token::Kind::Punct : Token::Kind::Bad);
}

Token Lexer::lexNumber(Token token) {
    const char second = peek(1);
    const bool decimal = peek() != '0' || has(second, Digit) || second == '.';
    while (m_position < m_text.size()) {
        const char c = m_text[m_position];
        const bool exponentSign = decimal && (c == '+' || c == '-') && m_position > token.offset &&
                                  (m_text[m_position - 1] == 'e' || m_text[m_position - 1] == 'E');
        if (!exponentSign && (!has(c, WordStart | Digit) || c == '%' || c == '$')) break;
        ++m_position;
    }
    return finish(token, Token::Kind::Number);
}

Token Lexer::lexString(Token token) {
    const std::size_t end = m_text.find_first_of("\"\n", m_position + 1);
    if (end == std::string_view::npos || m_text[end] == '\n') {
        m_position = static_cast<std::uint32_t>(end == std::string_view::npos ? m_text.size() : end);
        return finish(token, Token::Kind::Bad);
    }
    m_position = static_cast<std::uint32_t>(end + 1);
    token.kind = Token::Kind::String;
    token.text = m_text.substr(token.offset + 1, end - token.offset - 1);
    return token;
}

}  // namespace lanescope::ptx
