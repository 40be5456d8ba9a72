// SPDX-License-Identifier: GPL-3.0-or-later
// What a buffer holds at first, made piece by piece where somebody comes to it: of a large buffer a sampled launch
// looks at little. Internal to core/simt.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "core/plan/buffer.h"

namespace lanescope::simt {

/// Of one allocation. Any thread may ask; who has asked for bytes may read them.
class LazyContent {
public:
    /// `bytes`: the buffer's, all 0. They must stay where they are.
    LazyContent(const Buffer& buffer, std::byte* bytes);

    /// Makes what is not there yet of bytes [begin, end).
    void make(std::uint64_t begin, std::uint64_t end) const {
        for (std::uint64_t piece = begin / kPiece; piece <= (end - 1) / kPiece; ++piece)
            if (m_made[piece].load(std::memory_order_acquire) == 0) makePiece(piece);
    }
    void makeAll() const;

    /// Bytes of a piece: little more than what a warp reads of a row, for whoever goes down a column pays for it in
    /// each.
    static constexpr std::uint64_t kPiece = 512;

private:
    void makePiece(std::uint64_t piece) const;

    Buffer m_buffer;
    std::byte* m_bytes;
    mutable std::vector<std::atomic<std::uint8_t>> m_made;
    mutable std::mutex m_making;
};

}  // namespace lanescope::simt
