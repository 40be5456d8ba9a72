// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/timeline.h"

#include <algorithm>
#include <cassert>
#include <optional>

namespace lanescope {
namespace {

/// Order-dependent mixing of 64-bit words.
class Hasher {
public:
    explicit Hasher(std::uint64_t seed) : m_hash(seed) {}
    void add(std::uint64_t word) {
        m_hash = (m_hash ^ word) * 0x9E3779B97F4A7C15ULL;
        m_hash ^= m_hash >> 32;
    }
    [[nodiscard]] std::uint64_t value() const { return m_hash; }

private:
    std::uint64_t m_hash;
};

}  // namespace

struct Timeline::Impl {
    explicit Impl(std::shared_ptr<const BlockTrace> what)
        : trace(std::move(what)),
          memory(trace->m_initialMemory),
          execution(trace->m_program, trace->m_launch, trace->m_block, memory) {
        execution.restore(trace->m_keyframes.front().state.unpack());
    }

    std::shared_ptr<const BlockTrace> trace;
    simt::DeviceMemory memory;
    simt::BlockExecution execution;
    std::uint64_t position = 0;
    std::size_t journal = 0;  ///< writes of the trace's journal that `memory` has
    std::vector<simt::MemoryWrite> rewritten;
    mutable std::optional<simt::BlockState> state;

    void moveMemory(std::size_t target) {
        const std::vector<simt::MemoryWrite>& writes = trace->m_journal;
        while (journal > target) memory.undo(writes[--journal]);
        while (journal < target) memory.redo(writes[journal++]);
    }

    /// The state of the last keyframe at or before `target`, unless we are already between it and the target.
    void jumpNear(std::uint64_t target) {
        const auto& keyframes = trace->m_keyframes;
        const auto after = std::upper_bound(keyframes.begin(), keyframes.end(), target,
                                            [](std::uint64_t event, const auto& k) { return event < k.event; });
        const BlockTrace::Keyframe& keyframe = *(after - 1);
        if (position >= keyframe.event && position <= target) return;
        moveMemory(keyframe.journal);
        execution.restore(keyframe.state.unpack());
        position = keyframe.event;
    }

    void runTo(std::uint64_t target) {
        if (position == target) return;
        rewritten.clear();
        memory.setJournal(&rewritten);
        [[maybe_unused]] const auto status = execution.advance(target - position);
        assert(status == simt::BlockExecution::Status::Stepped);
        position = target;
        memory.setJournal(nullptr);
        journal += rewritten.size();
    }

    [[nodiscard]] program::SourceLocation line(std::uint64_t event) const {
        const program::SourceLocation& source = trace->entry().instructions[trace->instruction(event)].source;
        return {source.line == 0 ? 0 : source.file, source.line, 0};
    }

    /// Does a source line begin with this event? Instructions without a line go with those before them.
    [[nodiscard]] bool beginsLine(std::uint64_t event) const {
        const std::uint32_t warp = trace->warp(event);
        if (event == 0 || trace->warp(event - 1) != warp) return true;
        const program::SourceLocation own = line(event);
        if (own.line == 0) return false;
        for (std::uint64_t before = event; before-- > 0 && trace->warp(before) == warp;) {
            const program::SourceLocation other = line(before);
            if (other.line != 0) return other != own;
        }
        return true;
    }
};

Timeline::Timeline(std::shared_ptr<const BlockTrace> trace) : m_impl(std::make_unique<Impl>(std::move(trace))) {}
Timeline::~Timeline() = default;

const BlockTrace& Timeline::trace() const { return *m_impl->trace; }
std::uint64_t Timeline::position() const { return m_impl->position; }

void Timeline::seek(std::uint64_t position) {
    const std::uint64_t target = std::min(position, trace().size());
    if (target == m_impl->position) return;
    m_impl->state.reset();
    m_impl->jumpNear(target);
    m_impl->runTo(target);
}

std::uint64_t Timeline::next(std::uint64_t position, StepUnit unit) const {
    const std::uint64_t end = trace().size();
    if (position >= end) return end;
    if (unit == StepUnit::BarrierPhase) {
        const std::uint32_t phase = trace().phase(position) + 1;
        return phase < trace().phaseCount() ? trace().phaseStart(phase) : end;
    }
    std::uint64_t after = position + 1;
    if (unit == StepUnit::SourceLine)
        while (after < end && !m_impl->beginsLine(after)) ++after;
    return after;
}

std::uint64_t Timeline::previous(std::uint64_t position, StepUnit unit) const {
    if (position == 0 || trace().size() == 0) return 0;
    std::uint64_t before = std::min(position, trace().size()) - 1;
    if (unit == StepUnit::BarrierPhase) return trace().phaseStart(trace().phase(before));
    if (unit == StepUnit::SourceLine)
        while (before > 0 && !m_impl->beginsLine(before)) --before;
    return before;
}

const simt::BlockState& Timeline::state() const {
    if (!m_impl->state) m_impl->state = m_impl->execution.state();
    return *m_impl->state;
}

const simt::DeviceMemory& Timeline::memory() const { return m_impl->memory; }

std::span<const simt::MemoryWrite> Timeline::writes() const {
    return std::span(m_impl->trace->m_journal).first(m_impl->journal);
}

std::uint64_t Timeline::hash() const {
    Hasher hasher(state().hash());
    for (const simt::MemoryWrite& write : writes()) {
        hasher.add(write.address);
        hasher.add(write.oldBits);
        hasher.add(write.newBits);
        hasher.add(std::uint64_t{write.bytes} << 1 | static_cast<std::uint64_t>(write.wasInitialised));
    }
    return hasher.value();
}

}  // namespace lanescope
