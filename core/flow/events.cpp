// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/events.h"

#include <algorithm>

#include "core/flow/rounds.h"

namespace lanescope::flow {

EventStops::EventStops(const Activities& activities, Grain grain) : m_end(activities.trace().size()) {
    const BlockTrace& trace = activities.trace();
    const RoundStarts starts(trace.entry());
    RoundCounter rounds(starts);
    const auto stop = [this](std::uint64_t position) {
        if (position > 0 && (m_stops.empty() || m_stops.back() != position))
            m_stops.push_back(static_cast<std::uint32_t>(position));
    };
    std::uint64_t pending = 0;  // position behind what has no stop yet; 0 = none
    bool computed = false;      // it is arithmetic; else loads
    std::uint32_t warp = 0;     // whose it is
    const auto flush = [&] {
        if (pending != 0) stop(pending);
        pending = 0;
    };
    for (std::uint64_t event = 0; event < m_end; ++event) {
        if (trace.warp(event) != warp) flush();
        warp = trace.warp(event);
        if (rounds.note(warp, trace.instruction(event), trace.active(event))) {
            flush();
            stop(event);
        }
        const Activity what = activities.activity(event);
        if (what == Activity::Index) continue;
        const bool computes = what == Activity::Compute;
        if (computes || (grain == Grain::Operation && what == Activity::Load)) {
            if (!computes && computed) flush();
            pending = event + 1;
            computed = computes;
            continue;
        }
        // What is stored is shown with what was loaded for it.
        if (computed || grain == Grain::Access || what != Activity::Store) flush();
        pending = 0;
        stop(event + 1);
    }
    flush();
    m_stops.shrink_to_fit();
}

std::uint64_t EventStops::next(std::uint64_t position) const {
    const auto after = std::ranges::upper_bound(m_stops, position);
    return after == m_stops.end() ? m_end : *after;
}

std::uint64_t EventStops::previous(std::uint64_t position) const {
    const auto at = std::ranges::lower_bound(m_stops, position);
    return at == m_stops.begin() ? 0 : *std::prev(at);
}

std::uint64_t EventStops::after(std::uint64_t position, std::uint64_t count) const {
    if (count == 0) return position;
    const auto first = static_cast<std::uint64_t>(std::ranges::upper_bound(m_stops, position) - m_stops.begin());
    return first + count > m_stops.size() ? m_end : m_stops[first + count - 1];
}

std::uint64_t EventStops::count(std::uint64_t from, std::uint64_t to) const {
    if (to <= from) return 0;
    return static_cast<std::uint64_t>(std::ranges::upper_bound(m_stops, to) - std::ranges::upper_bound(m_stops, from));
}

}  // namespace lanescope::flow
