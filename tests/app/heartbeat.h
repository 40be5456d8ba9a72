// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a window answers: how long its thread was at one thing. Of computing the thread's own time counts, not the
// clock's, so that a machine that is busy with other programs does not look like a window that hangs; half a second is
// what a user takes for a hang. Waiting is another matter: it takes no time of the thread, and nothing in a window may
// wait, so a generous limit by the clock finds it.
#pragma once

#include <time.h>

#include <QElapsedTimer>
#include <QTimer>
#include <algorithm>

namespace lanescope {

class Heartbeat {
public:
    Heartbeat() {
        QObject::connect(&m_timer, &QTimer::timeout, [this] { beat(); });
        m_timer.start(5);
        restart();
    }
    void restart() {
        m_worked = m_waited = 0;
        m_last = threadSeconds();
        m_clock.start();
    }
    /// Seconds of this thread between two beats, the longest; and by the clock.
    [[nodiscard]] double longestWork() {
        beat();
        return m_worked;
    }
    [[nodiscard]] double longestWait() {
        beat();
        return m_waited;
    }

private:
    static double threadSeconds() {
        timespec now{};
        ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
    }
    void beat() {
        const double now = threadSeconds();
        m_worked = std::max(m_worked, now - m_last);
        m_last = now;
        m_waited = std::max(m_waited, 1e-3 * static_cast<double>(m_clock.restart()));
    }

    QTimer m_timer;
    QElapsedTimer m_clock;
    double m_last = 0;
    double m_worked = 0;
    double m_waited = 0;
};

}  // namespace lanescope
