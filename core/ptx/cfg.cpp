// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptx/cfg.h"

#include <utility>

namespace lanescope::ptx {
namespace {

constexpr std::uint32_t kUnknown = 0xffffffffU;

bool leaves(const Instruction& instruction) {
    switch (instruction.opcode) {
        case Opcode::Bra:
        case Opcode::Brx:
        case Opcode::Ret:
        case Opcode::Exit:
        case Opcode::Trap: return true;
        default: return false;
    }
}

/// A call comes back to the instruction behind it, but that is entered from elsewhere.
bool endsBlock(const Instruction& instruction) { return leaves(instruction) || instruction.opcode == Opcode::Call; }

void findBlocks(Entry& entry) {
    const auto count = static_cast<std::uint32_t>(entry.instructions.size());
    std::vector<bool> leader(count + 1, false);
    leader[0] = true;
    for (std::uint32_t i = 0; i < count; ++i) {
        const Instruction& instruction = entry.instructions[i];
        if (!endsBlock(instruction)) continue;
        leader[i + 1] = true;
        if (instruction.opcode == Opcode::Bra) leader[instruction.target] = true;
        if (instruction.opcode == Opcode::Brx)
            for (const std::uint32_t target : entry.branchLists[instruction.list]) leader[target] = true;
    }
    entry.blocks.clear();
    for (std::uint32_t i = 0; i < count; ++i) {
        if (leader[i]) entry.blocks.push_back({i, i, {}, 0});
        entry.blocks.back().end = i + 1;
    }
}

void findSuccessors(Entry& entry) {
    const auto exit = static_cast<std::uint32_t>(entry.blocks.size());
    std::vector<std::uint32_t> seenBy(exit + 1, kUnknown);  // the last block that has this one as a successor
    for (std::uint32_t b = 0; b < exit; ++b) {
        BasicBlock& block = entry.blocks[b];
        const Instruction& last = entry.instructions[block.end - 1];
        const bool conditional = last.guard != kNoRegister;
        if (!leaves(last) || conditional) {
            block.successors.push_back(b + 1);
            seenBy[b + 1] = b;
        }
        if (!leaves(last)) continue;
        const auto add = [&](std::uint32_t there) {
            if (seenBy[there] != b) block.successors.push_back(there);
            seenBy[there] = b;
        };
        if (last.opcode == Opcode::Bra)
            add(entry.blockOf(last.target));
        else if (last.opcode == Opcode::Brx)
            for (const std::uint32_t target : entry.branchLists[last.list]) add(entry.blockOf(target));
        else
            add(exit);
    }
}

/// Dominators of the reversed graph from the exit, after Cooper, Harvey and Kennedy, "A Simple, Fast Dominance
/// Algorithm" (2001).
class PostDominators {
public:
    explicit PostDominators(const std::vector<BasicBlock>& blocks)
        : m_blocks(blocks), m_exit(static_cast<std::uint32_t>(blocks.size())) {
        m_predecessors.resize(m_exit + 1);
        for (std::uint32_t b = 0; b < m_exit; ++b)
            for (std::uint32_t s : blocks[b].successors) m_predecessors[s].push_back(b);
        orderFromExit();
        iterate();
    }
    [[nodiscard]] std::uint32_t of(std::uint32_t block) const {
        return m_dominator[block] == kUnknown ? m_exit : m_dominator[block];
    }

private:
    void orderFromExit() {
        m_number.assign(m_exit + 1, kUnknown);
        std::vector<bool> seen(m_exit + 1, false);
        std::vector<std::pair<std::uint32_t, std::size_t>> path{{m_exit, 0}};
        seen[m_exit] = true;
        while (!path.empty()) {
            const std::uint32_t block = path.back().first;
            if (path.back().second < m_predecessors[block].size()) {
                const std::uint32_t before = m_predecessors[block][path.back().second++];
                if (!seen[before]) path.emplace_back(before, 0);
                seen[before] = true;
            } else {
                m_number[block] = static_cast<std::uint32_t>(m_postorder.size());
                m_postorder.push_back(block);
                path.pop_back();
            }
        }
    }
    void iterate() {
        m_dominator.assign(m_exit + 1, kUnknown);
        m_dominator[m_exit] = m_exit;
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t i = m_postorder.size() - 1; i-- > 0;) {
                const std::uint32_t block = m_postorder[i];
                std::uint32_t best = kUnknown;
                for (std::uint32_t s : m_blocks[block].successors) {
                    if (m_dominator[s] == kUnknown) continue;
                    best = best == kUnknown ? s : common(s, best);
                }
                changed = changed || best != m_dominator[block];
                m_dominator[block] = best;
            }
        }
    }
    [[nodiscard]] std::uint32_t common(std::uint32_t a, std::uint32_t b) const {
        while (a != b) {
            while (m_number[a] < m_number[b]) a = m_dominator[a];
            while (m_number[b] < m_number[a]) b = m_dominator[b];
        }
        return a;
    }

    const std::vector<BasicBlock>& m_blocks;
    std::uint32_t m_exit;
    std::vector<std::vector<std::uint32_t>> m_predecessors;
    std::vector<std::uint32_t> m_postorder;  ///< of the reversed graph; the exit is last
    std::vector<std::uint32_t> m_number;     ///< block → place in m_postorder
    std::vector<std::uint32_t> m_dominator;
};

}  // namespace

void buildControlFlow(Entry& entry) {
    if (entry.instructions.empty()) {
        entry.blocks.clear();
        return;
    }
    findBlocks(entry);
    findSuccessors(entry);
    const PostDominators dominators(entry.blocks);
    for (std::uint32_t b = 0; b < entry.blocks.size(); ++b) entry.blocks[b].immediatePostDominator = dominators.of(b);
}

}  // namespace lanescope::ptx
