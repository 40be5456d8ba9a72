// SPDX-License-Identifier: GPL-3.0-or-later
// Calls of device functions, direct and through pointers, recursion, and branches by index.
#include <algorithm>
#include <cstring>

#include "core/simt/engine/engine.h"
#include "core/simt/memory/private_memory.h"

namespace lanescope::simt {
namespace {

/// What an activation of a recursive function takes of the stack besides its local variables: the address to return to
/// and saved registers. The least that the GPU's calling convention uses; how much more, ptxas decides.
constexpr std::uint32_t kActivationBytes = 16;

unsigned firstLane(LaneMask mask) { return static_cast<unsigned>(std::countr_zero(mask)); }

std::size_t wordsOf(std::uint32_t bytes) { return (bytes + 7) / 8; }

}  // namespace

/// Lanes of an indirect call or branch by where they go, in the order of their first lanes.
void Engine::addLane(std::vector<Way>& ways, std::uint32_t to, unsigned lane) {
    const auto known = std::find_if(ways.begin(), ways.end(), [to](const Way& way) { return way.to == to; });
    if (known == ways.end())
        ways.push_back({to, LaneMask{1} << lane, 0});
    else
        known->lanes |= LaneMask{1} << lane;
}

/// brx.idx: like a branch that goes more than two ways.
bool Engine::branchByIndex(const Op& op, std::uint32_t pc, WarpState& warp) {
    const LaneMask running = warp.stack.back().mask;
    const LaneMask lanes = guardMask(op, running);
    const std::vector<std::uint32_t>& list = m_program->entry().branchLists[op.source->list];
    const auto* const index = m_machine.at<const std::uint32_t>(op.from[0]);
    std::vector<Way> ways;
    for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
        const unsigned lane = firstLane(rest);
        if (index[lane] >= list.size())
            return misuse(pc, lane,
                          "branches by index " + std::to_string(index[lane]) + ", and the list has " +
                              std::to_string(list.size()) + " places");
        addLane(ways, list[index[lane]], lane);
    }
    eachLane(running & ~lanes, [&](unsigned lane) { addLane(ways, pc + 1, lane); });
    for (Way& way : ways) way.loops = m_program->staysIn(op, way.to);
    if (ways.size() == 1) {
        go(ways[0].to, ways[0].loops, warp);
        return true;
    }
    ++m_machine.site(op).divergent;
    part(op, ways, warp);
    return true;
}

bool Engine::call(const Op& op, std::uint32_t pc, WarpState& warp) {
    const LaneMask running = warp.stack.back().mask;
    const LaneMask lanes = guardMask(op, running);
    const ptx::Call& what = m_program->entry().calls[op.source->list];
    std::vector<Way> ways;
    if (!findCallees(op, pc, lanes, ways)) return false;
    const std::vector<ptx::Function>& functions = m_program->entry().functions;
    if (m_independent && ways[0].lanes != running) {
        // Each group calls by itself, and comes to this instruction again for that.
        addMeeting(warp, {pc + 1, kAllLoops});
        if (lanes != running) split(warp, running & ~lanes, pc + 1);
        if (lanes != ways[0].lanes) split(warp, lanes & ~ways[0].lanes, pc);
        ways.resize(1);
    }
    for (const Way& way : ways)
        if (!functions[way.to].isExternal && !fitsStack(way.to, pc, way.lanes, warp)) return false;
    for (const Way& way : ways)
        if (functions[way.to].isExternal && !callRuntime(functions[way.to], what, pc, way.lanes)) return false;
    warp.stack.back().pc = pc + 1;
    const std::uint32_t caller = warp.stack.back().function;
    for (auto way = ways.rbegin(); way != ways.rend(); ++way)
        if (!functions[way->to].isExternal) enterFunction(caller, way->to, pc, way->lanes, warp);
    return true;
}

