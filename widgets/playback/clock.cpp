// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/playback/clock.h"

#include <algorithm>

namespace lanescope {
namespace {

constexpr int kFrameMilliseconds = 16;
/// After a stall (a dialog, a sleeping machine) the run goes on from where it was rather than jumping.
constexpr double kLongestFrameSeconds = 0.25;

}  // namespace

Clock::Clock(QObject* parent) : QObject(parent) {
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setInterval(kFrameMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &Clock::advance);
}

Clock::~Clock() = default;

quint64 Clock::next(quint64 position) const { return std::min(position + 1, size()); }

quint64 Clock::previous(quint64 position) const { return position > 0 ? position - 1 : 0; }

void Clock::setSpeed(double stepsPerSecond) {
    const double kept = std::clamp(stepsPerSecond, kSlowest, kFastest);
    if (kept == m_speed) return;
    m_speed = kept;
    Q_EMIT speedChanged(kept);
}

void Clock::setLoop(std::optional<EventRange> range) {
    if (range && range->empty()) range.reset();
    if (range == m_loop) return;
    m_loop = range;
    Q_EMIT loopChanged();
    if (m_loop && isPlaying() && (position() < m_loop->first || position() > m_loop->end)) seek(m_loop->first);
}

void Clock::seek(quint64 position) {
    const quint64 target = std::min(position, size());
    if (target == this->position()) return;
    moveTo(target);
    Q_EMIT positionChanged(target);
}

void Clock::stepForward() {
    if (atEnd()) return;
    pause();
    Q_EMIT steppedForward();
    seek(next(position()));
}

void Clock::stepBack() {
    if (atStart()) return;
    pause();
    seek(previous(position()));
}

void Clock::toStart() {
    pause();
    seek(0);
}

void Clock::toEnd() {
    pause();
    seek(size());
}

void Clock::play() {
    if (isPlaying() || size() == 0) return;
    if (m_loop) {
        if (position() < m_loop->first || position() >= m_loop->end) seek(m_loop->first);
    } else if (atEnd()) {
        seek(0);
    }
    m_due = 0;
    m_elapsed.start();
    m_timer.start();
    Q_EMIT playingChanged(true);
}

void Clock::pause() {
    if (!isPlaying()) return;
    m_timer.stop();
    Q_EMIT playingChanged(false);
}

void Clock::togglePlaying() {
    if (isPlaying())
        pause();
    else
        play();
}

void Clock::advance() {
    const double seconds = static_cast<double>(m_elapsed.nsecsElapsed()) * 1e-9;
    m_elapsed.start();
    m_due += std::min(seconds, kLongestFrameSeconds) * m_speed;
    const quint64 end = m_loop ? std::min(m_loop->end, size()) : size();
    if (m_loop && position() >= end && m_due >= 1) {
        // The end of the loop has stood for a step, as every other place of it.
        m_due -= 1;
        seek(m_loop->first);
        if (position() >= end) return;
    }
    quint64 target = position();
    int steps = 0;
    for (; m_due >= 1 && target < end; m_due -= 1, ++steps) target = std::min(next(target), end);
    if (steps == 1) Q_EMIT steppedForward();
    seek(target);
    if (target >= end && !m_loop) pause();
}

}  // namespace lanescope
