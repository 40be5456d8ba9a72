// SPDX-License-Identifier: GPL-3.0-or-later
// Does a warp get anywhere? One that comes back to the very state it was in, and has changed no memory meanwhile, waits
// in a loop for another thread: then others get their turn, and where there is nobody to wait for that is a fault.
// Long loops that get on are never held up: their registers or their memory change.
#include <algorithm>
#include <utility>

#include "core/simt/engine.h"

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

bool readsClock(const ptx::Operand& operand) {
    return operand.kind == ptx::Operand::Kind::Special && ptx::isClock(operand.special);
}

/// Can the instruction be tried and taken back?
bool canBeTried(const Op& op, const ptx::Entry& entry) {
    switch (op.control) {
        case Control::None: return !readsClock(op.source->sources[0]);
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

bool changesShared(const Op& op) {
    return (op.access == AccessKind::Store || op.access == AccessKind::Atomic) &&
           (op.space == ptx::Space::Shared || op.space == ptx::Space::Generic);
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
        faultOnSpin();
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

/// Would the running lanes of a warp come back to where they are, having changed nothing? Everything is put back.
bool Engine::spins(std::uint32_t which) {
    WarpState& warp = m_warps[which];
    const WarpState before = warp;
    const std::uint32_t current = m_current;
    const std::uint64_t steps = m_steps;
    const std::vector<std::byte> registers(registersOf(which), registersOf(which) + m_program->registerBytes());
    std::vector<SiteCounts> uncounted(m_sites.size());
    m_machine.sites = uncounted.data();
    const LoopRounds rounds = m_rounds[which];
    const ThreadMemory threads = m_threads;
    std::vector<MemoryWrite> writes;
    std::vector<MemoryWrite>* const journal = m_memory.journal();
    m_memory.setJournal(&writes);

    m_current = which;
    enterWarp();
    const bool back = comesBack(warp, registers, writes);
    m_threads = threads;

    for (auto write = writes.rbegin(); write != writes.rend(); ++write) m_memory.undo(*write);
    m_memory.setJournal(journal);
    m_machine.sites = m_sites.data();
    m_rounds[which] = rounds;
    std::copy(registers.begin(), registers.end(), registersOf(which));
    warp = before;
    m_steps = steps;
    m_current = current;
    m_faulted = false;
    m_fault = {};
    m_machine.fault = {};
    enterWarp();
    return back;
}

bool Engine::comesBack(WarpState& warp, const std::vector<std::byte>& registers,
                       const std::vector<MemoryWrite>& writes) {
    if (m_independent) settle(warp);
    if (!warp.runnable()) return false;
    const WarpState start = warp;
    const ThreadMemory threads = m_threads;
    std::vector<std::byte> shared;
    std::vector<std::uint8_t> initialised;
    const auto sharedChanged = [&] {
        return !std::equal(shared.begin(), shared.end(), m_shared.data()) || initialised != m_sharedInitialised;
    };
    bool back = false;
    unsigned rounds = 0;
    for (unsigned step = 0; step < kLookahead && rounds < kRounds && !back; ++step) {
        const Op& op = m_program->ops()[warp.pc()];
        if (!canBeTried(op, m_program->entry())) break;
        if (changesShared(op) && initialised.empty()) {
            shared.assign(m_shared.data(), m_shared.data() + m_sharedBytes);
            initialised = m_sharedInitialised;
        }
        if (!stepOne(warp) || changed(writes) || (changesShared(op) && sharedChanged())) break;
        if (warp.pc() != start.pc() || warp != start) continue;
        ++rounds;
        // Only a clock tells how long the threads have slept, and none was read.
        const std::uint64_t slept = std::exchange(m_threads.slept, threads.slept);
        back = std::equal(registers.begin(), registers.end(), registersOf(m_current)) && m_threads == threads;
        m_threads.slept = slept;
    }
    if (!initialised.empty() && sharedChanged()) {
        std::copy(shared.begin(), shared.end(), m_shared.data());
        m_sharedInitialised = initialised;
        m_machine.sharedInitialised = m_sharedInitialised.data();
        m_machine.sharedUninitialisedWords =
            static_cast<std::uint64_t>(std::count(m_sharedInitialised.begin(), m_sharedInitialised.end(), 0));
    }
    return back;
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
