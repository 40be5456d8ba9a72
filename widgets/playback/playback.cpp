// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/playback/playback.h"

#include <algorithm>
#include <utility>

#include "core/flow/alignment.h"

namespace lanescope {

namespace {

constexpr int kFrameMilliseconds = 16;
/// After a stall (a dialog, a sleeping machine) the run goes on from where it was rather than jumping.
constexpr double kLongestFrameSeconds = 0.25;

/// The phase that begins at or before a position, or lies before it.
quint64 phaseAfter(const flow::BlockFlow& flow, quint64 position) {
    return position < flow.trace().size() ? flow.phases().at(position).end : position;
}

quint64 phaseBefore(const flow::BlockFlow& flow, quint64 position) {
    return position > 0 ? flow.phases().at(position - 1).first : 0;
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

Playback::Playback(QObject* parent) : QObject(parent) {
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setInterval(kFrameMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &Playback::advance);
}

Playback::~Playback() = default;

void Playback::setBlocks(std::vector<Block> blocks) {
    pause();
    m_sides.clear();
    m_loop.reset();
    for (Block& block : blocks) addSide(std::move(block));
    Q_EMIT blocksChanged();
    Q_EMIT loopChanged();
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

void Playback::setSpeed(double stepsPerSecond) {
    const double kept = std::clamp(stepsPerSecond, kSlowest, kFastest);
    if (kept == m_speed) return;
    m_speed = kept;
    Q_EMIT speedChanged(kept);
}

void Playback::setLoop(std::optional<EventRange> range) {
    if (range && range->empty()) range.reset();
    if (range == m_loop) return;
    m_loop = range;
    Q_EMIT loopChanged();
}

void Playback::seek(quint64 position) {
    if (m_sides.empty()) return;
    const quint64 target = std::min<quint64>(position, size());
    if (target == this->position()) return;
    m_sides[0].timeline->seek(target);
    for (std::size_t side = 1; side < m_sides.size(); ++side)
        m_sides[side].timeline->seek(flow::alignedPosition(flow(0), target, flow(side)));
    Q_EMIT positionChanged(target);
}

void Playback::stepForward() {
    if (m_sides.empty() || atEnd()) return;
    pause();
    Q_EMIT steppedForward();
    seek(next(position()));
}

void Playback::stepBack() {
    if (m_sides.empty()) return;
    pause();
    seek(previous(position()));
}

void Playback::toStart() {
    pause();
    seek(0);
}

void Playback::toEnd() {
    pause();
    seek(size());
}

void Playback::play() {
    if (isPlaying() || size() == 0) return;
    if (atEnd()) seek(0);
    if (m_loop && (position() < m_loop->first || position() >= m_loop->end)) seek(m_loop->first);
    m_due = 0;
    m_elapsed.start();
    m_timer.start();
    Q_EMIT playingChanged(true);
}

void Playback::pause() {
    if (!isPlaying()) return;
    m_timer.stop();
    Q_EMIT playingChanged(false);
}

void Playback::togglePlaying() {
    if (isPlaying())
        pause();
    else
        play();
}

void Playback::advance() {
    const double seconds = static_cast<double>(m_elapsed.nsecsElapsed()) * 1e-9;
    m_elapsed.start();
    m_due += std::min(seconds, kLongestFrameSeconds) * m_speed;
    const quint64 end = m_loop ? std::min(m_loop->end, size()) : size();
    quint64 target = position();
    int steps = 0;
    for (; m_due >= 1 && target < end; m_due -= 1, ++steps) target = std::min(next(target), end);
    if (steps == 1) Q_EMIT steppedForward();
    seek(target);
    if (target < end) return;
    if (m_loop)
        seek(m_loop->first);
    else
        pause();
}

}  // namespace lanescope
