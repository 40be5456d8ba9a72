// SPDX-License-Identifier: GPL-3.0-or-later
// The one cursor of the window: a Timeline as a QObject, with play and pause. Time drives it, not ticks: a slow machine
// shows fewer pictures, not a slower run.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <memory>

#include "core/trace/timeline.h"

namespace lanescope {

class Playback : public QObject {
    Q_OBJECT
public:
    static constexpr double kSlowest = 0.25;  ///< steps per second
    static constexpr double kFastest = 100'000;

    explicit Playback(QObject* parent = nullptr);
    ~Playback() override;

    /// Pauses and goes to the start of `trace`; nullptr = nothing to show.
    void setTrace(std::shared_ptr<const BlockTrace> trace);
    /// nullptr while there is no trace. Valid until traceChanged() is emitted again.
    [[nodiscard]] const Timeline* timeline() const { return m_timeline.get(); }
    /// nullptr while there is no trace.
    [[nodiscard]] const BlockTrace* trace() const { return m_timeline ? &m_timeline->trace() : nullptr; }

    [[nodiscard]] std::shared_ptr<const BlockTrace> sharedTrace() const { return m_trace; }

    /// Events executed so far, 0 … size(); both 0 while there is no trace.
    [[nodiscard]] quint64 position() const { return m_timeline ? m_timeline->position() : 0; }
    [[nodiscard]] quint64 size() const { return m_timeline ? m_timeline->trace().size() : 0; }
    [[nodiscard]] bool atStart() const { return position() == 0; }
    [[nodiscard]] bool atEnd() const { return position() == size(); }

    [[nodiscard]] StepUnit stepUnit() const { return m_stepUnit; }
    void setStepUnit(StepUnit unit);
    /// Steps of stepUnit() per second.
    [[nodiscard]] double speed() const { return m_speed; }
    /// Kept within kSlowest … kFastest.
    void setSpeed(double stepsPerSecond);
    [[nodiscard]] bool isPlaying() const { return m_timer.isActive(); }

public Q_SLOTS:
    /// Beyond size() is size().
    void seek(quint64 position);
    void stepForward();
    void stepBack();
    void toStart();
    void toEnd();
    /// From the start again if it is at the end.
    void play();
    void pause();
    void togglePlaying();

Q_SIGNALS:
    void traceChanged();
    void positionChanged(quint64 position);
    void playingChanged(bool playing);
    void stepUnitChanged(lanescope::StepUnit unit);
    void speedChanged(double stepsPerSecond);

private:
    void advance();

    std::shared_ptr<const BlockTrace> m_trace;
    std::unique_ptr<Timeline> m_timeline;
    QTimer m_timer;
    QElapsedTimer m_elapsed;
    StepUnit m_stepUnit = StepUnit::Instruction;
    double m_speed = 4;
    double m_due = 0;  ///< steps that time has earned and that are not yet shown
};

}  // namespace lanescope
