// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptx/entry_text.h"

#include <algorithm>
#include <cctype>

namespace lanescope::ptx {
namespace {

bool isOfName(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '%' || c == '.';
}

/// Goes through a text token by token, past comments and strings.
class Walker {
public:
    explicit Walker(std::string_view text) : m_text(text) {}

    /// A word, or a sign of one character; empty at the end. It ends at end().
    std::string_view next() {
        skip();
        m_begin = m_at;
        if (m_at >= m_text.size()) return {};
        if (m_text[m_at] == '"') {
            m_at = std::min(m_text.find('"', m_at + 1), m_text.size() - 1) + 1;
        } else if (isOfName(m_text[m_at])) {
            while (m_at < m_text.size() && isOfName(m_text[m_at])) ++m_at;
        } else {
            ++m_at;
        }
        return m_text.substr(m_begin, m_at - m_begin);
    }
    [[nodiscard]] std::size_t begin() const { return m_begin; }
    [[nodiscard]] std::size_t end() const { return m_at; }

private:
    void skip() {
        while (m_at < m_text.size()) {
            const std::string_view rest = m_text.substr(m_at);
            if (std::isspace(static_cast<unsigned char>(rest.front())) != 0)
                ++m_at;
            else if (rest.starts_with("//"))
                m_at = std::min(m_text.find('\n', m_at), m_text.size());
            else if (rest.starts_with("/*"))
                m_at = std::min(m_text.find("*/", m_at + 2), m_text.size() - 2) + 2;
            else
                return;
        }
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::size_t m_begin = 0;
};

/// What linkage stands before ".entry".
bool isLinkage(std::string_view word) { return word == ".visible" || word == ".extern" || word == ".weak"; }

}  // namespace

std::string withoutOtherKernels(std::string_view text, std::string_view kernel) {
    std::string kept(text);
    Walker walker(text);
    std::size_t first = 0;  // of the statement
    bool fresh = true;      // a statement begins
    for (std::string_view word = walker.next(); !word.empty(); word = walker.next()) {
        if (fresh) first = walker.begin();
        fresh = isLinkage(word) ? false : fresh;
        if (word == "{") {  // of a function, a section
            for (int depth = 1; depth > 0 && !word.empty();) {
                word = walker.next();
                depth += word == "{" ? 1 : word == "}" ? -1 : 0;
            }
        }
        if (word != ".entry") {
            fresh = !isLinkage(word);
            continue;
        }
        const bool other = walker.next() != kernel;
        int depth = 0;
        bool pragma = false;  // its ; ends nothing
        do {
            pragma = word.starts_with('"');
            word = walker.next();
            depth += word == "{" ? 1 : word == "}" ? -1 : 0;
        } while (!word.empty() && !(depth == 0 && (word == "}" || (word == ";" && !pragma))));
        if (other)
            std::replace_if(
                kept.begin() + static_cast<std::ptrdiff_t>(first),
                kept.begin() + static_cast<std::ptrdiff_t>(walker.end()), [](char c) { return c != '\n'; }, ' ');
        fresh = true;
    }
    return kept;
}

}  // namespace lanescope::ptx
