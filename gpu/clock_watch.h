// SPDX-License-Identifier: GPL-3.0-or-later
// Which samples count: those during which the SM clock was near what the GPU is made for. NVBench's rule
// (nvbench/detail/measure_cold.cuh, 66212f1): a sample below 75 % of the default SM clock is dropped, and the next one
// is taken after a pause of 0.05 s, which grows by half, up to 0.5 s, after more than two drops in a row.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lanescope {

class ClockWatch {
public:
    static constexpr double kLeastShare = 0.75;
    /// Drops in a row after which the slow clock is taken for what it is: set so by somebody, or a GPU without cooling.
    /// The samples then count, and a note says how they were taken.
    static constexpr std::uint64_t kMostInARow = 8;

    /// `expectedHz`: the GPU's SM clock as the driver tells it; 0 = unknown, then all samples count.
    explicit ClockWatch(double expectedHz) : m_expected(expectedHz) {}

    /// Does a sample during which the clock was so count? Nothing = it could not be read: yes.
    [[nodiscard]] bool accepts(std::optional<double> smClockHz);
    /// Seconds to wait before the next sample: other than 0 if the last was dropped.
    [[nodiscard]] double pause() const { return m_pause; }

    [[nodiscard]] std::uint64_t dropped() const { return m_dropped; }
    /// Of the readings that counted; 0 without any.
    [[nodiscard]] double lowest() const;
    [[nodiscard]] double median() const;
    [[nodiscard]] double highest() const;
    /// Sentences: that samples were dropped, that the clock is low throughout or moved a lot.
    [[nodiscard]] std::vector<std::string> notes() const;

private:
    double m_expected;
    double m_givenUp = 0;  ///< the clock that was taken for what it is; 0 = never
    std::vector<double> m_readings;
    std::uint64_t m_dropped = 0;
    std::uint64_t m_inARow = 0;
    double m_pause = 0;
};

}  // namespace lanescope
