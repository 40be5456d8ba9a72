// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/map/source_tokens.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace lanescope {
namespace {

using Kind = SourceToken::Kind;

bool isWordStart(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool isWord(char c) { return isWordStart(c) || std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Length of the sign that stands at the beginning.
std::size_t signLength(std::string_view rest) {
    constexpr std::array<std::string_view, 22> kLong{
        "<<=", ">>=", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "++",
        "--",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^=", "->", "::"};
    for (const std::string_view sign : kLong)
        if (rest.starts_with(sign)) return sign.size();
    return 1;
}

}  // namespace

std::vector<SourceToken> tokensOf(std::string_view source) {
    std::vector<SourceToken> tokens;
    std::uint32_t line = 1;
    bool lineBegins = true;
    const auto skipLine = [&](std::size_t at) {
        while (at < source.size() && source[at] != '\n') {
            if (source[at] == '\\' && at + 1 < source.size() && source[at + 1] == '\n') {
                ++at;
                ++line;
            }
            ++at;
        }
        return at;
    };
    for (std::size_t at = 0; at < source.size();) {
        const char c = source[at];
        const std::string_view rest = source.substr(at);
        if (c == '\n') {
            ++line;
            lineBegins = true;
            ++at;
        } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
            ++at;
        } else if (rest.starts_with("//") || (c == '#' && lineBegins)) {
            at = skipLine(at);
        } else if (rest.starts_with("/*")) {
            const std::size_t end = std::min(source.find("*/", at + 2), source.size() - 2) + 2;
            line += static_cast<std::uint32_t>(std::ranges::count(source.substr(at, end - at), '\n'));
            at = end;
        } else {
            std::size_t length = 1;
            Kind kind = Kind::Sign;
            if (isWordStart(c)) {
                kind = Kind::Name;
                while (length < rest.size() && isWord(rest[length])) ++length;
            } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
                kind = Kind::Number;
                while (length < rest.size() && (isWord(rest[length]) || rest[length] == '.')) ++length;
            } else {
                length = signLength(rest);
            }
            tokens.push_back({kind, std::string(rest.substr(0, length)), line});
            lineBegins = false;
            at += length;
        }
    }
    tokens.push_back({Kind::End, {}, line});
    return tokens;
}

SourceFile::SourceFile(std::string_view source) : m_tokens(tokensOf(source)) { collect(); }

std::size_t SourceFile::behind(std::size_t open) const {
    const std::string& first = at(open).text;
    const std::string last = first == "(" ? ")" : first == "[" ? "]" : first == "{" ? "}" : ">";
    std::size_t depth = 0;
    for (std::size_t i = open; at(i).kind != Kind::End; ++i) {
        if (is(i, first)) ++depth;
        if (is(i, last) && --depth == 0) return i + 1;
        // Two that close templates are one sign to who reads words.
        if (last == ">" && is(i, ">>")) {
            if (depth <= 2) return i + 1;
            depth -= 2;
        }
    }
    return m_tokens.size() - 1;
}

void SourceFile::collect() {
    std::vector<std::pair<std::string, std::size_t>> structs;  // name, behind its end
    std::vector<std::string> templateNames;
    for (std::size_t i = 0; at(i).kind != Kind::End;) {
        while (!structs.empty() && i >= structs.back().second) structs.pop_back();
        if (is(i, "template") && is(i + 1, "<")) {
            templateNames.clear();
            const std::size_t end = behind(i + 1);
            std::size_t depth = 0;
            for (std::size_t k = i + 1; k < end; ++k) {
                if (is(k, "<")) ++depth;
                const bool last = is(k + 1, ",") || k + 2 == end;
                if (at(k).kind == Kind::Name && depth == 1 && last) templateNames.push_back(at(k).text);
                if (is(k, ">")) --depth;
            }
            i = end;
        } else if (is(i, "struct") && at(i + 1).kind == Kind::Name && is(i + 2, "{")) {
            structs.emplace_back(at(i + 1).text, behind(i + 2));
            i += 3;
        } else if (at(i).kind == Kind::Name && is(i + 1, "(") && is(behind(i + 1), "{")) {
            const std::string name = structs.empty() ? at(i).text : structs.back().first + "::" + at(i).text;
            m_functions.try_emplace(name, SourceFunction{templateNames, i + 2, behind(i + 1)});
            templateNames.clear();
            i = behind(behind(i + 1));
        } else if (is(i, "{")) {
            i = behind(i);  // of a specialisation, or of something that is no function
        } else {
            if (is(i, ";")) templateNames.clear();
            ++i;
        }
    }
}

const SourceFunction* SourceFile::find(const std::string& name) const {
    const auto found = m_functions.find(name);
    return found == m_functions.end() ? nullptr : &found->second;
}

std::size_t SourceFile::behindStatement(std::size_t token) const {
    if (is(token, "{")) return behind(token);
    if (is(token, "if")) {
        const std::size_t arm = behindStatement(behind(token + 1));
        return is(arm, "else") ? behindStatement(arm + 1) : arm;
    }
    if (is(token, "for") || is(token, "while")) return behindStatement(behind(token + 1));
    while (!is(token, ";") && at(token).kind != SourceToken::Kind::End)
        token = isOpen(token) ? behind(token) : token + 1;
    return token + 1;
}

bool SourceFile::isOpen(std::size_t token) const { return is(token, "(") || is(token, "[") || is(token, "{"); }

std::size_t SourceFile::behindExpression(std::size_t token, bool operand) const {
    while (!is(token, ";") && !is(token, ",") && !is(token, ")") && !is(token, ":") &&
           !(operand && (is(token, "?") || is(token, "||"))) && at(token).kind != SourceToken::Kind::End)
        token = isOpen(token) ? behind(token) : token + 1;
    return token;
}

std::size_t SourceFile::colonOf(std::size_t token) const {
    std::size_t questions = 0;
    for (; at(token).kind != SourceToken::Kind::End; token = isOpen(token) ? behind(token) : token + 1) {
        if (is(token, "?")) ++questions;
        if (is(token, ":") && questions-- == 0) return token;
    }
    return token;
}

}  // namespace lanescope
