// SPDX-License-Identifier: GPL-3.0-or-later
// A cursor in a BlockTrace. The state at any position is got by re-executing from the nearest keyframe, so that
// stepping back gives the very state that running there gives.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "core/trace/block_trace.h"

namespace lanescope {

/// What one step of the transport bar is.
enum class StepUnit { Instruction, SourceLine, BarrierPhase };

class Timeline {
public:
    explicit Timeline(std::shared_ptr<const BlockTrace> trace);
    ~Timeline();

    [[nodiscard]] const BlockTrace& trace() const;
    /// Events executed so far, 0 … size().
    [[nodiscard]] std::uint64_t position() const;
    void seek(std::uint64_t position);

    /// Position after one more (or one fewer) unit from `position`; stays within 0 … size().
    [[nodiscard]] std::uint64_t next(std::uint64_t position, StepUnit unit) const;
    [[nodiscard]] std::uint64_t previous(std::uint64_t position, StepUnit unit) const;

    /// The block after the first position() events.
    [[nodiscard]] const simt::BlockState& state() const;
    /// Global memory after them: what the block found, and what it has written since.
    [[nodiscard]] const simt::DeviceMemory& memory() const;
    /// Global writes the block had made by now.
    [[nodiscard]] std::span<const simt::MemoryWrite> writes() const;
    /// Hash of state and of the block's global writes.
    [[nodiscard]] std::uint64_t hash() const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace lanescope
