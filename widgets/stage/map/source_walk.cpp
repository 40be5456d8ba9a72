// SPDX-License-Identifier: GPL-3.0-or-later
// What a walk is asked for, and its statements.
#include "widgets/stage/map/source_walk.h"

#include <algorithm>
#include <bit>
#include <memory>
#include <utility>

#include "widgets/stage/map/source_tokens.h"
#include "widgets/stage/map/source_values.h"
#include "widgets/stage/map/source_walker.h"

namespace lanescope {
namespace {

using Kind = SourceToken::Kind;
using NumberType = SourceValue::Type;

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

SourceWalker::SourceWalker(const SourceFile& file, const Launch& launch, Dim3 block, Dim3 thread) : m_file(file) {
    const auto name = [this](const char* of, Dim3 value) {
        m_builtins[std::string(of) + ".x"] = value.x;
        m_builtins[std::string(of) + ".y"] = value.y;
        m_builtins[std::string(of) + ".z"] = value.z;
    };
    name("blockIdx", block);
    name("threadIdx", thread);
    name("gridDim", launch.grid);
    name("blockDim", launch.block);
}

std::vector<SourceStep> SourceWalker::run(const SourceFunction& kernel, SourceFrame frame) {
    m_top = &frame;
    const Flow flow = block(kernel.body, frame);
    if (flow == Flow::Returned && !m_steps.empty() && m_returnLine > 0)
        m_steps.push_back({.kind = SourceStep::Kind::Left, .line = m_returnLine});
    return std::move(m_steps);
}

SourceWalker::Flow SourceWalker::block(std::size_t open, SourceFrame& frame) {
    const std::size_t end = m_file.behind(open) - 1;
    m_at = open + 1;
    while (m_at < end) {
        if (const Flow flow = statement(frame); flow != Flow::On) return flow;
    }
    m_at = end + 1;
    return Flow::On;
}

SourceWalker::Flow SourceWalker::statement(SourceFrame& frame) {
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

SourceWalker::Flow SourceWalker::choice(SourceFrame& frame) {
    const std::uint32_t line = now().line;
    const std::size_t open = m_at + 1;
    const std::size_t behind = m_file.behind(open);
    m_at = open + 1;
    const std::optional<SourceValue> value = expression(frame);
    if (!value || m_at != behind - 1) return isTop(frame) ? work(line) : Flow::Stopped;
    if (isTop(frame))
        m_steps.push_back({.kind = SourceStep::Kind::Asked,
                           .line = line,
                           .formula = sourceText(m_file, open + 1, behind - 1),
                           .inserted = insertedText(m_file, open + 1, behind - 1, frame, m_builtins),
                           .holds = value->isTrue()});
    m_at = behind;
    if (value->isTrue()) {
        if (const Flow flow = statement(frame); flow != Flow::On) return flow;
        if (m_file.is(m_at, "else")) m_at = m_file.behindStatement(m_at + 1);
        return Flow::On;
    }
    m_at = m_file.behindStatement(m_at);
    if (!m_file.is(m_at, "else")) return Flow::On;
    ++m_at;
    return statement(frame);
}

SourceWalker::Flow SourceWalker::leave(SourceFrame& frame) {
    m_returnLine = now().line;
    ++m_at;
    m_returned.reset();
    if (!m_file.is(m_at, ";")) m_returned = expression(frame);
    return Flow::Returned;
}

SourceWalker::Flow SourceWalker::loop(SourceFrame& frame) {
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
            m_at = m_file.behindStatement(body);
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

SourceWalker::Flow SourceWalker::declaration(NumberType type, SourceFrame& frame) {
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

SourceWalker::Flow SourceWalker::assignment(SourceFrame& frame) {
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

void SourceWalker::set(const std::string& name, const SourceValue& value, std::size_t begin, std::uint32_t line,
                       SourceFrame& frame) {
    if (isTop(frame) && !(m_at == begin + 1 && m_file.at(begin).kind == Kind::Number))
        m_steps.push_back({.kind = SourceStep::Kind::Set,
                           .line = line,
                           .name = name,
                           .formula = sourceText(m_file, begin, m_at),
                           .inserted = insertedText(m_file, begin, m_at, frame, m_builtins),
                           .value = value.text(),
                           .plain = m_at == begin + 3 && m_file.is(begin + 1, ".")});
    frame.values[name] = value;
}

SourceWalker::Flow SourceWalker::work(std::uint32_t line) {
    m_steps.push_back({.kind = SourceStep::Kind::Work, .line = line > 0 ? line : now().line});
    return Flow::Stopped;
}

SourceWalker::Flow SourceWalker::skip(std::size_t tokens) {
    m_at += tokens;
    return Flow::On;
}

SourceWalker::Flow SourceWalker::toBehind(const char* sign) {
    while (!m_file.is(m_at, sign) && now().kind != Kind::End) ++m_at;
    return skip(1);
}

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
    SourceFrame frame;
    for (std::size_t i = 0; i < std::min(arguments.size(), kernel->templateNames.size()); ++i)
        frame.aliases[kernel->templateNames[i]] = arguments[i];
    SourceWalker walk(*lastFile, launch, block, thread);
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
