// SPDX-License-Identifier: GPL-3.0-or-later
// A static model of the machine code that ptxas makes of a kernel: what its instructions cost, which branches are left,
// and which loops are unrolled. It knows optimised code; it does not compile anything.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/ptx/module.h"
#include "core/ptxas/architecture.h"
#include "core/ptxas/costs.h"
#include "core/ptxas/shared_groups.h"

namespace lanescope::ptxas {

/// What a block ends with in machine code.
enum class BlockEnd : std::uint8_t {
    Falls,      ///< nothing: it runs on into the next, or its branch was turned into predicates
    Jump,       ///< an unconditional branch
    Branch,     ///< a conditional branch
    Table,      ///< a branch by a table, made of a chain of comparisons
    Exit,       ///< a predicated exit, which is no branch
    Gone,       ///< nothing, and nobody comes there: lanes have left by the exit before it
    Terminates  ///< the end of the kernel
};

/// Comparisons of one register with different constants, one after the other, that become one branch by a table.
struct JumpTable {
    std::vector<std::uint32_t> blocks;  ///< the comparisons, in order; nothing else is done in them
};

/// Two branches, one right behind the other, that become one with both conditions.
struct JoinedBranch {
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    bool operator==(const JoinedBranch&) const = default;
};

/// A counted loop that ptxas unrolls by four, with a rest of two and of one. It stands in one block of machine code.
struct UnrolledLoop {
    std::uint32_t header = 0;
    std::uint32_t latch = 0;    ///< from which it begins anew; all blocks between are in the loop
    double control = 0;         ///< machine instructions that are done once for all copies
    double entry = 0;           ///< those that are done once before, to find out how many rounds there are of each kind
    bool countsToZero = false;  ///< ends at equality, not beyond a bound
    bool divergent = false;     ///< lanes of a warp may leave it at different times
    bool whole = false;         ///< how often it goes round is known, and all of it is laid out, without any control
    /// Not 0: how often it goes round is known, and so many rounds are laid out with control behind them; none is left.
    unsigned together = 0;
    bool branchesForTwo = true;  ///< is there a branch round the two last but one, or are they done under a predicate?
    bool branchesForOne = true;
    bool jumpsOn = false;  ///< what comes behind it stands elsewhere: those without a last one go there at once
};

/// What is made of a kernel. Does not change once it is made, so that any number of threads may read it.
struct MachineCode {
    /// Why there is no model of this kernel; the rest is empty then.
    std::string refused;
    Costs costs;
    std::vector<bool> needed;  ///< by PTX instruction: is it left at all?
    std::vector<SharedGroup> groups;
    std::vector<BlockEnd> ends;  ///< by block
    /// By block: the block whose branch decides whether this one is done. Itself, if the block stands behind a branch;
    /// one before it, if its instructions are predicated and so are executed by all warps that come to that branch.
    std::vector<std::uint32_t> decidedBy;
    std::vector<bool> meets;  ///< by block: do the lanes that its branch has parted await each other?
    std::vector<UnrolledLoop> unrolled;
    std::vector<JumpTable> tables;
    std::vector<JoinedBranch> joined;
    /// By PTX instruction: the block in which it is done: its own, or the one of the lanes that stay.
    std::vector<std::uint32_t> doneIn;
};

/// Of an entry of the module, which may be forgotten afterwards. Takes milliseconds for a kernel of a thousand
/// instructions: CodeCache keeps it.
[[nodiscard]] MachineCode machineCode(const ptx::Module& module, const ptx::Entry& entry,
                                      const Architecture& architecture = kSm90);

}  // namespace lanescope::ptxas
