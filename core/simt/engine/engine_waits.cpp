// SPDX-License-Identifier: GPL-3.0-or-later
// Faults of threads that wait for ever: who waits where, and who is missing.
#include <algorithm>

#include "core/simt/engine/engine.h"
#include "core/simt/memory/place_name.h"

namespace lanescope::simt {
namespace {

unsigned firstLane(LaneMask mask) { return static_cast<unsigned>(std::countr_zero(mask)); }

std::string counted(std::uint64_t count, const std::string& what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

template <typename F>
void eachGroup(const WarpState& warp, F f) {
    f(static_cast<const LaneGroup&>(warp));
    for (const LaneGroup& group : warp.parked) f(group);
}

}  // namespace

/// "thread (3, 0, 0)" or "threads (0, 0, 0) to (31, 0, 0)", or "12 threads from (3, 0, 0) on" where some between are
/// not meant.
std::string Engine::threadsText(std::size_t warp, LaneMask lanes) const {
    const auto text = [&](unsigned lane) {
        const Dim3 thread = m_launch.block.at(warp * kWarpSize + lane);
        return "(" + std::to_string(thread.x) + ", " + std::to_string(thread.y) + ", " + std::to_string(thread.z) + ")";
    };
    const unsigned first = firstLane(lanes);
    const unsigned last = kWarpSize - 1 - static_cast<unsigned>(std::countl_zero(lanes));
    const auto count = static_cast<unsigned>(std::popcount(lanes));
    if (count == 1) return "thread " + text(first);
    if (last - first + 1 == count) return "threads " + text(first) + " to " + text(last);
    return std::to_string(count) + " threads from " + text(first) + " on";
}

/// "line 12" of the user's source, or "PTX line 30" where there is none.
std::string Engine::lineOf(std::uint32_t instruction) const {
    const ptx::Entry& entry = m_program->entry();
    const ptx::Module& module = *m_program->kernel().module;
    const std::uint32_t shown = shownInFunction(module, entry, instruction).value_or(instruction);
    const SourceLine at = sourceLineOf(module, entry.instructions[shown]);
    return at.line != 0 ? "line " + std::to_string(at.line)
                        : "PTX line " + std::to_string(entry.instructions[instruction].ptxLine);
}

/// Nobody can run, and no barrier opens.
void Engine::faultOnBarriers() {
    // Lanes of one warp that wait for others of the same warp.
    for (std::size_t w = 0; w < m_warps.size(); ++w) {
        const LaneGroup* waits = nullptr;
        eachGroup(m_warps[w], [&](const LaneGroup& group) {
            if (group.wait == Wait::Warp && waits == nullptr) waits = &group;
        });
        if (waits == nullptr) continue;
        m_current = static_cast<std::uint32_t>(w);
        enterWarp();
        return faultOnWarpWait(*waits, m_warps[w]);
    }
    const auto waiting = std::find_if(m_warps.begin(), m_warps.end(), [](const WarpState& warp) {
        return !warp.finished() && warp.wait == Wait::Barrier;
    });
    const auto first = static_cast<std::size_t>(waiting - m_warps.begin());
    for (std::size_t w = first + 1; w < m_warps.size(); ++w) {
        const WarpState& warp = m_warps[w];
        if (warp.finished() || warp.barrier == waiting->barrier) continue;
        if (!m_barriers[warp.barrier].wholeBlock || !m_barriers[waiting->barrier].wholeBlock) break;
        makeFault(Fault::Kind::BarrierDeadlock, warp.waitsAt, w, firstLane(warp.waiting));
        m_fault.lanes = warp.waiting;
        return;
    }
    // The first thread that waits at a barrier for a number of threads; else at any.
    std::size_t w = first;
    for (std::size_t i = m_warps.size(); i-- > first;)
        if (!m_warps[i].finished() && !m_barriers[m_warps[i].barrier].wholeBlock) w = i;
    const WarpState& warp = m_warps[w];
    const BarrierState& barrier = m_barriers[warp.barrier];
    makeFault(Fault::Kind::Deadlock, warp.waitsAt, w, firstLane(warp.waiting));
    m_fault.lanes = warp.waiting;
    m_fault.detail = "waits at barrier " + std::to_string(warp.barrier) + " for " +
                     (barrier.wholeBlock ? "all threads" : counted(barrier.expected, "thread")) + ", of which " +
                     std::to_string(barrier.arrived) + " have come; " + elsewhereText(warp.barrier);
}

/// Where the threads are that did not come to a barrier.
std::string Engine::elsewhereText(std::uint32_t barrier) const {
    std::string text;
    std::uint64_t living = 0;
    for (std::size_t w = 0; w < m_warps.size(); ++w) {
        living += static_cast<unsigned>(std::popcount(m_warps[w].live()));
        if (m_warps[w].finished()) continue;
        eachGroup(m_warps[w], [&](const LaneGroup& group) {
            if (group.wait != Wait::Barrier || group.barrier == barrier) return;
            if (text.empty())
                text = threadsText(w, group.waiting) + " wait at barrier " + std::to_string(group.barrier) + " (" +
                       lineOf(group.waitsAt) + ")";
        });
    }
    const std::uint64_t ended = m_launch.block.count() - living;
    const std::string has = ended == 1 ? " has ended" : " have ended";
    if (text.empty()) return ended == 0 ? "no other thread can come" : counted(ended, "thread") + has;
    return ended == 0 ? text : text + ", " + counted(ended, "thread") + has;
}

/// A group waits for lanes of its warp that cannot come.
void Engine::faultOnWarpWait(const LaneGroup& group, const WarpState& warp) {
    const Op& op = m_program->ops()[group.waitsAt];
    const LaneMask here = guardMask(op, group.active());
    const LaneMask missing = missingAt(op, group, warp);
    if (op.control == Control::Barrier) {
        makeFault(Fault::Kind::BarrierDivergence, group.waitsAt, m_current, firstLane(missing));
        m_fault.lanes = missing;
        return;
    }
    makeFault(Fault::Kind::WarpSync, group.waitsAt, m_current, firstLane(here));
    m_fault.lanes = here;
    std::string where;
    eachGroup(warp, [&](const LaneGroup& other) {
        if ((other.active() & missing) != 0 && other.wait != Wait::None && where.empty())
            where = ", but " + threadsText(m_current, other.active() & missing) +
                    (std::popcount(other.active() & missing) == 1 ? " waits at " : " wait at ") + lineOf(other.waitsAt);
    });
    m_fault.detail = "waits for " + threadsText(m_current, missing) +
                     " of its warp, which the member mask of the instruction names" + where;
}

/// The running lanes go round a loop in which nothing can change any more.
void Engine::faultOnSpin() {
    // All warps that can run go round so. One whose lanes wait for each other is why the others do.
    const auto waitsForItself = [this](const WarpState& warp) {
        return !m_independent && warp.runnable() && (warp.live() & ~warp.active()) != 0;
    };
    const auto cause = std::find_if(m_warps.begin(), m_warps.end(), waitsForItself);
    if (cause != m_warps.end()) m_current = static_cast<std::uint32_t>(cause - m_warps.begin());
    const WarpState& warp = m_warps[m_current];
    const LaneMask running = warp.active();
    const std::uint64_t blocks = m_launch.grid.count();
    const LaneMask below = m_independent ? 0 : warp.live() & ~running;
    makeFault(Fault::Kind::Deadlock, warp.pc(), m_current, firstLane(running));
    m_fault.lanes = running;
    std::string& detail = m_fault.detail;
    detail = "goes round a loop for ever: nothing that it reads there changes any more";
    if (below != 0) {
        const bool one = std::popcount(below) == 1;
        std::uint32_t at = 0;
        for (const StackEntry& entry : warp.stack)
            if ((entry.mask & below) != 0 && !entry.isFrame()) at = entry.pc;
        detail += ". Perhaps it waits for " + threadsText(m_current, below) + " of its warp, which " +
                  (one ? "waits" : "wait") + " for it";
        if (at < m_program->entry().instructions.size()) detail += " at " + lineOf(at);
        detail +=
            ": the lanes of a warp run in lockstep here, as on GPUs before Volta, so one side of a branch runs to its "
            "end before the other. With independent thread scheduling both sides get on";
        if (blocks > 1)
            detail += ". If it waits for another block, that helps nothing: no block may count on another being there";
        return;
    }
    if (m_launch.block.count() > static_cast<unsigned>(std::popcount(running)))
        detail += ", as all other threads of the block have ended, wait at a barrier or loop like this";
    if (blocks > 1)
        detail += ". Blocks run one after the other here, and on a GPU too no block may count on another being there";
}

}  // namespace lanescope::simt
