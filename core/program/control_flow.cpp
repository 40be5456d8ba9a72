// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/program/control_flow.h"

#include <algorithm>

#include "core/program/components.h"
#include "core/program/dominators.h"
#include "core/program/loops.h"

namespace lanescope::program {
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
        if (leader[i]) entry.blocks.emplace_back().first = i;
        entry.blocks.back().end = i + 1;
    }
}

void findSuccessors(Entry& entry) {
    const auto exit = static_cast<std::uint32_t>(entry.blocks.size());
    std::vector<std::uint32_t> seenBy(exit + 1, kUnknown);  // the last block that has this one as a successor
    for (std::uint32_t b = 0; b < exit; ++b) {
        BasicBlock& block = entry.blocks[b];
        const Instruction& last = entry.instructions[block.end - 1];
        const bool conditional = last.guard != kNoRegister || last.whenParted || last.whenTogether;
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

/// What cannot be avoided on the way to `end`.
class PostDominators {
public:
    PostDominators(const Edges& edges, std::uint32_t end) : m_end(end), m_dominators(reversed(edges), end) {}
    /// The nearest such block, the block itself left out; `end` if it has no way there.
    [[nodiscard]] std::uint32_t of(std::uint32_t block) const {
        return m_dominators.of(block) == Dominators::kNone ? m_end : m_dominators.of(block);
    }
    /// By block, the nearest that is not within what `isWithin(block, other)` says is one with it.
    template <typename F>
    [[nodiscard]] std::vector<std::uint32_t> outside(std::size_t count, F isWithin) const {
        std::vector<std::uint32_t> nearest(count, m_end);
        for (const std::uint32_t block : m_dominators.order())
            if (const std::uint32_t next = of(block); block != m_end)
                nearest[block] = next != m_end && isWithin(block, next) ? nearest[next] : next;
        return nearest;
    }

private:
    std::uint32_t m_end;
    Dominators m_dominators;
};

/// Where lanes that part meet again.
class Meetings {
public:
    Meetings(Entry& entry, CodeKind kind)
        : m_entry(entry),
          m_kind(kind),
          m_count(static_cast<std::uint32_t>(entry.blocks.size())),
          m_mayReturn(findReturns()),
          m_loops(edges(false)),
          m_staying(stayingEdges(), m_count),
          m_complete(m_count, false) {
        findStays();
        meetInLoops();
        meetOutside();
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
    /// In a kernel, by block: can lanes return here while others stay?
    [[nodiscard]] std::vector<bool> findReturns() const {
        std::vector<bool> may;
        for (const BasicBlock& block : m_entry.blocks) {
            const auto ends = std::ranges::count_if(block.successors, [&](std::uint32_t s) { return isEnd(s); });
            may.push_back(m_kind == CodeKind::Kernel && ends > 0 &&
                          static_cast<std::size_t>(ends) < block.successors.size());
        }
        return may;
    }
    /// Do lanes that go from one block to another return while others stay, and do not get there on other ways too?
    [[nodiscard]] bool returns(std::uint32_t from, std::uint32_t to) const {
        return isEnd(to) && m_mayReturn[from] && !isEnd(m_staying.of(from));
    }
    /// `staying`: without branches to the end at which others may stay.
    [[nodiscard]] Edges edges(bool staying) const {
        Edges all;
        for (std::uint32_t b = 0; b < m_count; ++b) {
            all.push_back(m_entry.blocks[b].successors);
            if (staying && m_mayReturn[b]) std::erase_if(all.back(), [&](std::uint32_t s) { return isEnd(s); });
        }
        all.emplace_back();
        return all;
    }
    /// The same, but what can only be left by returning is left so by all: a last loop, behind which the kernel ends.
    [[nodiscard]] Edges stayingEdges() const {
        Edges all = edges(true);
        const std::vector<bool> ends = reached(reversed(all), m_count);  // has a way to the end
        const Components components(all);
        for (std::uint32_t b = 0; b < m_count; ++b)
            if (!ends[b] && components.isLast(b)) all[b] = m_entry.blocks[b].successors;
        return all;
    }
    /// The blocks to which `from` leads, itself included.
    [[nodiscard]] static std::vector<bool> reached(const Edges& edges, std::uint32_t from) {
        std::vector<bool> seen(edges.size(), false);
        std::vector<std::uint32_t> open{from};
        seen[from] = true;
        while (!open.empty()) {
            const std::uint32_t block = open.back();
            open.pop_back();
            for (const std::uint32_t next : edges[block]) {
                if (!seen[next]) open.push_back(next);
                seen[next] = true;
            }
        }
        return seen;
    }
    void findStays() {
        for (std::uint32_t b = 0; b < m_count; ++b)
            for (const std::uint32_t s : m_entry.blocks[b].successors)
                m_entry.blocks[b].staysIn.push_back(m_loops.commonDepth(b, s));
    }
    /// Lanes that stay in a loop meet in it, at the latest when it begins anew. If one that is within it can be left
    /// before, they meet outside of that one.
    void meetInLoops() {
        std::vector<std::vector<std::uint32_t>> blocks(m_loops.all().size());
        for (std::uint32_t b = 0; b < m_count; ++b)
            for (std::uint32_t loop = m_loops.around(b); loop != Loops::kNone; loop = m_loops.all()[loop].parent)
                blocks[loop].push_back(b);
        std::vector<std::uint32_t> places(m_count + 1, kUnknown);   // in the loop's blocks
        for (std::size_t loop = 0; loop < blocks.size(); ++loop) {  // inner ones come first
            for (std::uint32_t i = 0; i < blocks[loop].size(); ++i) places[blocks[loop][i]] = i;
            meetIn(m_loops.all()[loop], blocks[loop], places);
            for (const std::uint32_t b : blocks[loop]) places[b] = kUnknown;
        }
    }
    void meetIn(const Loops::Loop& loop, const std::vector<std::uint32_t>& blocks,
                const std::vector<std::uint32_t>& places) {
        const auto anew = static_cast<std::uint32_t>(blocks.size());
        Edges staying(anew + 1);
        Edges all(anew + 1);  // who leaves the loop is at an end, too
        for (std::uint32_t i = 0; i < anew; ++i) {
            for (const std::uint32_t s : m_entry.blocks[blocks[i]].successors) {
                const bool stays = places[s] != kUnknown;
                if (!stays && returns(blocks[i], s)) continue;
                all[i].push_back(stays && s != loop.header ? places[s] : anew);
                if (stays) staying[i].push_back(all[i].back());
            }
        }
        const auto inInnerLoop = [&](std::uint32_t a, std::uint32_t b) {
            return m_loops.commonDepth(blocks[a], blocks[b]) > loop.depth;
        };
        const std::vector<std::uint32_t> nearest = PostDominators(staying, anew).outside(anew, inInnerLoop);
        const std::vector<std::uint32_t> forAll = PostDominators(all, anew).outside(anew, inInnerLoop);
        for (std::uint32_t i = 0; i < anew; ++i) {
            // Where all that go on go the same way, nobody waits.
            if (m_complete[blocks[i]] || (staying[i].size() < 2 && all[i].size() > 1)) continue;
            m_entry.blocks[blocks[i]].meetings.push_back(
                {nearest[i] == anew ? loop.header : blocks[nearest[i]], loop.depth});
            m_complete[blocks[i]] = all[i].size() == 1 || (nearest[i] != anew && nearest[i] == forAll[i]);
        }
    }
    void meetOutside() {
        const PostDominators all(edges(false), m_count);
        // Blocks outside of loops to which all lanes that are still there come together: it is all the same where those
        // who leave wait for them, and at the end they leave in one step.
        std::vector<bool> together(m_count + 1, false);
        for (std::uint32_t b = 0; b < m_count; b = m_staying.of(b)) together[b] = m_loops.depthOf(b) == 0;
        const auto inLoop = [&](std::uint32_t a, std::uint32_t b) { return m_loops.commonDepth(a, b) > 0; };
        const std::vector<std::uint32_t> nearest = m_staying.outside(m_count, inLoop);
        const std::vector<std::uint32_t> forAll = all.outside(m_count, inLoop);
        for (std::uint32_t b = 0; b < m_count; ++b) {
            if (m_complete[b]) continue;
            const bool withAll = (together[b] && m_mayReturn[b]) || isEnd(nearest[b]);
            m_entry.blocks[b].meetings.push_back({withAll ? forAll[b] : nearest[b], 0});
        }
    }

    Entry& m_entry;
    CodeKind m_kind;
    std::uint32_t m_count;
    std::vector<bool> m_mayReturn;
    Loops m_loops;
    PostDominators m_staying;
    std::vector<bool> m_complete;  ///< by block: there is a meeting before which nobody can leave
};

}  // namespace

void buildControlFlow(Entry& entry, CodeKind kind) {
    if (entry.instructions.empty()) {
        entry.blocks.clear();
        return;
    }
    findBlocks(entry);
    findSuccessors(entry);
    Meetings(entry, kind);
}

}  // namespace lanescope::program
