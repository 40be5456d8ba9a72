// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/warps/lane_places.h"

#include <algorithm>

namespace lanescope::warps {
namespace {

void placeGroup(const simt::LaneGroup& group, bool running, bool atBarrier, LanePlaces& places) {
    simt::LaneMask placed = 0;
    for (auto entry = group.stack.rbegin(); entry != group.stack.rend(); ++entry) {
        const bool top = entry == group.stack.rbegin();
        simt::eachLane(entry->mask & ~placed, [&](unsigned lane) {
            LanePlace& place = places[lane];
            place.instruction = entry->pc;
            if (atBarrier || group.wait == simt::Wait::Barrier)
                place.state = LanePlace::State::Barrier;
            else if (top && running && group.wait == simt::Wait::None)
                place.state = LanePlace::State::Runs;
            else if (group.wait != simt::Wait::None || (!top && entry->pc == entry[-1].reconvergence))
                place.state = LanePlace::State::Waits;
            else
                place.state = LanePlace::State::Parted;
        });
        placed |= entry->mask;
    }
}

}  // namespace

LanePlaces lanePlacesOf(const simt::WarpState& warp) {
    LanePlaces places;
    for (const simt::LaneGroup& group : warp.parked) placeGroup(group, false, warp.atBarrier, places);
    placeGroup(warp, true, warp.atBarrier, places);
    return places;
}

Gathering gatheringOf(const simt::WarpState& warp) {
    Gathering gathering;
    const LanePlaces places = lanePlacesOf(warp);
    const auto stateOf = [&](simt::LaneMask lanes) {
        return lanes == 0 ? LanePlace::State::Ended : places[simt::firstLane(lanes)].state;
    };
    gathering.independent = !warp.parked.empty() || !warp.meetings.empty();
    if (gathering.independent) {
        const auto add = [&](const simt::LaneGroup& group) {
            if (group.active() == 0) return;
            const std::uint32_t until = group.meetings.empty() ? 0xffffffffU : group.meetings.back().pc;
            gathering.all.push_back({group.active(), stateOf(group.active()), group.pc(), until});
        };
        add(warp);
        std::for_each(warp.parked.rbegin(), warp.parked.rend(), add);
        return gathering;
    }
    simt::LaneMask above = 0;
    for (auto entry = warp.stack.rbegin(); entry != warp.stack.rend(); ++entry) {
        const bool top = entry == warp.stack.rbegin();
        const simt::LaneMask here = top ? entry->mask : entry->mask & ~above;
        gathering.all.push_back(
            {entry->mask, top || here != 0 ? stateOf(here) : LanePlace::State::Waits, entry->pc,
             entry->isFrame() || entry == warp.stack.rend() - 1 ? 0xffffffffU : entry->reconvergence});
        above |= entry->mask;
    }
    return gathering;
}

}  // namespace lanescope::warps
