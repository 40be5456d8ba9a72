// SPDX-License-Identifier: GPL-3.0-or-later
// The expressions of a walk.
#include <map>
#include <set>

#include "widgets/stage/map/source_tokens.h"
#include "widgets/stage/map/source_values.h"
#include "widgets/stage/map/source_walker.h"

namespace lanescope {
namespace {

using Kind = SourceToken::Kind;
using NumberType = SourceValue::Type;

int rank(const std::string& sign) {
    static const std::map<std::string, int> kRanks{{"||", 1}, {"&&", 2}, {"|", 3}, {"^", 4},  {"&", 5},  {"==", 6},
                                                   {"!=", 6}, {"<", 7},  {">", 7}, {"<=", 7}, {">=", 7}, {"<<", 8},
                                                   {">>", 8}, {"+", 9},  {"-", 9}, {"*", 10}, {"/", 10}, {"%", 10}};
    const auto found = kRanks.find(sign);
    return found == kRanks.end() ? 0 : found->second;
}

}  // namespace

std::optional<SourceValue> SourceWalker::expression(SourceFrame& frame) {
    const std::optional<SourceValue> condition = operation(frame, 1);
    if (!m_file.is(m_at, "?")) return condition;
    if (!condition) return std::nullopt;
    ++m_at;
    // The way that is not taken may be anything.
    const std::size_t colon = m_file.colonOf(m_at);
    if (condition->isTrue()) {
        const std::optional<SourceValue> value = expression(frame);
        m_at = m_file.behindExpression(colon + 1);
        return value;
    }
    m_at = colon + 1;
    return expression(frame);
}

std::optional<SourceValue> SourceWalker::operation(SourceFrame& frame, int least) {
    std::optional<SourceValue> left = unary(frame);
    for (;;) {
        const std::string sign = now().text;
        const int of = now().kind == Kind::Sign ? rank(sign) : 0;
        if (of < least || of == 0) return left;
        ++m_at;
        if (left && ((sign == "&&" && !left->isTrue()) || (sign == "||" && left->isTrue()))) {
            const bool holds = left->isTrue();
            m_at = m_file.behindExpression(m_at, true);
            left = wholeValue(holds);
            continue;
        }
        const std::optional<SourceValue> right = operation(frame, of + 1);
        if (!left || !right) return std::nullopt;
        left = applied(sign, *left, *right);
    }
}

std::optional<SourceValue> SourceWalker::unary(SourceFrame& frame) {
    const std::string& sign = now().text;
    if (sign == "-" || sign == "!" || sign == "~" || sign == "+") {
        const std::string what = sign;
        ++m_at;
        const std::optional<SourceValue> value = unary(frame);
        if (!value) return std::nullopt;
        if (what == "-")
            return value->isReal() ? realValue(-value->real, value->type) : applied("-", wholeValue(0), *value);
        if (what == "!") return wholeValue(!value->isTrue());
        if (what == "~") return value->isReal() ? std::nullopt : std::optional(wholeValue(~value->whole, value->type));
        return value;
    }
    if (sign == "(") {
        const std::size_t open = m_at++;
        if (const std::optional<NumberType> type = declaredType(frame); type && m_file.is(m_at, ")")) {
            ++m_at;
            const std::optional<SourceValue> value = unary(frame);
            return value ? std::optional(converted(*value, *type)) : std::nullopt;
        }
        m_at = open + 1;
        const std::optional<SourceValue> value = expression(frame);
        if (!value || !m_file.is(m_at, ")")) return std::nullopt;
        ++m_at;
        return value;
    }
    return primary(frame);
}

std::optional<SourceValue> SourceWalker::primary(SourceFrame& frame) {
    const SourceToken token = now();
    ++m_at;
    if (token.kind == Kind::Number) return numberOf(token.text);
    if (token.kind != Kind::Name) return std::nullopt;
    std::string name = token.text;
    if (m_file.is(m_at, ".")) {
        const auto own = m_builtins.find(name + "." + m_file.at(m_at + 1).text);
        if (own == m_builtins.end()) return std::nullopt;
        m_at += 2;
        return wholeValue(own->second, NumberType::U32);
    }
    if (m_file.is(m_at, "::")) {
        const auto alias = frame.aliases.find(name);
        name = (alias == frame.aliases.end() ? name : alias->second) + "::" + m_file.at(m_at + 1).text;
        m_at += 2;
    }
    if (m_file.is(m_at, "(")) return call(name, frame);
    if (const auto value = frame.values.find(name); value != frame.values.end() && !m_file.is(m_at, "["))
        return value->second;
    if (const auto alias = frame.aliases.find(name); alias != frame.aliases.end()) return numberOf(alias->second);
    return std::nullopt;
}

std::optional<SourceValue> SourceWalker::call(const std::string& name, SourceFrame& frame) {
    const std::size_t behind = m_file.behind(m_at);
    std::vector<SourceValue> arguments;
    ++m_at;
    while (m_at < behind - 1) {
        const std::optional<SourceValue> value = expression(frame);
        if (!value) return std::nullopt;
        arguments.push_back(*value);
        if (m_file.is(m_at, ",")) ++m_at;
    }
    m_at = behind;
    const SourceFunction* function = m_file.find(name);
    if (!function) return called(name, arguments);
    if (++m_depth > kDeepest) return std::nullopt;
    SourceFrame inner;
    inner.aliases = frame.aliases;
    const auto parameters = parametersOf(*function, inner);
    if (parameters.size() != arguments.size()) return std::nullopt;
    for (std::size_t i = 0; i < parameters.size(); ++i)
        inner.values[parameters[i].first] = converted(arguments[i], parameters[i].second);
    const Flow flow = block(function->body, inner);
    --m_depth;
    m_at = behind;
    return flow == Flow::Returned ? m_returned : std::nullopt;
}

std::vector<std::pair<std::string, NumberType>> SourceWalker::parametersOf(const SourceFunction& function,
                                                                           SourceFrame& frame) {
    std::vector<std::pair<std::string, NumberType>> parameters;
    const std::size_t end = m_file.behind(function.parameters - 1) - 1;
    for (m_at = function.parameters; m_at < end;) {
        const std::size_t begin = m_at;
        const NumberType type = declaredType(frame).value_or(NumberType::I32);
        std::size_t last = begin;
        std::string name;
        while (last < end && !m_file.is(last, ",")) {
            if (m_file.at(last).kind == Kind::Name) name = m_file.at(last).text;
            last = m_file.is(last, "<") ? m_file.behind(last) : last + 1;
        }
        parameters.emplace_back(name, type);
        m_at = last + 1;
    }
    return parameters;
}

std::optional<NumberType> SourceWalker::declaredType(const SourceFrame& frame) {
    static const std::set<std::string> kWords{"const",   "unsigned", "signed",   "int",       "long",
                                              "short",   "char",     "bool",     "float",     "double",
                                              "size_t",  "uint32_t", "auto",     "constexpr", "uint64_t",
                                              "int64_t", "int32_t",  "typename", "static",    "__restrict__"};
    bool any = false, isUnsigned = false, wide = false, isFloat = false, isDouble = false;
    for (;;) {
        std::string word = now().text;
        const auto alias = frame.aliases.find(word);
        if (alias != frame.aliases.end() && now().kind == Kind::Name && !numberOf(alias->second)) word = alias->second;
        if (!kWords.contains(word)) break;
        any = true;
        isUnsigned = isUnsigned || word == "unsigned" || word == "size_t" || word == "uint32_t" || word == "uint64_t";
        wide = wide || word == "long" || word == "size_t" || word == "uint64_t" || word == "int64_t";
        isFloat = isFloat || word == "float";
        isDouble = isDouble || word == "double";
        ++m_at;
    }
    if (!any) return std::nullopt;
    if (isDouble) return NumberType::F64;
    if (isFloat) return NumberType::F32;
    return wide ? (isUnsigned ? NumberType::U64 : NumberType::I64) : (isUnsigned ? NumberType::U32 : NumberType::I32);
}

}  // namespace lanescope
