// SPDX-License-Identifier: GPL-3.0-or-later
// The one cursor of the window, with play and pause. Time drives it, not ticks: a slow machine shows fewer pictures,
// not a slower run. Several blocks may be watched side by side on it: the first leads, the others stand where
// flow::alignedPosition() says.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>
#include <vector>

#include "core/flow/block_flow.h"
#include "core/trace/timeline.h"

namespace lanescope {

/// What one step is.
enum class StepBy {
    Event,        ///< a load, a store, a barrier, arithmetic: flow::EventStops
    Operation,    ///< the same, loads with what comes of them
    SourceLine,
    Instruction,
    Phase         ///< flow::Phases::all()
};

/// Events [first, end) of the leading block.
struct EventRange {
    quint64 first = 0;
    quint64 end = 0;
    [[nodiscard]] bool empty() const { return first >= end; }
    friend bool operator==(const EventRange&, const EventRange&) = default;
};

class Playback : public QObject {
    Q_OBJECT
public:
    static constexpr double kSlowest = 0.25;  ///< steps per second
    static constexpr double kFastest = 100'000;

    explicit Playback(QObject* parent = nullptr);
    ~Playback() override;

    using Block = std::shared_ptr<const flow::BlockFlow>;
    /// Pauses and goes to the start; none = nothing to show.
    void setBlocks(std::vector<Block> blocks);
    /// Keeps the position; for blocks that come to stand beside the leading one.
    void setBeside(std::vector<Block> blocks);

    /// Blocks that are watched, the leading one first.
    [[nodiscard]] std::size_t sides() const { return m_sides.size(); }
    [[nodiscard]] const flow::BlockFlow& flow(std::size_t side) const { return *m_sides[side].flow; }
    [[nodiscard]] const Timeline& timelineOf(std::size_t side) const { return *m_sides[side].timeline; }
    [[nodiscard]] quint64 positionOf(std::size_t side) const { return m_sides[side].timeline->position(); }
    /// Events of a block that the present step is: [the stop before its position, its position).
    [[nodiscard]] EventRange stepOf(std::size_t side) const;

    // the leading block
    /// nullptr while there is none. Valid until blocksChanged() is emitted again.
    [[nodiscard]] const flow::BlockFlow* flow() const { return m_sides.empty() ? nullptr : m_sides[0].flow.get(); }
    [[nodiscard]] const Timeline* timeline() const { return m_sides.empty() ? nullptr : m_sides[0].timeline.get(); }
    [[nodiscard]] const BlockTrace* trace() const { return m_sides.empty() ? nullptr : &m_sides[0].flow->trace(); }
    [[nodiscard]] std::shared_ptr<const BlockTrace> sharedTrace() const;
    /// Events executed so far, 0 … size(); both 0 while there is no block.
    [[nodiscard]] quint64 position() const { return m_sides.empty() ? 0 : positionOf(0); }
    [[nodiscard]] quint64 size() const { return m_sides.empty() ? 0 : m_sides[0].flow->trace().size(); }
    [[nodiscard]] bool atStart() const { return position() == 0; }
    [[nodiscard]] bool atEnd() const { return position() == size(); }
    /// Position of the leading block after (before) one step more.
    [[nodiscard]] quint64 next(quint64 position) const;
    [[nodiscard]] quint64 previous(quint64 position) const;

    [[nodiscard]] StepBy stepBy() const { return m_stepBy; }
    void setStepBy(StepBy what);
    /// Steps of stepBy() per second.
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
    /// Other blocks; positionChanged() comes behind it.
    void blocksChanged();
    void positionChanged(quint64 position);
    /// By one step on, while playing or by hand; positionChanged() comes behind it.
    void steppedForward();
    void playingChanged(bool playing);
    void stepByChanged(lanescope::StepBy what);
    void speedChanged(double stepsPerSecond);
    void loopChanged();

private:
    struct Side {
        Block flow;
        std::unique_ptr<Timeline> timeline;
    };
    void advance();
    void addSide(Block block);

    std::vector<Side> m_sides;
    QTimer m_timer;
    QElapsedTimer m_elapsed;
    StepBy m_stepBy = StepBy::Event;
    double m_speed = 4;
    double m_due = 0;  ///< steps that time has earned and that are not yet shown
    std::optional<EventRange> m_loop;
};

}  // namespace lanescope
