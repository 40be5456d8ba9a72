// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/engine/calls.h"

#include <algorithm>
#include <cstring>

#include "core/base/words.h"
#include "core/simt/memory/private_memory.h"

namespace lanescope::simt {
namespace {

/// What an activation of a recursive function takes of the stack besides its local variables: the address to return to
/// and saved registers. The least that the GPU's calling convention uses; how much more, ptxas decides.
constexpr std::uint32_t kActivationBytes = 16;

std::size_t wordsOf(std::uint32_t bytes) { return (bytes + 7) / 8; }

}  // namespace

bool Calls::call(const Op& op, std::uint32_t pc, WarpState& warp) {
    const LaneMask running = warp.stack.back().mask;
    const LaneMask lanes = m_block.guardMask(op, running);
    const program::Call& what = m_block.program->entry().calls[op.source->list];
    std::vector<Way> ways;
    if (!findCallees(op, pc, lanes, ways)) return false;
    const std::vector<program::Function>& functions = m_block.program->entry().functions;
    if (m_block.independent && ways[0].lanes != running) {
        // Each group calls by itself, and comes to this instruction again for that.
        m_groups.addMeeting(warp, {pc + 1, kAllLoops});
        if (lanes != running) LaneGroups::split(warp, running & ~lanes, pc + 1);
        if (lanes != ways[0].lanes) LaneGroups::split(warp, lanes & ~ways[0].lanes, pc);
        ways.resize(1);
    }
    for (const Way& way : ways)
        if (!functions[way.to].isExternal && !fitsStack(way.to, pc, way.lanes, warp)) return false;
    for (const Way& way : ways)
        if (functions[way.to].isExternal && !m_runtime.call(functions[way.to], what, pc, way.lanes)) return false;
    warp.stack.back().pc = pc + 1;
    const std::uint32_t caller = warp.stack.back().function;
    for (auto way = ways.rbegin(); way != ways.rend(); ++way)
        if (!functions[way->to].isExternal) enter(caller, way->to, pc, way->lanes, warp);
    return true;
}

/// Which functions the lanes call; false after a fault.
bool Calls::findCallees(const Op& op, std::uint32_t pc, LaneMask lanes, std::vector<Way>& ways) {
    const program::Entry& entry = m_block.program->entry();
    const program::Call& what = entry.calls[op.source->list];
    if (what.function != 0xffffffffU) {
        ways.push_back({what.function, lanes, 0});
        return true;
    }
    const auto* const address = m_block.machine.at<const std::uint64_t>(op.from[0]);
    for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
        const unsigned lane = firstLane(rest);
        const auto callee = std::find_if(entry.functions.begin() + 1, entry.functions.end(), [&](const auto& f) {
            return kCodeWindow + kCodeSpacing * f.codeIndex == address[lane];
        });
        if (callee == entry.functions.end()) return m_block.raiseMisuse(pc, lane, Message("simt.call.no_function"_id));
        if (callee->arguments.size() != what.arguments.size() || callee->results.size() < what.results.size())
            return m_block.raiseMisuse(pc, lane, Message("simt.call.other_type"_id, {{"function", callee->demangled}}));
        addLane(ways, static_cast<std::uint32_t>(callee - entry.functions.begin()), lane);
    }
    return true;
}

/// Is there room for the callee's frame? False after a fault. Only recursion and calls through pointers can use it up.
bool Calls::fitsStack(std::uint32_t callee, std::uint32_t pc, LaneMask lanes, const WarpState& warp) {
    const std::vector<program::Function>& functions = m_block.program->entry().functions;
    const std::uint32_t limit = std::max(m_block.program->localBytes(), m_block.program->stackBytes());
    const auto bytesOf = [&functions](std::uint32_t f) {
        return std::uint64_t{functions[f].frameBytes} + (functions[f].recursive ? kActivationBytes : 0);
    };
    if (!functions[callee].recursive) return true;
    std::uint64_t bytes = functions[0].frameBytes + bytesOf(callee);
    std::size_t depth = 1;
    for (const StackEntry& entry : warp.stack) {
        if (!entry.isFrame() || (entry.mask & lanes) == 0) continue;
        bytes += bytesOf(entry.function);
        ++depth;
    }
    if (bytes <= limit) return true;
    return m_block.raise(
        {Fault::Kind::StackOverflow, pc, m_block.current, firstLane(lanes), lanes,
         inWords(Message("simt.call.too_deep"_id,
                         {{"depth", depth}, {"function", functions[callee].demangled}, {"bytes", limit}}))});
}

