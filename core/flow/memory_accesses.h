// SPDX-License-Identifier: GPL-3.0-or-later
// Which memory an event reads and writes, lane by lane: of asynchronous copies, whose records have only what they read,
// both sides. Private to this room.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/flow/event_lists.h"
#include "core/trace/block_trace.h"

namespace lanescope::flow {

class MemoryAccesses {
public:
    /// A code with asynchronous copies is run once more, to see where they go. The trace must outlive this.
    explicit MemoryAccesses(const std::shared_ptr<const BlockTrace>& trace);

    /// Of a lane, in bytes.
    struct Access {
        program::Space space = program::Space::Global;
        std::uint32_t warp = 0;
        simt::LaneMask active = 0;
        unsigned bytes = 0;
        std::array<std::uint64_t, simt::kWarpSize> address{};  ///< of active lanes
    };
    [[nodiscard]] bool reads(std::uint32_t instruction) const { return m_reads[instruction]; }
    [[nodiscard]] bool writes(std::uint32_t instruction) const { return m_writes[instruction]; }
    /// Of events whose instruction reads(), or writes().
    [[nodiscard]] Access read(std::uint64_t event) const;
    [[nodiscard]] Access written(std::uint64_t event) const;
    /// Events that read, or write, memory; ascending.
    [[nodiscard]] Events readers() const { return m_readers; }
    [[nodiscard]] Events writers() const { return m_writers; }
    /// The least power of two, up to 8, that every access has a multiple of bytes and begins at one of.
    [[nodiscard]] unsigned granule() const { return m_granule; }

private:
    const BlockTrace& m_trace;
    std::vector<bool> m_reads;  ///< by instruction
    std::vector<bool> m_writes;
    std::vector<std::uint32_t> m_readers;
    std::vector<std::uint32_t> m_writers;
    unsigned m_granule = 8;
    std::unordered_map<std::uint64_t, std::array<std::uint32_t, simt::kWarpSize>> m_copiedTo;  ///< by event
};

}  // namespace lanescope::flow
