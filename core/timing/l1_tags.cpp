// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/l1_tags.h"

#include <algorithm>

namespace lanescope::timing {

L1Tags::L1Tags(double bytes, std::uint32_t ways) : m_ways(std::max(1U, ways)) {
    constexpr double kLine = 128;
    m_sets = std::max(1U, static_cast<std::uint32_t>(bytes / kLine / m_ways));
    m_lines.resize(std::size_t{m_sets} * m_ways);
}

/// Lines of a power of two's distance are in different sets.
std::uint32_t L1Tags::setOf(std::uint32_t number) const {
    constexpr unsigned kFold = 7;
    return (number ^ number >> kFold ^ number >> 2 * kFold) % m_sets;
}

const L1Tags::Line* L1Tags::lineOf(std::uint32_t number) const {
    const Line* const set = &m_lines[std::size_t{setOf(number)} * m_ways];
    for (std::size_t way = 0; way < m_ways; ++way)
        if (set[way].number == number) return &set[way];
    return nullptr;
}

std::optional<double> L1Tags::find(std::uint32_t sector) {
    Line* line = lineOf(sector / kSectors);
    if (line == nullptr || (line->there >> sector % kSectors & 1U) == 0) return std::nullopt;
    line->used = ++m_time;
    return line->arrival[sector % kSectors];
}

bool L1Tags::holds(std::uint32_t sector) const {
    const Line* const line = lineOf(sector / kSectors);
    return line != nullptr && (line->there >> sector % kSectors & 1U) != 0;
}

std::uint32_t L1Tags::wait(std::uint32_t sector) {
    Line* const line = lineOf(sector / kSectors);
    return line != nullptr ? ++line->waiting : 0;
}

/// A line's; what was longest not asked for of its set goes for it.
L1Tags::Line& L1Tags::place(std::uint32_t number) {
    Line* line = lineOf(number);
    if (line == nullptr) {
        Line* const set = &m_lines[std::size_t{setOf(number)} * m_ways];
        line = std::min_element(set, set + m_ways, [](const Line& a, const Line& b) { return a.used < b.used; });
        *line = {};
        line->number = number;
    }
    line->used = ++m_time;
    return *line;
}

void L1Tags::insert(std::uint32_t sector, double arrival) {
    Line& line = place(sector / kSectors);
    line.there = static_cast<std::uint8_t>(line.there | 1U << sector % kSectors);
    line.arrival[sector % kSectors] = arrival;
}

void L1Tags::reserve(std::uint32_t sector) { place(sector / kSectors); }

}  // namespace lanescope::timing
