// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/engine/block_state.h"

namespace lanescope::simt {
namespace {

/// FNV-1a over the bytes of values.
class Hash {
public:
    void add(const void* data, std::size_t bytes) {
        const auto* const begin = static_cast<const unsigned char*>(data);
        for (std::size_t i = 0; i < bytes; ++i) m_value = (m_value ^ begin[i]) * 0x100000001b3ULL;
    }
    void add(std::uint64_t value) { add(&value, sizeof(value)); }
    void add(const LaneGroup& group) {
        add(group.stack.size());
        for (const StackEntry& entry : group.stack)
            for (const std::uint32_t word :
                 {entry.pc, entry.reconvergence, entry.loops, entry.mask, entry.function, entry.call})
                add(word);
        add(group.meetings.size());
        for (const MeetingPoint& meeting : group.meetings)
            for (const std::uint32_t word : {meeting.pc, meeting.depth, meeting.loops, meeting.lanes}) add(word);
        add(static_cast<std::uint64_t>(group.wait));
        for (const std::uint32_t word : {std::uint32_t{group.barrier}, group.waitsAt, group.waiting, group.passes})
            add(word);
        add(group.since);
    }
    void add(const WarpState& warp) {
        add(static_cast<const LaneGroup&>(warp));
        add(warp.atBarrier ? 1 : 0);
        add(warp.parked.size());
        for (const LaneGroup& group : warp.parked) add(group);
        for (const std::vector<std::uint64_t>& lane : warp.saved) {
            add(lane.size());
            add(lane.data(), lane.size() * sizeof(lane[0]));
        }
    }
    void add(const BarrierState& barrier) {
        for (const std::uint32_t word : {barrier.expected, barrier.arrived, barrier.lanes, barrier.yes}) add(word);
        add(barrier.wholeBlock ? 1 : 0);
    }
    [[nodiscard]] std::uint64_t value() const { return m_value; }

private:
    std::uint64_t m_value = 0xcbf29ce484222325ULL;
};

LaneMask lanesOf(const LaneGroup& group) {
    LaneMask lanes = 0;
    for (const StackEntry& entry : group.stack) lanes |= entry.mask;
    return lanes;
}

}  // namespace

LaneMask WarpState::live() const {
    LaneMask lanes = lanesOf(*this);
    for (const LaneGroup& group : parked) lanes |= lanesOf(group);
    return lanes;
}

void WarpState::endLanes(LaneMask lanes) {
    for (StackEntry& entry : stack) entry.mask &= ~lanes;
    std::erase_if(stack, [](const StackEntry& entry) { return entry.mask == 0; });
    if (saved.empty()) return;
    for (; lanes != 0; lanes &= lanes - 1) saved[static_cast<unsigned>(std::countr_zero(lanes))].clear();
}

std::uint64_t BlockState::hash() const {
    Hash hash;
    hash.add(warps.size());
    for (const WarpState& warp : warps) hash.add(warp);
    hash.add(registers.data(), registers.size() * sizeof(registers[0]));
    hash.add(shared.data(), shared.size());
    hash.add(sharedInitialised.data(), sharedInitialised.size());
    hash.add(threads.extras.data(), threads.extras.size());
    hash.add(threads.local.data(), threads.local.size());
    hash.add(threads.localInitialised.data(), threads.localInitialised.size());
    for (const AsyncCopy& copy : threads.copies) {
        hash.add(std::uint64_t{copy.warp} << 32 | copy.group);
        hash.add(copy.shared << 16 | std::uint64_t{copy.lane} << 8 | copy.bytes);
        hash.add(copy.data.data(), copy.data.size());
    }
    hash.add(threads.groups.data(), threads.groups.size() * sizeof(std::uint32_t));
    hash.add(threads.slept);
    for (const BarrierState& barrier : barriers) hash.add(barrier);
    for (const std::uint64_t word : {std::uint64_t{currentWarp}, steps, turnStart, nextCheck, clockReads})
        hash.add(word);
    return hash.value();
}

}  // namespace lanescope::simt
