// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/worker/messages.h"

namespace lanescope::cli {

/// How far one measurement after the other is, and how much time is left. May be asked from any thread.
class MeasuringProgress {
public:
    using Clock = std::chrono::steady_clock;

    /// A measurement of these phases begins, with the first of them.
    void begin(std::vector<std::string> phases, Clock::time_point now = Clock::now());
    /// The next phase begins.
    void next(Clock::time_point now = Clock::now());
    void report(double fraction, Clock::time_point now = Clock::now());
    void end(Clock::time_point now = Clock::now());

    /// Nothing while none is under way. The present phase is taken to go on as fast as since its first report, and
    /// those to come to last as long as in the measurement before.
    [[nodiscard]] std::optional<worker::Progress> state(Clock::time_point now = Clock::now()) const;
    /// Seconds since something was reported, or the phase began; 0 while none is under way.
    [[nodiscard]] double quietFor(Clock::time_point now = Clock::now()) const;

private:
    void closePhase(Clock::time_point now);

    mutable std::mutex m_mutex;
    std::vector<std::string> m_phases;
    std::size_t m_phase = 0;
    Clock::time_point m_begun;
    struct Report {
        double fraction;
        Clock::time_point at;
    };
    std::optional<Report> m_first;
    std::optional<Report> m_last;
    std::map<std::string, double> m_lasted;  ///< phase → seconds, last time
};

}  // namespace lanescope::cli
