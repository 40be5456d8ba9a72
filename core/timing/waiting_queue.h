// SPDX-License-Identifier: GPL-3.0-or-later
// What waits for a unit: it has some places, and each is free again when who has it is gone. Private to this room.
#pragma once

#include <cstddef>
#include <vector>

namespace lanescope::timing {

class WaitingQueue {
public:
    /// At least one.
    explicit WaitingQueue(std::size_t places = 1) : m_leaves(places, 0) {}

    /// From when on it has a place; cycles.
    [[nodiscard]] double takesFrom() const { return m_leaves[m_oldest]; }
    /// One takes the place that is free first, and leaves it then.
    void add(double leaves) {
        m_leaves[m_oldest] = leaves;
        m_oldest = (m_oldest + 1) % m_leaves.size();
    }

private:
    std::vector<double> m_leaves;  ///< of the last ones, in a ring
    std::size_t m_oldest = 0;
};

}  // namespace lanescope::timing
