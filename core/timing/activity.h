// SPDX-License-Identifier: GPL-3.0-or-later
// How busy a unit is over time.
#pragma once

#include <cstddef>
#include <vector>

namespace lanescope::timing {

class Activity {
public:
    /// Cycles of a piece.
    static constexpr double kPiece = 32;

    /// From a cycle on, for so many cycles; in any order.
    void add(double from, double cycles);
    /// Of each piece in turn, the cycles in which it was busy; of a unit that serves several at a time more than a
    /// piece has.
    [[nodiscard]] const std::vector<float>& pieces() const { return m_pieces; }
    /// The share of a span in which it was busy.
    [[nodiscard]] double share(double from, double to) const;

private:
    std::vector<float> m_pieces;
};

}  // namespace lanescope::timing
