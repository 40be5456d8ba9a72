// SPDX-License-Identifier: GPL-3.0-or-later
// One thread block being executed: its warps, registers and shared memory, one warp instruction at a time.
// The schedule is fixed: each warp runs until it waits at a barrier, ends, or is seen to wait in a loop for another
// warp; warps in ascending order, then the barrier opens. So the same launch gives the same steps, always.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/plan/plan.h"
#include "core/simt/counts.h"
#include "core/simt/engine/block_state.h"
#include "core/simt/engine/printed_output.h"
#include "core/simt/fault.h"
#include "core/simt/memory/device_memory.h"
#include "core/simt/step.h"

namespace lanescope::simt {

class Program;  // a decoded program::Entry, ready to run (program.h)
class Engine;   // internal

class BlockExecution {
public:
    enum class Status { Stepped, Finished, Faulted };

    /// `memory` must outlive this and holds the launch's buffers. The launch must be one that the Emulator accepts.
    BlockExecution(std::shared_ptr<const Program> program, const Launch& launch, Dim3 block, DeviceMemory& memory);
    ~BlockExecution();
    BlockExecution(BlockExecution&&) noexcept;

    /// Executes one warp instruction and tells what it did.
    Status step(StepRecord& record);
    /// Executes this many warp instructions, or fewer if the block ends or faults before; many times faster than as
    /// many step()s, as it tells nothing of them.
    Status advance(std::uint64_t steps);
    /// The warp that has made the last step lets the next one that can run go on, though it could itself.
    void endTurn();
    /// After Faulted; before that, a fault without a kernel.
    [[nodiscard]] const Fault& fault() const;
    /// Counts of the steps that this object made; restore() does not touch them.
    [[nodiscard]] const LaunchCounts& counts() const;

    /// What a thread has in a register, zero-extended; a predicate is 0 or 1.
    [[nodiscard]] std::uint64_t registerValue(std::uint32_t warp, program::RegisterId reg, unsigned lane) const;

    /// Lanes that came to the instruction of the last step(), whatever its guard says.
    [[nodiscard]] LaneMask reached() const;
    /// Lanes of a warp that have not ended.
    [[nodiscard]] LaneMask live(std::uint32_t warp) const;
    /// The instruction whose source line tells a user where the running lanes of a warp are: `instruction`, or where
    /// that stands in a header of CUDA the call that led there.
    [[nodiscard]] std::uint32_t shownInstruction(std::uint32_t warp, std::uint32_t instruction) const;

    [[nodiscard]] BlockState state() const;
    void restore(const BlockState& state);

private:
    friend class LaunchRun;  // runs on unwatched
    [[nodiscard]] Engine& engine();
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace lanescope::simt
