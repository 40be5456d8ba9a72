// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel's PTX with everything that is known of it before ptxas decides anything. Made once and read by all parts of
// the model. Internal to it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/program/dataflow.h"
#include "core/ptxas/architecture.h"
#include "core/ptxas/control_flow.h"
#include "core/ptxas/shared_groups.h"
#include "core/ptxas/uses.h"

namespace lanescope::ptxas {

/// Its parts refer to each other, so that it stays where it was made.
class KernelView {
public:
    /// Keeps references to all three. The entry is of the module, and has instructions.
    KernelView(const ptx::Module& module, const ptx::Entry& entry, const Architecture& architecture);
    KernelView(const KernelView&) = delete;
    KernelView& operator=(const KernelView&) = delete;

    const ptx::Module& module;
    const ptx::Entry& entry;
    const Architecture& target;
    const ptx::Dataflow flow;
    const ControlFlow graph;
    const std::vector<SharedGroup> groups;  ///< accesses to shared memory that become one
    const std::vector<bool> needed;  ///< by instruction: has it an effect, or a result that something with one wants?
    const Uses uses;                 ///< by what is needed

    /// Instructions.
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(entry.instructions.size()); }
    [[nodiscard]] const ptx::Instruction& at(std::uint32_t instruction) const {
        return entry.instructions[instruction];
    }
    [[nodiscard]] const ptx::BasicBlock& block(std::uint32_t which) const { return entry.blocks[which]; }
    /// The block that an instruction is in; graph.count() behind the last.
    [[nodiscard]] std::uint32_t blockOf(std::uint32_t instruction) const {
        return instruction < m_blockOf.size() ? m_blockOf[instruction] : graph.count();
    }
    [[nodiscard]] std::span<const ptx::Instruction> instructionsOf(std::uint32_t which) const {
        return std::span(entry.instructions).subspan(block(which).first, block(which).end - block(which).first);
    }
    /// The last instruction of a block.
    [[nodiscard]] const ptx::Instruction& last(std::uint32_t which) const { return at(block(which).end - 1); }
    [[nodiscard]] bool sameBlock(std::uint32_t a, std::uint32_t b) const { return blockOf(a) == blockOf(b); }

    /// The one instruction that makes the operand, if that is a register; nullptr = there is none, or there are
    /// several.
    [[nodiscard]] const ptx::Instruction* makerOf(const ptx::Operand& operand) const {
        const auto where = flow.definition(operand);
        return where ? &at(*where) : nullptr;
    }
    /// The same, by its place, if it is needed.
    [[nodiscard]] std::optional<std::uint32_t> neededMakerOf(const ptx::Operand& operand) const {
        const auto where = flow.definition(operand);
        return where && needed[*where] ? where : std::nullopt;
    }
    /// Is there a load of global memory in the block?
    [[nodiscard]] bool loadsGlobal(std::uint32_t which) const;

private:
    std::vector<std::uint32_t> m_blockOf;
};

}  // namespace lanescope::ptxas
