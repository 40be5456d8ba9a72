// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/playback/motion.h"

#include <algorithm>
#include <utility>

namespace lanescope {
namespace {

constexpr int kFrameMilliseconds = 16;

}  // namespace

double easedInOut(double t) {
    const double kept = std::clamp(t, 0.0, 1.0);
    const double back = 1 - kept;
    return kept < 0.5 ? 4 * kept * kept * kept : 1 - 4 * back * back * back;
}

double easedOut(double t) {
    const double back = 1 - std::clamp(t, 0.0, 1.0);
    return 1 - back * back * back;
}

Motion::Motion(const Clock& clock, QObject* parent) : QObject(parent), m_clock(clock) {
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setInterval(kFrameMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &Motion::advance);
    connect(&clock, &Clock::steppedForward, this, [this] { m_begun = true; });
    connect(&clock, &Clock::positionChanged, this, [this] {
        if (std::exchange(m_begun, false) && !m_reduced && style() == Style::Values)
            begin();
        else
            arrive();
    });
    connect(&clock, &Clock::speedChanged, this, &Motion::changed);
    connect(&clock, &Clock::playingChanged, this, &Motion::changed);
}

Motion::Style Motion::style() const {
    return m_clock.isPlaying() && m_clock.speed() > kMostValueSteps ? Style::Ribbons : Style::Values;
}

void Motion::setReduced(bool reduced) {
    if (reduced == m_reduced) return;
    m_reduced = reduced;
    arrive();
    Q_EMIT changed();
}

void Motion::begin() {
    // Things have arrived, and stand for a moment, before the next step begins.
    constexpr double kShareOfStep = 0.8;
    m_duration = kMilliseconds;
    if (m_clock.isPlaying()) m_duration = std::min(m_duration, static_cast<int>(1000 * kShareOfStep / m_clock.speed()));
    m_progress = 0;
    m_elapsed.start();
    m_timer.start();
    Q_EMIT changed();
}

void Motion::advance() {
    const double share = static_cast<double>(m_elapsed.elapsed()) / std::max(1, m_duration);
    m_progress = easedInOut(share);
    if (share >= 1) m_timer.stop();
    Q_EMIT changed();
}

void Motion::arrive() {
    m_timer.stop();
    if (m_progress == 1) return;
    m_progress = 1;
    Q_EMIT changed();
}

void Motion::freezeAt(int milliseconds) {
    m_timer.stop();
    m_progress = easedInOut(static_cast<double>(milliseconds) / kMilliseconds);
    Q_EMIT changed();
}

}  // namespace lanescope