/// Which functions the lanes call; false after a fault.
bool Engine::findCallees(const Op& op, std::uint32_t pc, LaneMask lanes, std::vector<Way>& ways) {
    const ptx::Entry& entry = m_program->entry();
    const ptx::Call& what = entry.calls[op.source->list];
    if (what.function != 0xffffffffU) {
        ways.push_back({what.function, lanes, 0});
        return true;
    }
    const auto* const address = m_machine.at<const std::uint64_t>(op.from[0]);
    for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
        const unsigned lane = firstLane(rest);
        const auto callee = std::find_if(entry.functions.begin() + 1, entry.functions.end(), [&](const auto& f) {
            return kCodeWindow + kCodeSpacing * f.codeIndex == address[lane];
        });
        if (callee == entry.functions.end())
            return misuse(pc, lane, "calls a function through a pointer that points to none");
        if (callee->arguments.size() != what.arguments.size() || callee->results.size() < what.results.size())
            return misuse(pc, lane, "calls " + callee->demangled + " through a pointer to a function of another type");
        addLane(ways, static_cast<std::uint32_t>(callee - entry.functions.begin()), lane);
    }
    return true;
}

/// Is there room for the callee's frame? False after a fault. Only recursion and calls through pointers can use it up.
bool Engine::fitsStack(std::uint32_t callee, std::uint32_t pc, LaneMask lanes, const WarpState& warp) {
    const std::vector<ptx::Function>& functions = m_program->entry().functions;
    const std::uint32_t limit = std::max(m_program->localBytes(), m_program->stackBytes());
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
    makeFault(Fault::Kind::StackOverflow, pc, m_current, firstLane(lanes));
    m_fault.lanes = lanes;
    m_fault.detail = ": this is call " + std::to_string(depth) + " within each other, of " +
                     functions[callee].demangled + ", and a thread's stack has " + std::to_string(limit) + " bytes";
    return false;
}

void Engine::enterFunction(std::uint32_t caller, std::uint32_t callee, std::uint32_t pc, LaneMask lanes,
                           WarpState& warp) {
    const ptx::Function& function = m_program->entry().functions[callee];
    const ptx::Call& what = m_program->entry().calls[m_program->entry().instructions[pc].list];
    if (function.recursive) saveActivation(function, lanes, warp);
    for (std::size_t k = 0; k < function.arguments.size(); ++k)
        eachLane(lanes, [&](unsigned lane) { copySlot(what.arguments[k], function.arguments[k], lane); });
    moveStackPointer(lanes, m_program->entry().functions[caller].frameBytes);
    if (function.frameBytes != 0) {
        const std::uint64_t frame = m_machine.at<const std::uint32_t>(m_program->stackPointerPlace())[firstLane(lanes)];
        forgetLocal(m_machine, lanes, frame, frame + function.frameBytes);
    }
    if (m_independent) {
        warp.stack.push_back({function.first, function.end, 0, lanes, callee, pc});
        return;
    }
    warp.stack.push_back({function.end, function.end, 0, lanes, callee, pc});
    warp.stack.push_back({function.first, function.end, 0, lanes, callee});
}

/// The running lanes' function has ended; they go on in the one that called it.
void Engine::leaveFunction(WarpState& warp) {
    const StackEntry frame = warp.stack.back();
    warp.stack.pop_back();
    const ptx::Entry& entry = m_program->entry();
    const ptx::Function& function = entry.functions[frame.function];
    const ptx::Call& what = entry.calls[entry.instructions[frame.call].list];
    // The caller's slots may be among those that are put back.
    std::vector<std::vector<std::byte>> results;
    for (std::size_t k = 0; k < what.results.size(); ++k) {
        std::vector<std::byte>& bytes = results.emplace_back();
        const std::uint32_t size = entry.slots[function.results[k]].size;
        eachLane(frame.mask, [&](unsigned lane) {
            const std::byte* const from = slotOf(function.results[k], lane);
            bytes.insert(bytes.end(), from, from + size);
        });
    }
    if (function.recursive) restoreActivation(function, frame.mask, warp);
    for (std::size_t k = 0; k < what.results.size(); ++k) {
        const std::byte* from = results[k].data();
        const std::uint32_t size = entry.slots[function.results[k]].size;
        eachLane(frame.mask, [&](unsigned lane) {
            std::memcpy(slotOf(what.results[k], lane), from, std::min(size, entry.slots[what.results[k]].size));
            from += size;
        });
    }
    const std::uint32_t caller = m_program->functionAt(frame.call);
    // Whoever has kept an address of its variables finds nothing there any more.
    if (function.frameBytes != 0) {
        const std::uint64_t at =
            m_machine.at<const std::uint32_t>(m_program->stackPointerPlace())[firstLane(frame.mask)];
        forgetLocal(m_machine, frame.mask, at, at + function.frameBytes);
    }
    moveStackPointer(frame.mask, -std::int64_t{entry.functions[caller].frameBytes});
}

