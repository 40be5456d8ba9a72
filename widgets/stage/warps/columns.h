// SPDX-License-Identifier: GPL-3.0-or-later
// The pieces of all warps side by side: columns, in which warps that do the same have their cells. Each warp's pieces
// lie from left to right in the order in which it executed them; between warps only code and rounds are compared, not
// time, as warps run one after the other.
#pragma once

#include <cstdint>
#include <vector>

#include "widgets/stage/warps/pieces.h"

namespace lanescope::warps {

/// What a warp does in a column; nothing if `events` is 0.
struct Cell {
    simt::LaneMask running = 0;  ///< as in Piece; of each time
    simt::LaneMask live = 0;
    std::uint32_t first = 0;   ///< event, from the group's first on
    std::uint32_t end = 0;     ///< behind its last; where rounds were folded, events of other columns lie in between
    std::uint32_t events = 0;  ///< all times together
    std::uint32_t way = 0;
    flow::Family family;
    [[nodiscard]] bool empty() const { return events == 0; }
};

struct Column {
    PieceKind kind = PieceKind::Asks;
    std::uint32_t block = 0;         ///< the first one, where several ask one after the other
    std::uint32_t instructions = 0;  ///< of one time, of the warp that executes most
    /// Rounds that lie here one over the other: the same columns came so often in a row, with the same lanes.
    std::uint32_t times = 1;
    /// Columns that were folded together with it; they lie side by side. 1 = it alone comes `times` times.
    std::uint32_t period = 1;
    std::vector<Cell> cells;  ///< by warp
};

struct Columns {
    std::vector<Column> all;
    /// By event of the range: its column.
    std::vector<std::uint32_t> of;
};

/// Of pieces in a range of `events` events. `owners`: by event of the range, its warp.
[[nodiscard]] Columns columnsOf(const Pieces& pieces, const std::vector<std::uint16_t>& owners);

}  // namespace lanescope::warps
