// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/engine/spins.h"

#include <algorithm>
#include <optional>

namespace lanescope::simt {
namespace {

/// How far a loop is followed to see whether it comes back: most long loops are none that wait, and must not be slowed.
constexpr unsigned kLookahead = 2048;
constexpr unsigned kRounds = 8;

bool readsClock(const program::Operand& operand) {
    return operand.kind == program::Operand::Kind::Special && program::isClock(operand.special);
}

/// Does it do anything to mbarriers or to copies on their way? That is not taken back.
bool isAsynchronous(const program::Instruction& what) {
    using enum program::MbarrierOp;
    switch (what.opcode) {
        case program::Opcode::CpAsync:
        case program::Opcode::CpAsyncCommit:
        case program::Opcode::CpAsyncWait:
        case program::Opcode::CpAsyncMbarrier: return true;
        case program::Opcode::Mbarrier:
            return what.mbarrierOp != TestWait && what.mbarrierOp != TryWait && what.mbarrierOp != PendingCount;
        default: return false;
    }
}

/// Can the instruction be tried and taken back?
bool canBeTried(const Op& op, const program::Entry& entry) {
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
    return writes(op) && (op.space == program::Space::Shared || op.space == program::Space::Generic);
}

/// Calls begin with a frame that nobody has written.
bool changesLocal(const Op& op) {
    return op.control == Control::Call || op.control == Control::Return ||
           (writes(op) && (op.space == program::Space::Local || op.space == program::Space::Generic));
}

bool changed(const std::vector<MemoryWrite>& journal) {
    return std::any_of(journal.begin(), journal.end(), [](const MemoryWrite& write) {
        return write.oldBits != write.newBits || !write.wasInitialised;
    });
}

}  // namespace

Spins::Outcome Spins::follow(std::uint32_t which) {
    WarpState& warp = m_block.warps[which];
    Machine& machine = m_block.machine;
    DeviceMemory& memory = m_block.memory;
    const WarpState before = warp;
    const std::uint32_t current = m_block.current;
    const std::uint64_t steps = m_block.steps;
    const std::byte* const own = m_block.threads.registersOf(which);
    const std::vector<std::byte> registers(own, own + m_block.program->registerBytes());
    const LoopRounds rounds = m_block.rounds[which];
    const std::uint64_t slept = m_block.threads.memory().slept;
    SiteCounts* const sites = machine.sites;
    const std::uint64_t* const clock = machine.clock;
    std::vector<MemoryWrite>* const journal = memory.journal();
    std::vector<MemoryWrite> writes;
    m_untold.resize(m_block.program->ops().size());
    machine.sites = m_untold.data();
    machine.clock = &steps;
    memory.setJournal(&writes);

    m_block.current = which;
    m_block.enter();
    const Outcome outcome = comesBack(warp, writes);

    for (auto write = writes.rbegin(); write != writes.rend(); ++write) memory.undo(*write);
    memory.setJournal(journal);
    machine.clock = clock;
    machine.sites = sites;
    machine.fault = {};
    m_block.threads.memory().slept = slept;
    m_block.rounds[which] = rounds;
    std::copy(registers.begin(), registers.end(), m_block.threads.registersOf(which));
    warp = before;
    m_block.steps = steps;
    m_block.current = current;
    m_block.wrong.reset();
    m_block.enter();
    return outcome;
}

Spins::Outcome Spins::comesBack(WarpState& warp, const std::vector<MemoryWrite>& writes) {
    if (m_block.independent) m_flow.settle(warp);
    if (!warp.runnable()) return Outcome::GetsOn;
    const std::uint32_t which = m_block.current;
    ThreadStore& threads = m_block.threads;
    const WarpState start = warp;
    const std::uint64_t slept = threads.memory().slept;
    std::optional<SharedMemory::Content> shared;  // copied once something may change it
    std::optional<ThreadStore::Local> before;     // likewise
    std::optional<ThreadStore::Local> own;        // what it is to come back to
    const std::byte* const now = threads.registersOf(which);
    std::vector<std::byte> registers(now, now + m_block.program->registerBytes());
    const auto sharedChanged = [&] { return shared && !m_block.shared.holds(*shared); };
    bool back = false;
    bool looksAtClock = false;
    unsigned rounds = 0;
    for (unsigned step = 0; step < kLookahead && rounds < kRounds && !back; ++step) {
        const Op& op = m_block.program->ops()[warp.pc()];
        if (!canBeTried(op, m_block.program->entry())) break;
        looksAtClock = looksAtClock || readsClock(op.source->sources[0]);
        if (changesShared(op) && !shared) shared = m_block.shared.content();
        if (changesLocal(op) && !before) own = before = threads.local(which);
        if (!m_stepper.step(warp) || changed(writes) || (changesShared(op) && sharedChanged())) break;
        threads.memory().slept = slept;
        if (warp.pc() != start.pc() || warp != start) continue;
        ++rounds;
        back = std::equal(registers.begin(), registers.end(), now) && (!own || threads.holds(which, *own));
        if (back || !looksAtClock || rounds > 2) continue;
        // What they have read from the clock before, and what that was before, is another time than now.
        registers.assign(now, now + registers.size());
        if (own) own = threads.local(which);
    }
    if (before) threads.put(which, *before);
    if (sharedChanged()) m_block.shared.put(shared->bytes, shared->initialised, m_block.machine);
    if (!back) return Outcome::GetsOn;
    return looksAtClock ? Outcome::WaitsByClock : Outcome::Waits;
}

}  // namespace lanescope::simt
