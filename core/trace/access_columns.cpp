// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/access_columns.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace lanescope {
namespace {

using simt::StepRecord;

constexpr std::uint32_t kNone = 0xffffffffU;

bool isActive(const StepRecord& record, unsigned lane) { return ((record.active >> lane) & 1U) != 0; }

std::uint64_t hashOf(const StepRecord& record, const std::array<std::int64_t, simt::kWarpSize>& distances) {
    std::uint64_t hash = static_cast<std::uint64_t>(record.access) << 16 |
                         static_cast<std::uint64_t>(record.space) << 8 | record.bytesPerLane;
    for (const std::int64_t distance : distances) {
        hash = (hash ^ static_cast<std::uint64_t>(distance)) * 0x9E3779B97F4A7C15ULL;
        hash ^= hash >> 29;
    }
    return hash;
}

}  // namespace

void AccessColumns::append(const StepRecord& record) {
    const std::uint64_t event = m_events++;
    if (event % 64 == 0) {
        m_isAccess.push_back(0);
        m_before.push_back(static_cast<std::uint32_t>(m_base.size()));
    }
    if (record.access == simt::AccessKind::None) return;
    m_isAccess.back() |= 1ULL << (event % 64);

    const std::uint64_t base = record.active == 0 ? 0 : record.address[std::countr_zero(record.active)];
    Distances distances;
    for (unsigned lane = 0; lane < simt::kWarpSize; ++lane)
        distances[lane] = isActive(record, lane) ? static_cast<std::int64_t>(record.address[lane] - base) : 0;
    if (record.instruction >= m_lastOf.size()) m_lastOf.resize(record.instruction + 1, kNone);
    std::uint32_t& last = m_lastOf[record.instruction];
    if (last == kNone || !matches(last, record, distances)) last = intern(record, distances);
    m_base.push_back(base);
    m_pattern.push_back(last);
}

std::uint32_t AccessColumns::intern(const StepRecord& record, const Distances& distances) {
    const auto [first, isNew] =
        m_index.try_emplace(hashOf(record, distances), static_cast<std::uint32_t>(m_patterns.size()));
    if (!isNew) {
        for (std::uint32_t p = first->second; p != kNone; p = m_patterns[p].next)
            if (matches(p, record, distances)) return p;
    }
    Pattern pattern{m_offsets.size(), kNone, record.access, record.space, record.bytesPerLane, false};
    if (!isNew) pattern.next = std::exchange(first->second, static_cast<std::uint32_t>(m_patterns.size()));
    using Limits = std::numeric_limits<std::int32_t>;
    pattern.wide = std::any_of(distances.begin(), distances.end(),
                               [](std::int64_t d) { return d < Limits::min() || d > Limits::max(); });
    for (const std::int64_t distance : distances) {
        m_offsets.push_back(static_cast<std::int32_t>(distance));
        if (pattern.wide) m_offsets.push_back(static_cast<std::int32_t>(distance >> 32));
    }
    m_patterns.push_back(pattern);
    return static_cast<std::uint32_t>(m_patterns.size() - 1);
}

bool AccessColumns::matches(std::uint32_t number, const StepRecord& record, const Distances& distances) const {
    const Pattern& pattern = m_patterns[number];
    if (pattern.access != record.access || pattern.space != record.space || pattern.bytesPerLane != record.bytesPerLane)
        return false;
    if (pattern.wide) {
        for (unsigned lane = 0; lane < simt::kWarpSize; ++lane)
            if (distance(pattern, lane) != distances[lane]) return false;
        return true;
    }
    const std::int32_t* offsets = m_offsets.data() + pattern.offsets;
    bool same = true;
    for (unsigned lane = 0; lane < simt::kWarpSize; ++lane) same &= offsets[lane] == distances[lane];
    return same;
}

std::int64_t AccessColumns::distance(const Pattern& pattern, unsigned lane) const {
    if (!pattern.wide) return m_offsets[pattern.offsets + lane];
    const std::uint64_t low = static_cast<std::uint32_t>(m_offsets[pattern.offsets + 2 * lane]);
    const std::uint64_t high = static_cast<std::uint32_t>(m_offsets[pattern.offsets + 2 * lane + 1]);
    return static_cast<std::int64_t>(high << 32 | low);
}

std::optional<std::size_t> AccessColumns::accessOf(std::uint64_t event) const {
    const std::uint64_t word = m_isAccess[event / 64];
    const std::uint64_t bit = 1ULL << (event % 64);
    if ((word & bit) == 0) return std::nullopt;
    return m_before[event / 64] + static_cast<std::size_t>(std::popcount(word & (bit - 1)));
}

AccessHead AccessColumns::head(std::uint64_t event) const {
    const std::optional<std::size_t> access = accessOf(event);
    if (!access) return {};
    const Pattern& pattern = m_patterns[m_pattern[*access]];
    return {pattern.access, pattern.space, pattern.bytesPerLane, m_base[*access]};
}

void AccessColumns::fill(std::uint64_t event, StepRecord& record) const {
    const std::optional<std::size_t> access = accessOf(event);
    if (!access) return;
    const Pattern& pattern = m_patterns[m_pattern[*access]];
    record.access = pattern.access;
    record.space = pattern.space;
    record.bytesPerLane = pattern.bytesPerLane;
    for (unsigned lane = 0; lane < simt::kWarpSize; ++lane)
        if (isActive(record, lane))
            record.address[lane] = m_base[*access] + static_cast<std::uint64_t>(distance(pattern, lane));
}

void AccessColumns::seal() {
    m_index = {};
    m_lastOf = {};
    m_isAccess.shrink_to_fit();
    m_before.shrink_to_fit();
    m_base.shrink_to_fit();
    m_pattern.shrink_to_fit();
    m_patterns.shrink_to_fit();
    m_offsets.shrink_to_fit();
}

std::uint64_t AccessColumns::bytes() const {
    return m_isAccess.size() * sizeof(std::uint64_t) + m_before.size() * sizeof(std::uint32_t) +
           m_base.size() * (sizeof(std::uint64_t) + sizeof(std::uint32_t)) + m_patterns.size() * sizeof(Pattern) +
           m_offsets.size() * sizeof(std::int32_t);
}

}  // namespace lanescope
