// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/map/map_clock.h"

#include <algorithm>
#include <cmath>

#include "widgets/playback/motion.h"

namespace lanescope {
namespace {

constexpr int kFrameMilliseconds = 16;

}  // namespace

MapClock::MapClock(QObject* parent) : QObject(parent) {
    for (QTimer* timer : {&m_timer, &m_flightTimer}) {
        timer->setTimerType(Qt::PreciseTimer);
        timer->setInterval(kFrameMilliseconds);
    }
    connect(&m_timer, &QTimer::timeout, this, &MapClock::advance);
    connect(&m_flightTimer, &QTimer::timeout, this, [this] {
        const double share = static_cast<double>(m_flown.elapsed()) / std::max(1, m_duration);
        m_flight = easedOut(share);
        if (share >= 1) m_flightTimer.stop();
        Q_EMIT flightChanged();
    });
}

void MapClock::setSize(quint64 blocks) {
    if (blocks == m_size) return;
    m_size = blocks;
    Q_EMIT sizeChanged(blocks);
    if (m_position > m_size) moveTo(m_size, false);
}

void MapClock::setSpeed(double blocksPerSecond) {
    const double kept = std::clamp(blocksPerSecond, kSlowest, kFastest);
    if (kept == m_speed) return;
    m_speed = kept;
    Q_EMIT speedChanged(kept);
}

void MapClock::setReduced(bool reduced) { m_reduced = reduced; }

void MapClock::freezeAt(int milliseconds) {
    m_flightTimer.stop();
    m_batch = m_position > 0 ? m_position - 1 : 0;
    m_flight = easedOut(static_cast<double>(milliseconds) / kFlightMilliseconds);
    Q_EMIT flightChanged();
}

void MapClock::moveTo(quint64 position, bool launched) {
    const quint64 to = std::min(position, m_size);
    if (to == m_position) return;
    m_batch = launched ? m_position : to;
    const bool one = launched && to == m_position + 1;
    m_position = to;
    if (one && !m_reduced && (!isPlaying() || m_speed <= kMostFlights)) {
        fly();
    } else {
        m_flightTimer.stop();
        m_flight = 1;
    }
    Q_EMIT positionChanged(m_position);
}

void MapClock::fly() {
    // It has landed, and stands for a moment, before the next one starts.
    constexpr double kShareOfStep = 0.8;
    m_duration = kFlightMilliseconds;
    if (isPlaying()) m_duration = std::min(m_duration, static_cast<int>(1000 * kShareOfStep / m_speed));
    m_flight = 0;
    m_flown.start();
    m_flightTimer.start();
}

void MapClock::advance() {
    m_due += m_speed * static_cast<double>(m_elapsed.restart()) / 1000;
    const double whole = std::floor(m_due);
    if (whole < 1) return;
    m_due -= whole;
    moveTo(m_position + static_cast<quint64>(whole), true);
    if (atEnd()) pause();
}

void MapClock::seek(quint64 position) { moveTo(position, false); }
void MapClock::stepForward() { moveTo(m_position + 1, true); }
void MapClock::stepBack() { moveTo(m_position > 0 ? m_position - 1 : 0, false); }
void MapClock::toStart() { moveTo(0, false); }
void MapClock::toEnd() { moveTo(m_size, false); }

void MapClock::play() {
    if (isPlaying() || m_size == 0) return;
    if (atEnd()) toStart();
    m_due = 1;  // the first one at once
    m_elapsed.start();
    m_timer.start();
    Q_EMIT playingChanged(true);
}

void MapClock::pause() {
    if (!isPlaying()) return;
    m_timer.stop();
    Q_EMIT playingChanged(false);
}

void MapClock::togglePlaying() { isPlaying() ? pause() : play(); }

}  // namespace lanescope
