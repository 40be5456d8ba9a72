// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/map/source_walk.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <map>
#include <memory>
#include <set>

#include "widgets/stage/map/source_tokens.h"
#include "widgets/stage/map/source_values.h"

namespace lanescope {
namespace {

using Kind = SourceToken::Kind;
using NumberType = SourceValue::Type;

const std::map<std::string, std::string>& signsForPeople() {
    static const std::map<std::string, std::string> kSigns{{"*", "·"},    {"-", "−"},   {"<=", "≤"}, {">=", "≥"},
                                                           {"!=", "≠"},   {"==", "="},  {"<<", "«"}, {">>", "»"},
                                                           {"&&", "and"}, {"||", "or"}, {"%", "mod"}};
    return kSigns;
}

/// What a function knows while it runs.
struct Frame {
    std::map<std::string, SourceValue> values;
    std::map<std::string, std::string> aliases;  ///< template's names: what they stand for
    std::set<std::string> unknown;               ///< pointers, and what was made of what is not known
};

enum class Flow : std::uint8_t { On, Returned, Stopped };

class Walk {
public:
    Walk(const SourceFile& file, const Launch& launch, Dim3 block, Dim3 thread) : m_file(file) {
        const auto name = [this](const char* of, Dim3 value) {
            m_own[std::string(of) + ".x"] = value.x;
            m_own[std::string(of) + ".y"] = value.y;
            m_own[std::string(of) + ".z"] = value.z;
        };
        name("blockIdx", block);
        name("threadIdx", thread);
        name("gridDim", launch.grid);
        name("blockDim", launch.block);
    }

    std::vector<SourceStep> run(const SourceFunction& kernel, Frame frame) {
        m_top = &frame;
        const Flow flow = block(kernel.body, frame);
        if (flow == Flow::Returned && !m_steps.empty() && m_returnLine > 0)
            m_steps.push_back({.kind = SourceStep::Kind::Left, .line = m_returnLine});
        return std::move(m_steps);
    }

private:
    // ---- statements. `m_at` stands on the first token, and behind the last one afterwards.

    Flow block(std::size_t open, Frame& frame) {
        const std::size_t end = m_file.behind(open) - 1;
        m_at = open + 1;
        while (m_at < end) {
            if (const Flow flow = statement(frame); flow != Flow::On) return flow;
        }
        m_at = end + 1;
        return Flow::On;
    }

    Flow statement(Frame& frame) {
        if (++m_count > kMostStatements) return Flow::Stopped;
        const std::string& word = now().text;
        if (word == "{") return block(m_at, frame);
        if (word == ";") return skip(1);
        if (word == "if") return choice(frame);
        if (word == "return") return leave(frame);
        if (word == "for" || word == "while") return isTop(frame) ? work() : loop(frame);
        if (word == "__syncthreads" || word == "__shared__" || word == "extern" || word == "using" ||
            word == "static_assert")
            return toBehind(";");
        if (std::optional<NumberType> type = declaredType(frame)) return declaration(*type, frame);
        return assignment(frame);
    }

    Flow choice(Frame& frame) {
        const std::uint32_t line = now().line;
        const std::size_t open = m_at + 1;
        const std::size_t behind = m_file.behind(open);
        m_at = open + 1;
        const std::optional<SourceValue> value = expression(frame);
        if (!value || m_at != behind - 1) return isTop(frame) ? work(line) : Flow::Stopped;
        if (isTop(frame))
            m_steps.push_back({.kind = SourceStep::Kind::Asked,
                               .line = line,
                               .formula = textOf(open + 1, behind - 1),
                               .inserted = insertedText(open + 1, behind - 1, frame),
                               .holds = value->isTrue()});
        m_at = behind;
        if (value->isTrue()) {
            if (const Flow flow = statement(frame); flow != Flow::On) return flow;
            if (m_file.is(m_at, "else")) m_at = behindStatement(m_at + 1);
            return Flow::On;
        }
        m_at = behindStatement(m_at);
        if (!m_file.is(m_at, "else")) return Flow::On;
        ++m_at;
        return statement(frame);
    }

    Flow leave(Frame& frame) {
        m_returnLine = now().line;
        ++m_at;
        m_returned.reset();
        if (!m_file.is(m_at, ";")) m_returned = expression(frame);
        return Flow::Returned;
    }

