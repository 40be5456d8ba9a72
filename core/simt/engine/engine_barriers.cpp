// SPDX-License-Identifier: GPL-3.0-or-later
// Block barriers (PTX ISA 9.7.13.1 bar, barrier) and whose turn it is.
#include <algorithm>
#include <cstring>
#include <utility>

#include "core/simt/engine/engine.h"

namespace lanescope::simt {
namespace {

unsigned firstLane(LaneMask mask) { return static_cast<unsigned>(std::countr_zero(mask)); }

/// Do these lanes hold different values?
bool differs(const std::uint32_t* value, LaneMask lanes) {
    const std::uint32_t first = value[firstLane(lanes)];
    for (; lanes != 0; lanes &= lanes - 1)
        if (value[firstLane(lanes)] != first) return true;
    return false;
}

std::string nameOf(std::uint32_t barrier) { return "barrier " + std::to_string(barrier); }

}  // namespace

/// What one barrier instruction asks for.
struct Engine::BarrierUse {
    std::uint32_t id = 0;
    std::uint32_t expected = 0;  ///< threads, whole warps
    bool wholeBlock = false;
    std::uint32_t lanes = 0;  ///< that give a predicate
    std::uint32_t yes = 0;
};

bool Engine::barrier(const Op& op, std::uint32_t pc, WarpState& warp) {
    const LaneMask arriving = guardMask(op, warp.stack.back().mask);
    const LaneMask live = warp.live();
    if (const LaneMask missing = live & ~arriving; op.source->aligned && missing != 0) {
        makeFault(Fault::Kind::BarrierDivergence, pc, m_current, firstLane(missing));
        m_fault.lanes = missing;
        return false;
    }
    BarrierUse use;
    if (!readBarrierUse(op, pc, arriving, use)) return false;
    if (!arrive(use, pc, arriving == live ? kWarpSize : static_cast<std::uint32_t>(std::popcount(arriving))))
        return false;
    ++m_machine.site(op).barriers;
    warp.stack.back().pc = pc + 1;
    if (op.source->barMode == ptx::BarMode::Arrive) {
        if (m_barriers[use.id].arrived == use.expected) openBarrier(use.id);
        m_next = kNoWarp;  // this warp goes on
        settle(warp);
        return warp.runnable();
    }
    if (m_independent && arriving != warp.stack.back().mask) split(warp, warp.stack.back().mask & ~arriving, pc + 1);
    warp.wait = Wait::Barrier;
    warp.barrier = static_cast<std::uint8_t>(use.id);
    warp.waitsAt = pc;
    warp.waiting = arriving;
    warp.atBarrier = !m_independent;
    if (m_barriers[use.id].arrived == use.expected) openBarrier(use.id);
    settle(warp);
    return false;
}

/// Reads the operands, which must be the same in all lanes; false after a fault.
bool Engine::readBarrierUse(const Op& op, std::uint32_t pc, LaneMask lanes, BarrierUse& use) {
    const auto wrong = [&](const std::string& reason) { return misuse(pc, firstLane(lanes), reason); };
    std::array<std::uint32_t, 2> numbers{};
    for (unsigned k = 0; k < 2; ++k) {
        if (op.from[k] == kNowhere) continue;
        const auto* const value = m_machine.at<const std::uint32_t>(op.from[k]);
        numbers[k] = value[firstLane(lanes)];
        if (!op.uniform && differs(value, lanes))
            return wrong("comes to a barrier whose number or thread count differs between threads of its warp");
    }
    use.id = numbers[0];
    if (use.id >= kBarriers)
        return wrong("uses barrier " + std::to_string(use.id) + ", and a block has barriers 0 to " +
                     std::to_string(kBarriers - 1));
    const auto threads = static_cast<std::uint32_t>(m_warps.size()) * kWarpSize;
    use.wholeBlock = op.from[1] == kNowhere;
    use.expected = use.wholeBlock ? threads : numbers[1];
    if (use.expected % kWarpSize != 0 || use.expected == 0)
        return wrong("comes to " + nameOf(use.id) + " for " + std::to_string(use.expected) +
                     " threads, and the number must be a multiple of 32 above 0");
    if (use.expected > threads)
        return wrong("comes to " + nameOf(use.id) + " for " + std::to_string(use.expected) +
                     " threads, and the block has only " + std::to_string(m_launch.block.count()));
    if (op.from[2] != kNowhere) {
        const ptx::Instruction& source = *op.source;
        const LaneMask predicate = m_machine.mask(op.from[2]);
        use.lanes = static_cast<std::uint32_t>(std::popcount(lanes));
        use.yes = static_cast<std::uint32_t>(
            std::popcount(lanes & (source.sources[source.sourceCount - 1].negated ? ~predicate : predicate)));
    }
    return true;
}

/// Counts an arrival; false after a fault.
bool Engine::arrive(const BarrierUse& use, std::uint32_t pc, std::uint32_t threads) {
    BarrierState& state = m_barriers[use.id];
    const LaneMask lanes = m_warps[m_current].active();
    const auto wrong = [&](const std::string& reason) { return misuse(pc, firstLane(lanes), reason); };
    if (state.arrived != 0 && state.expected != use.expected)
        return wrong("comes to " + nameOf(use.id) + " for " + std::to_string(use.expected) +
                     " threads, while others wait there for " + std::to_string(state.expected));
    if (state.arrived + threads > use.expected)
        return wrong("is one more than " + nameOf(use.id) + " is for: " + std::to_string(use.expected) +
                     " threads are to meet there, and " + std::to_string(state.arrived) + " had come already");
    state.expected = use.expected;
    state.wholeBlock = use.wholeBlock;
    state.arrived += threads;
    state.lanes += use.lanes;
    state.yes += use.yes;
    return true;
}

/// Lets go all who wait there. The lowest warp of them, or of those that can run, is next.
void Engine::openBarrier(std::uint32_t id) {
    const BarrierState& opened = m_barriers[id];
    const auto release = [&](LaneGroup& group, std::size_t warp) {
        if (group.wait != Wait::Barrier || group.barrier != id) return false;
        giveResults(group, warp, opened);
        group.wait = Wait::None;
        group.barrier = 0;
        group.waitsAt = 0;
        group.waiting = 0;
        return true;
    };
    m_next = static_cast<std::uint32_t>(m_warps.size());
    for (std::size_t w = 0; w < m_warps.size(); ++w) {
        WarpState& warp = m_warps[w];
        bool any = release(warp, w);
        for (LaneGroup& group : warp.parked) any = release(group, w) || any;
        if (!any) continue;
        warp.atBarrier = false;
        m_next = std::min(m_next, static_cast<std::uint32_t>(w));
    }
    if (m_next == m_warps.size()) m_next = 0;
    m_barriers[id] = {};
}

/// The destination of bar.red, in the lanes that waited.
void Engine::giveResults(const LaneGroup& group, std::size_t warp, const BarrierState& barrier) {
    const Op& op = m_program->ops()[group.waitsAt];
    if (op.from[2] == kNowhere || op.to == kNowhere) return;
    std::byte* const to = registersOf(warp) + op.to;
    if (op.source->barMode == ptx::BarMode::RedPopc) {
        for (LaneMask rest = group.waiting; rest != 0; rest &= rest - 1)
            std::memcpy(to + std::size_t{firstLane(rest)} * sizeof(barrier.yes), &barrier.yes, sizeof(barrier.yes));
        return;
    }
    const bool outcome = op.source->barMode == ptx::BarMode::RedAnd ? barrier.yes == barrier.lanes : barrier.yes != 0;
    LaneMask mask = 0;
    std::memcpy(&mask, to, sizeof(mask));
    mask = outcome ? mask | group.waiting : mask & ~group.waiting;
    std::memcpy(to, &mask, sizeof(mask));
}

/// Goes to the next warp that can run; opens the block's barrier when all wait. False if the block has ended or cannot
/// go on.
bool Engine::advanceSchedule() {
    for (;;) {
        const auto count = static_cast<std::uint32_t>(m_warps.size());
        const std::uint32_t from = m_next < count ? m_next : m_current;
        m_next = kNoWarp;
        const auto runnable = [](const WarpState& warp) { return warp.runnable(); };
        const auto start = m_warps.begin() + from;
        auto next = std::find_if(start, m_warps.end(), runnable);
        if (next == m_warps.end()) next = std::find_if(m_warps.begin(), start, runnable);
        if (next != start || start->runnable()) {
            beginTurn(static_cast<std::uint32_t>(next - m_warps.begin()));
            if (!m_independent) return true;
            enterWarp();
            settle(m_warps[m_current]);
            if (m_warps[m_current].runnable()) return true;
            continue;
        }
        const auto alive =
            std::find_if(m_warps.begin(), m_warps.end(), [](const WarpState& warp) { return !warp.finished(); });
        if (alive == m_warps.end() || !openWholeBlockBarrier()) return false;
    }
}

void Engine::beginTurn(std::uint32_t warp) {
    m_current = warp;
    m_turnStart = m_steps;
    m_clockReads = 0;
    // Those who wait in turns are still asked whether anybody gets on.
    if (std::exchange(m_handedOver, false)) return;
    m_nextCheck = m_steps + (m_independent ? kFirstCheck / 8 : kFirstCheck);
}

/// Nobody can run: a barrier of the whole block opens if all threads that have not ended wait there. False after a
/// fault.
bool Engine::openWholeBlockBarrier() {
    const auto waitsAt = [](const LaneGroup& group, std::uint32_t id) {
        return group.wait == Wait::Barrier && group.barrier == id;
    };
    for (std::uint32_t id = 0; id < kBarriers; ++id) {
        if (!m_barriers[id].wholeBlock) continue;
        const bool all = std::all_of(m_warps.begin(), m_warps.end(), [&](const WarpState& warp) {
            return warp.finished() ||
                   (waitsAt(warp, id) && std::all_of(warp.parked.begin(), warp.parked.end(),
                                                     [&](const LaneGroup& group) { return waitsAt(group, id); }));
        });
        if (!all) continue;
        openBarrier(id);
        return true;
    }
    faultOnBarriers();
    return false;
}

}  // namespace lanescope::simt
