// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/playback/playback.h"

#include <algorithm>
#include <utility>

#include "core/flow/alignment.h"
#include "widgets/playback/position_words.h"

namespace lanescope {
namespace {

/// The phase that begins at or before a position, or lies before it.
quint64 phaseAfter(const flow::BlockFlow& flow, quint64 position) {
    return position < flow.trace().size() ? flow.phases().partAt(position).end : position;
}

quint64 phaseBefore(const flow::BlockFlow& flow, quint64 position) {
    return position > 0 ? flow.phases().partAt(position - 1).first : 0;
}

quint64 nextOf(const flow::BlockFlow& flow, const Timeline& timeline, quint64 position, StepBy what) {
    switch (what) {
        case StepBy::Event: return flow.stops().next(position);
        case StepBy::Operation: return flow.operations().next(position);
        case StepBy::SourceLine: return timeline.next(position, StepUnit::SourceLine);
        case StepBy::Instruction: return timeline.next(position, StepUnit::Instruction);
        case StepBy::Phase: return phaseAfter(flow, position);
    }
    return position;
}

quint64 previousOf(const flow::BlockFlow& flow, const Timeline& timeline, quint64 position, StepBy what) {
    switch (what) {
        case StepBy::Event: return flow.stops().previous(position);
        case StepBy::Operation: return flow.operations().previous(position);
        case StepBy::SourceLine: return timeline.previous(position, StepUnit::SourceLine);
        case StepBy::Instruction: return timeline.previous(position, StepUnit::Instruction);
        case StepBy::Phase: return phaseBefore(flow, position);
    }
    return position;
}

}  // namespace

Playback::Playback(QObject* parent) : Clock(parent) {}

Playback::~Playback() = default;

void Playback::setBlocks(std::vector<Block> blocks) {
    pause();
    setLoop(std::nullopt);
    m_sides.clear();
    for (Block& block : blocks) addSide(std::move(block));
    Q_EMIT blocksChanged();
    Q_EMIT positionChanged(position());
}

void Playback::setBeside(std::vector<Block> blocks) {
    if (m_sides.empty()) return;
    m_sides.resize(1);
    for (Block& block : blocks) addSide(std::move(block));
    Q_EMIT blocksChanged();
    Q_EMIT positionChanged(position());
}

void Playback::addSide(Block block) {
    if (!block) return;
    auto timeline = std::make_unique<Timeline>(block->sharedTrace());
    if (!m_sides.empty()) timeline->seek(flow::alignedPosition(flow(0), position(), *block));
    m_sides.push_back({std::move(block), std::move(timeline)});
}

std::shared_ptr<const BlockTrace> Playback::sharedTrace() const {
    return m_sides.empty() ? nullptr : m_sides[0].flow->sharedTrace();
}

EventRange Playback::stepOf(std::size_t side) const {
    const Side& of = m_sides[side];
    const quint64 end = of.timeline->position();
    // A phase is more than a picture can show at once: of it, the last thing that happened.
    const StepBy what = m_stepBy == StepBy::Phase ? StepBy::Event : m_stepBy;
    return {previousOf(*of.flow, *of.timeline, end, what), end};
}

quint64 Playback::next(quint64 position) const {
    return m_sides.empty() ? 0 : nextOf(*m_sides[0].flow, *m_sides[0].timeline, position, m_stepBy);
}

quint64 Playback::previous(quint64 position) const {
    return m_sides.empty() ? 0 : previousOf(*m_sides[0].flow, *m_sides[0].timeline, position, m_stepBy);
}

void Playback::setStepBy(StepBy what) {
    if (what == m_stepBy) return;
    m_stepBy = what;
    Q_EMIT stepByChanged(what);
}

QString Playback::unit() const {
    switch (m_stepBy) {
        case StepBy::Event: return tr("event");
        case StepBy::Operation: return tr("operation");
        case StepBy::SourceLine: return tr("line");
        case StepBy::Instruction: return tr("instruction");
        case StepBy::Phase: return tr("phase");
    }
    return {};
}

QStringList Playback::words() const {
    if (m_sides.empty()) return {tr("no run to show")};
    QStringList words = positionWords(flow(0), position());
    if (m_sides.size() == 2) words += tr("both on one clock");
    if (m_sides.size() > 2) words += tr("%1 on one clock").arg(m_sides.size());
    return words;
}

void Playback::moveTo(quint64 position) {
    m_sides[0].timeline->seek(position);
    for (std::size_t side = 1; side < m_sides.size(); ++side)
        m_sides[side].timeline->seek(flow::alignedPosition(flow(0), position, flow(side)));
}

}  // namespace lanescope
