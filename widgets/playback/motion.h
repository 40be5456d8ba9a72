// SPDX-License-Identifier: GPL-3.0-or-later
// How far the things that the present step moves have come on their way: every step forward begins a motion of 240 ms
// (less if the next one comes sooner), eased; every other change of the position shows things where they arrive.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include "widgets/playback/clock.h"

namespace lanescope {

class Motion : public QObject {
    Q_OBJECT
public:
    /// How moved values are drawn.
    enum class Style {
        Values,  ///< each travels from place to place
        Ribbons  ///< so many steps a second that nobody could follow values: the ways they take, as wide as the bytes
    };
    static constexpr double kMostValueSteps = 20;  ///< a second
    static constexpr int kMilliseconds = 240;

    /// `clock` must outlive this.
    explicit Motion(const Clock& clock, QObject* parent = nullptr);

    /// 0 = just leaving, 1 = arrived; eased in and out.
    [[nodiscard]] double progress() const { return m_progress; }
    [[nodiscard]] bool isMoving() const { return m_timer.isActive(); }
    [[nodiscard]] Style style() const;
    /// Nothing travels: both ends and the way between them stand still.
    [[nodiscard]] bool isReduced() const { return m_reduced; }
    void setReduced(bool reduced);
    /// Stops the motion where it would be after so many milliseconds: for pictures and films.
    void freezeAt(int milliseconds);

Q_SIGNALS:
    /// progress() or style() is other than before: draw again.
    void changed();

private:
    void begin();
    void advance();
    void arrive();

    const Clock& m_clock;
    QTimer m_timer;
    QElapsedTimer m_elapsed;
    int m_duration = kMilliseconds;
    double m_progress = 1;
    bool m_begun = false;  ///< the position is about to change by a step forward
    bool m_reduced = false;
};

/// t³ eased in and out; t and the result in [0, 1].
[[nodiscard]] double easedInOut(double t);
/// Eased out.
[[nodiscard]] double easedOut(double t);

}  // namespace lanescope
