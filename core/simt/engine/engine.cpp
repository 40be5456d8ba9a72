// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/engine/engine.h"

#include <algorithm>

#include "core/simt/handlers/handlers.h"
#include "core/simt/log/writer.h"
#include "core/simt/memory/access_record.h"

namespace lanescope::simt {

Engine::Engine(std::shared_ptr<const Program> program, const Launch& launch, std::vector<std::byte> parameters,
               DeviceMemory& memory)
    : m_block(std::move(program), launch, memory),
      m_values(m_block, std::move(parameters)),
      m_counter(m_block),
      m_schedule(m_block),
      m_groups(m_block),
      m_runtime(m_block),
      m_calls(m_block, m_groups, m_runtime),
      m_barriers(m_block, m_schedule),
      m_flow(m_block, m_groups, m_calls, m_barriers),
      m_stepper(m_block, m_flow),
      m_spins(m_block, m_flow, m_stepper),
      m_progress(m_block, m_schedule, m_groups, m_flow, m_spins),
      m_waits(m_block, m_barriers, m_groups),
      m_faultMaker(m_block) {}

void Engine::start(Dim3 block) {
    m_block.start(block);
    m_values.fill();
    m_barriers.clear();
    m_schedule.start();
}

Engine::Status Engine::run(std::uint64_t stepLimit) {
    m_block.refreshViews();
    const Status status = runOn(stepLimit);
    if (status == Status::Faulted) m_fault = m_faultMaker.make(*m_block.wrong);
    return status;
}

Engine::Status Engine::runOn(std::uint64_t stepLimit) {
    while (!m_block.wrong) {
        WarpState& warp = m_block.warp();
        if (!warp.runnable()) {
            if (!advance()) return faulted() ? Status::Faulted : Status::Finished;
            continue;
        }
        if (m_block.steps >= stepLimit) return Status::Paused;
        if (m_progress.checkIsDue(warp)) {
            checkProgress();
            continue;
        }
        m_block.enter();
        const std::uint64_t limit = std::min(stepLimit, m_schedule.turn().nextCheck);
        bool going = true;
        do {
            const std::uint32_t pc = warp.stack.back().pc;
            const Segment& segment = m_block.program->segments()[m_block.program->segmentOf(pc)];
            runStraight(segment, pc, warp);
            if (m_block.wrong) return Status::Faulted;
            if (segment.straightEnd != segment.end) {
                going = runControl(segment, pc, warp);
            } else {
                const LaneMask lanes = warp.stack.back().mask;
                warp.stack.back().pc = segment.end;
                m_flow.settle(warp);
                going = warp.runnable() && !(segment.pauses && m_progress.handsOver(segment, lanes, warp));
            }
        } while (going && m_block.steps < limit);
        if (m_block.wrong) return Status::Faulted;
        if (!going && !advance()) return faulted() ? Status::Faulted : Status::Finished;
    }
    return Status::Faulted;
}

std::uint64_t Engine::longestSegment() const {
    std::uint32_t longest = 1;
    for (const Segment& segment : m_block.program->segments()) longest = std::max(longest, segment.end - segment.first);
    return longest;
}

/// What is up to the segment's control instruction, from `pc` on.
void Engine::runStraight(const Segment& segment, std::uint32_t pc, WarpState& warp) {
    const LaneMask mask = warp.stack.back().mask;
    Machine& machine = m_block.machine;
    machine.active = mask;
    const Op* const ops = m_block.program->ops().data();
    if (pc == segment.first) {
        m_counter.countWhole(m_block.program->segmentOf(pc), mask);
        if (m_log != nullptr) {
            runLogged(segment);
        } else if (segment.straightEnd != segment.first) {
            m_block.handlers.run(machine, ops + segment.first, ops + segment.straightEnd);
        }
        m_block.steps += segment.end - segment.first;
    } else {
        if (m_log != nullptr) m_log->visit({m_block.current, pc, mask});
        for (std::uint32_t index = pc; index < segment.straightEnd; ++index) {
            if (m_log != nullptr && ops[index].ownAddress) m_block.handlers.arrange(machine, ops[index]);
            if (m_log != nullptr) m_log->see(ops[index], machine, false);
            m_block.handlers.runCarefully(machine, ops[index]);
            if (machine.fault.op != nullptr) break;
            countOne(machine, ops[index], mask);
            ++m_block.steps;
        }
    }
    if (machine.fault.op == nullptr) return;
    if (pc == segment.first) takeBack(segment, static_cast<std::uint32_t>(machine.fault.op - ops), mask);
    m_block.raisePending();
}

/// All of a segment, as it is told to the log.
void Engine::runLogged(const Segment& segment) {
    m_log->visit({m_block.current, segment.first, m_block.machine.active});
    const Op* const ops = m_block.program->ops().data();
    const Op* op = ops + segment.first;
    for (const LogSite& site : m_log->plan().sitesOf(m_block.program->segmentOf(segment.first))) {
        if (site.instruction >= segment.straightEnd) break;
        if (!site.guarded && !site.notesAddress()) continue;  // nothing to tell of it
        m_block.handlers.run(m_block.machine, op, ops + site.instruction);
        op = ops + site.instruction;
        if (op->ownAddress) m_block.handlers.arrange(m_block.machine, *op);
        m_log->see(site, *op, m_block.machine, true);
    }
    m_block.handlers.run(m_block.machine, op, ops + segment.straightEnd);
}

bool Engine::runControl(const Segment& segment, std::uint32_t pc, WarpState& warp) {
    const Op& op = m_block.program->ops()[segment.straightEnd];
    const LaneMask mask = warp.stack.back().mask;
    const bool whole = pc == segment.first;
    if (m_log != nullptr) m_log->see(op, m_block.machine, whole);
    if (!whole) ++m_block.steps;
    const bool going = m_flow.execute(op, segment.straightEnd, warp);
    if (m_block.wrong) {
        if (whole)
            takeBack(segment, segment.straightEnd, mask);
        else
            --m_block.steps;
    } else if (!whole) {
        countOne(m_block.machine, op, mask);
    }
    return going;
}

/// A segment that was counted whole ended before instruction `fault`.
void Engine::takeBack(const Segment& segment, std::uint32_t fault, LaneMask mask) {
    m_block.steps -= segment.end - fault;
    m_counter.takeBack(segment, fault, mask);
}

BlockExecution::Status Engine::step(StepRecord& what) {
    m_block.refreshViews();
    const bool stepped = stepOn(what);
    if (faulted()) {
        m_fault = m_faultMaker.make(*m_block.wrong);
        return BlockExecution::Status::Faulted;
    }
    return stepped ? BlockExecution::Status::Stepped : BlockExecution::Status::Finished;
}

/// False if there was no step to make, or after a fault.
bool Engine::stepOn(StepRecord& what) {
    for (;;) {
        if (faulted()) return false;
        if (!m_block.warp().runnable()) {
            if (!advance()) return false;
        } else if (m_progress.checkIsDue(m_block.warp())) {
            checkProgress();
        } else {
            break;
        }
    }
    WarpState& warp = m_block.warp();
    m_block.enter();
    const std::uint32_t pc = warp.stack.back().pc;
    m_reached = warp.stack.back().mask;
    const Op& op = m_block.program->ops()[pc];
    if (op.ownAddress) {
        m_block.machine.active = m_reached;
        m_block.handlers.arrange(m_block.machine, op);
    }
    record(what, op, pc, m_reached);
    bool going = m_stepper.step(warp);
    if (faulted()) return false;
    const Segment& segment = m_block.program->segments()[m_block.program->segmentOf(pc)];
    if (going && segment.pauses && op.control == Control::None && pc + 1 == segment.end)
        going = !m_progress.handsOver(segment, m_reached, warp);
    if (!going) advance();
    return true;
}

/// Gives the turn to the next warp that can run; opens the block's barrier when all wait. False if the block has ended
/// or cannot go on.
bool Engine::advance() {
    for (;;) {
        if (m_schedule.advance()) {
            if (!m_block.independent) return true;
            m_block.enter();
            m_flow.settle(m_block.warp());
            if (m_block.warp().runnable()) return true;
            continue;
        }
        if (std::ranges::all_of(m_block.warps, [](const WarpState& warp) { return warp.finished(); })) return false;
        if (!m_barriers.openWholeBlock()) return m_block.raise(m_waits.atBarriers());
    }
}

void Engine::endTurn() {
    if (faulted() || !m_block.warp().runnable()) return;
    m_schedule.beginBehind();
    advance();
}

/// The current warp has run for long.
void Engine::checkProgress() {
    switch (m_progress.check()) {
        case Progress::Verdict::GoesOn: break;
        case Progress::Verdict::HandsOver: advance(); break;
        case Progress::Verdict::WaitsForEver: m_block.raise(m_waits.inLoop()); break;
    }
}

void Engine::faultOnBudget() {
    const WarpState& warp = m_block.warp();
    if (warp.finished() || faulted()) return;
    m_block.raise({Fault::Kind::StepBudget, warp.pc(), m_block.current, firstLane(warp.active()), warp.active()});
    m_fault = m_faultMaker.make(*m_block.wrong);
}

void Engine::record(StepRecord& what, const Op& op, std::uint32_t pc, LaneMask mask) const {
    what = {};
    what.warp = m_block.current;
    what.instruction = pc;
    what.active = m_block.guardMask(op, mask);
    recordAccess(what, op, [&](unsigned lane) {
        return op.wideAddress ? m_block.machine.at<const std::int64_t>(op.from[0])[lane]
                              : std::int64_t{m_block.machine.at<const std::int32_t>(op.from[0])[lane]};
    });
}

BlockState Engine::state() const {
    BlockState state;
    m_block.saveTo(state);
    state.barriers = m_barriers.states();
    state.turnStart = m_schedule.turn().start;
    state.nextCheck = m_schedule.turn().nextCheck;
    state.clockReads = m_schedule.turn().clockReads;
    return state;
}

void Engine::restore(const BlockState& state) {
    m_block.restoreFrom(state);
    m_barriers.restore(state.barriers);
    m_schedule.turn() = {state.turnStart, state.nextCheck, state.clockReads};
}

}  // namespace lanescope::simt
