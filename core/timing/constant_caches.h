// SPDX-License-Identifier: GPL-3.0-or-later
// Constants that are read through an index. Measured on an H200 (docs/timing.md, "Constants"): an index that is one
// for the whole warp (ULDC) is looked up as the instruction issues, in a few places of each scheduler; any other (LDC)
// in a cache of the multiprocessor, by a unit that has fixed places and S2UR to read, too. Behind both is one that has
// whatever was read before. Private to this room.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <unordered_map>
#include <vector>

#include "core/timing/full_times.h"
#include "core/timing/launch_sample.h"
#include "core/timing/parameters.h"
#include "core/timing/waiting_queue.h"

namespace lanescope::timing {

class ConstantCaches {
public:
    /// `uniformLines`: distinct ones that ULDC reads.
    ConstantCaches(const LaunchSample& sample, const Parameters& parameters, std::size_t uniformLines);

    /// An instruction of a warp that could issue at `now` but for its constants: when they are there.
    double uniform(const Access& access, std::uint32_t scheduler, std::uint32_t warp, double now);
    /// One that issues at `now`: when its result is there. Each distinct address is read by itself.
    double indexed(const Access& access, std::uint32_t scheduler, double now);
    /// The same of a constant whose place is fixed, or a special register that is one for the whole warp.
    double fixed(std::uint32_t scheduler, double now);
    /// From when on one more of the scheduler can wait.
    [[nodiscard]] double takesFrom(std::uint32_t scheduler) const { return m_rows[scheduler].waiting.takesFrom(); }
    /// Cycles of a span that ends now in which none could.
    [[nodiscard]] double fullBetween(std::uint32_t scheduler, double from, double to) const {
        return m_rows[scheduler].full.between(from, to);
    }

private:
    struct Line {
        std::uint32_t number = 0xffffffffU;
        std::uint32_t warp = 0xffffffffU;  ///< of a scheduler's places: who has it
        std::uint64_t used = 0;            ///< of the multiprocessor's cache
        double arrival = 0;
    };
    using Places = std::vector<Line>;
    Line& placeFor(Places& places, std::uint32_t number, std::uint32_t warp, double now);
    /// From when on the cache behind both has the line that is asked for at `now`.
    double fromBehind(std::uint32_t line, double now);
    /// From when on the unit reads so many addresses, one after the other.
    double read(double addresses, std::uint32_t scheduler, double now);

    const LaunchSample& m_sample;
    const Parameters& m_p;
    bool m_allFit;  ///< what ULDC reads
    std::array<Places, Parameters::kSchedulers> m_uniform;
    std::vector<Line> m_indexed;
    std::unordered_map<std::uint32_t, double> m_pieces;  ///< when each comes
    std::minstd_rand m_random;                           ///< whose place is taken; the same numbers each time
    std::uint64_t m_time = 0;
    double m_uniformFills = 0;  ///< the next one begins no sooner
    double m_indexedFills = 0;
    double m_words = 0;  ///< the next address is read no sooner
    struct Row {
        WaitingQueue waiting;
        FullTimes full;
    };
    std::array<Row, Parameters::kSchedulers> m_rows;
};

}  // namespace lanescope::timing
