// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/engine/barriers.h"

#include <algorithm>
#include <cstring>

namespace lanescope::simt {
namespace {

/// Do these lanes hold different values?
bool differs(const std::uint32_t* value, LaneMask lanes) {
    const std::uint32_t first = value[firstLane(lanes)];
    for (; lanes != 0; lanes &= lanes - 1)
        if (value[firstLane(lanes)] != first) return true;
    return false;
}

}  // namespace

/// What one barrier instruction asks for.
struct Barriers::Use {
    std::uint32_t id = 0;
    std::uint32_t expected = 0;  ///< threads, whole warps
    bool wholeBlock = false;
    std::uint32_t lanes = 0;  ///< that give a predicate
    std::uint32_t yes = 0;
};

Barriers::Arrival Barriers::arrive(const Op& op, std::uint32_t pc, WarpState& warp) {
    const LaneMask arriving = m_block.guardMask(op, warp.stack.back().mask);
    const LaneMask live = warp.live();
    if (const LaneMask missing = live & ~arriving; op.source->aligned && missing != 0) {
        m_block.raise({Fault::Kind::BarrierDivergence, pc, m_block.current, firstLane(missing), missing});
        return Arrival::Wrong;
    }
    Use use;
    const std::uint32_t threads = arriving == live ? kWarpSize : static_cast<std::uint32_t>(std::popcount(arriving));
    if (!readUse(op, pc, arriving, use) || !count(use, pc, threads)) return Arrival::Wrong;
    ++m_block.machine.site(op).barriers;
    warp.stack.back().pc = pc + 1;
    if (op.source->barMode == program::BarMode::Arrive) {
        if (m_states[use.id].arrived == use.expected) open(use.id);
        m_schedule.stay();
        return Arrival::GoesOn;
    }
    if (m_block.independent && arriving != warp.stack.back().mask)
        LaneGroups::split(warp, warp.stack.back().mask & ~arriving, pc + 1);
    warp.wait = Wait::Barrier;
    warp.barrier = static_cast<std::uint8_t>(use.id);
    warp.waitsAt = pc;
    warp.waiting = arriving;
    warp.atBarrier = !m_block.independent;
    if (m_states[use.id].arrived == use.expected) open(use.id);
    return Arrival::Waits;
}

/// Reads the operands, which must be the same in all lanes; false after a fault.
bool Barriers::readUse(const Op& op, std::uint32_t pc, LaneMask lanes, Use& use) {
    const auto wrong = [&](const Message& what) { return m_block.raiseMisuse(pc, firstLane(lanes), what); };
    std::array<std::uint32_t, 2> numbers{};
    for (unsigned k = 0; k < 2; ++k) {
        if (op.from[k] == kNowhere) continue;
        const auto* const value = m_block.machine.at<const std::uint32_t>(op.from[k]);
        numbers[k] = value[firstLane(lanes)];
        if (!op.uniform && differs(value, lanes)) return wrong(Message("simt.barrier.differs"_id));
    }
    use.id = numbers[0];
    if (use.id >= kBarriers)
        return wrong(Message("simt.barrier.no_such"_id, {{"barrier", use.id}, {"last", kBarriers - 1}}));
    const auto threads = static_cast<std::uint32_t>(m_block.warps.size()) * kWarpSize;
    use.wholeBlock = op.from[1] == kNowhere;
    use.expected = use.wholeBlock ? threads : numbers[1];
    if (use.expected % kWarpSize != 0 || use.expected == 0)
        return wrong(Message("simt.barrier.no_whole_warps"_id, {{"barrier", use.id}, {"threads", use.expected}}));
    if (use.expected > threads)
        return wrong(
            Message("simt.barrier.block_has_fewer"_id,
                    {{"barrier", use.id}, {"threads", use.expected}, {"block", m_block.launch.block.count()}}));
    if (op.from[2] != kNowhere) {
        const program::Instruction& source = *op.source;
        const LaneMask predicate = m_block.machine.mask(op.from[2]);
        use.lanes = static_cast<std::uint32_t>(std::popcount(lanes));
        use.yes = static_cast<std::uint32_t>(
            std::popcount(lanes & (source.sources[source.sourceCount - 1].negated ? ~predicate : predicate)));
    }
    return true;
}

/// Counts an arrival; false after a fault.
bool Barriers::count(const Use& use, std::uint32_t pc, std::uint32_t threads) {
    BarrierState& state = m_states[use.id];
    const LaneMask lanes = m_block.warp().active();
    const auto wrong = [&](const Message& what) { return m_block.raiseMisuse(pc, firstLane(lanes), what); };
    if (state.arrived != 0 && state.expected != use.expected)
        return wrong(Message("simt.barrier.other_count"_id,
                             {{"barrier", use.id}, {"threads", use.expected}, {"others", state.expected}}));
    if (state.arrived + threads > use.expected)
        return wrong(Message("simt.barrier.one_more"_id,
                             {{"barrier", use.id}, {"threads", use.expected}, {"arrived", state.arrived}}));
    state.expected = use.expected;
    state.wholeBlock = use.wholeBlock;
    state.arrived += threads;
    state.lanes += use.lanes;
    state.yes += use.yes;
    return true;
}

/// Lets go all who wait there. The lowest warp of them, or of those that can run, is next.
void Barriers::open(std::uint32_t id) {
    const BarrierState& opened = m_states[id];
    const auto release = [&](LaneGroup& group, std::size_t warp) {
        if (group.wait != Wait::Barrier || group.barrier != id) return false;
        giveResults(group, warp, opened);
        group.wait = Wait::None;
        group.barrier = 0;
        group.waitsAt = 0;
        group.waiting = 0;
        return true;
    };
    std::optional<std::uint32_t> lowest;
    for (std::size_t w = 0; w < m_block.warps.size(); ++w) {
        WarpState& warp = m_block.warps[w];
        bool any = release(warp, w);
        for (LaneGroup& group : warp.parked) any = release(group, w) || any;
        if (!any) continue;
        warp.atBarrier = false;
        if (!lowest) lowest = static_cast<std::uint32_t>(w);
    }
    m_schedule.beginAt(lowest.value_or(0));
    m_states[id] = {};
}

/// The destination of bar.red, in the lanes that waited.
void Barriers::giveResults(const LaneGroup& group, std::size_t warp, const BarrierState& barrier) {
    const Op& op = m_block.program->ops()[group.waitsAt];
    if (op.from[2] == kNowhere || op.to == kNowhere) return;
    std::byte* const to = m_block.threads.registersOf(warp) + op.to;
    if (op.source->barMode == program::BarMode::RedPopc) {
        for (LaneMask rest = group.waiting; rest != 0; rest &= rest - 1)
            std::memcpy(to + std::size_t{firstLane(rest)} * sizeof(barrier.yes), &barrier.yes, sizeof(barrier.yes));
        return;
    }
    const bool outcome =
        op.source->barMode == program::BarMode::RedAnd ? barrier.yes == barrier.lanes : barrier.yes != 0;
    LaneMask mask = 0;
    std::memcpy(&mask, to, sizeof(mask));
    mask = outcome ? mask | group.waiting : mask & ~group.waiting;
    std::memcpy(to, &mask, sizeof(mask));
}

bool Barriers::openWholeBlock() {
    const auto waitsAt = [](const LaneGroup& group, std::uint32_t id) {
        return group.wait == Wait::Barrier && group.barrier == id;
    };
    for (std::uint32_t id = 0; id < kBarriers; ++id) {
        if (!m_states[id].wholeBlock) continue;
        const bool all = std::all_of(m_block.warps.begin(), m_block.warps.end(), [&](const WarpState& warp) {
            return warp.finished() ||
                   (waitsAt(warp, id) && std::all_of(warp.parked.begin(), warp.parked.end(),
                                                     [&](const LaneGroup& group) { return waitsAt(group, id); }));
        });
        if (!all) continue;
        open(id);
        return true;
    }
    return false;
}

}  // namespace lanescope::simt
