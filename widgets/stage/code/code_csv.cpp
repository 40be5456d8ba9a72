// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of the listings that are shown, with what each costs: in the block that is watched, or in all of its
// launch, as it is chosen.
#include "widgets/export/csv_rows.h"
#include "widgets/stage/code/code_view.h"

namespace lanescope {
namespace {

std::string nameOf(CodeLanguage language) {
    switch (language) {
        case CodeLanguage::Cuda: return "cuda";
        case CodeLanguage::Ptx: return "ptx";
        case CodeLanguage::Machine: return "machine";
    }
    return {};
}

/// Empty cells where nothing is known of a line.
void putTime(CsvRows& rows, const timing::ReasonCycles* line, double all) {
    if (line == nullptr) {
        for (std::size_t i = 0; i <= timing::kReasons; ++i) rows << std::string_view();
        return;
    }
    rows << (all > 0 ? timing::allOf(*line) / all : 0);
    for (const double cycles : *line) rows << cycles;
}

}  // namespace

std::string CodeStage::csv() const {
    std::vector<std::string> head{"side", "language", "line",    "source_line", "of",
                                  "runs", "lanes",    "sectors", "wavefronts"};
    if (m_timeShown) {
        head.emplace_back("simulated_time_share");
        for (std::size_t i = 0; i < timing::kReasons; ++i)
            head.push_back("simulated_cycles_" + std::string(timing::nameOf(static_cast<timing::Reason>(i))));
    }
    head.emplace_back("text");
    CsvRows rows(std::span<const std::string>{head});
    for (const code::Listing* const listing : shownListings())
        for (const std::size_t side : listing->sides) {
            std::array<std::vector<std::uint64_t>, code::kCounts.size()> values;
            for (std::size_t i = 0; i < values.size(); ++i)
                values[i] = m_scene->values(*listing, side, code::kCounts[i], m_scope);
            const code::SideTimes simulated = side < m_times.sides.size() ? m_times.sides[side] : code::SideTimes{};
            const std::vector<timing::ReasonCycles> times = code::timesOf(*listing, simulated);
            for (std::size_t line = 0; line < listing->text.size(); ++line) {
                rows << m_scene->name(side).toStdString() << nameOf(listing->language) << listing->text[line].number
                     << (line < listing->key.size() ? listing->key[line] : 0)
                     << (m_scope == code::Scope::Block ? "watched block" : "launch");
                for (const std::vector<std::uint64_t>& of : values)
                    if (line < of.size())
                        rows << of[line];
                    else
                        rows << std::string_view();
                if (m_timeShown)
                    putTime(rows, line < times.size() ? &times[line] : nullptr, timing::allOf(simulated.all));
                rows << listing->text[line].text.toStdString();
                rows.end();
            }
        }
    return rows.take();
}

}  // namespace lanescope
