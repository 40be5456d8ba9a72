// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptx/cfg.h"

#include <algorithm>
#include <optional>
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
    /// By block, its successors.
    explicit PostDominators(std::vector<std::vector<std::uint32_t>> successors)
        : m_successors(std::move(successors)), m_exit(static_cast<std::uint32_t>(m_successors.size())) {
        m_predecessors.resize(m_exit + 1);
        for (std::uint32_t b = 0; b < m_exit; ++b)
            for (std::uint32_t s : m_successors[b]) m_predecessors[s].push_back(b);
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
                for (std::uint32_t s : m_successors[block]) {
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

    std::vector<std::vector<std::uint32_t>> m_successors;
    std::uint32_t m_exit;
    std::vector<std::vector<std::uint32_t>> m_predecessors;
    std::vector<std::uint32_t> m_postorder;  ///< of the reversed graph; the exit is last
    std::vector<std::uint32_t> m_number;     ///< block → place in m_postorder
    std::vector<std::uint32_t> m_dominator;
};

/// Where lanes that part in a kernel meet again.
class Meetings {
public:
    Meetings(const Entry& entry, CodeKind kind)
        : m_entry(entry), m_count(static_cast<std::uint32_t>(entry.blocks.size())), m_all(edges(false)) {
        bool leaves = false;
        for (std::uint32_t b = 0; b < m_count; ++b) leaves = leaves || mayLeave(b);
        if (!leaves || kind == CodeKind::Function) return;
        m_staying.emplace(edges(true));
        findLoops();
        findTogether();
    }
    [[nodiscard]] std::uint32_t of(std::uint32_t block) const {
        const std::uint32_t all = m_all.of(block);
        if (!m_staying || (m_together[block] && mayLeave(block))) return all;
        const std::uint32_t staying = m_staying->of(block);
        return isEnd(staying) ? all : staying;
    }

private:
    /// Is there nothing to do in the block but to return?
    [[nodiscard]] bool isEnd(std::uint32_t block) const {
        if (block == m_count) return true;
        const BasicBlock& own = m_entry.blocks[block];
        const Instruction& last = m_entry.instructions[own.first];
        return own.end - own.first == 1 && last.guard == kNoRegister &&
               (last.opcode == Opcode::Ret || last.opcode == Opcode::Exit);
    }
    /// Can lanes leave here while others stay?
    [[nodiscard]] bool mayLeave(std::uint32_t block) const {
        const auto& successors = m_entry.blocks[block].successors;
        const auto ends = std::ranges::count_if(successors, [&](std::uint32_t s) { return isEnd(s); });
        return ends > 0 && static_cast<std::size_t>(ends) < successors.size();
    }
    [[nodiscard]] std::vector<std::vector<std::uint32_t>> edges(bool staying) const {
        std::vector<std::vector<std::uint32_t>> all;
        for (std::uint32_t b = 0; b < m_count; ++b) {
            all.push_back(m_entry.blocks[b].successors);
            if (staying && mayLeave(b)) std::erase_if(all.back(), [&](std::uint32_t s) { return isEnd(s); });
        }
        return all;
    }
    /// Blocks between a branch and where it goes back to.
    void findLoops() {
        std::vector<int> begins(m_count + 1, 0);
        for (std::uint32_t b = 0; b < m_count; ++b)
            for (const std::uint32_t s : m_entry.blocks[b].successors)
                if (s <= b) ++begins[s], --begins[b + 1];
        int depth = 0;
        for (std::uint32_t b = 0; b < m_count; ++b) m_inLoop.push_back((depth += begins[b]) > 0);
    }
    /// Blocks to which all lanes that are still there come together: it is all the same where those who leave wait for
    /// them, and at the end they leave in one step.
    void findTogether() {
        m_together.assign(m_count + 1, false);
        for (std::uint32_t b = 0; b < m_count; b = m_staying->of(b)) m_together[b] = !m_inLoop[b];
    }

    const Entry& m_entry;
    std::uint32_t m_count;
    PostDominators m_all;
    std::optional<PostDominators> m_staying;  ///< without branches to the end, if there are any
    std::vector<bool> m_inLoop;
    std::vector<bool> m_together;
};

}  // namespace

void buildControlFlow(Entry& entry, CodeKind kind) {
    if (entry.instructions.empty()) {
        entry.blocks.clear();
        return;
    }
    findBlocks(entry);
    findSuccessors(entry);
    const Meetings meetings(entry, kind);
    for (std::uint32_t b = 0; b < entry.blocks.size(); ++b) entry.blocks[b].immediatePostDominator = meetings.of(b);
}

}  // namespace lanescope::ptx
