// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/alignment.h"

#include <algorithm>

#include "core/flow/block_flow.h"

namespace lanescope::flow {
namespace {

/// The position that is `share` of the way through a phase, at a stop.
std::uint64_t within(const BlockFlow& flow, const Phase& phase, std::uint64_t done, std::uint64_t all) {
    const EventStops& stops = flow.stops();
    const std::uint64_t own = stops.count(phase.first, phase.end);
    const std::uint64_t wanted = all == 0 ? own : (done * own + all - 1) / all;
    if (wanted == 0) return phase.first;
    return std::min(stops.after(phase.first, wanted), phase.end);
}

}  // namespace

std::uint64_t alignedPosition(const BlockFlow& lead, std::uint64_t position, const BlockFlow& other) {
    const std::uint64_t size = other.trace().size();
    if (position == 0 || size == 0) return 0;
    if (position >= lead.trace().size()) return size;
    // Load by load and multiply by multiply, if both have the same parts; else round by round.
    const bool same = lead.phases().parts().size() == other.phases().parts().size();
    const auto phases = same ? lead.phases().parts() : lead.phases().all();
    const auto others = same ? other.phases().parts() : other.phases().all();
    const Phase& phase = same ? lead.phases().partAt(position - 1) : lead.phases().at(position - 1);
    const auto number = static_cast<std::size_t>(&phase - phases.data());
    const Phase& beside = others[std::min(number, others.size() - 1)];
    return within(other, beside, lead.stops().count(phase.first, position), lead.stops().count(phase.first, phase.end));
}

std::uint64_t leadingPosition(const BlockFlow& lead, const BlockFlow& other, std::uint64_t position) {
    std::uint64_t low = 0;
    std::uint64_t high = lead.trace().size();
    while (low < high) {
        const std::uint64_t middle = low + (high - low) / 2;
        if (alignedPosition(lead, middle, other) >= position)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

}  // namespace lanescope::flow