    /// Within functions only.
    Flow loop(Frame& frame) {
        const bool counted = now().text == "for";
        const std::size_t open = m_at + 1;
        const std::size_t body = m_file.behind(open);
        m_at = open + 1;
        std::size_t condition = m_at;
        if (counted) {
            if (const Flow flow = statement(frame); flow != Flow::On) return flow;
            condition = m_at;
        }
        std::size_t step = condition;
        while (counted && !m_file.is(step, ";") && step < body) ++step;
        while (++m_count < kMostStatements) {
            m_at = condition;
            const std::optional<SourceValue> holds = expression(frame);
            if (!holds) return Flow::Stopped;
            if (!holds->isTrue()) {
                m_at = behindStatement(body);
                return Flow::On;
            }
            m_at = body;
            if (const Flow flow = statement(frame); flow != Flow::On) return flow;
            if (!counted) continue;
            m_at = step + 1;
            if (!m_file.is(m_at, ")"))
                if (const Flow flow = assignment(frame); flow != Flow::On) return flow;
        }
        return Flow::Stopped;
    }

    /// int a = …, b; what points is not followed.
    Flow declaration(NumberType type, Frame& frame) {
        for (;;) {
            bool pointer = false;
            while (m_file.is(m_at, "*") || m_file.is(m_at, "&") || m_file.is(m_at, "const")) {
                pointer = true;
                ++m_at;
            }
            if (now().kind != Kind::Name) return isTop(frame) ? work() : Flow::Stopped;
            const std::string name = now().text;
            const std::uint32_t line = now().line;
            ++m_at;
            if (pointer || m_file.is(m_at, "[")) {
                frame.unknown.insert(name);
                return toBehind(";");
            }
            if (m_file.is(m_at, "=")) {
                const std::size_t begin = ++m_at;
                const std::optional<SourceValue> value = expression(frame);
                if (!value) return isTop(frame) ? work(line) : Flow::Stopped;
                set(name, converted(*value, type), begin, line, frame);
            } else {
                frame.values[name] = wholeValue(0, type);
            }
            if (!m_file.is(m_at, ",")) break;
            ++m_at;
        }
        return m_file.is(m_at, ";") ? skip(1) : Flow::Stopped;
    }

    Flow assignment(Frame& frame) {
        const std::uint32_t line = now().line;
        const bool before = m_file.is(m_at, "++") || m_file.is(m_at, "--");
        const std::size_t at = m_at + (before ? 1 : 0);
        const std::string name = m_file.at(at).text;
        const std::string sign = before ? m_file.at(m_at).text : m_file.at(at + 1).text;
        const auto known = frame.values.find(name);
        if (known == frame.values.end()) return isTop(frame) ? work() : Flow::Stopped;
        const NumberType type = known->second.type;
        if (sign == "++" || sign == "--") {
            known->second = converted(*applied(sign.substr(0, 1), known->second, wholeValue(1)), type);
            m_at = at + (before ? 1 : 2);
        } else if (sign.back() == '=' && sign != "==" && sign != "<=" && sign != ">=" && sign != "!=") {
            m_at = at + 2;
            const std::size_t begin = m_at;
            std::optional<SourceValue> value = expression(frame);
            if (value && sign.size() > 1) value = applied(sign.substr(0, sign.size() - 1), known->second, *value);
            if (!value) return isTop(frame) ? work(line) : Flow::Stopped;
            set(name, converted(*value, type), begin, line, frame);
        } else {
            return isTop(frame) ? work(line) : Flow::Stopped;
        }
        if (m_file.is(m_at, ";") || m_file.is(m_at, ")")) return skip(1);
        return Flow::Stopped;
    }

    void set(const std::string& name, const SourceValue& value, std::size_t begin, std::uint32_t line, Frame& frame) {
        if (isTop(frame) && !(m_at == begin + 1 && m_file.at(begin).kind == Kind::Number))
            m_steps.push_back({.kind = SourceStep::Kind::Set,
                               .line = line,
                               .name = name,
                               .formula = textOf(begin, m_at),
                               .inserted = insertedText(begin, m_at, frame),
                               .value = value.text(),
                               .plain = m_at == begin + 3 && m_file.is(begin + 1, ".")});
        frame.values[name] = value;
    }

    Flow work(std::uint32_t line = 0) {
        m_steps.push_back({.kind = SourceStep::Kind::Work, .line = line > 0 ? line : now().line});
        return Flow::Stopped;
    }

    // ---- expressions

