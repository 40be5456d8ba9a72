// SPDX-License-Identifier: GPL-3.0-or-later
// A position that goes on with time, with play and pause: what a transport drives, whatever is counted. Time drives it,
// not ticks: a slow machine shows fewer pictures, not a slower run. Who makes one says where it stands, how far there
// is to go and how it gets somewhere; all else is here.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QStringList>
#include <QTimer>
#include <optional>

namespace lanescope {

/// [first, end) of what a clock counts: events of the leading block, blocks of a grid.
struct EventRange {
    quint64 first = 0;
    quint64 end = 0;
    [[nodiscard]] bool empty() const { return first >= end; }
    friend bool operator==(const EventRange&, const EventRange&) = default;
};

class Clock : public QObject {
    Q_OBJECT
public:
    static constexpr double kSlowest = 0.25;  ///< steps per second
    static constexpr double kFastest = 100'000;

    explicit Clock(QObject* parent = nullptr);
    ~Clock() override;

    // to be said by who makes one
    /// What is done so far, 0 … size(); both 0 while there is nothing.
    [[nodiscard]] virtual quint64 position() const = 0;
    [[nodiscard]] virtual quint64 size() const = 0;
    /// Position after (before) one step more; within 0 … size(). By one, unless said otherwise.
    [[nodiscard]] virtual quint64 next(quint64 position) const;
    [[nodiscard]] virtual quint64 previous(quint64 position) const;
    /// What one step is, in a word: "block".
    [[nodiscard]] virtual QString unit() const = 0;
    /// Where it stands, in words, the most telling first: "block 15 of each", "one clock for all four".
    [[nodiscard]] virtual QStringList words() const = 0;

    [[nodiscard]] bool atStart() const { return position() == 0; }
    [[nodiscard]] bool atEnd() const { return position() == size(); }
    /// Steps per second.
    [[nodiscard]] double speed() const { return m_speed; }
    /// Kept within kSlowest … kFastest.
    void setSpeed(double stepsPerSecond);
    [[nodiscard]] bool isPlaying() const { return m_timer.isActive(); }
    /// Of all there is, if it is set: playing begins there and comes round again.
    [[nodiscard]] const std::optional<EventRange>& loop() const { return m_loop; }
    /// An empty one is none.
    void setLoop(std::optional<EventRange> range);

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
    /// Who makes a clock emits it, too, when what it counts is something else, size() with it.
    void positionChanged(quint64 position);
    /// By one step on, while playing or by hand; positionChanged() comes behind it.
    void steppedForward();
    void playingChanged(bool playing);
    void speedChanged(double stepsPerSecond);
    void loopChanged();

protected:
    /// Goes to a position within 0 … size() that is not position(). The signal is seek()'s.
    virtual void moveTo(quint64 position) = 0;

private:
    void advance();

    QTimer m_timer;
    QElapsedTimer m_elapsed;
    double m_speed = 4;
    double m_due = 0;  ///< steps that time has earned and that are not yet shown
    std::optional<EventRange> m_loop;
};

}  // namespace lanescope
