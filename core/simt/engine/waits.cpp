// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/engine/waits.h"

#include <algorithm>
#include <utility>

#include "core/base/words.h"
#include "core/simt/memory/place_name.h"

namespace lanescope::simt {
namespace {

template <typename F>
void eachGroup(const WarpState& warp, F f) {
    f(static_cast<const LaneGroup&>(warp));
    for (const LaneGroup& group : warp.parked) f(group);
}

}  // namespace

/// "thread (3, 0, 0)" or "threads (0, 0, 0) to (31, 0, 0)", or "12 threads from (3, 0, 0) on" where some between are
/// not meant.
Message Waits::threadsText(std::size_t warp, LaneMask lanes) const {
    const auto text = [&](unsigned lane) {
        const Dim3 thread = m_block.launch.block.at(warp * kWarpSize + lane);
        return "(" + std::to_string(thread.x) + ", " + std::to_string(thread.y) + ", " + std::to_string(thread.z) + ")";
    };
    const unsigned first = firstLane(lanes);
    const unsigned last = kWarpSize - 1 - static_cast<unsigned>(std::countl_zero(lanes));
    const auto count = static_cast<unsigned>(std::popcount(lanes));
    if (count == 1) return Message("simt.threads.single"_id, {{"thread", text(first)}});
    if (last - first + 1 == count) return Message("simt.threads.to"_id, {{"first", text(first)}, {"last", text(last)}});
    return Message("simt.threads.from"_id, {{"count", count}, {"first", text(first)}});
}

/// "line 12" of the user's source, or "PTX line 30" where there is none.
Message Waits::lineOf(std::uint32_t instruction) const {
    const program::Entry& entry = m_block.program->entry();
    const program::Module& module = *m_block.program->kernel().module;
    const std::uint32_t shown = shownInFunction(module, entry, instruction).value_or(instruction);
    const SourceLine at = sourceLineOf(module, entry.instructions[shown]);
    return at.line != 0 ? Message("simt.source_line"_id, {{"line", at.line}})
                        : Message("simt.ptx_line"_id, {{"ptx", entry.instructions[instruction].line}});
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
    return {
        Fault::Kind::Deadlock,
        warp.waitsAt,
        static_cast<std::uint32_t>(w),
        firstLane(warp.waiting),
        warp.waiting,
        inWords(Message("simt.wait.at_barrier"_id,
                        {{"barrier", warp.barrier},
                         {"threads", barrier.wholeBlock ? Message("simt.wait.all_threads"_id)
                                                        : Message::counted("simt.wait.threads"_id, barrier.expected)},
                         {"arrived", barrier.arrived},
                         {"elsewhere", elsewhereText(warp.barrier)}}))};
}

/// Where the threads are that did not come to a barrier.
Message Waits::elsewhereText(std::uint32_t barrier) const {
    std::vector<Message> others;
    std::uint64_t living = 0;
    for (std::size_t w = 0; w < m_block.warps.size(); ++w) {
        living += static_cast<unsigned>(std::popcount(m_block.warps[w].live()));
        if (m_block.warps[w].finished()) continue;
        eachGroup(m_block.warps[w], [&](const LaneGroup& group) {
            if (group.wait != Wait::Barrier || group.barrier == barrier) return;
            if (others.empty())
                others.push_back(Message("simt.wait.at_other_barrier"_id, {{"threads", threadsText(w, group.waiting)},
                                                                           {"barrier", group.barrier},
                                                                           {"line", lineOf(group.waitsAt)}}));
        });
    }
    const std::uint64_t ended = m_block.launch.block.count() - living;
    if (ended != 0) others.push_back(Message::counted("simt.wait.ended"_id, ended));
    if (others.empty()) return Message("simt.wait.nobody_else"_id);
    return Message::joined(Join::Comma, std::move(others));
}

/// A group waits for lanes of its warp that cannot come.
Misstep Waits::inWarp(const LaneGroup& group, const WarpState& warp) const {
    const std::uint32_t current = m_block.current;
    const Op& op = m_block.program->ops()[group.waitsAt];
    const LaneMask here = m_block.guardMask(op, group.active());
    const LaneMask missing = m_groups.missingAt(op, group, warp);
    if (op.control == Control::Barrier)
        return {Fault::Kind::BarrierDivergence, group.waitsAt, current, firstLane(missing), missing};
    Message what("simt.wait.in_warp"_id, {{"threads", threadsText(current, missing)}});
    bool found = false;
    eachGroup(warp, [&](const LaneGroup& other) {
        const LaneMask lanes = other.active() & missing;
        if (lanes == 0 || other.wait == Wait::None || std::exchange(found, true)) return;
        const Message elsewhere =
            Message::counted("simt.wait.elsewhere"_id, static_cast<unsigned>(std::popcount(lanes)),
                             {{"threads", threadsText(current, lanes)}, {"line", lineOf(other.waitsAt)}});
        what = Message("simt.wait.in_warp_but"_id, {{"what", what}, {"elsewhere", elsewhere}});
    });
    return {Fault::Kind::WarpSync, group.waitsAt, current, firstLane(here), here, inWords(what)};
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
    const auto followed = [](const Message& first, const Message& next) {
        return Message("simt.wait.followed"_id, {{"first", first}, {"next", next}});
    };
    Message words("simt.wait.in_loop"_id);
    if (below != 0) {
        const auto count = static_cast<unsigned>(std::popcount(below));
        std::uint32_t at = 0;
        for (const StackEntry& entry : warp.stack)
            if ((entry.mask & below) != 0 && !entry.isFrame()) at = entry.pc;
        const Message waits = at < m_block.program->entry().instructions.size()
                                  ? Message::counted("simt.wait.for_it_at"_id, count, {{"line", lineOf(at)}})
                                  : Message::counted("simt.wait.for_it"_id, count);
        words = followed(words, Message("simt.wait.in_lockstep"_id,
                                        {{"threads", threadsText(m_block.current, below)}, {"waits", waits}}));
        if (blocks > 1) words = followed(words, Message("simt.wait.for_block_in_lockstep"_id));
    } else {
        if (m_block.launch.block.count() > static_cast<unsigned>(std::popcount(running)))
            words = Message("simt.wait.in_loop_with_all"_id);
        if (blocks > 1) words = followed(words, Message("simt.wait.for_block"_id));
    }
    what.detail = inWords(words);
    return what;
}

}  // namespace lanescope::simt
