// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptxas/waits.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/ptxas/instructions.h"

namespace lanescope::ptxas {
namespace {

using ptx::Instruction;
using ptx::Opcode;
using ptx::RegisterId;
using ptx::Space;

bool isShared(const Instruction& instruction) {
    return (instruction.opcode == Opcode::Ld || instruction.opcode == Opcode::St || isAtomic(instruction)) &&
           instruction.space == Space::Shared;
}
bool isBarrier(const Instruction& instruction) {
    return instruction.opcode == Opcode::Bar || instruction.opcode == Opcode::BarWarp;
}
/// Such a store can be done behind loads of global memory.
bool storesShared(const Instruction& instruction) {
    return instruction.opcode == Opcode::St && instruction.space == Space::Shared;
}
/// Do accesses behind it stay behind it?
bool keepsOrder(const Instruction& instruction) {
    return instruction.opcode == Opcode::St || instruction.opcode == Opcode::Membar || isAtomic(instruction) ||
           isBarrier(instruction);
}
bool isAccess(const Instruction& instruction) {
    return (instruction.opcode == Opcode::Ld && instruction.space != Space::Param) || keepsOrder(instruction);
}
/// Has it no effect but its result?
bool canBeMoved(const Instruction& instruction) {
    return !isAccess(instruction) && instruction.opcode != Opcode::Shfl && instruction.opcode != Opcode::Bra &&
           instruction.opcode != Opcode::Vote && instruction.guard == ptx::kNoRegister;
}

}  // namespace

Waits::Waits(const KernelView& kernel, const Costs& costs)
    : m_kernel(kernel), m_costs(costs), m_groups(kernel.graph.count()) {
    std::iota(m_groups.begin(), m_groups.end(), 0U);
}

bool Waits::hidesLoads(std::uint32_t head, const Arms& arms, std::uint32_t after) const {
    const bool behind = standsBehind(after, head, arms);
    const Late late = lateIn(arms);
    const std::vector<bool> moved = movable(head, arms, late);
    if (std::ranges::none_of(arms, [&](std::uint32_t arm) { return storesBeforeLoad(arm); })) {
        if (loadsBefore(head, arms)) return true;
        const bool all = std::ranges::all_of(arms, [&](std::uint32_t arm) { return m_kernel.loadsGlobal(arm); });
        for (std::uint32_t i = 0; i < moved.size(); ++i)
            if (moved[i] && isGlobalLoad(m_kernel.at(i))) return true;
        if (behind && ((arms.size() > 1 && all) || loadsBeside(after, late))) return true;
    }
    double work = workIn(arms) + workBefore(moved) + sharedAddress(arms, behind ? after : m_kernel.graph.count());
    if (behind) work += workBehind(after, late);
    return work >= m_kernel.target.branches.workBesideLoads;
}

/// Does nobody else come to where the arms lead to, so that it stands together with them?
bool Waits::standsBehind(std::uint32_t after, std::uint32_t head, const Arms& arms) const {
    if (m_kernel.graph.onlyReturns(after)) return false;
    return std::ranges::all_of(m_kernel.graph.predecessors(after), [&](std::uint32_t from) {
        if (m_kernel.graph.resolved(from) != from || m_kernel.graph.onlyCopies(from))
            from = m_kernel.graph.branchBefore(from);
        return group(from) == group(head) || std::ranges::count(arms, from) != 0;
    });
}

void Waits::merge(std::uint32_t head, const Arms& arms, std::uint32_t after) {
    const std::uint32_t into = group(head);
    for (const std::uint32_t arm : arms) m_groups[group(arm)] = into;
    const bool only =
        after < m_kernel.graph.count() &&
        std::ranges::all_of(m_kernel.graph.predecessors(after), [&](std::uint32_t b) { return group(b) == into; });
    if (only) m_groups[group(after)] = into;
}

/// Does the instruction wait for the loads? If so, what depends on it does too.
bool Waits::waits(std::uint32_t i, Late& late) const {
    const Instruction& instruction = m_kernel.at(i);
    const bool all = isBarrier(instruction) || instruction.opcode == Opcode::Membar;
    const bool shared = all || (isAccess(instruction) && instruction.space == Space::Shared);
    const bool global = all || (isAccess(instruction) && isGlobal(instruction));
    const bool waiting =
        (late.shared && shared) || (late.global && global) ||
        std::ranges::any_of(ptx::registersRead(instruction), [&](RegisterId reg) { return late.registers[reg]; });
    for (const RegisterId reg : ptx::registersWritten(instruction)) late.registers[reg] = waiting;
    if (waiting && keepsOrder(instruction)) {
        late.shared = late.shared || shared;
        late.global = late.global || global;
    }
    return waiting;
}

Waits::Late Waits::lateIn(const Arms& arms) const {
    const std::vector<bool> none(m_kernel.entry.registers.size(), false);
    Late late{none, {}, false, false};
    for (const std::uint32_t arm : arms) {
        Late own{none, {}, false, false};
        for (std::uint32_t i = m_kernel.block(arm).first; i < m_kernel.block(arm).end; ++i) {
            const bool waiting = waits(i, own);
            if (waiting) late.instructions.insert(i);
            if (!waiting && !isGlobalLoad(m_kernel.at(i))) continue;
            for (const RegisterId reg : ptx::registersWritten(m_kernel.at(i))) own.registers[reg] = true;
        }
        for (std::size_t reg = 0; reg < none.size(); ++reg)
            if (own.registers[reg]) late.registers[reg] = true;
        late.shared = late.shared || own.shared;
        late.global = late.global || own.global;
    }
    return late;
}

/// Is global memory loaded behind the arms, too, from where it is known before? Or on a way that begins there, without
/// a barrier between?
bool Waits::loadsBeside(std::uint32_t after, Late late) const {
    const auto loads = [&](std::uint32_t block, Late& known) {
        for (std::uint32_t i = m_kernel.block(block).first; i < m_kernel.block(block).end; ++i)
            if (!waits(i, known) && isGlobalLoad(m_kernel.at(i))) return true;
        return false;
    };
    if (loads(after, late)) return true;
    if (hasBarrier(after)) return false;
    return std::ranges::any_of(m_kernel.block(after).successors, [&](std::uint32_t arm) {
        Late own = late;
        return arm < m_kernel.graph.count() && m_kernel.graph.isArm(arm) && loads(arm, own);
    });
}

/// Has a load begun under a predicate just before, for whose value those of the arms need not wait?
bool Waits::loadsBefore(std::uint32_t head, const Arms& arms) const {
    if (hasBarrier(head)) return false;
    return std::ranges::any_of(m_kernel.graph.predecessors(head), [&](std::uint32_t before) {
        if (!m_kernel.graph.isArm(before) || !m_kernel.loadsGlobal(before) || group(before) != group(head))
            return false;
        Late late = lateIn({before});
        for (std::uint32_t i = m_kernel.block(head).first; i < m_kernel.block(head).end; ++i)
            static_cast<void>(waits(i, late));  // what waits for those loads is late too
        return std::ranges::any_of(arms, [&](std::uint32_t arm) {
            Late own = late;
            for (std::uint32_t i = m_kernel.block(arm).first; i < m_kernel.block(arm).end; ++i)
                if (!waits(i, own) && isGlobalLoad(m_kernel.at(i))) return true;
            return false;
        });
    });
}

double Waits::workBehind(std::uint32_t after, Late late) const {
    double work = m_costs.block[after];
    for (std::uint32_t i = m_kernel.block(after).first; i < m_kernel.block(after).end; ++i)
        if (!waits(i, late) && m_kernel.at(i).opcode != Opcode::Mov) work += m_costs.own[i];
    return work;
}

/// With one arm, values that it changes are copied first, but not one that a load brings (of several that come
/// together, all but one). Of two arms, the one without loads is done by half of the lanes.
double Waits::workIn(const Arms& arms) const {
    double work = 0;
    for (const std::uint32_t arm : arms) {
        const ptx::BasicBlock& own = m_kernel.block(arm);
        std::vector<RegisterId> changed;
        for (std::uint32_t i = own.first; i < own.end; ++i) {
            if (arms.size() > 1) {
                const bool copies = m_kernel.at(i).opcode == Opcode::Mov;
                if (!m_kernel.loadsGlobal(arm))
                    work += copies != m_kernel.graph.onlyCopies(arm) ? 0 : copies ? 1 : m_costs.own[i] / 2;
                continue;
            }
            const bool loads = m_kernel.at(i).opcode == Opcode::Ld;
            bool first = loads;
            for (const RegisterId reg : ptx::registersWritten(m_kernel.at(i))) {
                std::erase(changed, reg);
                const bool wanted = std::ranges::any_of(
                    m_kernel.flow.uses(reg), [&](std::uint32_t use) { return use < own.first || use >= own.end; });
                if (wanted && !first) changed.push_back(reg);
                first = false;
            }
        }
        work += static_cast<double>(changed.size());
    }
    return std::ceil(work);
}

/// What is found out before the branch, but not wanted by it nor for the loads' addresses, can be done later; so can
/// stores to shared memory, as long as no barrier is behind them.
std::vector<bool> Waits::movable(std::uint32_t head, const Arms& arms, const Late& late) const {
    std::vector<bool> moved(m_kernel.size(), false);
    bool barrier = false;
    for (std::uint32_t i = m_kernel.block(head).end; i-- > 0;) {
        if (group(m_kernel.blockOf(i)) != group(head)) continue;
        const Instruction& instruction = m_kernel.at(i);
        barrier = barrier || isBarrier(instruction);
        if (isAccess(instruction) && barrier) continue;
        const auto canWait = [&](std::uint32_t use) {
            const std::uint32_t block = m_kernel.blockOf(use);
            return moved[use] || use <= i || late.instructions.contains(use) ||
                   (group(block) != group(head) && std::ranges::count(arms, block) == 0);
        };
        const auto results = ptx::registersWritten(instruction);
        const bool wanted = !results.empty() && std::ranges::all_of(results, [&](RegisterId reg) {
            return !m_kernel.flow.uses(reg).empty() && std::ranges::all_of(m_kernel.flow.uses(reg), canWait);
        });
        moved[i] = isShared(instruction) || instruction.opcode == Opcode::Shfl || isGlobalLoad(instruction)
                       ? wanted || storesShared(instruction)
                       : wanted && canBeMoved(instruction);
    }
    return moved;
}

double Waits::workBefore(const std::vector<bool>& moved) const {
    double work = 0;
    for (std::uint32_t i = 0; i < moved.size(); ++i)
        if (moved[i] && m_kernel.at(i).opcode != Opcode::Mov) work += m_costs.own[i];
    return work;
}

/// The address of shared memory, if it is not wanted before. In a loop that lanes may
/// leave apart, that is in one without barriers, it is found before the loop.
double Waits::sharedAddress(const Arms& arms, std::uint32_t after) const {
    const bool behind = after < m_kernel.graph.count() && usesShared(after);
    if (m_kernel.graph.isInLoop(arms.front()) && !(behind && hasBarrier(after))) return 0;
    if (!behind && std::ranges::none_of(arms, [&](std::uint32_t arm) { return usesShared(arm); })) return 0;
    for (std::uint32_t block = 0; block < m_kernel.graph.count(); ++block)
        if (block != arms.front() && m_kernel.graph.dominates(block, arms.front()) && usesShared(block)) return 0;
    return m_kernel.target.branches.sharedAddress;
}

bool Waits::hasBarrier(std::uint32_t block) const {
    return std::ranges::any_of(m_kernel.instructionsOf(block), isBarrier);
}

bool Waits::usesShared(std::uint32_t block) const {
    return std::ranges::any_of(m_kernel.instructionsOf(block), isShared);
}

/// A load may have to see what was stored before: it is not begun earlier.
bool Waits::storesBeforeLoad(std::uint32_t block) const {
    const auto instructions = m_kernel.instructionsOf(block);
    const auto store = std::ranges::find_if(instructions, [](const Instruction& instruction) {
        return instruction.opcode == Opcode::St && isGlobal(instruction);
    });
    return std::any_of(store, instructions.end(), isGlobalLoad);
}

std::uint32_t Waits::group(std::uint32_t block) const {
    while (m_groups[block] != block) block = m_groups[block];
    return block;
}

}  // namespace lanescope::ptxas
