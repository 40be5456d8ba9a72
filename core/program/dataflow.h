// SPDX-License-Identifier: GPL-3.0-or-later
// Where registers are defined and read, and what follows of their values: what all lanes of a warp share, and what
// powers of two divide them. For analyses of whole entries; nothing here runs the program.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/program/module.h"

namespace lanescope::program {

/// Registers that an instruction reads (its guard last) or writes, in operand order. One may stand there twice.
[[nodiscard]] std::vector<RegisterId> registersRead(const Instruction& instruction);
[[nodiscard]] std::vector<RegisterId> registersWritten(const Instruction& instruction);
/// By register, those that have bits in common with it: of a pair its words, of a word its pair. None of most.
[[nodiscard]] std::vector<std::vector<RegisterId>> registersBeside(const Entry& entry);
/// All of them, to be replaced by others.
struct NamedRegister {
    RegisterId* reg = nullptr;  ///< in the instruction; never kNoRegister
    bool written = false;
};
[[nodiscard]] std::vector<NamedRegister> registersNamed(Instruction& instruction);

class Dataflow {
public:
    /// Keeps a reference to the entry.
    explicit Dataflow(const Entry& entry);

    /// Instructions that write or read a register, ascending.
    [[nodiscard]] std::span<const std::uint32_t> definitions(RegisterId reg) const { return m_definitions[reg]; }
    [[nodiscard]] std::span<const std::uint32_t> uses(RegisterId reg) const { return m_uses[reg]; }
    /// The one instruction that writes it; none if there are several.
    [[nodiscard]] std::optional<std::uint32_t> definition(RegisterId reg) const;
    /// The same of an operand that is a register; none if it is none.
    [[nodiscard]] std::optional<std::uint32_t> definition(const Operand& operand) const;

    /// Do all lanes of a warp that hold a value hold the same one? Loads, atomics and shuffles count as different,
    /// whatever their addresses; what depends on which lanes came along counts as the same.
    [[nodiscard]] bool uniform(RegisterId reg) const { return m_uniform[reg]; }
    [[nodiscard]] bool uniform(const Operand& operand) const;
    /// The same of what the instruction `use` finds in the register, where its own block has put it there.
    [[nodiscard]] bool uniformAt(std::uint32_t use, RegisterId reg, unsigned depth = 0) const;
    /// 2 to this power divides the value of every lane (64 for a zero). Shared arrays are taken to begin at multiples
    /// of 16, as ptxas places them.
    [[nodiscard]] unsigned trailingZeros(RegisterId reg) const { return m_zeros[reg]; }
    /// The value of an operand that is an immediate, or a register that is only ever moved one.
    [[nodiscard]] std::optional<std::int64_t> constant(const Operand& operand) const;
    /// The index in Entry::shared of the array whose address the operand holds, nothing added.
    [[nodiscard]] std::optional<std::uint32_t> sharedSymbol(const Operand& operand) const;

private:
    [[nodiscard]] bool resultIsUniform(const Instruction& instruction) const;
    [[nodiscard]] unsigned zerosOf(const Operand& operand) const;
    [[nodiscard]] unsigned zerosOfResult(const Instruction& instruction) const;

    const Entry& m_entry;
    std::vector<std::vector<std::uint32_t>> m_definitions;
    std::vector<std::vector<std::uint32_t>> m_uses;
    std::vector<bool> m_uniform;
    std::vector<unsigned> m_zeros;
};

}  // namespace lanescope::program
