// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/map/map_clock.h"

#include <algorithm>
#include <utility>

#include "widgets/playback/motion.h"
#include "widgets/style/numbers.h"

namespace lanescope {
namespace {

constexpr int kFrameMilliseconds = 16;

}  // namespace

MapClock::MapClock(QObject* parent) : Clock(parent) {
    m_flightTimer.setTimerType(Qt::PreciseTimer);
    m_flightTimer.setInterval(kFrameMilliseconds);
    connect(this, &Clock::steppedForward, this, [this] { m_stepped = true; });
    connect(&m_flightTimer, &QTimer::timeout, this, [this] {
        const double share = static_cast<double>(m_flown.elapsed()) / std::max(1, m_duration);
        m_flight = easedOut(share);
        if (share >= 1) m_flightTimer.stop();
        Q_EMIT flightChanged();
    });
}

void MapClock::setSize(quint64 blocks, std::size_t maps) {
    if (blocks == m_size && maps == m_maps) return;
    m_maps = maps;
    m_size = blocks;
    m_position = std::min(m_position, m_size);
    m_batch = m_position;
    Q_EMIT sizeChanged(blocks);
    Q_EMIT positionChanged(m_position);
}

void MapClock::setUnit(const QString& unit, quint64 first) {
    if (unit == m_unit) return;
    m_unit = unit;
    m_firstNumber = first;
    m_size = 0;  // another thing to count: setSize() tells everybody
}

QString MapClock::unit() const { return m_unit.isEmpty() ? tr("block") : m_unit; }

QStringList MapClock::words() const {
    if (m_size == 0) return {};
    if (m_position == 0) return {m_firstNumber == 0 ? tr("nothing is launched yet") : tr("nothing is done yet")};
    const QString number = countText(m_position - 1 + m_firstNumber);
    QStringList words{m_maps > 1 ? tr("%1 %2 of each").arg(unit(), number) : tr("%1 %2").arg(unit(), number)};
    if (m_maps > 1) words += tr("one clock for all %1").arg(m_maps);
    words += tr("%1 of %2").arg(countText(m_position), countText(m_size));
    return words;
}

void MapClock::freezeAt(int milliseconds) {
    m_flightTimer.stop();
    m_batch = m_position > 0 ? m_position - 1 : 0;
    m_flight = easedOut(static_cast<double>(milliseconds) / kFlightMilliseconds);
    Q_EMIT flightChanged();
}

void MapClock::moveTo(quint64 position) {
    const bool stepped = std::exchange(m_stepped, false);
    const bool launched = position > m_position && (stepped || isPlaying());
    m_batch = launched ? m_position : position;
    const bool one = launched && position == m_position + 1;
    m_position = position;
    if (one && !m_reduced && (!isPlaying() || speed() <= kMostFlights)) return fly();
    m_flightTimer.stop();
    m_flight = 1;
}

void MapClock::fly() {
    // It has landed, and stands for a moment, before the next one starts.
    constexpr double kShareOfStep = 0.8;
    m_duration = kFlightMilliseconds;
    if (isPlaying()) m_duration = std::min(m_duration, static_cast<int>(1000 * kShareOfStep / speed()));
    m_flight = 0;
    m_flown.start();
    m_flightTimer.start();
}

}  // namespace lanescope
