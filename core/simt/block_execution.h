// SPDX-License-Identifier: GPL-3.0-or-later
// One thread block being executed: its warps, registers and shared memory, one warp instruction at a time.
// The schedule is fixed: each warp runs until it waits at a barrier or ends, warps in ascending order, then the
// barrier opens. So the same launch gives the same steps, always.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/plan/plan.h"
#include "core/simt/counts.h"
#include "core/simt/device_memory.h"
#include "core/simt/fault.h"
#include "core/simt/step.h"

namespace lanescope::simt {

class Program;  // a decoded ptx::Entry, ready to run (program.h)
class Engine;   // internal

/// One level of the reconvergence stack: these lanes run from `pc` until they reach `reconvergence`.
struct StackEntry {
    std::uint32_t pc = 0;
    std::uint32_t reconvergence = 0;  ///< instruction index; instructions.size() = the end
    LaneMask mask = 0;
    friend bool operator==(const StackEntry&, const StackEntry&) = default;
};

struct WarpState {
    std::vector<StackEntry> stack;  ///< back() is what runs; empty = all lanes have ended
    bool atBarrier = false;
    [[nodiscard]] bool finished() const { return stack.empty(); }
    [[nodiscard]] LaneMask active() const { return stack.empty() ? 0 : stack.back().mask; }
    [[nodiscard]] std::uint32_t pc() const { return stack.empty() ? 0 : stack.back().pc; }
    friend bool operator==(const WarpState&, const WarpState&) = default;
};

/// Everything a block is between two steps, but for global memory. A value: save it, hash it, compare it.
struct BlockState {
    std::vector<WarpState> warps;
    /// Registers: warp-major, then register, then lane; 8 bytes each (narrower ones zero-extended).
    std::vector<std::uint64_t> registers;
    std::vector<std::byte> shared;
    std::vector<std::uint8_t> sharedInitialised;  ///< one flag per 4-byte word
    std::uint32_t currentWarp = 0;                ///< the warp that steps next
    std::uint64_t steps = 0;                      ///< warp instructions executed so far

    [[nodiscard]] std::uint64_t hash() const;
    friend bool operator==(const BlockState&, const BlockState&) = default;
};

class BlockExecution {
public:
    enum class Status { Stepped, Finished, Faulted };

    /// `memory` must outlive this and holds the launch's buffers. The launch must be one that the Emulator accepts.
    BlockExecution(std::shared_ptr<const Program> program, const Launch& launch, Dim3 block, DeviceMemory& memory);
    ~BlockExecution();
    BlockExecution(BlockExecution&&) noexcept;

    /// Executes one warp instruction and tells what it did.
    Status step(StepRecord& record);
    /// Executes this many warp instructions, or fewer if the block ends or faults before; many times faster than as many
    /// step()s, as it tells nothing of them.
    Status advance(std::uint64_t steps);
    /// After Faulted; before that, a fault without a kernel.
    [[nodiscard]] const Fault& fault() const;
    /// Counts of the steps that this object made; restore() does not touch them.
    [[nodiscard]] const LaunchCounts& counts() const;

    [[nodiscard]] BlockState state() const;
    void restore(const BlockState& state);

private:
    friend class LaunchRun;  // runs on unwatched
    [[nodiscard]] Engine& engine();
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace lanescope::simt
