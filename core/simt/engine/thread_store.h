// SPDX-License-Identifier: GPL-3.0-or-later
// What the threads of the block that runs own, warp by warp: registers (and behind them what Program::extraPlace names,
// and the launch's constants), local memory, copies on their way. Handlers reach it through the Machine, which enter()
// points at one warp. Internal to core/simt.
#pragma once

#include <cstdint>
#include <vector>

#include "core/simt/decode/program.h"
#include "core/simt/engine/aligned_bytes.h"
#include "core/simt/engine/block_state.h"

namespace lanescope::simt {

class ThreadStore {
public:
    /// The local memory of one warp's threads.
    struct Local {
        std::vector<std::byte> bytes;
        std::vector<std::uint8_t> initialised;
    };

    /// `program` must outlive this.
    ThreadStore(const Program& program, std::size_t warps);

    /// Registers are zero, and nothing was written to local memory.
    void clear();
    /// Points the machine at what a warp owns.
    void enter(std::uint32_t warp, Machine& machine);

    [[nodiscard]] std::byte* registersOf(std::size_t warp) { return m_registers.data() + warp * m_warpBytes; }
    [[nodiscard]] const std::byte* registersOf(std::size_t warp) const {
        return m_registers.data() + warp * m_warpBytes;
    }
    /// Zero-extended; a predicate is 0 or 1.
    [[nodiscard]] std::uint64_t value(std::size_t warp, program::RegisterId reg, unsigned lane) const;
    void setValue(std::size_t warp, program::RegisterId reg, unsigned lane, std::uint64_t value);
    /// Where a lane has a slot of a call.
    [[nodiscard]] std::byte* slot(std::size_t warp, std::uint32_t slot, unsigned lane);

    /// All but the extras, which lie behind the registers.
    [[nodiscard]] ThreadMemory& memory() { return m_memory; }

    [[nodiscard]] Local local(std::size_t warp) const;
    [[nodiscard]] bool holds(std::size_t warp, const Local& local) const;
    void put(std::size_t warp, const Local& local);

    void saveTo(BlockState& state) const;
    void restoreFrom(const BlockState& state);

private:
    [[nodiscard]] std::size_t localWords() const;  ///< of a warp

    const Program& m_program;
    std::size_t m_warps;
    std::size_t m_warpBytes;
    AlignedBytes m_registers;
    ThreadMemory m_memory;
};

}  // namespace lanescope::simt
