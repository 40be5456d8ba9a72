// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptxas/control_flow.h"

#include <algorithm>

namespace lanescope::ptxas {
using ptx::Opcode;

ControlFlow::ControlFlow(const ptx::Entry& entry)
    : m_entry(entry),
      m_count(static_cast<std::uint32_t>(entry.blocks.size())),
      m_predecessors(m_count + 1),
      m_loops(ptx::edgesOf(entry)) {
    for (std::uint32_t b = 0; b < m_count; ++b)
        for (const std::uint32_t s : entry.blocks[b].successors) m_predecessors[s].push_back(b);
    findReturns();
    m_dominators = dominators(m_predecessors, 0);

    // Backwards, and without the edges that are exits in machine code.
    Edges after(m_count + 1);
    for (std::uint32_t b = 0; b < m_count; ++b)
        for (const std::uint32_t s : entry.blocks[b].successors)
            if (!(endsWithExit(b) && onlyReturns(resolved(s)))) after[b].push_back(s);
    for (std::uint32_t b = 0; b < m_count; ++b)
        if (after[b].empty()) after[b].push_back(m_count);
    const std::vector<Set> post = dominators(after, m_count);
    for (std::uint32_t b = 0; b < m_count; ++b) m_joins.push_back(nearest(post, b).value_or(m_count));
    layOut();
}

void ControlFlow::findReturns() {
    m_onlyReturns.assign(m_count, false);
    for (std::uint32_t b = 0; b < m_count; ++b) {
        const ptx::BasicBlock& block = m_entry.blocks[b];
        const ptx::Instruction& last = m_entry.instructions[block.end - 1];
        m_onlyReturns[b] = block.end - block.first == 1 && last.guard == ptx::kNoRegister &&
                           (last.opcode == Opcode::Ret || last.opcode == Opcode::Exit);
    }
}

bool ControlFlow::endsWithExit(std::uint32_t block) const {
    const ptx::Instruction& last = m_entry.instructions[m_entry.blocks[block].end - 1];
    if (last.guard == ptx::kNoRegister) return false;
    if (last.opcode == Opcode::Ret || last.opcode == Opcode::Exit) return true;
    if (last.opcode != Opcode::Bra) return false;
    if (last.target >= m_entry.instructions.size() || m_onlyReturns[m_entry.blockOf(last.target)]) return true;
    return leavesPast(block);
}

bool ControlFlow::leavesPast(std::uint32_t block) const {
    const std::uint32_t next = block + 1;
    return next < m_count && onlyJumps(next) && m_predecessors[next].size() == 1 && onlyReturns(resolved(next)) &&
           m_entry.instructions[m_entry.blocks[block].end - 1].opcode == Opcode::Bra;
}

std::vector<ControlFlow::Set> ControlFlow::dominators(const Edges& before, std::uint32_t root) {
    const std::size_t count = before.size();
    std::vector<Set> sets(count, Set(count, true));
    sets[root].assign(count, false);
    sets[root][root] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t n = 0; n < count; ++n) {
            const std::size_t node = root == 0 ? n : count - 1 - n;
            if (node == root || before[node].empty()) continue;
            Set common = sets[before[node].front()];
            for (const std::uint32_t other : before[node])
                for (std::size_t i = 0; i < count; ++i) common[i] = common[i] && sets[other][i];
            common[node] = true;
            if (common == sets[node]) continue;
            sets[node] = std::move(common);
            changed = true;
        }
    }
    return sets;
}

std::optional<std::uint32_t> ControlFlow::nearest(const std::vector<Set>& sets, std::uint32_t block) {
    // The nearest has all the others in its own set.
    std::optional<std::uint32_t> best;
    for (std::uint32_t other = 0; other < sets.size(); ++other) {
        if (other == block || !sets[block][other]) continue;
        if (!best || sets[other][*best]) best = other;
    }
    return best;
}

bool ControlFlow::loopContains(std::uint32_t loop, std::uint32_t block) const {
    if (block >= m_count) return false;
    std::uint32_t around = m_loops.around(block);
    while (around != ptx::Loops::kNone && around != loop) around = m_loops.all()[around].parent;
    return around == loop;
}

bool ControlFlow::isInnermost(std::uint32_t loop) const {
    return std::ranges::count(m_loops.all(), loop, &ptx::Loops::Loop::parent) == 0;
}