/// The local frame of the function that runs begins so much further.
void Engine::moveStackPointer(LaneMask lanes, std::int64_t bytes) {
    const Place place = m_program->stackPointerPlace();
    if (place == kNowhere || bytes == 0) return;
    auto* const top = m_machine.at<std::uint32_t>(place);
    eachLane(lanes, [&](unsigned lane) { top[lane] = static_cast<std::uint32_t>(top[lane] + bytes); });
}

std::byte* Engine::slotOf(std::uint32_t slot, unsigned lane) {
    return registersOf(m_current) + m_program->slotPlace() + std::size_t{lane} * m_program->slotStride() +
           m_program->entry().slots[slot].offset;
}

void Engine::copySlot(std::uint32_t from, std::uint32_t to, unsigned lane) {
    const std::vector<ptx::Parameter>& slots = m_program->entry().slots;
    std::memcpy(slotOf(to, lane), slotOf(from, lane), std::min(slots[from].size, slots[to].size));
}

/// Puts aside what the lanes have in a function's registers and slots.
void Engine::saveActivation(const ptx::Function& function, LaneMask lanes, WarpState& warp) {
    warp.saved.resize(kWarpSize);
    eachLane(lanes, [&](unsigned lane) {
        std::vector<std::uint64_t>& words = warp.saved[lane];
        for (ptx::RegisterId r = function.firstRegister; r < function.endRegister; ++r)
            words.push_back(laneOf(r, lane));
        for (std::uint32_t s = function.firstSlot; s < function.endSlot; ++s) {
            const std::uint32_t size = m_program->entry().slots[s].size;
            const std::size_t at = words.size();
            words.resize(at + wordsOf(size));
            std::memcpy(words.data() + at, slotOf(s, lane), size);
        }
    });
}

void Engine::restoreActivation(const ptx::Function& function, LaneMask lanes, WarpState& warp) {
    std::size_t count = function.endRegister - function.firstRegister;
    for (std::uint32_t s = function.firstSlot; s < function.endSlot; ++s)
        count += wordsOf(m_program->entry().slots[s].size);
    eachLane(lanes, [&](unsigned lane) {
        std::vector<std::uint64_t>& words = warp.saved[lane];
        const std::uint64_t* from = words.data() + (words.size() - count);
        for (ptx::RegisterId r = function.firstRegister; r < function.endRegister; ++r) setLaneOf(r, lane, *from++);
        for (std::uint32_t s = function.firstSlot; s < function.endSlot; ++s) {
            const std::uint32_t size = m_program->entry().slots[s].size;
            std::memcpy(slotOf(s, lane), from, size);
            from += wordsOf(size);
        }
        words.resize(words.size() - count);
    });
}

std::uint64_t Engine::laneOf(ptx::RegisterId reg, unsigned lane) const {
    const std::byte* const at = registersOf(m_current) + m_program->registerPlace(reg);
    const unsigned width = m_program->registerWidth(reg);
    std::uint64_t value = 0;
    if (width != 1) {
        std::memcpy(&value, at + std::size_t{lane} * (width / 8), width / 8);
        return value;
    }
    std::memcpy(&value, at, sizeof(LaneMask));
    return value >> lane & 1U;
}

void Engine::setLaneOf(ptx::RegisterId reg, unsigned lane, std::uint64_t value) {
    std::byte* const at = registersOf(m_current) + m_program->registerPlace(reg);
    const unsigned width = m_program->registerWidth(reg);
    if (width != 1) {
        std::memcpy(at + std::size_t{lane} * (width / 8), &value, width / 8);
        return;
    }
    LaneMask mask = 0;
    std::memcpy(&mask, at, sizeof(mask));
    mask = value != 0 ? mask | LaneMask{1} << lane : mask & ~(LaneMask{1} << lane);
    std::memcpy(at, &mask, sizeof(mask));
}

}  // namespace lanescope::simt
