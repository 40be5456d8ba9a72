// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <utility>

#include "core/trace/block_trace.h"

namespace lanescope {
namespace {

/// Taking this many bytes of state costs about as much as re-executing one event.
constexpr std::uint64_t kBytesPerEvent = 64;
constexpr std::uint64_t kClosestKeyframes = 1024;

std::uint64_t spacingFor(const Launch& launch) {
    const std::uint64_t warps = (launch.block.count() + simt::kWarpSize - 1) / simt::kWarpSize;
    const std::uint64_t registers = warps * launch.kernel->code().registers.size() * simt::kWarpSize;
    return std::max(kClosestKeyframes, registers * sizeof(std::uint64_t) / kBytesPerEvent);
}

}  // namespace

/// The block that is being recorded, and what is finished.
struct TraceRecorder::Impl {
    /// How many block barriers a warp had seen open when it came to the next one; kRunning = it is not at one.
    static constexpr std::uint32_t kRunning = 0xffffffffU;

    Options options;
    std::vector<std::shared_ptr<const BlockTrace>> traces;
    std::shared_ptr<BlockTrace> trace;  ///< being recorded; empty between blocks
    /// Of the trace: to look it up by name for every event would take longer than to record it.
    const program::Entry* entry = nullptr;
    simt::DeviceMemory* memory = nullptr;  ///< writes its journal into `trace`
    std::size_t journalEnd = 0;            ///< writes made by the recorded events
    std::uint64_t spacing = 1;             ///< events between keyframes
    std::uint64_t keyframeBytes = 0;
    std::vector<std::uint32_t> arrivedIn;  ///< by warp

    void notePhase(const simt::StepRecord& record) {
        if (record.warp >= arrivedIn.size()) arrivedIn.resize(record.warp + 1, kRunning);
        std::uint32_t& arrived = arrivedIn[record.warp];
        // A warp steps again after a barrier only because the barrier has opened. The first one to do so begins the
        // phase.
        if (arrived != kRunning && arrived + 1 == trace->phaseCount()) trace->m_phaseStart.push_back(trace->size());
        const bool waits = entry->instructions[record.instruction].opcode == program::Opcode::Bar && record.active != 0;
        arrived = waits ? trace->phaseCount() - 1 : kRunning;
    }

    void keepKeyframe(const simt::BlockExecution& execution) {
        trace->m_keyframes.push_back({trace->size(), PackedState(execution.state()), trace->m_journal.size()});
        keyframeBytes += trace->m_keyframes.back().bytes();
        while (keyframeBytes > options.keyframeBytes && trace->m_keyframes.size() > 2) thinOut();
    }

    /// Drops every second keyframe, so that they are twice as far apart from here on too.
    void thinOut() {
        spacing *= 2;
        std::vector<BlockTrace::Keyframe>& keyframes = trace->m_keyframes;
        std::erase_if(keyframes, [this](const BlockTrace::Keyframe& k) { return k.event % spacing != 0; });
        keyframeBytes = 0;
        for (const BlockTrace::Keyframe& keyframe : keyframes) keyframeBytes += keyframe.bytes();
    }

    [[nodiscard]] bool full() const {
        if (trace->size() >= options.maxEvents) return true;
        // Asked now and then only: adding it all up for every event would cost more than recording it.
        return trace->size() % 4096 == 0 && trace->eventBytes() > options.maxBytes;
    }

    void finish() {
        if (memory) memory->setJournal(nullptr);
        memory = nullptr;
        if (!trace) return;
        trace->m_journal.resize(journalEnd);
        trace->m_journal.shrink_to_fit();
        trace->m_warp.shrink_to_fit();
        trace->m_instruction.shrink_to_fit();
        trace->m_active.shrink_to_fit();
        trace->m_accesses.seal();
        traces.push_back(std::exchange(trace, nullptr));
    }
};

TraceRecorder::TraceRecorder(Options options) : m_impl(std::make_unique<Impl>()) {
    m_impl->options = std::move(options);
}
TraceRecorder::~TraceRecorder() { m_impl->finish(); }

bool TraceRecorder::wants(std::size_t, Dim3 block) const {
    const std::vector<Dim3>& blocks = m_impl->options.blocks;
    return std::find(blocks.begin(), blocks.end(), block) != blocks.end();
}

void TraceRecorder::begin(std::size_t launch, const Launch& what, Dim3 block,
                          std::shared_ptr<const simt::Program> program, const simt::BlockExecution& execution,
                          simt::DeviceMemory& memory) {
    m_impl->finish();
    m_impl->trace = std::make_shared<BlockTrace>();
    BlockTrace& trace = *m_impl->trace;
    trace.m_launch = what;
    trace.m_entry = &trace.m_launch.kernel->code();
    m_impl->entry = &trace.entry();
    trace.m_launchNumber = launch;
    trace.m_block = block;
    trace.m_program = std::move(program);
    trace.m_initialMemory = memory;
    trace.m_initialMemory.setJournal(nullptr);
    m_impl->memory = &memory;
    memory.setJournal(&trace.m_journal);
    m_impl->journalEnd = 0;
    m_impl->keyframeBytes = 0;
    m_impl->arrivedIn.clear();
    m_impl->spacing = m_impl->options.keyframeSpacing;
    if (m_impl->spacing == 0) m_impl->spacing = spacingFor(what);
    m_impl->keepKeyframe(execution);
}

bool TraceRecorder::step(const simt::StepRecord& record, const simt::BlockExecution& execution) {
    if (!m_impl->trace) return false;
    BlockTrace& trace = *m_impl->trace;
    if (m_impl->full()) {
        trace.m_truncated = true;
        m_impl->finish();
        return false;
    }
    m_impl->notePhase(record);
    trace.m_warp.push_back(static_cast<std::uint16_t>(record.warp));
    trace.m_instruction.push_back(record.instruction);
    trace.m_active.push_back(record.active);
    trace.m_accesses.append(record);
    m_impl->journalEnd = trace.m_journal.size();
    if (trace.size() % m_impl->spacing == 0) m_impl->keepKeyframe(execution);
    return true;
}

void TraceRecorder::end(const simt::BlockExecution& execution) {
    if (!m_impl->trace) return;
    // A block that has not faulted has a fault without a kernel.
    if (!execution.fault().kernel.empty()) m_impl->trace->m_fault = execution.fault();
    m_impl->finish();
}

const std::vector<std::shared_ptr<const BlockTrace>>& TraceRecorder::traces() const { return m_impl->traces; }

}  // namespace lanescope
