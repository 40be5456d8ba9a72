// SPDX-License-Identifier: GPL-3.0-or-later
// What memory was before blocks ran on it that are only looked at: each piece is copied before it is first written to.
// Of what is written again and again it keeps less than a journal of all writes, which can also go forwards. Internal
// to core/simt and to who observes launches.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/simt/memory/device_memory.h"

namespace lanescope::simt {

class MemorySnapshot {
public:
    /// Bytes [begin, end) of a buffer are about to be written to.
    void save(BufferId buffer, const DeviceMemory::Allocation& allocation, std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t piece = begin / kPiece; piece <= (end - 1) / kPiece; ++piece)
            if (!isSaved(buffer, piece)) savePiece(buffer, allocation, piece);
    }
    /// Memory is again what it was, data and flags, and nothing is kept any more.
    void restore(DeviceMemory& memory);

private:
    static constexpr std::uint64_t kPiece = 256;
    static constexpr std::uint64_t kWord = 4;  ///< that has a flag
    struct Saved {
        BufferId buffer = 0;
        std::uint64_t piece = 0;
        std::array<std::byte, kPiece> data{};
        std::array<std::uint8_t, kPiece / kWord> initialised{};
    };
    [[nodiscard]] bool isSaved(BufferId buffer, std::uint64_t piece) const {
        return buffer < m_isSaved.size() && piece < m_isSaved[buffer].size() && m_isSaved[buffer][piece];
    }
    void savePiece(BufferId buffer, const DeviceMemory::Allocation& allocation, std::uint64_t piece);

    std::vector<Saved> m_saved;
    std::vector<std::vector<bool>> m_isSaved;  ///< by buffer and piece
};

}  // namespace lanescope::simt
