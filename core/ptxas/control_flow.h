// SPDX-License-Identifier: GPL-3.0-or-later
// The control flow of a kernel as machine code has it: branches to the end are predicated exits there, so lanes that
// take them do not come back together with the others.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/program/loops.h"
#include "core/ptx/module.h"

namespace lanescope::ptxas {

class ControlFlow {
public:
    explicit ControlFlow(const ptx::Entry& entry);

    [[nodiscard]] std::uint32_t count() const { return m_count; }
    /// Blocks from which a block is reached.
    [[nodiscard]] const std::vector<std::uint32_t>& predecessors(std::uint32_t block) const {
        return m_predecessors[block];
    }
    /// Does the block hold a `ret` or `exit` and nothing else?
    [[nodiscard]] bool onlyReturns(std::uint32_t block) const { return block == m_count || m_onlyReturns[block]; }
    /// Does the block end with a conditional branch to such a block, or to the end, or past a jump to it?
    [[nodiscard]] bool endsWithExit(std::uint32_t block) const;
    /// Is the block's conditional branch taken by those who stay, and do the others come to a jump to the end?
    [[nodiscard]] bool leavesPast(std::uint32_t block) const;
    /// Is the block reached by one branch only, which lanes can go past it, and does it lead to one place?
    [[nodiscard]] bool isArm(std::uint32_t block) const;
    [[nodiscard]] bool dominates(std::uint32_t a, std::uint32_t b) const { return m_dominators[b][a]; }
    /// Where lanes that the block's branch has parted meet again; count() = nowhere before the end.
    [[nodiscard]] std::uint32_t join(std::uint32_t block) const { return m_joins[block]; }
    /// The nearest block before all loops around `block`: where what does not change in them is done.
    [[nodiscard]] std::uint32_t hoisted(std::uint32_t block) const;
    /// The block before the loop around `block` if there are no loops in that, else `block` itself: where ptxas makes
    /// or fetches constants, which it does anew in each round of an outer loop.
    [[nodiscard]] std::uint32_t beforeInnermost(std::uint32_t block) const;
    /// Is the same loop the innermost around both?
    [[nodiscard]] bool sameLoop(std::uint32_t a, std::uint32_t b) const {
        return m_loops.around(a) == m_loops.around(b);
    }
    /// Does the block stand behind a branch, with something else on its other way, and do nothing but copy values for
    /// where both meet? Then it is done under a predicate, whatever the other way does.
    [[nodiscard]] bool onlyCopies(std::uint32_t block) const;
    /// The block with the branch behind which such a block stands.
    [[nodiscard]] std::uint32_t branchBefore(std::uint32_t block) const;
    /// Where a block is gone to that does nothing but jump; itself for all others.
    [[nodiscard]] std::uint32_t resolved(std::uint32_t block) const;
    /// The same, and past a block that does nothing but copy.
    [[nodiscard]] std::uint32_t pastCopies(std::uint32_t block) const;
    /// The block that stands behind this one in machine code; count() = none.
    [[nodiscard]] std::uint32_t behind(std::uint32_t block) const { return m_behind[block]; }
    [[nodiscard]] const ptx::Loops& loops() const { return m_loops; }
    [[nodiscard]] bool isInLoop(std::uint32_t block) const { return m_loops.around(block) != ptx::Loops::kNone; }
    /// Loops by their index in loops().all().
    [[nodiscard]] bool loopContains(std::uint32_t loop, std::uint32_t block) const;
    [[nodiscard]] bool isInnermost(std::uint32_t loop) const;
    /// The nearest block that is always done before a loop.
    [[nodiscard]] std::uint32_t before(std::uint32_t loop) const;

private:
    using Set = std::vector<bool>;
    using Edges = std::vector<std::vector<std::uint32_t>>;
    void findReturns();
    void layOut();
    [[nodiscard]] bool onlyJumps(std::uint32_t block) const;
    [[nodiscard]] static std::vector<Set> dominators(const Edges& before, std::uint32_t root);
    /// The nearest of `set` to `block`, itself left out; none if there is none.
    [[nodiscard]] static std::optional<std::uint32_t> nearest(const std::vector<Set>& sets, std::uint32_t block);

    const ptx::Entry& m_entry;
    std::uint32_t m_count;
    Edges m_predecessors;
    Set m_onlyReturns;
    std::vector<Set> m_dominators;
    std::vector<std::uint32_t> m_joins;
    ptx::Loops m_loops;
    std::vector<std::uint32_t> m_behind;
};

}  // namespace lanescope::ptxas
