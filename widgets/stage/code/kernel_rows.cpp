// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/code/kernel_rows.h"

#include <algorithm>
#include <numeric>

namespace lanescope::code {
namespace {

/// Lines that may have a row, and those that have one.
class Rows {
public:
    Rows(const std::vector<TextLine>& text, const std::vector<LineRange>& functions, const KernelChoice& choice)
        : m_most(choice.most) {
        for (const LineRange& function : functions)
            for (std::size_t line = function.first - 1; line < function.last && line < text.size(); ++line) {
                const bool wanted = std::ranges::find(choice.wanted, text[line].number) != choice.wanted.end();
                // A template's own line says less than the head below it.
                const bool telling = text[line].isCode && !text[line].text.startsWith(QLatin1String("template"));
                if (wanted || telling) m_lines.push_back(line);
            }
        m_shown.resize(m_lines.size(), false);
    }

    [[nodiscard]] const std::vector<std::size_t>& lines() const { return m_lines; }
    [[nodiscard]] bool isShown(std::size_t place) const { return m_shown[place]; }
    void clear() { std::fill(m_shown.begin(), m_shown.end(), false); }

    /// If there is room for it.
    void show(std::size_t place) {
        if (place >= m_shown.size() || m_shown[place]) return;
        m_shown[place] = true;
        if (needed() > m_most) m_shown[place] = false;
    }

    [[nodiscard]] std::vector<KernelRow> made() const {
        std::vector<KernelRow> rows;
        for (std::size_t place = 0; place < m_lines.size(); ++place) {
            if (m_shown[place])
                rows.push_back({m_lines[place], 0});
            else if (!rows.empty() && rows.back().left > 0)
                ++rows.back().left;
            else
                rows.push_back({m_lines[place], 1});
        }
        for (KernelRow& row : rows)
            if (row.left == 1) row.left = 0;  // to leave it out would save nothing
        return rows;
    }

private:
    /// Rows that it takes, those of what is left out between and behind them included.
    [[nodiscard]] std::size_t needed() const {
        std::size_t rows = 0;
        bool closed = false;
        for (const bool shown : m_shown) {
            if (shown || !closed) ++rows;
            closed = !shown;
        }
        return rows;
    }

    std::size_t m_most;
    std::vector<std::size_t> m_lines;  ///< into the text
    std::vector<bool> m_shown;
};

}  // namespace

std::vector<KernelRow> kernelRows(const std::vector<TextLine>& text, const std::vector<LineRange>& functions,
                                  const KernelChoice& choice, const std::vector<KernelRow>& before) {
    Rows rows(text, functions, choice);
    const std::vector<std::size_t>& lines = rows.lines();
    std::vector<std::size_t> places;  // of what is wanted
    for (const std::uint32_t number : choice.wanted)
        if (const auto found = std::ranges::find(lines, std::size_t{number} - 1); found != lines.end())
            places.push_back(static_cast<std::size_t>(found - lines.begin()));
    const auto showHead = [&] {
        for (std::size_t place = 0; place < lines.size(); ++place)
            if (text[lines[place]].text.contains(QLatin1String("__global__"))) rows.show(place);
    };

    if (!choice.runs.empty()) {
        std::vector<std::size_t> byRuns(lines.size());
        std::iota(byRuns.begin(), byRuns.end(), 0);
        std::ranges::stable_sort(byRuns, std::greater{}, [&](std::size_t place) { return choice.runs[lines[place]]; });
        showHead();
        for (const std::size_t place : byRuns) rows.show(place);
        if (std::ranges::all_of(places, [&](std::size_t place) { return rows.isShown(place); })) return rows.made();
        rows.clear();
    }
    const auto isShownBefore = [&](std::size_t place) {
        return std::ranges::find(before, KernelRow{lines[place], 0}) != before.end();
    };
    if (!before.empty() && before.size() <= choice.most && std::ranges::all_of(places, isShownBefore)) return before;

    for (const std::size_t place : places) rows.show(place);
    showHead();
    const std::size_t middle = places.empty() ? 0 : places.front();
    for (std::size_t distance = 0; distance < lines.size(); ++distance) {
        rows.show(middle + distance);
        if (distance <= middle) rows.show(middle - distance);
    }
    return rows.made();
}

std::vector<std::uint64_t> runsByLine(const BlockTrace& trace, std::size_t lines) {
    constexpr std::uint64_t kSample = 200'000;
    const program::Entry& entry = trace.entry();
    std::vector<std::uint64_t> byInstruction(entry.instructions.size(), 0);
    const std::uint64_t step = trace.size() / kSample + 1;
    for (std::uint64_t event = 0; event < trace.size(); event += step) ++byInstruction[trace.instruction(event)];
    std::vector<std::uint64_t> runs(lines, 0);
    for (std::size_t i = 0; i < byInstruction.size(); ++i)
        if (const auto line = sourceLineOf(*trace.launch().kernel, entry.instructions[i]); line && *line <= lines)
            runs[*line - 1] += byInstruction[i];
    return runs;
}

}  // namespace lanescope::code
