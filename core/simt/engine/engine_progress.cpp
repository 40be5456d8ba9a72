// SPDX-License-Identifier: GPL-3.0-or-later
// Does a warp get anywhere? One that comes back to the very state it was in, and has changed no memory meanwhile, waits
// in a loop for another thread: then others get their turn, and where there is nobody to wait for that is a fault.
// Long loops that get on are never held up: their registers or their memory change. A clock that the loop reads stands
// still while it is asked; where all wait and only time could end that, time passes. Who sleeps, or asks an mbarrier in
// vain, lets others have their turn without being asked.
#include <algorithm>
#include <bit>
#include <optional>

#include "core/simt/engine/engine.h"

namespace lanescope::simt {
namespace {

/// A group of lanes runs so long before another of its warp has a turn.
constexpr std::uint64_t kSlice = 1024;
/// Steps that a group waits at a meeting point while others of its warp run.
constexpr std::uint64_t kPatience = 1 << 16;
/// A warp that runs so long lets others run, though it was not seen to wait: perhaps it counts the rounds of its wait.
constexpr std::uint64_t kLongestTurn = 1 << 24;
/// How far a loop is followed to see whether it comes back: most long loops are none that wait, and must not be slowed.
constexpr unsigned kLookahead = 2048;
constexpr unsigned kRounds = 8;
/// A turn in which the clock was read so often, and then twice as often, and so on, is looked at: does it wait?
constexpr std::uint64_t kClockReads = 4;
/// Nanoseconds after which threads that wait for nothing but time are taken to wait for ever: more than an hour.
constexpr std::uint64_t kLongestSleep = std::uint64_t{1} << 42;

bool readsClock(const ptx::Operand& operand) {
    return operand.kind == ptx::Operand::Kind::Special && ptx::isClock(operand.special);
}

/// Does it do anything to mbarriers or to copies on their way? That is not taken back.
bool isAsynchronous(const ptx::Instruction& what) {
    using enum ptx::MbarrierOp;
    switch (what.opcode) {
        case ptx::Opcode::CpAsync:
        case ptx::Opcode::CpAsyncCommit:
        case ptx::Opcode::CpAsyncWait:
        case ptx::Opcode::CpAsyncMbarrier: return true;
        case ptx::Opcode::Mbarrier:
            return what.mbarrierOp != TestWait && what.mbarrierOp != TryWait && what.mbarrierOp != PendingCount;
        default: return false;
    }
}

/// Can the instruction be tried and taken back?
bool canBeTried(const Op& op, const ptx::Entry& entry) {
    switch (op.control) {
        case Control::None: return !isAsynchronous(*op.source);
        case Control::Call: {
            const std::uint32_t function = entry.calls[op.source->list].function;
            return function < entry.functions.size() && !entry.functions[function].isExternal;
        }
        case Control::Branch:
        case Control::BranchByIndex:
        case Control::Return: return true;
        default: return false;
    }
}

bool writes(const Op& op) { return op.access == AccessKind::Store || op.access == AccessKind::Atomic; }

bool changesShared(const Op& op) {
    return writes(op) && (op.space == ptx::Space::Shared || op.space == ptx::Space::Generic);
}

/// Calls begin with a frame that nobody has written.
bool changesLocal(const Op& op) {
    return op.control == Control::Call || op.control == Control::Return ||
           (writes(op) && (op.space == ptx::Space::Local || op.space == ptx::Space::Generic));
}

bool changed(const std::vector<MemoryWrite>& journal) {
    return std::any_of(journal.begin(), journal.end(), [](const MemoryWrite& write) {
        return write.oldBits != write.newBits || !write.wasInitialised;
    });
}

}  // namespace

/// Called at the start of a straight line when the current warp has run for long.
void Engine::checkProgress() {
    WarpState& warp = m_warps[m_current];
    const std::uint64_t turn = m_steps - m_turnStart;
    bool waits = false;
    m_looksAtClock = false;
    if (m_independent && !warp.parked.empty()) {
        m_nextCheck = m_steps + kSlice;
        waits = !changeGroup(warp);
    } else {
        m_nextCheck = m_steps + std::max(turn, kFirstCheck);
        if (turn < kLongestTurn) m_nextCheck = std::min(m_nextCheck, m_turnStart + kLongestTurn);
        waits = spins(m_current);
    }
    if (!waits && turn < kLongestTurn) return;
    if (waits && everyoneWaits()) {
        if (!m_looksAtClock || !letTimePass()) faultOnSpin();
        return;
    }
    const auto count = static_cast<std::uint32_t>(m_warps.size());
    m_next = (m_current + 1) % count;
    advanceSchedule();
}

/// Lets another group of the warp run. False if none gets anywhere.
bool Engine::changeGroup(WarpState& warp) {
    const auto isReady = [](const LaneGroup& group) { return group.wait == Wait::None; };
    for (LaneGroup& group : warp.parked)
        if (group.wait == Wait::Meeting && m_steps - group.since > kPatience) giveUpMeeting(warp, group);
    const auto ready = static_cast<std::size_t>(std::count_if(warp.parked.begin(), warp.parked.end(), isReady));
    if (!spins(m_current)) {
        if (ready != 0) rotate(warp);
        return true;
    }
    for (std::size_t tried = 0; tried < ready; ++tried) {
        rotate(warp);
        if (!spins(m_current)) return true;
    }
    // All that could run wait; perhaps for one that waits for them at a meeting point.
    const auto meeting = std::find_if(warp.parked.rbegin(), warp.parked.rend(),
                                      [](const LaneGroup& group) { return group.wait == Wait::Meeting; });
    if (meeting == warp.parked.rend()) return false;
    giveUpMeeting(warp, *meeting);
    std::rotate(meeting.base() - 1, meeting.base(), warp.parked.end());
    rotate(warp);
    return true;
}

/// The running group goes to the end of the line.
void Engine::rotate(WarpState& warp) {
    enterWarp();
    nextGroup(warp);
    settle(warp);
}

/// The lanes have done the last instruction of a segment that pauses. If they still wait, others get their turn: true.
bool Engine::handsOver(const Segment& segment, LaneMask lanes, WarpState& warp) {
    const Op& op = m_program->ops()[segment.end - 1];
    if (m_follows || !stillWaits(op, guardMask(op, lanes))) return false;
    const auto isReady = [](const LaneGroup& group) { return group.wait == Wait::None; };
    if (m_independent && std::any_of(warp.parked.begin(), warp.parked.end(), isReady)) rotate(warp);
    m_next = (m_current + 1) % static_cast<std::uint32_t>(m_warps.size());
    m_handedOver = true;
    return true;
}

/// After one of the instructions by which threads wait. Clocks are read for other reasons, too: then it is asked
/// whether the lanes go round a loop.
bool Engine::stillWaits(const Op& op, LaneMask lanes) {
    if (lanes == 0) return false;
    if (op.source->opcode == ptx::Opcode::Nanosleep) return true;
    if (op.source->opcode == ptx::Opcode::Mbarrier) return op.to != kNowhere && (lanes & ~m_machine.mask(op.to)) != 0;
    return ++m_clockReads >= kClockReads && std::has_single_bit(m_clockReads) && spins(m_current);
}

/// The local memory of a warp's threads.
struct Engine::OwnMemory {
    std::vector<std::byte> local;
    std::vector<std::uint8_t> initialised;
};

Engine::OwnMemory Engine::ownMemory(std::uint32_t warp) const {
    const std::size_t words = std::size_t{kWarpSize} * (m_program->localBytes() / 4);
    const std::byte* const local = m_threads.local.data() + warp * words * 4;
    const std::uint8_t* const initialised = m_threads.localInitialised.data() + warp * words;
    return {{local, local + words * 4}, {initialised, initialised + words}};
}

bool Engine::isOwnMemory(std::uint32_t warp, const OwnMemory& own) const {
    const std::size_t words = own.initialised.size();
    return std::equal(own.initialised.begin(), own.initialised.end(),
                      m_threads.localInitialised.data() + warp * words) &&
           std::equal(own.local.begin(), own.local.end(), m_threads.local.data() + warp * words * 4);
}

void Engine::putBack(std::uint32_t warp, const OwnMemory& own) {
    const std::size_t words = own.initialised.size();
    std::copy(own.local.begin(), own.local.end(), m_threads.local.data() + warp * words * 4);
    std::copy(own.initialised.begin(), own.initialised.end(), m_threads.localInitialised.data() + warp * words);
}

/// Would the running lanes of a warp come back to where they are, having changed nothing, if time stood still?
/// Everything is put back.
bool Engine::spins(std::uint32_t which) {
    WarpState& warp = m_warps[which];
    const WarpState before = warp;
    const std::uint32_t current = m_current;
    const std::uint32_t next = m_next;
    const std::uint64_t steps = m_steps;
    const std::vector<std::byte> registers(registersOf(which), registersOf(which) + m_program->registerBytes());
    m_untold.resize(m_sites.size());
    m_machine.sites = m_untold.data();
    m_machine.clock = &steps;
    m_follows = true;
    const LoopRounds rounds = m_rounds[which];
    const std::uint64_t slept = m_threads.slept;
    std::vector<MemoryWrite> writes;
    std::vector<MemoryWrite>* const journal = m_memory.journal();
    m_memory.setJournal(&writes);

    m_current = which;
    enterWarp();
    const bool back = comesBack(warp, writes);
    m_threads.slept = slept;

    for (auto write = writes.rbegin(); write != writes.rend(); ++write) m_memory.undo(*write);
    m_memory.setJournal(journal);
    m_machine.sites = m_sites.data();
    m_machine.clock = &m_steps;
    m_follows = false;
    m_rounds[which] = rounds;
    std::copy(registers.begin(), registers.end(), registersOf(which));
    warp = before;
    m_steps = steps;
    m_current = current;
    m_next = next;
    m_faulted = false;
    m_fault = {};
    m_machine.fault = {};
    enterWarp();
    return back;
}

bool Engine::comesBack(WarpState& warp, const std::vector<MemoryWrite>& writes) {
    if (m_independent) settle(warp);
    if (!warp.runnable()) return false;
    const WarpState start = warp;
    const std::uint64_t slept = m_threads.slept;
    std::optional<OwnMemory> before;  // copied once something may change it
    std::optional<OwnMemory> own;     // what it is to come back to
    std::vector<std::byte> registers(registersOf(m_current), registersOf(m_current) + m_program->registerBytes());
    std::vector<std::byte> shared;
    std::vector<std::uint8_t> initialised;
    const auto sharedChanged = [&] {
        return !std::equal(shared.begin(), shared.end(), m_shared.data()) || initialised != m_sharedInitialised;
    };
    bool back = false;
    bool looksAtClock = false;
    unsigned rounds = 0;
    for (unsigned step = 0; step < kLookahead && rounds < kRounds && !back; ++step) {
        const Op& op = m_program->ops()[warp.pc()];
        if (!canBeTried(op, m_program->entry())) break;
        looksAtClock = looksAtClock || readsClock(op.source->sources[0]);
        if (changesShared(op) && initialised.empty()) {
            shared.assign(m_shared.data(), m_shared.data() + m_sharedBytes);
            initialised = m_sharedInitialised;
        }
        if (changesLocal(op) && !before) own = before = ownMemory(m_current);
        if (!stepOne(warp) || changed(writes) || (changesShared(op) && sharedChanged())) break;
        m_threads.slept = slept;
        if (warp.pc() != start.pc() || warp != start) continue;
        ++rounds;
        const auto* const now = registersOf(m_current);
        back = std::equal(registers.begin(), registers.end(), now) && (!own || isOwnMemory(m_current, *own));
        if (back || !looksAtClock || rounds > 2) continue;
        // What they have read from the clock before, and what that was before, is another time than now.
        registers.assign(now, now + registers.size());
        if (own) own = ownMemory(m_current);
    }
    if (before) putBack(m_current, *before);
    m_looksAtClock = m_looksAtClock || (back && looksAtClock);
    if (!initialised.empty() && sharedChanged()) {
        std::copy(shared.begin(), shared.end(), m_shared.data());
        m_sharedInitialised = initialised;
        m_machine.sharedInitialised = m_sharedInitialised.data();
        m_machine.sharedUninitialisedWords =
            static_cast<std::uint64_t>(std::count(m_sharedInitialised.begin(), m_sharedInitialised.end(), 0));
    }
    return back;
}

/// All wait, and some of them look at the clock: perhaps until it is late enough. Then that is now. False if they have
/// waited for too long already.
bool Engine::letTimePass() {
    if (m_threads.slept >= kLongestSleep) return false;
    m_turnStart = m_steps;
    m_nextCheck = m_steps + kFirstCheck / 16;
    // Short delays are left as they are.
    if (m_steps >= kFirstCheck) m_threads.slept += std::max(m_threads.slept, kFirstCheck);
    return true;
}

/// The current warp waits in a loop. Do all others that could run wait so too, each from the state that it is in? As
/// none changes any memory, then none will ever get on.
bool Engine::everyoneWaits() {
    for (std::uint32_t w = 0; w < m_warps.size(); ++w) {
        WarpState& warp = m_warps[w];
        if (!warp.runnable()) continue;
        if (w != m_current && !spins(w)) return false;
        for (std::size_t g = 0; g < warp.parked.size(); ++g) {
            if (warp.parked[g].wait == Wait::Meeting) return false;
            if (warp.parked[g].wait != Wait::None) continue;
            std::swap(static_cast<LaneGroup&>(warp), warp.parked[g]);
            const bool waits = spins(w);
            std::swap(static_cast<LaneGroup&>(warp), warp.parked[g]);
            if (!waits) return false;
        }
    }
    return true;
}

}  // namespace lanescope::simt