std::uint32_t ControlFlow::before(std::uint32_t loop) const {
    const std::uint32_t header = m_loops.all()[loop].header;
    return nearest(m_dominators, header).value_or(header);
}

bool ControlFlow::isArm(std::uint32_t block) const {
    if (m_predecessors[block].size() != 1 || m_entry.blocks[block].successors.size() != 1) return false;
    const auto& ways = m_entry.blocks[m_predecessors[block].front()].successors;
    return ways.size() == 2 && std::ranges::count(ways, m_entry.blocks[block].successors.front()) != 0;
}

bool ControlFlow::onlyJumps(std::uint32_t block) const {
    const ptx::BasicBlock& own = m_entry.blocks[block];
    const ptx::Instruction& last = m_entry.instructions[own.first];
    return own.end - own.first == 1 && last.opcode == Opcode::Bra && last.guard == ptx::kNoRegister;
}

bool ControlFlow::onlyCopies(std::uint32_t block) const {
    const ptx::BasicBlock& own = m_entry.blocks[block];
    if (own.successors.size() != 1 || m_predecessors[block].size() != 1) return false;
    for (std::uint32_t i = own.first; i < own.end; ++i) {
        const ptx::Instruction& instruction = m_entry.instructions[i];
        const bool jump = instruction.opcode == Opcode::Bra && i + 1 == own.end && i > own.first;
        if ((!jump && instruction.opcode != Opcode::Mov) || instruction.guard != ptx::kNoRegister) return false;
    }
    const std::uint32_t branch = branchBefore(block);
    const auto& ways = m_entry.blocks[branch].successors;
    const std::uint32_t after = own.successors.front();
    return m_joins[branch] == after &&
           std::ranges::none_of(ways, [&](std::uint32_t way) { return resolved(way) == after; });
}

std::uint32_t ControlFlow::branchBefore(std::uint32_t block) const {
    if (m_predecessors[block].empty()) return block;  // nobody comes here
    std::uint32_t before = m_predecessors[block].front();
    if (onlyJumps(before) && m_predecessors[before].size() == 1) before = m_predecessors[before].front();
    return before;
}

std::uint32_t ControlFlow::resolved(std::uint32_t block) const {
    for (std::uint32_t tries = 0; tries < m_count && block < m_count && onlyJumps(block); ++tries)
        block = m_entry.blocks[block].successors.front();
    return block;
}

std::uint32_t ControlFlow::pastCopies(std::uint32_t block) const {
    block = resolved(block);
    return block < m_count && onlyCopies(block) ? resolved(m_entry.blocks[block].successors.front()) : block;
}

/// ptxas puts the blocks in an order in which each comes before what it leads to, the way that is not taken first.
void ControlFlow::layOut() {
    std::vector<std::uint32_t> finished;
    Set seen(m_count + 1, false);
    struct Visit {
        std::uint32_t block;
        std::vector<std::uint32_t> open;  ///< successors, the next to be visited last
    };
    std::vector<Visit> path;
    const auto enter = [&](std::uint32_t block) {
        seen[block] = true;
        path.push_back({block, m_entry.blocks[block].successors});  // the next block first
    };
    if (m_count > 0) enter(0);
    while (!path.empty()) {
        Visit& visit = path.back();
        if (visit.open.empty()) {
            finished.push_back(visit.block);
            path.pop_back();
            continue;
        }
        const std::uint32_t next = pastCopies(visit.open.back());
        visit.open.pop_back();
        if (next < m_count && !seen[next]) enter(next);
    }
    m_behind.assign(m_count, m_count);
    for (std::size_t k = 1; k < finished.size(); ++k) m_behind[finished[k]] = finished[k - 1];
}

std::uint32_t ControlFlow::hoisted(std::uint32_t block) const {
    for (std::uint32_t loop = m_loops.around(block); loop != ptx::Loops::kNone;) {
        block = before(loop);
        loop = m_loops.all()[loop].parent;
    }
    return block;
}

std::uint32_t ControlFlow::beforeInnermost(std::uint32_t block) const {
    const std::uint32_t loop = m_loops.around(block);
    return loop != ptx::Loops::kNone && isInnermost(loop) ? before(loop) : block;
}

}  // namespace lanescope::ptxas
