// SPDX-License-Identifier: GPL-3.0-or-later
// The clock of the map: blocks launched so far, one for all maps that stand abreast. The block that was launched last
// is in the air for 300 ms, less if the next one comes sooner; beyond kMostFlights a second blocks land at once.
#pragma once

#include <QElapsedTimer>
#include <QTimer>

#include "widgets/playback/clock.h"

namespace lanescope {

class MapClock final : public Clock {
    Q_OBJECT
public:
    static constexpr double kMostFlights = 20;
    static constexpr int kFlightMilliseconds = 300;

    explicit MapClock(QObject* parent = nullptr);

    /// Of the map with the most blocks, and how many maps there are. Keeps the position if it is still there.
    void setSize(quint64 blocks, std::size_t maps = 1);
    /// What is counted: "block", "round"; and the number of the first one. Before setSize().
    void setUnit(const QString& unit, quint64 first);
    /// Blocks launched, 0 … size(). The one that is looked at is number position() - 1.
    [[nodiscard]] quint64 position() const override { return m_position; }
    [[nodiscard]] quint64 size() const override { return m_size; }
    [[nodiscard]] QString unit() const override;
    [[nodiscard]] QStringList words() const override;

    /// How far the block launched last has come: 0 = leaving, 1 = landed; eased out.
    [[nodiscard]] double flight() const { return m_flight; }
    [[nodiscard]] bool isFlying() const { return m_flightTimer.isActive(); }
    /// The first of the blocks that the last change of the position launched; position() of a seek.
    [[nodiscard]] quint64 batch() const { return m_batch; }
    /// Nothing flies: blocks land at once, with the way that they took.
    void setReduced(bool reduced) { m_reduced = reduced; }
    [[nodiscard]] bool isReduced() const { return m_reduced; }
    /// Stops the flight where it would be after so many milliseconds: for pictures and films.
    void freezeAt(int milliseconds);

Q_SIGNALS:
    void sizeChanged(quint64 blocks);
    /// flight() is other than before.
    void flightChanged();

protected:
    void moveTo(quint64 position) override;

private:
    void fly();

    QTimer m_flightTimer;
    QElapsedTimer m_flown;
    QString m_unit;
    quint64 m_firstNumber = 0;
    quint64 m_position = 0;
    quint64 m_size = 0;
    quint64 m_batch = 0;
    std::size_t m_maps = 1;
    double m_flight = 1;
    int m_duration = kFlightMilliseconds;
    bool m_stepped = false;  ///< the position is about to change by a step forward
    bool m_reduced = false;
};

}  // namespace lanescope
