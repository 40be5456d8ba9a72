// SPDX-License-Identifier: GPL-3.0-or-later
// The register plane of a block: which values its threads own, what they gather or compute and store, and where each
// lies in a rectangle that has the shape of what is stored. A kernel that only copies owns nothing.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/flow/moves.h"

namespace lanescope::flow {

class Owned {
public:
    /// Looks at the stores of sums and results: for most kernels until each thread has been seen once.
    explicit Owned(const Moves& moves);

    /// One value of one thread.
    struct Cell {
        std::uint32_t warp = 0;
        std::uint8_t lane = 0;
        std::uint32_t value = 0;  ///< of the thread's: 0 … valuesPerThread() - 1
        friend auto operator<=>(const Cell&, const Cell&) = default;
    };
    struct Position {
        std::uint32_t row = 0;
        std::uint32_t column = 0;
        friend auto operator<=>(const Position&, const Position&) = default;
    };

    /// In order of their first stores.
    [[nodiscard]] std::uint32_t valuesPerThread() const { return static_cast<std::uint32_t>(m_registers.size()); }
    /// The registers that hold a thread's value by turns, ascending.
    [[nodiscard]] std::span<const program::RegisterId> registersOf(std::uint32_t value) const {
        return m_registers[value];
    }
    /// Is it gathered in a loop, rather than computed at once?
    [[nodiscard]] bool isSum(std::uint32_t value) const { return m_isSum[value]; }

    /// The plane: rows and columns of memory in which something is stored, each thread's value where it is stored
    /// first. Where several would lie in one place (all add to one element), or most of the plane would be empty, it
    /// has the shape of the block instead, a thread's values one block's width apart, and its results are one value by
    /// turns. 0 × 0 if nothing is owned.
    [[nodiscard]] std::uint32_t rows() const { return m_rows; }
    [[nodiscard]] std::uint32_t columns() const { return m_columns; }
    [[nodiscard]] std::optional<Cell> at(Position position) const;
    [[nodiscard]] std::optional<Position> positionOf(const Cell& cell) const;
    /// All of them, by warp, lane, value.
    [[nodiscard]] const std::map<Cell, Position>& cells() const { return m_positions; }
    /// Does the plane have the shape of what is stored, not of the block?
    [[nodiscard]] bool hasShapeOfMemory() const { return m_ofMemory; }

    /// Where the cell's value lies before an event: the register of it that was written last; none before the first.
    [[nodiscard]] std::optional<Place> placeOf(const Moves& moves, const Cell& cell, std::uint64_t event) const;

private:
    void joinResults();
    void lieByBlock(const BlockTrace& trace);
    void fill();

    std::vector<std::vector<program::RegisterId>> m_registers;
    std::vector<bool> m_isSum;
    std::map<Cell, Position> m_positions;
    std::map<Position, Cell> m_cells;
    std::uint32_t m_rows = 0;
    std::uint32_t m_columns = 0;
    bool m_ofMemory = true;
};

}  // namespace lanescope::flow