    static int rank(const std::string& sign) {
        static const std::map<std::string, int> kRanks{{"||", 1}, {"&&", 2}, {"|", 3}, {"^", 4},  {"&", 5},  {"==", 6},
                                                       {"!=", 6}, {"<", 7},  {">", 7}, {"<=", 7}, {">=", 7}, {"<<", 8},
                                                       {">>", 8}, {"+", 9},  {"-", 9}, {"*", 10}, {"/", 10}, {"%", 10}};
        const auto found = kRanks.find(sign);
        return found == kRanks.end() ? 0 : found->second;
    }

    std::optional<SourceValue> expression(Frame& frame) {
        const std::optional<SourceValue> condition = operation(frame, 1);
        if (!m_file.is(m_at, "?")) return condition;
        if (!condition) return std::nullopt;
        ++m_at;
        // The way that is not taken may be anything.
        const std::size_t colon = colonOf(m_at);
        if (condition->isTrue()) {
            const std::optional<SourceValue> value = expression(frame);
            m_at = behindExpression(colon + 1);
            return value;
        }
        m_at = colon + 1;
        return expression(frame);
    }

    std::optional<SourceValue> operation(Frame& frame, int least) {
        std::optional<SourceValue> left = unary(frame);
        for (;;) {
            const std::string sign = now().text;
            const int of = now().kind == Kind::Sign ? rank(sign) : 0;
            if (of < least || of == 0) return left;
            ++m_at;
            if (left && ((sign == "&&" && !left->isTrue()) || (sign == "||" && left->isTrue()))) {
                const bool holds = left->isTrue();
                m_at = behindExpression(m_at, true);
                left = wholeValue(holds);
                continue;
            }
            const std::optional<SourceValue> right = operation(frame, of + 1);
            if (!left || !right) return std::nullopt;
            left = applied(sign, *left, *right);
        }
    }

