// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/clock_watch.h"

#include <algorithm>
#include <cmath>

#include "core/base/number_format.h"
#include "core/base/words.h"
#include "core/study/measurement.h"

namespace lanescope {
namespace {

constexpr double kFirstPause = 0.05;  // seconds, as NVBench's throttle-recovery-delay
constexpr double kLongestPause = 0.5;

}  // namespace

bool ClockWatch::accepts(std::optional<double> smClockHz) {
    m_pause = 0;
    if (!smClockHz) return true;
    const bool slow = *smClockHz < kLeastShare * m_expected;
    if (slow && m_givenUp == 0) {
        ++m_dropped;
        if (++m_inARow < kMostInARow) {
            m_pause =
                std::min(kLongestPause,
                         m_inARow <= 2 ? kFirstPause : kFirstPause * std::pow(1.5, static_cast<double>(m_inARow - 2)));
            return false;
        }
        m_givenUp = *smClockHz;
        return false;
    }
    m_inARow = 0;
    m_readings.push_back(*smClockHz);
    return true;
}

double ClockWatch::lowest() const { return m_readings.empty() ? 0 : *std::ranges::min_element(m_readings); }
double ClockWatch::highest() const { return m_readings.empty() ? 0 : *std::ranges::max_element(m_readings); }
double ClockWatch::median() const { return quartilesOf(m_readings).median; }

std::vector<std::string> ClockWatch::notes() const {
    constexpr double kMoved = 0.9;
    std::vector<std::string> notes;
    if (m_givenUp > 0) {
        notes.push_back(inWords(Message("clock.stayed_low"_id, {{"clock", numbers::megahertz(m_givenUp)},
                                                                {"expected", numbers::megahertz(m_expected)}})));
    } else if (m_dropped > 0) {
        notes.push_back(
            inWords(Message::counted("clock.dropped"_id, m_dropped, {{"expected", numbers::megahertz(m_expected)}})));
    }
    if (lowest() < kMoved * highest())
        notes.push_back(inWords(Message(
            "clock.moved"_id, {{"lowest", numbers::megahertz(lowest())}, {"highest", numbers::megahertz(highest())}})));
    return notes;
}

}  // namespace lanescope
