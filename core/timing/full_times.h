// SPDX-License-Identifier: GPL-3.0-or-later
// When a queue had no place: who waits for one meanwhile waits for it, and not for its turn. Private to this room.
#pragma once

#include <vector>

namespace lanescope::timing {

class FullTimes {
public:
    /// It is full from then to then; what began before this is known already. Cycles.
    void add(double from, double to);
    /// Cycles of this span in which it was full; of long spans as far as it is kept.
    [[nodiscard]] double between(double from, double to) const;

private:
    struct Span {
        double from = 0, to = 0;
        double before = 0;  ///< in those before it
    };
    [[nodiscard]] double upTo(double time) const;

    /// So many of the last are known, and up to twice as many.
    static constexpr std::size_t kKept = 4096;
    std::vector<Span> m_spans;  ///< one after the other
};

}  // namespace lanescope::timing
