// SPDX-License-Identifier: GPL-3.0-or-later
// What the registers of a kernel hold, found from what its code does with them: values that travel between memory and
// arithmetic are told apart from what only says where and how often. Whoever shows a block folds the latter.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/program/entry.h"

namespace lanescope::flow {

/// What a register is for, in the whole kernel. "Value" is what reaches memory in the end, by a store or an atomic
/// operation, and what it is computed of.
enum class RegisterRole : std::uint8_t {
    Unused,    ///< nobody reads it
    Index,     ///< feeds addresses, guards, branches and counters only; or was made of nothing that lies in memory, and
               ///< feeds them, too
    Constant,  ///< a value that is always the same number of the code
    Staged,    ///< loaded and stored as it is, also through other registers or lanes
    Operand,   ///< loaded, come from another lane or given to the thread (a parameter), and an input of arithmetic
    Partial,   ///< computed, an input of more arithmetic, and not kept beyond a round
    Sum,       ///< lives on from round to round of a loop and gathers values: all registers that it is in by turns, as
               ///< unrolled rounds and moves have them
    Result     ///< computed and stored, not gathered in a loop
};

/// What an instruction does, for who watches values. Of loads and stores by generic addresses only a run knows the
/// space: they are Other here, and Moves::kind() tells which.
enum class InstructionKind : std::uint8_t {
    Index,       ///< works on registers that hold no value; reads a parameter; prefetches
    LoadGlobal,  ///< whatever is loaded, an index too
    LoadShared,
    LoadOther,  ///< local and constant memory, slots of calls, generic
    StoreGlobal,
    StoreShared,
    StoreOther,
    Atomic,
    AsyncCopy,  ///< global to shared memory, past the registers
    Compute,    ///< arithmetic on values
    Copy,       ///< a value from register to register
    Exchange,   ///< between the lanes of a warp: shuffle, vote, match
    Barrier,    ///< of the block or the warp, fences, waiting for copies
    Branch,     ///< calls and returns from them too
    End         ///< of the thread
};

class Roles {
public:
    /// Takes time with the size of the code: 1 ms for some thousand instructions.
    explicit Roles(const program::Entry& entry);

    [[nodiscard]] RegisterRole role(program::RegisterId reg) const { return m_roles[reg]; }
    [[nodiscard]] InstructionKind kind(std::uint32_t instruction) const { return m_kinds[instruction]; }

    static constexpr std::uint32_t kNone = 0xffffffffU;
    /// Registers that hold one value by turns have one number, from 0 on in order of the code: those of a Sum, moved
    /// copies of a Result and the partial sums of an unrolled one. kNone for what is neither.
    [[nodiscard]] std::uint32_t value(program::RegisterId reg) const { return m_values[reg]; }
    [[nodiscard]] std::size_t valueCount() const { return m_registersOf.size(); }
    /// Ascending.
    [[nodiscard]] std::span<const program::RegisterId> registersOf(std::uint32_t value) const {
        return m_registersOf[value];
    }

private:
    std::vector<RegisterRole> m_roles;
    std::vector<InstructionKind> m_kinds;
    std::vector<std::uint32_t> m_values;
    std::vector<std::vector<program::RegisterId>> m_registersOf;
};

}  // namespace lanescope::flow
