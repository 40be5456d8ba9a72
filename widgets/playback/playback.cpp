// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/playback/playback.h"

#include <algorithm>

namespace lanescope {

namespace {

constexpr int kFrameMilliseconds = 16;
/// After a stall (a dialog, a sleeping machine) the run goes on from where it was rather than jumping.
constexpr double kLongestFrameSeconds = 0.25;

}  // namespace

Playback::Playback(QObject* parent) : QObject(parent) {
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setInterval(kFrameMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &Playback::advance);
}

Playback::~Playback() = default;

void Playback::setTrace(std::shared_ptr<const BlockTrace> trace) {
    pause();
    m_trace = std::move(trace);
    m_timeline = m_trace ? std::make_unique<Timeline>(m_trace) : nullptr;
    Q_EMIT traceChanged();
    Q_EMIT positionChanged(position());
}

void Playback::setStepUnit(StepUnit unit) {
    if (unit == m_stepUnit) return;
    m_stepUnit = unit;
    Q_EMIT stepUnitChanged(unit);
}

void Playback::setSpeed(double stepsPerSecond) {
    const double kept = std::clamp(stepsPerSecond, kSlowest, kFastest);
    if (kept == m_speed) return;
    m_speed = kept;
    Q_EMIT speedChanged(kept);
}

void Playback::seek(quint64 position) {
    if (!m_timeline) return;
    const quint64 target = std::min<quint64>(position, size());
    if (target == m_timeline->position()) return;
    m_timeline->seek(target);
    Q_EMIT positionChanged(target);
}

void Playback::stepForward() {
    if (!m_timeline) return;
    pause();
    seek(m_timeline->next(position(), m_stepUnit));
}

void Playback::stepBack() {
    if (!m_timeline) return;
    pause();
    seek(m_timeline->previous(position(), m_stepUnit));
}

void Playback::toStart() {
    pause();
    seek(0);
}

void Playback::toEnd() {
    pause();
    seek(size());
}

void Playback::play() {
    if (isPlaying() || size() == 0) return;
    if (atEnd()) seek(0);
    m_due = 0;
    m_elapsed.start();
    m_timer.start();
    Q_EMIT playingChanged(true);
}

void Playback::pause() {
    if (!isPlaying()) return;
    m_timer.stop();
    Q_EMIT playingChanged(false);
}

void Playback::togglePlaying() {
    if (isPlaying())
        pause();
    else
        play();
}

void Playback::advance() {
    const double seconds = static_cast<double>(m_elapsed.nsecsElapsed()) * 1e-9;
    m_elapsed.start();
    m_due += std::min(seconds, kLongestFrameSeconds) * m_speed;
    quint64 target = position();
    for (; m_due >= 1 && target < size(); m_due -= 1) target = m_timeline->next(target, m_stepUnit);
    seek(target);
    if (atEnd()) pause();
}

}  // namespace lanescope
