// SPDX-License-Identifier: GPL-3.0-or-later
// Whose turn it is: each warp runs until it waits or ends, warps in ascending order. Owns who is next and the turn of
// the current warp; changes which warp is the current one. Internal to core/simt.
#pragma once

#include "core/simt/engine/block.h"

namespace lanescope::simt {

class Schedule {
public:
    /// Steps of a turn before it is asked whether the warp gets anywhere.
    static constexpr std::uint64_t kFirstCheck = 1 << 16;

    struct Turn {
        std::uint64_t start = 0;       ///< steps when it began
        std::uint64_t nextCheck = 0;   ///< steps at which it is asked whether the warp gets anywhere
        std::uint64_t clockReads = 0;  ///< that the warp has made in it
    };

    explicit Schedule(Block& block) : m_block(block) {}

    /// The block starts: with its first warp.
    void start();
    /// The turn is over: the next warp that can run has one. False if there is none.
    bool advance();
    /// The search for the next one begins at this warp.
    void beginAt(std::uint32_t warp) { m_next = warp; }
    /// It begins behind the current warp.
    void beginBehind() { m_next = (m_block.current + 1) % static_cast<std::uint32_t>(m_block.warps.size()); }
    /// The current warp goes on.
    void stay() { m_next = kNoWarp; }
    /// The current warp waits in turns with others: its next turn is asked whether anybody gets on when this one would
    /// have been.
    void handOver();

    [[nodiscard]] Turn& turn() { return m_turn; }
    [[nodiscard]] const Turn& turn() const { return m_turn; }

private:
    void begin(std::uint32_t warp);

    static constexpr std::uint32_t kNoWarp = 0xffffffffU;
    Block& m_block;
    std::uint32_t m_next = kNoWarp;  ///< where advance() looks first, if not at the current warp
    Turn m_turn;
    bool m_handedOver = false;
};

}  // namespace lanescope::simt
