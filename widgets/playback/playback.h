// SPDX-License-Identifier: GPL-3.0-or-later
// The one cursor of the window: a clock of the events of the blocks that are watched. Several may be watched side by
// side on it: the first leads, the others stand where flow::alignedPosition() says.
#pragma once

#include <memory>
#include <vector>

#include "core/flow/block_flow.h"
#include "core/trace/timeline.h"
#include "widgets/playback/clock.h"

namespace lanescope {

/// What one step is.
enum class StepBy {
    Event,      ///< a load, a store, a barrier, arithmetic: flow::EventStops
    Operation,  ///< the same, loads with what comes of them
    SourceLine,
    Instruction,
    Phase  ///< flow::Phases::parts()
};

class Playback : public Clock {
    Q_OBJECT
public:
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
    [[nodiscard]] const Block& block(std::size_t side) const { return m_sides[side].flow; }
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
    [[nodiscard]] quint64 position() const override { return m_sides.empty() ? 0 : positionOf(0); }
    [[nodiscard]] quint64 size() const override { return m_sides.empty() ? 0 : m_sides[0].flow->trace().size(); }
    [[nodiscard]] quint64 next(quint64 position) const override;
    [[nodiscard]] quint64 previous(quint64 position) const override;
    [[nodiscard]] QString unit() const override;
    [[nodiscard]] QStringList words() const override;

    [[nodiscard]] StepBy stepBy() const { return m_stepBy; }
    void setStepBy(StepBy what);

Q_SIGNALS:
    /// Other blocks; positionChanged() comes behind it.
    void blocksChanged();
    void stepByChanged(lanescope::StepBy what);

protected:
    void moveTo(quint64 position) override;

private:
    struct Side {
        Block flow;
        std::unique_ptr<Timeline> timeline;
    };
    void addSide(Block block);

    std::vector<Side> m_sides;
    StepBy m_stepBy = StepBy::Event;
};

}  // namespace lanescope
