// SPDX-License-Identifier: GPL-3.0-or-later
// The lines that a multiprocessor's L1 holds, sector by sector, and when each sector comes. Private to this room.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace lanescope::timing {

class L1Tags {
public:
    L1Tags(double bytes, std::uint32_t ways);

    /// When the sector is there; nothing if it has not been asked for, or is there no more. Numbers of sectors: the
    /// four of a line in a row.
    [[nodiscard]] std::optional<double> find(std::uint32_t sector);
    /// One request more waits for this sector's line, which is there or comes: how many have.
    std::uint32_t wait(std::uint32_t sector);
    /// The same, for those who do not read it.
    [[nodiscard]] bool holds(std::uint32_t sector) const;
    /// It comes at `arrival`. What was longest not asked for of its set goes.
    void insert(std::uint32_t sector, double arrival);
    /// Its line has a place, and the sector is there only if it was.
    void reserve(std::uint32_t sector);

private:
    static constexpr std::uint32_t kSectors = 4;
    struct Line {
        std::uint32_t number = 0xffffffffU;
        std::uint32_t used = 0;
        std::uint32_t waiting = 0;
        std::uint8_t there = 0;  ///< bit s: sector s has been asked for
        std::array<double, kSectors> arrival{};
    };
    [[nodiscard]] std::uint32_t setOf(std::uint32_t number) const;
    [[nodiscard]] const Line* lineOf(std::uint32_t number) const;
    [[nodiscard]] Line* lineOf(std::uint32_t number) { return const_cast<Line*>(std::as_const(*this).lineOf(number)); }

    Line& place(std::uint32_t number);

    std::uint32_t m_ways;
    std::uint32_t m_sets;
    std::uint32_t m_time = 0;
    std::vector<Line> m_lines;
};

}  // namespace lanescope::timing
