// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/measuring_progress.h"

#include <algorithm>
#include <utility>

namespace lanescope::cli {
namespace {

double secondsOf(MeasuringProgress::Clock::duration duration) {
    return std::chrono::duration<double>(duration).count();
}

}  // namespace

void MeasuringProgress::begin(std::vector<std::string> phases, Clock::time_point now) {
    const std::lock_guard lock(m_mutex);
    m_phases = std::move(phases);
    m_phase = 0;
    m_begun = now;
    m_first.reset();
    m_last.reset();
}

void MeasuringProgress::next(Clock::time_point now) {
    const std::lock_guard lock(m_mutex);
    closePhase(now);
    ++m_phase;
    m_begun = now;
}

void MeasuringProgress::end(Clock::time_point now) {
    const std::lock_guard lock(m_mutex);
    closePhase(now);
    m_phases.clear();
}

void MeasuringProgress::closePhase(Clock::time_point now) {
    if (m_phase < m_phases.size()) m_lasted[m_phases[m_phase]] = secondsOf(now - m_begun);
    m_first.reset();
    m_last.reset();
}

void MeasuringProgress::report(double fraction, Clock::time_point now) {
    const std::lock_guard lock(m_mutex);
    m_last = Report{std::clamp(fraction, 0.0, 1.0), now};
    if (!m_first) m_first = m_last;
}

std::optional<worker::Progress> MeasuringProgress::state(Clock::time_point now) const {
    const std::lock_guard lock(m_mutex);
    if (m_phase >= m_phases.size()) return std::nullopt;
    worker::Progress state{m_phases[m_phase], m_last ? m_last->fraction : 0, {}};
    if (!m_last || m_last->fraction <= m_first->fraction) return state;
    const double rate = secondsOf(m_last->at - m_first->at) / (m_last->fraction - m_first->fraction);
    double left = std::max(0.0, rate * (1 - m_last->fraction) - secondsOf(now - m_last->at));
    for (std::size_t i = m_phase + 1; i < m_phases.size(); ++i) {
        const auto lasted = m_lasted.find(m_phases[i]);
        if (lasted == m_lasted.end()) return state;
        left += lasted->second;
    }
    state.secondsLeft = left;
    return state;
}

double MeasuringProgress::quietFor(Clock::time_point now) const {
    const std::lock_guard lock(m_mutex);
    if (m_phase >= m_phases.size()) return 0;
    return secondsOf(now - (m_last ? m_last->at : m_begun));
}

}  // namespace lanescope::cli
