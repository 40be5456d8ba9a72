// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/engine/engine.h"

#include <algorithm>
#include <cstring>

#include "core/simt/engine/launch_check.h"
#include "core/simt/handlers/handlers.h"
#include "core/simt/log/writer.h"
#include "core/simt/memory/access_record.h"
#include "core/simt/memory/memory_access.h"

namespace lanescope::simt {
namespace {

/// Mask of the first `count` lanes.
LaneMask firstLanes(std::uint64_t count) { return count >= kWarpSize ? kAllLanes : (LaneMask{1} << count) - 1; }

}  // namespace

AlignedBytes::AlignedBytes(std::size_t size)
    : m_lines(std::max<std::size_t>(1, (size + sizeof(Line) - 1) / sizeof(Line))) {}

Engine::Engine(std::shared_ptr<const Program> program, const Launch& launch, std::vector<std::byte> parameters,
               DeviceMemory& memory)
    : m_program(std::move(program)),
      m_handlers(m_program->handlers()),
      m_launch(launch),
      m_parameters(std::move(parameters)),
      m_memory(memory),
      m_independent(m_program->scheduling() == Scheduling::IndependentThreads),
      m_kernelEnd(m_program->endOf(0)) {
    const std::uint64_t warps = (launch.block.count() + kWarpSize - 1) / kWarpSize;
    m_warps.resize(warps);
    m_rounds.resize(warps);
    m_registers = AlignedBytes(warps * m_program->warpBytes());
    m_sharedBytes = sharedBytesOf(m_program->entry(), launch);
    m_shared = AlignedBytes(m_sharedBytes);
    m_patterns.resize(m_program->patternCount());
    m_groups.resize(m_program->groupCount() + 1);
    m_segmentCounts.resize(m_program->segments().size());
    m_machine.patterns = m_patterns.data();
    m_machine.groups = m_groups.data();
    m_sites.resize(m_program->ops().size());
    m_machine.sites = m_sites.data();
    m_machine.memory = &memory;
    m_machine.shared = m_shared.data();
    m_machine.sharedBytes = m_sharedBytes;
    m_machine.clock = &m_steps;
    fillWarpSpecials();
}

void Engine::start(Dim3 block) {
    m_block = block;
    m_steps = 0;
    m_barriers = {};
    m_next = kNoWarp;
    std::fill(m_rounds.begin(), m_rounds.end(), LoopRounds{});
    beginTurn(0);
    m_faulted = false;
    m_machine.fault = {};
    const std::uint64_t threads = m_launch.block.count();
    for (std::size_t w = 0; w < m_warps.size(); ++w) {
        m_warps[w] = {};
        if (m_kernelEnd != 0) m_warps[w].stack.push_back({0, m_kernelEnd, 0, firstLanes(threads - w * kWarpSize)});
        std::fill_n(registersOf(w), m_program->registerBytes(), std::byte{0});  // there may be none, at nullptr
    }
    std::fill_n(m_shared.data(), m_sharedBytes, std::byte{0});
    m_sharedInitialised.assign((m_sharedBytes + 3) / 4, 0);
    m_machine.sharedInitialised = m_sharedInitialised.data();
    m_machine.sharedUninitialisedWords = m_sharedInitialised.size();
    startThreads();
    fillConstants();
}

void Engine::refreshViews() {
    // Allocations may have been replaced or shared since (a copy of the memory was taken): nothing is writable yet.
    m_views.resize(std::max<std::size_t>(m_memory.size(), 1));
    for (std::size_t v = 0; v < m_memory.size(); ++v) {
        const DeviceMemory::Allocation& allocation = m_memory.allocation(v);
        const bool read = m_views[v].read;
        m_views[v] = {allocation.base, allocation.end(), allocation.data.data(), nullptr, &allocation};
        m_views[v].read = read;
    }
    m_machine.views = m_views.data();
    m_machine.viewCount = m_memory.size();
}

Engine::Status Engine::run(std::uint64_t stepLimit) {
    refreshViews();
    while (!m_faulted) {
        WarpState& warp = m_warps[m_current];
        if (!warp.runnable()) {
            if (!advanceSchedule()) return m_faulted ? Status::Faulted : Status::Finished;
            continue;
        }
        if (m_steps >= stepLimit) return Status::Paused;
        if (checkIsDue(warp)) {
            checkProgress();
            continue;
        }
        enterWarp();
        const std::uint64_t limit = std::min(stepLimit, m_nextCheck);
        bool going = true;
        do {
            const std::uint32_t pc = warp.stack.back().pc;
            const Segment& segment = m_program->segments()[m_program->segmentOf(pc)];
            runStraight(segment, pc, warp);
            if (m_faulted) return Status::Faulted;
            if (segment.straightEnd != segment.end) {
                going = runControl(segment, pc, warp);
            } else {
                const LaneMask lanes = warp.stack.back().mask;
                warp.stack.back().pc = segment.end;
                settle(warp);
                going = warp.runnable() && !(segment.pauses && handsOver(segment, lanes, warp));
            }
        } while (going && m_steps < limit);
        if (m_faulted) return Status::Faulted;
        if (!going && !advanceSchedule()) return m_faulted ? Status::Faulted : Status::Finished;
    }
    return Status::Faulted;
}

std::uint64_t Engine::longestSegment() const {
    std::uint32_t longest = 1;
    for (const Segment& segment : m_program->segments()) longest = std::max(longest, segment.end - segment.first);
    return longest;
}

void Engine::enterWarp() {
    m_machine.base = registersOf(m_current);
    enterThreads();
}

void Engine::runStraight(const Segment& segment, std::uint32_t pc, WarpState& warp) {
    const LaneMask mask = warp.stack.back().mask;
    m_machine.active = mask;
    const Op* const ops = m_program->ops().data();
    if (pc == segment.first) {
        SegmentCount& count = m_segmentCounts[m_program->segmentOf(pc)];
        ++count.warps;
        count.threads += lanesIn(mask);
        if (m_log != nullptr) {
            runLogged(segment);
        } else if (segment.straightEnd != segment.first) {
            m_handlers.run(m_machine, ops + segment.first, ops + segment.straightEnd);
        }
        m_steps += segment.end - segment.first;
    } else {
        if (m_log != nullptr) m_log->visit({m_current, pc, mask});
        for (std::uint32_t index = pc; index < segment.straightEnd; ++index) {
            if (m_log != nullptr) m_log->see(ops[index], m_machine, false);
            m_handlers.runCarefully(m_machine, ops[index]);
            if (m_machine.fault.op != nullptr) break;
            countOne(ops[index], mask);
            ++m_steps;
        }
    }
    if (m_machine.fault.op == nullptr) return;
    if (pc == segment.first) uncount(segment, static_cast<std::uint32_t>(m_machine.fault.op - ops), mask);
    takePendingFault(warp);
}

/// All of a segment, as it is told to the log.
void Engine::runLogged(const Segment& segment) {
    m_log->visit({m_current, segment.first, m_machine.active});
    const Op* const ops = m_program->ops().data();
    const Op* op = ops + segment.first;
    for (const LogSite& site : m_log->plan().sitesOf(m_program->segmentOf(segment.first))) {
        if (site.instruction >= segment.straightEnd) break;
        if (!site.guarded && !site.notesAddress()) continue;  // nothing to tell of it
        m_handlers.run(m_machine, op, ops + site.instruction);
        op = ops + site.instruction;
        m_log->see(site, *op, m_machine, true);
    }
    m_handlers.run(m_machine, op, ops + segment.straightEnd);
}

/// A segment that was counted whole ended before instruction `fault`.
void Engine::uncount(const Segment& segment, std::uint32_t fault, LaneMask mask) {
    SegmentCount& count = m_segmentCounts[m_program->segmentOf(segment.first)];
    --count.warps;
    count.threads -= lanesIn(mask);
    m_steps -= segment.end - segment.first;
    for (std::uint32_t index = segment.first; index < fault; ++index, ++m_steps) {
        const Op& op = m_program->ops()[index];
        countOne(op, mask);
        if (op.leads && op.space == ptx::Space::Shared && m_groups[op.group].sure != 0)
            uncountGroup(segment, index, fault);
    }
}

/// The first load of a group has counted for all of them; those from `fault` on have not been run.
void Engine::uncountGroup(const Segment& segment, std::uint32_t leader, std::uint32_t fault) {
    const Op& first = m_program->ops()[leader];
    LoadGroup& group = m_groups[first.group];
    const SharedCost cost =
        m_patterns[first.pattern].knownSharedCostAt(group.first + static_cast<std::uint64_t>(first.offset));
    --group.counts.requests;
    group.counts.wavefronts -= cost.wavefronts;
    group.counts.conflicts -= cost.wavefronts - cost.fewest;
    for (std::uint32_t index = leader; index < std::min(fault, segment.straightEnd); ++index)
        if (const Op& op = m_program->ops()[index]; op.group == first.group) countShared(m_machine.site(op), cost);
}

bool Engine::runControl(const Segment& segment, std::uint32_t pc, WarpState& warp) {
    const Op& op = m_program->ops()[segment.straightEnd];
    const LaneMask mask = warp.stack.back().mask;
    const bool whole = pc == segment.first;
    if (m_log != nullptr) m_log->see(op, m_machine, whole);
    if (!whole) ++m_steps;
    const bool going = control(op, segment.straightEnd, warp);
    if (m_faulted) {
        if (whole)
            uncount(segment, segment.straightEnd, mask);
        else
            --m_steps;
    } else if (!whole) {
        countOne(op, mask);
    }
    return going;
}

/// Counts of an instruction that was not run as part of its whole segment. What it accessed and how many lanes passed
/// its guard it has counted itself.
void Engine::countOne(const Op& op, LaneMask mask) {
    SiteCounts& site = m_machine.site(op);
    ++site.warps;
    site.lanes += lanesIn(mask);
}

BlockExecution::Status Engine::step(StepRecord& what) {
    refreshViews();
    for (;;) {
        if (m_faulted) return BlockExecution::Status::Faulted;
        if (!m_warps[m_current].runnable()) {
            if (!advanceSchedule())
                return m_faulted ? BlockExecution::Status::Faulted : BlockExecution::Status::Finished;
        } else if (checkIsDue(m_warps[m_current])) {
            checkProgress();
        } else {
            break;
        }
    }
    WarpState& warp = m_warps[m_current];
    enterWarp();
    const std::uint32_t pc = warp.stack.back().pc;
    m_reached = warp.stack.back().mask;
    record(what, m_program->ops()[pc], pc, warp.stack.back().mask);
    const bool going = stepOne(warp);
    if (m_faulted) return BlockExecution::Status::Faulted;
    if (!going && !advanceSchedule() && m_faulted) return BlockExecution::Status::Faulted;
    return BlockExecution::Status::Stepped;
}

/// One instruction of the warp that was entered; false if it stops here (ended, waits, or faulted).
bool Engine::stepOne(WarpState& warp) {
    const std::uint32_t pc = warp.stack.back().pc;
    const LaneMask mask = warp.stack.back().mask;
    const Op& op = m_program->ops()[pc];
    m_machine.active = mask;
    bool going = true;
    if (op.control != Control::None) {
        ++m_steps;
        going = control(op, pc, warp);
        if (m_faulted) --m_steps;
    } else {
        m_handlers.runCarefully(m_machine, op);
        if (m_machine.fault.op != nullptr) {
            takePendingFault(warp);
        } else {
            ++m_steps;
            ++warp.stack.back().pc;
            settle(warp);
            const Segment& segment = m_program->segments()[m_program->segmentOf(pc)];
            const bool pauses = segment.pauses && pc + 1 == segment.end;
            going = warp.runnable() && !(pauses && handsOver(segment, mask, warp));
        }
    }
    if (m_faulted) return false;
    countOne(op, mask);
    return going;
}

void Engine::record(StepRecord& what, const Op& op, std::uint32_t pc, LaneMask mask) const {
    what = {};
    what.warp = m_current;
    what.instruction = pc;
    what.active = guardMask(op, mask);
    recordAccess(what, op, [&](unsigned lane) {
        return op.wideAddress ? m_machine.at<const std::int64_t>(op.from[0])[lane]
                              : std::int64_t{m_machine.at<const std::int32_t>(op.from[0])[lane]};
    });
}

const LaunchCounts& Engine::counts() const { return m_total = sumOf(sites()); }

std::vector<SiteCounts> Engine::sites() const {
    std::vector<SiteCounts> sites = m_sites;
    for (std::size_t s = 0; s < m_segmentCounts.size(); ++s) {
        const Segment& segment = m_program->segments()[s];
        for (std::uint32_t index = segment.first; index < segment.end; ++index) {
            sites[index].warps += m_segmentCounts[s].warps;
            sites[index].lanes += m_segmentCounts[s].threads;
        }
    }
    for (const Op& op : m_program->ops()) {
        SiteCounts& site = sites[op.index];
        if (op.group != 0) site.shared += m_groups[op.group].counts;
        site.access = op.access;
        site.reduction = op.source->opcode == ptx::Opcode::Red;
        if (op.guard == kNowhere) site.passed = site.lanes;
        if (op.guard != kNowhere && op.control == Control::Branch) site.branches = site.warps;
        site.fpOperations = site.passed * op.fpOperations;
    }
    return sites;
}

void Engine::clearCounts() {
    std::fill(m_sites.begin(), m_sites.end(), SiteCounts{});
    std::fill(m_segmentCounts.begin(), m_segmentCounts.end(), SegmentCount{});
    for (LoadGroup& group : m_groups) group.counts = {};
}

BlockState Engine::state() const {
    BlockState state;
    state.warps = m_warps;
    state.currentWarp = m_current;
    state.steps = m_steps;
    state.barriers = m_barriers;
    state.turnStart = m_turnStart;
    state.nextCheck = m_nextCheck;
    state.clockReads = m_clockReads;
    state.shared.assign(m_shared.data(), m_shared.data() + m_sharedBytes);
    state.sharedInitialised = m_sharedInitialised;
    state.threads = threads();
    const std::vector<ptx::Register>& registers = m_program->entry().registers;
    state.registers.resize(m_warps.size() * registers.size() * kWarpSize);
    std::uint64_t* out = state.registers.data();
    for (std::size_t w = 0; w < m_warps.size(); ++w) {
        for (ptx::RegisterId r = 0; r < registers.size(); ++r, out += kWarpSize) {
            const std::byte* const from = registersOf(w) + m_program->registerPlace(r);
            const unsigned width = m_program->registerWidth(r);
            for (unsigned lane = 0; lane < kWarpSize; ++lane) {
                if (width == 1) {
                    LaneMask mask = 0;
                    std::memcpy(&mask, from, sizeof(mask));
                    out[lane] = mask >> lane & 1U;
                } else {
                    std::memcpy(&out[lane], from + std::size_t{lane} * (width / 8), width / 8);
                }
            }
        }
    }
    return state;
}

void Engine::restore(const BlockState& state) {
    m_warps = state.warps;
    m_current = state.currentWarp;
    m_steps = state.steps;
    m_barriers = state.barriers;
    m_turnStart = state.turnStart;
    m_nextCheck = state.nextCheck;
    m_clockReads = state.clockReads;
    m_faulted = false;
    m_machine.fault = {};
    std::copy(state.shared.begin(), state.shared.end(), m_shared.data());
    m_sharedInitialised = state.sharedInitialised;
    restoreThreads(state.threads);
    m_machine.sharedInitialised = m_sharedInitialised.data();
    m_machine.sharedUninitialisedWords =
        static_cast<std::uint64_t>(std::count(m_sharedInitialised.begin(), m_sharedInitialised.end(), 0));
    const std::vector<ptx::Register>& registers = m_program->entry().registers;
    const std::uint64_t* in = state.registers.data();
    for (std::size_t w = 0; w < m_warps.size(); ++w) {
        for (ptx::RegisterId r = 0; r < registers.size(); ++r, in += kWarpSize) {
            std::byte* const to = registersOf(w) + m_program->registerPlace(r);
            const unsigned width = m_program->registerWidth(r);
            LaneMask mask = 0;
            for (unsigned lane = 0; lane < kWarpSize; ++lane) {
                if (width == 1)
                    mask |= in[lane] != 0 ? LaneMask{1} << lane : 0;
                else
                    std::memcpy(to + std::size_t{lane} * (width / 8), &in[lane], width / 8);
            }
            if (width == 1) std::memcpy(to, &mask, sizeof(mask));
        }
    }
}

}  // namespace lanescope::simt
