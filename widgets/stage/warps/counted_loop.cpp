// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/warps/counted_loop.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>
#include <vector>

#include "widgets/stage/warps/source_rounds.h"
#include "widgets/stage/warps/source_text.h"

namespace lanescope::warps {
namespace {

bool isNameCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::string_view trimmedText(std::string_view text) {
    const auto isBlank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    while (!text.empty() && isBlank(text.front())) text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back())) text.remove_suffix(1);
    return text;
}

std::optional<std::int64_t> numberIn(std::string_view text) {
    text = trimmedText(text);
    while (!text.empty() && (text.back() == 'u' || text.back() == 'U' || text.back() == 'l' || text.back() == 'L'))
        text.remove_suffix(1);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// The last name in "unsigned int s".
std::string_view lastName(std::string_view text) {
    text = trimmedText(text);
    std::size_t from = text.size();
    while (from > 0 && isNameCharacter(text[from - 1])) --from;
    return text.substr(from);
}

void readStep(std::string_view text, ForHead& head) {
    text = trimmedText(text);
    const std::string_view name = head.name;
    for (const auto& [sign, by] : {std::pair{std::string_view("++"), 1}, std::pair{std::string_view("--"), -1}}) {
        const bool before = text.starts_with(sign) && trimmedText(text.substr(2)) == name;
        const bool behind = text.ends_with(sign) && trimmedText(text.substr(0, text.size() - 2)) == name;
        if (before || behind) {
            head.step = ForHead::Step::Add;
            head.by = by;
            return;
        }
    }
    if (!text.starts_with(name)) return;
    text = trimmedText(text.substr(name.size()));
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0) return;
    const std::string_view sign = text.substr(0, equals);
    const std::optional<std::int64_t> by = numberIn(text.substr(equals + 1));
    constexpr std::int64_t kMostShift = 31;
    if (!by || (sign.size() == 2 && (*by < 0 || *by > kMostShift))) return;
    const auto set = [&head](ForHead::Step step, std::int64_t value) {
        head.step = step;
        head.by = value;
    };
    if (sign == "+") set(ForHead::Step::Add, *by);
    if (sign == "-") set(ForHead::Step::Add, -*by);
    if (sign == "*") set(ForHead::Step::Multiply, *by);
    if (sign == "/") set(ForHead::Step::Divide, *by);
    if (sign == "<<") set(ForHead::Step::Multiply, std::int64_t{1} << *by);
    if (sign == ">>") set(ForHead::Step::Divide, std::int64_t{1} << *by);
}

/// "1", "blockDim.x", "blockDim.x / 2".
std::optional<std::int64_t> beginIn(std::string_view text, std::int64_t blockDim) {
    if (const auto number = numberIn(text)) return number;
    constexpr std::string_view kExtent = "blockDim.x";
    text = trimmedText(text);
    if (!text.starts_with(kExtent)) return std::nullopt;
    text = trimmedText(text.substr(kExtent.size()));
    if (text.empty()) return blockDim;
    const auto by = text.starts_with('/') ? numberIn(text.substr(1)) : std::nullopt;
    return by && *by > 0 ? std::optional(blockDim / *by) : std::nullopt;
}

}  // namespace

std::optional<std::int64_t> ForHead::after(std::int64_t value) const {
    switch (step) {
        case Step::Add: return value + by;
        case Step::Multiply: return value * by;
        case Step::Divide: return by == 0 ? std::nullopt : std::optional(value / by);
        case Step::Other: break;
    }
    return std::nullopt;
}

std::optional<ForHead> forHeadIn(std::string_view line, std::int64_t blockDim) {
    std::size_t at = line.find("for");
    while (at != std::string_view::npos &&
           ((at > 0 && isNameCharacter(line[at - 1])) || !trimmedText(line.substr(at + 3)).starts_with('(')))
        at = line.find("for", at + 3);
    if (at == std::string_view::npos) return std::nullopt;
    line = line.substr(line.find('(', at) + 1);
    std::size_t end = 0;
    for (int depth = 1; end < line.size(); ++end) {
        depth += line[end] == '(' ? 1 : line[end] == ')' ? -1 : 0;
        if (depth == 0) break;
    }
    line = line.substr(0, end);
    const std::size_t first = line.find(';');
    const std::size_t second = first == std::string_view::npos ? first : line.find(';', first + 1);
    if (second == std::string_view::npos) return std::nullopt;
    const std::string_view begin = line.substr(0, first);
    const std::size_t equals = begin.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    ForHead head;
    head.name = lastName(begin.substr(0, equals));
    const auto from = beginIn(begin.substr(equals + 1), blockDim);
    if (head.name.empty() || !from) return std::nullopt;
    head.begin = *from;
    readStep(line.substr(second + 1), head);
    if (head.step == ForHead::Step::Other) return std::nullopt;
    return head;
}

