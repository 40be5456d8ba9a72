// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/engine/waits.h"

#include <algorithm>

#include "core/simt/memory/place_name.h"

namespace lanescope::simt {
namespace {

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
std::string Waits::threadsText(std::size_t warp, LaneMask lanes) const {
    const auto text = [&](unsigned lane) {
        const Dim3 thread = m_block.launch.block.at(warp * kWarpSize + lane);
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
std::string Waits::lineOf(std::uint32_t instruction) const {
    const program::Entry& entry = m_block.program->entry();
    const program::Module& module = *m_block.program->kernel().module;
    const std::uint32_t shown = shownInFunction(module, entry, instruction).value_or(instruction);
    const SourceLine at = sourceLineOf(module, entry.instructions[shown]);
    return at.line != 0 ? "line " + std::to_string(at.line)
                        : "PTX line " + std::to_string(entry.instructions[instruction].line);
}

Misstep Waits::atBarriers() {
    const Barriers::States& barriers = m_barriers.states();
    // Lanes of one warp that wait for others of the same warp.
    for (std::size_t w = 0; w < m_block.warps.size(); ++w) {
        const LaneGroup* waits = nullptr;
        eachGroup(m_block.warps[w], [&](const LaneGroup& group) {
            if (group.wait == Wait::Warp && waits == nullptr) waits = &group;
        });
        if (waits == nullptr) continue;
        m_block.current = static_cast<std::uint32_t>(w);
        m_block.enter();
        return inWarp(*waits, m_block.warps[w]);
    }
    const auto waiting = std::find_if(m_block.warps.begin(), m_block.warps.end(), [](const WarpState& warp) {
        return !warp.finished() && warp.wait == Wait::Barrier;
    });
    const auto first = static_cast<std::size_t>(waiting - m_block.warps.begin());
    for (std::size_t w = first + 1; w < m_block.warps.size(); ++w) {
        const WarpState& warp = m_block.warps[w];
        if (warp.finished() || warp.barrier == waiting->barrier) continue;
        if (!barriers[warp.barrier].wholeBlock || !barriers[waiting->barrier].wholeBlock) break;
        return {Fault::Kind::BarrierDeadlock, warp.waitsAt, static_cast<std::uint32_t>(w), firstLane(warp.waiting),
                warp.waiting};
    }
    // The first thread that waits at a barrier for a number of threads; else at any.
    std::size_t w = first;
    for (std::size_t i = m_block.warps.size(); i-- > first;)
        if (!m_block.warps[i].finished() && !barriers[m_block.warps[i].barrier].wholeBlock) w = i;
    const WarpState& warp = m_block.warps[w];
    const BarrierState& barrier = barriers[warp.barrier];
    return {Fault::Kind::Deadlock,
            warp.waitsAt,
            static_cast<std::uint32_t>(w),
            firstLane(warp.waiting),
            warp.waiting,
            "waits at barrier " + std::to_string(warp.barrier) + " for " +
                (barrier.wholeBlock ? "all threads" : counted(barrier.expected, "thread")) + ", of which " +
                std::to_string(barrier.arrived) + " have come; " + elsewhereText(warp.barrier)};
}

/// Where the threads are that did not come to a barrier.
std::string Waits::elsewhereText(std::uint32_t barrier) const {
    std::string text;
    std::uint64_t living = 0;
    for (std::size_t w = 0; w < m_block.warps.size(); ++w) {
        living += static_cast<unsigned>(std::popcount(m_block.warps[w].live()));
        if (m_block.warps[w].finished()) continue;
        eachGroup(m_block.warps[w], [&](const LaneGroup& group) {
            if (group.wait != Wait::Barrier || group.barrier == barrier) return;
            if (text.empty())
                text = threadsText(w, group.waiting) + " wait at barrier " + std::to_string(group.barrier) + " (" +
                       lineOf(group.waitsAt) + ")";
        });
    }
    const std::uint64_t ended = m_block.launch.block.count() - living;
    const std::string has = ended == 1 ? " has ended" : " have ended";
    if (text.empty()) return ended == 0 ? "no other thread can come" : counted(ended, "thread") + has;
    return ended == 0 ? text : text + ", " + counted(ended, "thread") + has;
}

/// A group waits for lanes of its warp that cannot come.
Misstep Waits::inWarp(const LaneGroup& group, const WarpState& warp) const {
    const std::uint32_t current = m_block.current;
    const Op& op = m_block.program->ops()[group.waitsAt];
    const LaneMask here = m_block.guardMask(op, group.active());
    const LaneMask missing = m_groups.missingAt(op, group, warp);
    if (op.control == Control::Barrier)
        return {Fault::Kind::BarrierDivergence, group.waitsAt, current, firstLane(missing), missing};
    std::string where;
    eachGroup(warp, [&](const LaneGroup& other) {
        if ((other.active() & missing) != 0 && other.wait != Wait::None && where.empty())
            where = ", but " + threadsText(current, other.active() & missing) +
                    (std::popcount(other.active() & missing) == 1 ? " waits at " : " wait at ") + lineOf(other.waitsAt);
    });
    return {Fault::Kind::WarpSync,
            group.waitsAt,
            current,
            firstLane(here),
            here,
            "waits for " + threadsText(current, missing) +
                " of its warp, which the member mask of the instruction names" + where};
}

Misstep Waits::inLoop() {
    // All warps that can run go round so. One whose lanes wait for each other is why the others do.
    const auto waitsForItself = [this](const WarpState& warp) {
        return !m_block.independent && warp.runnable() && (warp.live() & ~warp.active()) != 0;
    };
    const auto cause = std::find_if(m_block.warps.begin(), m_block.warps.end(), waitsForItself);
    if (cause != m_block.warps.end()) m_block.current = static_cast<std::uint32_t>(cause - m_block.warps.begin());
    const WarpState& warp = m_block.warp();
    const LaneMask running = warp.active();
    const std::uint64_t blocks = m_block.launch.grid.count();
    const LaneMask below = m_block.independent ? 0 : warp.live() & ~running;
    Misstep what{Fault::Kind::Deadlock, warp.pc(), m_block.current, firstLane(running), running};
    std::string& detail = what.detail;
    detail = "goes round a loop for ever: nothing that it reads there changes any more";
    if (below != 0) {
        const bool one = std::popcount(below) == 1;
        std::uint32_t at = 0;
        for (const StackEntry& entry : warp.stack)
            if ((entry.mask & below) != 0 && !entry.isFrame()) at = entry.pc;
        detail += ". Perhaps it waits for " + threadsText(m_block.current, below) + " of its warp, which " +
                  (one ? "waits" : "wait") + " for it";
        if (at < m_block.program->entry().instructions.size()) detail += " at " + lineOf(at);
        detail +=
            ": the lanes of a warp run in lockstep here, as on GPUs before Volta, so one side of a branch runs to its "
            "end before the other. With independent thread scheduling both sides get on";
        if (blocks > 1)
            detail += ". If it waits for another block, that helps nothing: no block may count on another being there";
        return what;
    }
    if (m_block.launch.block.count() > static_cast<unsigned>(std::popcount(running)))
        detail += ", as all other threads of the block have ended, wait at a barrier or loop like this";
    if (blocks > 1)
        detail += ". Blocks run one after the other here, and on a GPU too no block may count on another being there";
    return what;
}

}  // namespace lanescope::simt