void Calls::enter(std::uint32_t caller, std::uint32_t callee, std::uint32_t pc, LaneMask lanes, WarpState& warp) {
    const program::Function& function = m_block.program->entry().functions[callee];
    const program::Call& what = m_block.program->entry().calls[m_block.program->entry().instructions[pc].list];
    if (function.recursive) saveActivation(function, lanes, warp);
    for (std::size_t k = 0; k < function.arguments.size(); ++k)
        eachLane(lanes, [&](unsigned lane) { copySlot(what.arguments[k], function.arguments[k], lane); });
    moveStackPointer(lanes, m_block.program->entry().functions[caller].frameBytes);
    if (function.frameBytes != 0) {
        const std::uint64_t frame =
            m_block.machine.at<const std::uint32_t>(m_block.program->stackPointerPlace())[firstLane(lanes)];
        forgetLocal(m_block.machine, lanes, frame, frame + function.frameBytes);
    }
    if (m_block.independent) {
        warp.stack.push_back({function.first, function.end, 0, lanes, callee, pc});
        return;
    }
    warp.stack.push_back({function.end, function.end, 0, lanes, callee, pc});
    warp.stack.push_back({function.first, function.end, 0, lanes, callee});
}

void Calls::leave(WarpState& warp) {
    const StackEntry frame = warp.stack.back();
    warp.stack.pop_back();
    const program::Entry& entry = m_block.program->entry();
    const program::Function& function = entry.functions[frame.function];
    const program::Call& what = entry.calls[entry.instructions[frame.call].list];
    // The caller's slots may be among those that are put back.
    std::vector<std::vector<std::byte>> results;
    for (std::size_t k = 0; k < what.results.size(); ++k) {
        std::vector<std::byte>& bytes = results.emplace_back();
        const std::uint32_t size = entry.slots[function.results[k]].size;
        eachLane(frame.mask, [&](unsigned lane) {
            const std::byte* const from = slot(function.results[k], lane);
            bytes.insert(bytes.end(), from, from + size);
        });
    }
    if (function.recursive) restoreActivation(function, frame.mask, warp);
    for (std::size_t k = 0; k < what.results.size(); ++k) {
        const std::byte* from = results[k].data();
        const std::uint32_t size = entry.slots[function.results[k]].size;
        eachLane(frame.mask, [&](unsigned lane) {
            std::memcpy(slot(what.results[k], lane), from, std::min(size, entry.slots[what.results[k]].size));
            from += size;
        });
    }
    const std::uint32_t caller = m_block.program->functionAt(frame.call);
    // Whoever has kept an address of its variables finds nothing there any more.
    if (function.frameBytes != 0) {
        const std::uint64_t at =
            m_block.machine.at<const std::uint32_t>(m_block.program->stackPointerPlace())[firstLane(frame.mask)];
        forgetLocal(m_block.machine, frame.mask, at, at + function.frameBytes);
    }
    moveStackPointer(frame.mask, -std::int64_t{entry.functions[caller].frameBytes});
}

/// The local frame of the function that runs begins so much further.
void Calls::moveStackPointer(LaneMask lanes, std::int64_t bytes) {
    const Place place = m_block.program->stackPointerPlace();
    if (place == kNowhere || bytes == 0) return;
    auto* const top = m_block.machine.at<std::uint32_t>(place);
    eachLane(lanes, [&](unsigned lane) { top[lane] = static_cast<std::uint32_t>(top[lane] + bytes); });
}

void Calls::copySlot(std::uint32_t from, std::uint32_t to, unsigned lane) {
    const std::vector<program::Parameter>& slots = m_block.program->entry().slots;
    std::memcpy(slot(to, lane), slot(from, lane), std::min(slots[from].size, slots[to].size));
}

/// Puts aside what the lanes have in a function's registers and slots.
void Calls::saveActivation(const program::Function& function, LaneMask lanes, WarpState& warp) {
    warp.saved.resize(kWarpSize);
    eachLane(lanes, [&](unsigned lane) {
        std::vector<std::uint64_t>& words = warp.saved[lane];
        for (program::RegisterId r = function.firstRegister; r < function.endRegister; ++r)
            words.push_back(m_block.threads.value(m_block.current, r, lane));
        for (std::uint32_t s = function.firstSlot; s < function.endSlot; ++s) {
            const std::uint32_t size = m_block.program->entry().slots[s].size;
            const std::size_t at = words.size();
            words.resize(at + wordsOf(size));
            std::memcpy(words.data() + at, slot(s, lane), size);
        }
    });
}

void Calls::restoreActivation(const program::Function& function, LaneMask lanes, WarpState& warp) {
    std::size_t count = function.endRegister - function.firstRegister;
    for (std::uint32_t s = function.firstSlot; s < function.endSlot; ++s)
        count += wordsOf(m_block.program->entry().slots[s].size);
    eachLane(lanes, [&](unsigned lane) {
        std::vector<std::uint64_t>& words = warp.saved[lane];
        const std::uint64_t* from = words.data() + (words.size() - count);
        for (program::RegisterId r = function.firstRegister; r < function.endRegister; ++r)
            m_block.threads.setValue(m_block.current, r, lane, *from++);
        for (std::uint32_t s = function.firstSlot; s < function.endSlot; ++s) {
            const std::uint32_t size = m_block.program->entry().slots[s].size;
            std::memcpy(slot(s, lane), from, size);
            from += wordsOf(size);
        }
        words.resize(words.size() - count);
    });
}

}  // namespace lanescope::simt