CountedLoops::CountedLoops(std::shared_ptr<const BlockTrace> trace, const WarpCode& code)
    : m_code(code), m_timeline(std::move(trace)) {}

std::optional<ForHead> CountedLoops::headOf(std::uint32_t loop) const {
    const Kernel& kernel = *m_timeline.trace().launch().kernel;
    // The line of the loop's head is where its branches back stand, or, if it is asked at the top, the way out.
    std::vector<std::uint32_t> lines;
    const program::Entry& entry = m_code.entry();
    const std::uint32_t header = m_code.loops().all()[loop].header;
    for (std::uint32_t block = 0; block < entry.blocks.size(); ++block) {
        const auto& to = entry.blocks[block].successors;
        const bool back = std::ranges::find(to, header) != to.end() && m_code.loops().around(block) == loop;
        if (!back && block != header) continue;
        for (std::uint32_t i = entry.blocks[block].end; i-- > entry.blocks[block].first;)
            lines.push_back(entry.instructions[i].source.line);
    }
    std::ranges::sort(lines);
    lines.erase(std::ranges::unique(lines).begin(), lines.end());
    for (const std::uint32_t line : lines)
        if (line != 0)
            if (auto head = forHeadIn(withConstants(kernel, sourceLineOf(kernel, line), line),
                                      m_timeline.trace().launch().block.x))
                return head;
    return std::nullopt;
}

std::optional<std::int64_t> CountedLoops::valueAt(std::uint64_t event, program::RegisterId reg) {
    m_timeline.seek(event);
    const BlockTrace& trace = m_timeline.trace();
    const simt::BlockState& state = m_timeline.state();
    const std::size_t registers = m_code.entry().registers.size();
    const simt::LaneMask active = trace.active(event);
    if (active == 0) return std::nullopt;
    const std::size_t at =
        (std::size_t{trace.warp(event)} * registers + reg) * simt::kWarpSize + simt::firstLane(active);
    if (at >= state.registers.size()) return std::nullopt;
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(state.registers[at]));
}

std::optional<CountedLoops::Counter> CountedLoops::counterOf(std::uint32_t loop, std::uint64_t firstRound,
                                                             std::uint64_t secondRound) {
    const auto head = headOf(loop);
    if (!head) return std::nullopt;
    // Registers that the loop writes, and reads or copies on.
    std::set<program::RegisterId> written;
    const program::Entry& entry = m_code.entry();
    for (std::uint32_t block = 0; block < entry.blocks.size(); ++block) {
        std::uint32_t around = m_code.loops().around(block);
        while (around != WarpCode::kNone && around != loop) around = m_code.loops().all()[around].parent;
        if (around != loop) continue;
        for (std::uint32_t i = entry.blocks[block].first; i < entry.blocks[block].end; ++i) {
            const program::Operand& to = entry.instructions[i].destination;
            if (to.kind != program::Operand::Kind::Register) continue;
            switch (entry.registers[to.reg].type) {
                case program::Type::Pred:
                case program::Type::F32:
                case program::Type::F64: break;
                default: written.insert(to.reg);
            }
        }
    }
    for (const program::RegisterId reg : written) {
        if (valueAt(firstRound, reg) != head->begin) continue;
        if (valueAt(secondRound, reg) != head->after(head->begin)) continue;
        return Counter{*head, reg};
    }
    return std::nullopt;
}

std::string CountedLoops::nameOf(std::uint32_t loop, std::uint64_t event, std::uint64_t firstRound,
                                 std::uint64_t secondRound) {
    const auto [known, fresh] = m_counters.try_emplace(loop);
    if (fresh) known->second = counterOf(loop, firstRound, secondRound);
    if (!known->second) return {};
    const auto value = valueAt(event, known->second->reg);
    return value ? known->second->head.name + " = " + std::to_string(*value) : std::string();
}

}  // namespace lanescope::warps