    std::optional<SourceValue> unary(Frame& frame) {
        const std::string& sign = now().text;
        if (sign == "-" || sign == "!" || sign == "~" || sign == "+") {
            const std::string what = sign;
            ++m_at;
            const std::optional<SourceValue> value = unary(frame);
            if (!value) return std::nullopt;
            if (what == "-")
                return value->isReal() ? realValue(-value->real, value->type) : applied("-", wholeValue(0), *value);
            if (what == "!") return wholeValue(!value->isTrue());
            if (what == "~")
                return value->isReal() ? std::nullopt : std::optional(wholeValue(~value->whole, value->type));
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

    std::optional<SourceValue> primary(Frame& frame) {
        const SourceToken token = now();
        ++m_at;
        if (token.kind == Kind::Number) return numberOf(token.text);
        if (token.kind != Kind::Name) return std::nullopt;
        std::string name = token.text;
        if (m_file.is(m_at, ".")) {
            const auto own = m_own.find(name + "." + m_file.at(m_at + 1).text);
            if (own == m_own.end()) return std::nullopt;
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

    std::optional<SourceValue> call(const std::string& name, Frame& frame) {
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
        Frame inner;
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

public:
    /// Names and types; what points to something is left out of `frame`'s values, and is unknown.
    std::vector<std::pair<std::string, NumberType>> parametersOf(const SourceFunction& function, Frame& frame) {
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

private:
    // ---- reading

    [[nodiscard]] const SourceToken& now() const { return m_file.at(m_at); }
    [[nodiscard]] bool isTop(const Frame& frame) const { return &frame == m_top; }
    Flow skip(std::size_t tokens) {
        m_at += tokens;
        return Flow::On;
    }
    Flow toBehind(const char* sign) {
        while (!m_file.is(m_at, sign) && now().kind != Kind::End) ++m_at;
        return skip(1);
    }

    /// The type that stands here, if one does; then m_at is behind it.
    std::optional<NumberType> declaredType(const Frame& frame) {
        static const std::set<std::string> kWords{"const",   "unsigned", "signed",   "int",       "long",
                                                  "short",   "char",     "bool",     "float",     "double",
                                                  "size_t",  "uint32_t", "auto",     "constexpr", "uint64_t",
                                                  "int64_t", "int32_t",  "typename", "static",    "__restrict__"};
        bool any = false, isUnsigned = false, wide = false, isFloat = false, isDouble = false;
        for (;;) {
            std::string word = now().text;
            const auto alias = frame.aliases.find(word);
            if (alias != frame.aliases.end() && now().kind == Kind::Name && !numberOf(alias->second))
                word = alias->second;
            if (!kWords.contains(word)) break;
            any = true;
            isUnsigned =
                isUnsigned || word == "unsigned" || word == "size_t" || word == "uint32_t" || word == "uint64_t";
            wide = wide || word == "long" || word == "size_t" || word == "uint64_t" || word == "int64_t";
            isFloat = isFloat || word == "float";
            isDouble = isDouble || word == "double";
            ++m_at;
        }
        if (!any) return std::nullopt;
        if (isDouble) return NumberType::F64;
        if (isFloat) return NumberType::F32;
        return wide ? (isUnsigned ? NumberType::U64 : NumberType::I64)
                    : (isUnsigned ? NumberType::U32 : NumberType::I32);
    }

    [[nodiscard]] std::size_t behindStatement(std::size_t at) const {
        if (m_file.is(at, "{")) return m_file.behind(at);
        if (m_file.is(at, "if")) {
            const std::size_t arm = behindStatement(m_file.behind(at + 1));
            return m_file.is(arm, "else") ? behindStatement(arm + 1) : arm;
        }
        if (m_file.is(at, "for") || m_file.is(at, "while")) return behindStatement(m_file.behind(at + 1));
        while (!m_file.is(at, ";") && m_file.at(at).kind != Kind::End) at = isOpen(at) ? m_file.behind(at) : at + 1;
        return at + 1;
    }
    [[nodiscard]] bool isOpen(std::size_t at) const {
        return m_file.is(at, "(") || m_file.is(at, "[") || m_file.is(at, "{");
    }
    /// `operand`: of && or ||.
    [[nodiscard]] std::size_t behindExpression(std::size_t at, bool operand = false) const {
        while (!m_file.is(at, ";") && !m_file.is(at, ",") && !m_file.is(at, ")") && !m_file.is(at, ":") &&
               !(operand && (m_file.is(at, "?") || m_file.is(at, "||"))) && m_file.at(at).kind != Kind::End)
            at = isOpen(at) ? m_file.behind(at) : at + 1;
        return at;
    }
    [[nodiscard]] std::size_t colonOf(std::size_t at) const {
        std::size_t questions = 0;
        for (; m_file.at(at).kind != Kind::End; at = isOpen(at) ? m_file.behind(at) : at + 1) {
            if (m_file.is(at, "?")) ++questions;
            if (m_file.is(at, ":") && questions-- == 0) return at;
        }
        return at;
    }

    // ---- words

    [[nodiscard]] std::string joined(const std::vector<std::string>& words) const {
        std::string text;
        bool tight = true;  // no space before the next word
        for (std::size_t i = 0; i < words.size(); ++i) {
            const std::string& word = words[i];
            const bool closes = word == ")" || word == "]" || word == "," || word == "." || word == "::";
            const bool opens = word == "(" || word == "[";
            const bool ofCall =
                opens && i > 0 &&
                (std::isalpha(static_cast<unsigned char>(words[i - 1].back())) != 0 || words[i - 1].back() == '_') &&
                words[i - 1] != "and" && words[i - 1] != "or" && words[i - 1] != "mod";
            if (!tight && !closes && !ofCall) text += ' ';
            text += word;
            const bool sign = word == "−" && (i == 0 || words[i - 1] == "(" || words[i - 1] == "=");
            tight = opens || word == "." || word == "::" || word == "!" || sign;
        }
        return text;
    }

    [[nodiscard]] std::string wordOf(std::size_t token) const {
        const auto sign = signsForPeople().find(m_file.at(token).text);
        return sign == signsForPeople().end() ? m_file.at(token).text : sign->second;
    }

    [[nodiscard]] std::string textOf(std::size_t begin, std::size_t end) const {
        std::vector<std::string> words;
        for (std::size_t i = begin; i < end; ++i) words.push_back(wordOf(i));
        return joined(words);
    }

    /// Values for names; casts and template's names of functions are left out.
    [[nodiscard]] std::string insertedText(std::size_t begin, std::size_t end, const Frame& frame) const {
        std::vector<std::string> words;
        for (std::size_t i = begin; i < end; ++i) {
            const SourceToken& token = m_file.at(i);
            const auto own = m_own.find(token.text + "." + m_file.at(i + 2).text);
            const auto value = frame.values.find(token.text);
            const auto alias = frame.aliases.find(token.text);
            if (token.kind == Kind::Name && m_file.is(i + 1, "::")) {
                ++i;
            } else if (token.kind == Kind::Name && m_file.is(i + 1, ".") && own != m_own.end()) {
                words.push_back(std::to_string(own->second));
                i += 2;
            } else if (token.kind == Kind::Name && value != frame.values.end() && !m_file.is(i + 1, "(")) {
                const std::string text = value->second.text();
                words.push_back(text.starts_with('-') ? "(−" + text.substr(1) + ")" : text);
            } else if (token.kind == Kind::Name && alias != frame.aliases.end() && numberOf(alias->second)) {
                words.push_back(alias->second);
            } else {
                words.push_back(wordOf(i));
            }
        }
        return joined(words);
    }

    static constexpr int kMostStatements = 20'000;
    static constexpr int kDeepest = 64;

    const SourceFile& m_file;
    std::map<std::string, std::uint32_t> m_own;
    std::vector<SourceStep> m_steps;
    const Frame* m_top = nullptr;
    std::size_t m_at = 0;
    int m_count = 0;
    int m_depth = 0;
    std::uint32_t m_returnLine = 0;
    std::optional<SourceValue> m_returned;
};

/// "ltm<Corrected, Index>": its name, and what stands between the brackets.
std::pair<std::string, std::vector<std::string>> partsOf(const std::string& entry) {
    const std::size_t open = entry.find('<');
    std::pair<std::string, std::vector<std::string>> parts{entry.substr(0, open), {}};
    if (open == std::string::npos) return parts;
    std::string word;
    int depth = 0;
    for (std::size_t i = open + 1; i < entry.size(); ++i) {
        const char c = entry[i];
        if (c == '<') ++depth;
        if ((c == ',' && depth == 0) || (c == '>' && depth == 0)) {
            parts.second.push_back(word);
            word.clear();
            if (c == '>') break;
            continue;
        }
        if (c == '>') --depth;
        if (c != ' ' || !word.empty()) word += c;
    }
    return parts;
}

SourceValue valueOf(const Scalar& scalar) {
    const auto bits = static_cast<std::int64_t>(scalar.bits);
    switch (scalar.type) {
        case ElementType::F32:
            return realValue(std::bit_cast<float>(static_cast<std::uint32_t>(scalar.bits)), NumberType::F32);
        case ElementType::F64: return realValue(std::bit_cast<double>(scalar.bits), NumberType::F64);
        case ElementType::U64: return wholeValue(bits, NumberType::U64);
        case ElementType::I64: return wholeValue(bits, NumberType::I64);
        case ElementType::U32: return wholeValue(bits, NumberType::U32);
        default: return wholeValue(bits, NumberType::I32);
    }
}

}  // namespace

std::vector<SourceStep> walkSource(const Launch& launch, Dim3 block, Dim3 thread) {
    if (!launch.kernel || !launch.kernel->source) return {};
    // The same text is walked for every block; its words are found once.
    static thread_local std::shared_ptr<const std::string> lastText;
    static thread_local std::unique_ptr<SourceFile> lastFile;
    if (lastText != launch.kernel->source) {
        lastText = launch.kernel->source;
        lastFile = std::make_unique<SourceFile>(*lastText);
    }
    const auto [name, arguments] = partsOf(launch.kernel->entry);
    const SourceFunction* kernel = lastFile->find(name);
    if (!kernel) return {};
    Frame frame;
    for (std::size_t i = 0; i < std::min(arguments.size(), kernel->templateNames.size()); ++i)
        frame.aliases[kernel->templateNames[i]] = arguments[i];
    Walk walk(*lastFile, launch, block, thread);
    const auto parameters = walk.parametersOf(*kernel, frame);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const auto* scalar = i < launch.arguments.size() ? std::get_if<Scalar>(&launch.arguments[i]) : nullptr;
        if (scalar)
            frame.values[parameters[i].first] = valueOf(*scalar);
        else
            frame.unknown.insert(parameters[i].first);
    }
    return walk.run(*kernel, std::move(frame));
}

std::optional<std::int64_t> lastValueOf(const std::vector<SourceStep>& steps, const std::string& name) {
    for (auto step = steps.rbegin(); step != steps.rend(); ++step)
        if (step->kind == SourceStep::Kind::Set && step->name == name) {
            const auto value = numberOf(step->value.starts_with('-') ? step->value.substr(1) : step->value);
            if (!value) return std::nullopt;
            return step->value.starts_with('-') ? -value->whole : value->whole;
        }
    return std::nullopt;
}

}  // namespace lanescope
