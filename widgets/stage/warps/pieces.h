// SPDX-License-Identifier: GPL-3.0-or-later
// What each warp does in a range of events, piece by piece: instructions of one basic block, one after the other, that
// the same lanes execute.
#pragma once

#include <cstdint>
#include <vector>

#include "core/flow/block_flow.h"
#include "widgets/stage/warps/warp_code.h"

namespace lanescope::warps {

enum class PieceKind : std::uint8_t {
    Asks,    ///< works out where it works and how it goes on; nothing that reaches memory
    Works,   ///< loads, stores, computes or exchanges values
    Barrier  ///< comes to a barrier of the block
};

struct Piece {
    PieceKind kind = PieceKind::Asks;
    std::uint8_t part = 0;       ///< of its visit to the block: 0 is the first
    std::uint32_t block = 0;     ///< program::Entry::blocks
    std::uint64_t place = 0;     ///< equal for pieces of the same code in the same rounds of the same loops
    simt::LaneMask running = 0;  ///< lanes that execute it; those of a branch, whether they take it or not
    simt::LaneMask live = 0;     ///< lanes of the warp that have not ended before it; `running` is some of them
    std::uint32_t first = 0;     ///< its first event, from the range's first on
    std::uint32_t end = 0;       ///< behind its last
    std::uint32_t events = 0;    ///< of its warp
    std::uint32_t way = 0;       ///< WarpCode::wayOf(), and more where lanes go the same code one after the other
    flow::Family family;  ///< of works: of the values that this code mostly touches, by flow::Tracks::weightOf(),
                          ///< the first time in the range
};

/// A branch at which the lanes of a warp part.
struct Fork {
    std::uint64_t event = 0;  ///< of the branch, in the trace
    std::uint32_t warp = 0;
    simt::LaneMask running = 0;
    simt::LaneMask taken = 0;  ///< those that go to its target; the others go on behind it
    std::uint32_t target = 0;  ///< basic blocks
    std::uint32_t past = 0;
    friend bool operator==(const Fork&, const Fork&) = default;
};

/// Where lanes that had parted go on together.
struct Meeting {
    std::uint64_t event = 0;  ///< the first that they execute together, in the trace
    std::uint32_t warp = 0;
    simt::LaneMask running = 0;
    simt::LaneMask joined = 0;  ///< those that did not execute what came before
    friend bool operator==(const Meeting&, const Meeting&) = default;
};

struct Pieces {
    std::vector<std::vector<Piece>> warps;  ///< by warp, in order of execution
    std::vector<simt::LaneMask> working;    ///< by warp: lanes that load, store, compute or exchange something
    std::vector<Fork> forks;                ///< by event
    std::vector<Meeting> meetings;          ///< by event
};

/// Events at which lanes end, over the whole trace.
struct LaneEnd {
    std::uint64_t event = 0;
    std::uint32_t warp = 0;
    simt::LaneMask lanes = 0;
};
[[nodiscard]] std::vector<LaneEnd> laneEndsOf(const flow::BlockFlow& flow);

/// Lanes of a warp that are threads of the block.
[[nodiscard]] simt::LaneMask lanesOfWarp(const BlockTrace& trace, std::uint32_t warp);
[[nodiscard]] std::uint32_t warpsOf(const BlockTrace& trace);

/// Of events [first, end). Takes time with their number.
[[nodiscard]] Pieces piecesOf(const flow::BlockFlow& flow, const WarpCode& code, const std::vector<LaneEnd>& ends,
                              std::uint64_t first, std::uint64_t end);

}  // namespace lanescope::warps
