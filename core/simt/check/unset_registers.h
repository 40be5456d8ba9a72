// SPDX-License-Identifier: GPL-3.0-or-later
// Which registers of a block's threads hold a value. A variable that was declared and never set is a register that
// nobody has written, and what is computed from it is as unset. That matters once it is an address, decides a branch or
// goes to memory that others see. Internal to core/simt.
#pragma once

#include <optional>
#include <vector>

#include "core/simt/engine/block_execution.h"
#include "core/simt/finding.h"

namespace lanescope::simt {

/// An unset value that mattered.
struct UnsetUse {
    LaneMask lanes = 0;        ///< in which
    std::uint32_t origin = 0;  ///< the instruction that read the register which nobody has written
    Finding::Use use = Finding::Use::Guard;
};

class UnsetRegisters {
public:
    /// `entry`, of the module, must outlive the launch.
    void startLaunch(const program::Entry& entry, const program::Module& module);
    void startBlock(std::size_t warps);
    /// After each step of the block, in their order: the first use that matters. What mattered once counts as set from
    /// then on, but for what was only put in shared memory.
    std::optional<UnsetUse> step(const StepRecord& record, const BlockExecution& execution);

private:
    struct Register {
        LaneMask set = 0;
        std::uint32_t origin = 0;  ///< of what is unset; kNowhere: of itself
    };
    static constexpr std::uint32_t kNowhere = 0xffffffffU;
    /// What one instruction reads and writes.
    struct Flow {
        std::vector<program::RegisterId> read;  ///< without its guard
        std::vector<program::RegisterId> written;
        bool followed = true;    ///< not in a function that calls itself: its registers are put aside
        bool isLibrary = false;  ///< isLibraryCode()
    };
    [[nodiscard]] Register& at(std::uint32_t warp, program::RegisterId reg) {
        return m_registers[warp * m_count + reg];
    }
    [[nodiscard]] LaneMask unset(const StepRecord& record, program::RegisterId reg, LaneMask lanes,
                                 std::uint32_t& origin);
    [[nodiscard]] LaneMask result(const StepRecord& record, const BlockExecution& execution, std::uint32_t& origin);
    [[nodiscard]] UnsetUse mattering(const StepRecord& record, const BlockExecution& execution);
    void enterFunction(const StepRecord& record, const program::Instruction& call);

    const program::Entry* m_entry = nullptr;
    std::vector<Flow> m_flows;  ///< by instruction
    std::size_t m_count = 0;    ///< registers of the entry
    std::vector<Register> m_registers;
};

}  // namespace lanescope::simt
