// SPDX-License-Identifier: GPL-3.0-or-later
// The clock of the map: blocks launched so far, one for all maps that stand abreast. It is driven as Playback is, so
// that one transport serves both. The block that was launched last is in the air for 300 ms, less if the next one comes
// sooner; beyond kMostFlights a second blocks land at once.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace lanescope {

class MapClock : public QObject {
    Q_OBJECT
public:
    static constexpr double kSlowest = 0.25;  ///< blocks a second
    static constexpr double kFastest = 100'000;
    static constexpr double kMostFlights = 20;
    static constexpr int kFlightMilliseconds = 300;

    explicit MapClock(QObject* parent = nullptr);

    /// Of the map with the most blocks. Keeps the position if it is still there.
    void setSize(quint64 blocks);
    /// Blocks launched, 0 … size(). The one that is looked at is number position() - 1.
    [[nodiscard]] quint64 position() const { return m_position; }
    [[nodiscard]] quint64 size() const { return m_size; }
    [[nodiscard]] bool atStart() const { return m_position == 0; }
    [[nodiscard]] bool atEnd() const { return m_position == m_size; }
    [[nodiscard]] double speed() const { return m_speed; }
    /// Kept within kSlowest … kFastest.
    void setSpeed(double blocksPerSecond);
    [[nodiscard]] bool isPlaying() const { return m_timer.isActive(); }

    /// How far the block launched last has come: 0 = leaving, 1 = landed; eased out.
    [[nodiscard]] double flight() const { return m_flight; }
    [[nodiscard]] bool isFlying() const { return m_flightTimer.isActive(); }
    /// The first of the blocks that the last change of the position launched; position() of a seek.
    [[nodiscard]] quint64 batch() const { return m_batch; }
    /// Nothing flies: blocks land at once, with the way that they took.
    void setReduced(bool reduced);
    [[nodiscard]] bool isReduced() const { return m_reduced; }
    /// Stops the flight where it would be after so many milliseconds: for pictures and films.
    void freezeAt(int milliseconds);

public Q_SLOTS:
    /// Beyond size() is size(). Nothing flies.
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
    void positionChanged(quint64 position);
    void playingChanged(bool playing);
    void speedChanged(double blocksPerSecond);
    void sizeChanged(quint64 blocks);
    /// flight() is other than before.
    void flightChanged();

private:
    void advance();
    void moveTo(quint64 position, bool launched);
    void fly();

    QTimer m_timer;
    QTimer m_flightTimer;
    QElapsedTimer m_elapsed;
    QElapsedTimer m_flown;
    quint64 m_position = 0;
    quint64 m_size = 0;
    quint64 m_batch = 0;
    double m_speed = 4;
    double m_due = 0;  ///< blocks that time has earned and that are not yet launched
    double m_flight = 1;
    int m_duration = kFlightMilliseconds;
    bool m_reduced = false;
};

}  // namespace lanescope
