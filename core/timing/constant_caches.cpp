// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/constant_caches.h"

#include <algorithm>

namespace lanescope::timing {
namespace {

constexpr std::uint32_t kNobody = 0xffffffffU;

/// All constants that a kernel can have are 64 KB (CUDA C++ Programming Guide 13.0, technical specifications).
std::size_t linesIn(double bytes) {
    constexpr double kMost = 64 << 10;
    return static_cast<std::size_t>(std::clamp(bytes, 0.0 + kConstantLine, kMost) / kConstantLine);
}

}  // namespace

ConstantCaches::ConstantCaches(const LaunchSample& sample, const Parameters& parameters, std::size_t uniformLines)
    : m_sample(sample),
      m_p(parameters),
      m_allFit(uniformLines <= linesIn(parameters.uniformConstants)),
      m_indexed(linesIn(parameters.indexedConstants)) {
    for (Places& places : m_uniform) places.resize(linesIn(m_p.uniformConstants));
    m_rows.fill({.waiting = WaitingQueue(m_p.constantQueue), .full = {}});
}

double ConstantCaches::fromBehind(std::uint32_t line, double now) {
    const auto lines = static_cast<std::uint32_t>(linesIn(m_p.constantPiece));
    return std::max(now, m_pieces.try_emplace(line / lines, now + m_p.dramLatency).first->second);
}

/// A warp has a place, which others can read too, until one that has none takes it: six warps of a scheduler go through
/// constants undisturbed wherever they are, and of more the less each has for itself. Where all that is read fits, it
/// is as if each line had a place.
ConstantCaches::Line& ConstantCaches::placeFor(Places& places, std::uint32_t number, std::uint32_t warp, double now) {
    const std::uint32_t owner = m_allFit ? number : warp;
    auto place = std::ranges::find(places, owner, &Line::warp);
    if (place != places.end() && place->number == number) return *place;
    if (place == places.end()) place = std::ranges::find(places, kNobody, &Line::warp);
    const auto known = place == places.end() ? place : std::ranges::find(places, number, &Line::number);
    if (place == places.end()) {
        place = places.begin() + static_cast<std::ptrdiff_t>(m_random() % places.size());
    }
    double arrival = 0;
    if (known != places.end()) {
        arrival = known->arrival;
    } else {
        const double from = std::max(now, m_uniformFills);
        m_uniformFills = from + m_p.uniformConstantFill;
        arrival = fromBehind(number, from) + m_p.uniformConstantMiss;
    }
    *place = {.number = number, .warp = owner, .arrival = arrival};
    return *place;
}

double ConstantCaches::uniform(const Access& access, std::uint32_t scheduler, std::uint32_t warp, double now) {
    double there = now;
    for (std::uint32_t i = 0; i < access.sectors; ++i) {
        const std::uint32_t number = m_sample.sectors[access.firstSector + i];
        there = std::max(there, placeFor(m_uniform[scheduler], number, warp, now).arrival);
    }
    return there;
}

double ConstantCaches::read(double addresses, std::uint32_t scheduler, double now) {
    Row& row = m_rows[scheduler];
    const double from = std::max(now, m_words);
    m_words = from + addresses * m_p.constantWord;
    row.waiting.add(from);
    row.full.add(now, takesFrom(scheduler));
    return from;
}

double ConstantCaches::fixed(std::uint32_t scheduler, double now) {
    return read(1, scheduler, now) + m_p.constantLatency;
}

double ConstantCaches::indexed(const Access& access, std::uint32_t scheduler, double now) {
    const double addresses = access.wavefronts;
    const double from = read(addresses, scheduler, now);
    double there = from;
    for (std::uint32_t i = 0; i < access.sectors; ++i) {
        const std::uint32_t number = m_sample.sectors[access.firstSector + i];
        auto line = std::ranges::find(m_indexed, number, &Line::number);
        if (line == m_indexed.end()) {
            line = std::ranges::min_element(m_indexed, {}, &Line::used);
            m_indexedFills = fromBehind(number, std::max(from, m_indexedFills)) + m_p.indexedConstantMiss;
            *line = {.number = number, .arrival = m_indexedFills};
        }
        line->used = ++m_time;
        there = std::max(there, line->arrival);
    }
    return there + m_p.constantLatency + (addresses - 1) * m_p.constantWordLatency;
}

}  // namespace lanescope::timing
