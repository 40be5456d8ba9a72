// SPDX-License-Identifier: GPL-3.0-or-later
// CUDA source as words, and where its functions stand. Private to the map view.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope {

struct SourceToken {
    enum class Kind : std::uint8_t { Name, Number, Sign, End };
    Kind kind = Kind::End;
    std::string text;
    std::uint32_t line = 0;
};

/// Without comments and lines of the preprocessor; ends with an End.
[[nodiscard]] std::vector<SourceToken> tokensOf(std::string_view source);

struct SourceFunction {
    std::vector<std::string> templateNames;
    std::size_t parameters = 0;  ///< token behind the opening parenthesis
    std::size_t body = 0;        ///< the opening brace
};

class SourceFile {
public:
    explicit SourceFile(std::string_view source);
    [[nodiscard]] const std::vector<SourceToken>& tokens() const { return m_tokens; }
    [[nodiscard]] const SourceToken& at(std::size_t token) const {
        return m_tokens[token < m_tokens.size() ? token : m_tokens.size() - 1];
    }
    /// "name", or "Struct::name"; nullptr if there is none that is not a specialisation.
    [[nodiscard]] const SourceFunction* find(const std::string& name) const;
    /// Behind the bracket that closes the one at `open`, of ( [ { or <.
    [[nodiscard]] std::size_t behind(std::size_t open) const;
    [[nodiscard]] bool is(std::size_t token, std::string_view text) const { return at(token).text == text; }

    // Behind what begins at a token.
    [[nodiscard]] std::size_t behindStatement(std::size_t token) const;
    /// `operand`: of && or ||.
    [[nodiscard]] std::size_t behindExpression(std::size_t token, bool operand = false) const;
    /// The colon of the ?: whose question mark stands before `token`.
    [[nodiscard]] std::size_t colonOf(std::size_t token) const;

private:
    void collect();
    [[nodiscard]] bool isOpen(std::size_t token) const;

    std::vector<SourceToken> m_tokens;
    std::map<std::string, SourceFunction> m_functions;
};

}  // namespace lanescope
