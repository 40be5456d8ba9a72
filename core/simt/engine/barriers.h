// SPDX-License-Identifier: GPL-3.0-or-later
// Block barriers (PTX ISA 9.7.13.1 bar, barrier). Owns who has come to each; lets warps wait and go on, writes the
// results of bar.red, and tells the schedule which warp is next when one opens. Internal to core/simt.
#pragma once

#include "core/simt/engine/lane_groups.h"
#include "core/simt/engine/schedule.h"

namespace lanescope::simt {

class Barriers {
public:
    using States = std::array<BarrierState, kBarriers>;
    enum class Arrival : std::uint8_t { GoesOn, Waits, Wrong };

    Barriers(Block& block, Schedule& schedule) : m_block(block), m_schedule(schedule) {}

    /// Nobody has come yet.
    void clear() { m_states = {}; }
    /// The running lanes of the current warp come to a barrier instruction at `pc`. Whoever waits may be let go at
    /// once.
    Arrival arrive(const Op& op, std::uint32_t pc, WarpState& warp);
    /// Nobody can run: opens a barrier of the whole block at which all threads wait that have not ended. False if there
    /// is none.
    bool openWholeBlock();

    [[nodiscard]] const States& states() const { return m_states; }
    void restore(const States& states) { m_states = states; }

private:
    struct Use;
    bool readUse(const Op& op, std::uint32_t pc, LaneMask lanes, Use& use);
    bool count(const Use& use, std::uint32_t pc, std::uint32_t threads);
    void open(std::uint32_t id);
    void giveResults(const LaneGroup& group, std::size_t warp, const BarrierState& barrier);

    Block& m_block;
    Schedule& m_schedule;
    States m_states{};
};

}  // namespace lanescope::simt
