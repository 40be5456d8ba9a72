// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/run_history.h"

#include <algorithm>
#include <atomic>
#include <list>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <tuple>

#include "core/base/memory.h"
#include "core/base/words.h"
#include "core/simt/decode/program.h"
#include "core/trace/foreign_reads.h"

namespace lanescope {
namespace {

using simt::BlockExecution;
using simt::DeviceMemory;

/// Steps between two looks at the stop token.
constexpr std::uint64_t kSlice = 200'000;
constexpr std::uint64_t kWatchedSlice = 4096;
/// A quarter of the budget is for memory between blocks; more of it than this would not make anything faster.
constexpr std::uint64_t kMostSnapshots = 256;

std::string textOf(Dim3 d) {
    return "(" + std::to_string(d.x) + ", " + std::to_string(d.y) + ", " + std::to_string(d.z) + ")";
}

/// Global memory before each of some blocks, by the block's number; 0 is as the launch found it.
using Snapshots = std::map<std::uint64_t, DeviceMemory>;

struct LaunchState {
    Launch launch;
    std::shared_ptr<const simt::Program> program;
    Snapshots snapshots;
    bool ended = false;
    bool sampled = false;
    std::optional<simt::Fault> fault;
    std::vector<BufferId> written;   ///< buffers that the launch has written
    std::uint64_t writtenBytes = 0;  ///< what a copy of them takes
};

std::uint64_t bytesOf(const DeviceMemory::Allocation& allocation) {
    return allocation.data.size() + allocation.initialised.size();
}

/// What `memory` does not share with `other`.
std::uint64_t bytesBeside(const DeviceMemory& memory, const DeviceMemory& other) {
    std::uint64_t bytes = 0;
    for (BufferId buffer = 0; buffer < memory.size(); ++buffer)
        if (buffer >= other.size() || &memory.allocation(buffer) != &other.allocation(buffer))
            bytes += bytesOf(memory.allocation(buffer));
    return bytes;
}

/// Those that were copied because the launch wrote them.
void noteWritten(LaunchState& state, const DeviceMemory& before, const DeviceMemory& after) {
    for (BufferId buffer = 0; buffer < std::min(before.size(), after.size()); ++buffer) {
        const DeviceMemory::Allocation& allocation = after.allocation(buffer);
        if (&allocation == &before.allocation(buffer)) continue;
        state.written.push_back(buffer);
        state.writtenBytes += bytesOf(allocation);
    }
}

}  // namespace

std::uint64_t RunHistory::defaultBudget() {
    return std::clamp<std::uint64_t>(availableMemory() / 8, 64ULL << 20, 2ULL << 30);
}

struct RunHistory::Impl {
    using Key = std::tuple<std::size_t, std::uint64_t>;  ///< launch, block's number
    struct Entry {
        Key key;
        TracedBlock traced;
        std::uint64_t bytes = 0;
    };

    explicit Impl(const Options& given) : options(given) {
        if (options.budget == 0) options.budget = defaultBudget();
        published.budget = options.budget;
    }

    Options options;
    std::mutex mutex;  ///< of all that follows but `count` and `published`; held while a block runs
    std::vector<LaunchState> states;
    std::list<Entry> entries;  ///< most recently asked for first
    std::set<Key> droppedKeys;
    std::uint64_t traceBytes = 0;
    std::uint64_t snapshotBytes = 0;
    std::uint64_t startBytes = 0;            ///< what the launches' first snapshots hold beside what they share
    DeviceMemory lastKept;                   ///< the newest of them
    std::optional<DeviceMemory> current;     ///< as the launch that is running found it
    std::optional<std::size_t> broughtBack;  ///< the one launch whose memory was made again and is there now
    std::atomic<std::size_t> count{0};
    mutable std::mutex usageMutex;
    Usage published;  ///< guarded by usageMutex

    void publish() {
        const std::lock_guard lock(usageMutex);
        published.bytes = traceBytes + snapshotBytes;
        published.traces = entries.size();
        published.startBytes = startBytes;
    }

    /// A quarter of the budget is for the memory that launches found; what came later is made again when it is wanted.
    [[nodiscard]] bool keepsStart(const DeviceMemory& memory) const {
        return !options.memoryAgain || startBytes + bytesBeside(memory, lastKept) <= options.budget / 4;
    }

    /// The memory that the launch found is there after this.
    Result<void> bringBack(std::size_t number, const JobContext& job) {
        LaunchState& state = states[number];
        if (state.snapshots.contains(0)) return {};
        Result<DeviceMemory> memory = options.memoryAgain(number, job);
        if (!memory) return fail(memory.error());
        if (broughtBack) {
            LaunchState& last = states[*broughtBack];
            snapshotBytes -= (last.snapshots.size() - 1) * last.writtenBytes;
            last.snapshots.clear();
        }
        broughtBack = number;
        state.snapshots.emplace(0, std::move(*memory)).first->second.setJournal(nullptr);
        return {};
    }

    [[nodiscard]] Result<void> check(std::size_t launch, Dim3 block) const {
        const auto illegal = [](const char* parameter, const std::string& value, const Message& legal) {
            return fail(ErrorCode::IllegalValue,
                        {{"parameter", parameter}, {"value", value}, {"legal", inWords(legal)}});
        };
        if (launch >= states.size() || !states[launch].ended)
            return illegal("launch", std::to_string(launch), Message::counted("trace.launches"_id, states.size()));
        const LaunchState& state = states[launch];
        const Dim3 grid = state.launch.grid;
        if (block.x >= grid.x || block.y >= grid.y || block.z >= grid.z)
            return illegal("block", textOf(block), Message("trace.blocks"_id, {{"grid", textOf(grid)}}));
        if (state.fault && grid.linear(block) > grid.linear(state.fault->block))
            return fail(ErrorCode::KernelFault,
                        {{"fault", inWords(Message("trace.block_not_run"_id, {{"block", textOf(block)},
                                                                              {"last", textOf(state.fault->block)},
                                                                              {"fault", describe(*state.fault)}}))}});
        return {};
    }

    /// The block alone, on this memory. `foreign` becomes true if it reads what blocks before it may have written.
    Result<std::shared_ptr<const BlockTrace>> record(std::size_t number, Dim3 block, DeviceMemory memory, bool& foreign,
                                                     const JobContext& job) const {
        const LaunchState& state = states[number];
        TraceRecorder recorder({.blocks = {block},
                                .maxEvents = options.maxEvents,
                                .maxBytes = options.budget / 2,
                                .keyframeBytes = std::min<std::uint64_t>(64ULL << 20, options.budget / 8)});
        ForeignReads reads(memory, state.written);
        BlockExecution execution(state.program, state.launch, block, memory);
        recorder.begin(number, state.launch, block, state.program, execution, memory);
        simt::StepRecord step;
        for (std::uint64_t steps = 1; execution.step(step) == BlockExecution::Status::Stepped; ++steps) {
            reads.note(step);
            if (!recorder.step(step, execution)) break;
            if (steps % kWatchedSlice == 0 && job.stopRequested()) return fail(ErrorCode::Cancelled);
        }
        recorder.end(execution);
        // A fault may be such a read: of memory that a block before it has written in the run.
        foreign = reads.found() || !execution.fault().kernel.empty();
        return recorder.traces().front();
    }

    /// Global memory as the block finds it when all blocks before it have run, from the nearest snapshot on.
    Result<DeviceMemory> memoryBefore(LaunchState& state, std::uint64_t index, const JobContext& job) {
        const std::uint64_t spacing = state.launch.grid.count() / snapshotsFor(state) + 1;
        const auto nearest = std::prev(state.snapshots.upper_bound(index));
        DeviceMemory memory = nearest->second;
        for (std::uint64_t i = nearest->first; i < index; ++i) {
            if (i % spacing == 0) keepSnapshot(state, i, memory);
            BlockExecution execution(state.program, state.launch, state.launch.grid.at(i), memory);
            while (execution.advance(kSlice) == BlockExecution::Status::Stepped)
                if (job.stopRequested()) return fail(ErrorCode::Cancelled);
            if (job.stopRequested()) return fail(ErrorCode::Cancelled);
            job.report(static_cast<double>(i - nearest->first) / static_cast<double>(index - nearest->first));
        }
        return memory;
    }

    [[nodiscard]] std::uint64_t snapshotsFor(const LaunchState& state) const {
        return std::clamp<std::uint64_t>(options.budget / 4 / std::max<std::uint64_t>(1, state.writtenBytes), 1,
                                         kMostSnapshots);
    }

    void keepSnapshot(LaunchState& state, std::uint64_t index, const DeviceMemory& memory) {
        if (state.snapshots.contains(index) || snapshotBytes + state.writtenBytes > options.budget / 4) return;
        state.snapshots.emplace(index, memory);
        snapshotBytes += state.writtenBytes;
    }

    Result<TracedBlock> make(std::size_t number, Dim3 block, const JobContext& job) {
        if (auto there = bringBack(number, job); !there) return fail(there.error());
        LaunchState& state = states[number];
        TracedBlock made;
        bool foreign = false;
        auto trace = record(number, block, state.snapshots.at(0), foreign, job);
        if (!trace) return fail(trace.error());
        const std::uint64_t index = state.launch.grid.linear(block);
        if (foreign && index != 0 && state.sampled) made.earlierBlocksMissing = true;
        if (foreign && index != 0 && !state.sampled) {
            Result<DeviceMemory> memory = memoryBefore(state, index, job);
            if (!memory) return fail(memory.error());
            trace = record(number, block, std::move(*memory), foreign, job);
            if (!trace) return fail(trace.error());
            made.earlierBlocksRun = true;
        }
        made.trace = *trace;
        return made;
    }

    void keep(const Key& key, const TracedBlock& traced) {
        // Memory other than the launch's own stays with the trace.
        const LaunchState& state = states[std::get<0>(key)];
        std::uint64_t memory = traced.earlierBlocksRun ? state.writtenBytes : 0;
        if (broughtBack == std::get<0>(key)) memory += bytesBeside(state.snapshots.at(0), lastKept);
        entries.push_front({key, traced, traced.trace->bytes() + memory});
        traceBytes += entries.front().bytes;
        while (entries.size() > 1 && traceBytes + snapshotBytes > options.budget) {
            traceBytes -= entries.back().bytes;
            droppedKeys.insert(entries.back().key);
            entries.pop_back();
            const std::lock_guard lock(usageMutex);
            ++published.dropped;
        }
    }
};

RunHistory::RunHistory(Options options) : m_impl(std::make_unique<Impl>(options)) {}
RunHistory::~RunHistory() = default;

std::size_t RunHistory::launches() const { return m_impl->count; }

RunHistory::Usage RunHistory::usage() const {
    const std::lock_guard lock(m_impl->usageMutex);
    return m_impl->published;
}

Result<TracedBlock> RunHistory::traceOf(std::size_t launch, Dim3 block, const JobContext& job) {
    const std::lock_guard lock(m_impl->mutex);
    if (auto possible = m_impl->check(launch, block); !possible) return fail(possible.error());
    const Impl::Key key{launch, m_impl->states[launch].launch.grid.linear(block)};
    std::list<Impl::Entry>& entries = m_impl->entries;
    const auto known = std::ranges::find(entries, key, &Impl::Entry::key);
    if (known != entries.end()) {
        entries.splice(entries.begin(), entries, known);
        TracedBlock kept = entries.front().traced;
        kept.how = TracedBlock::How::Kept;
        return kept;
    }
    Result<TracedBlock> made = m_impl->make(launch, block, job);
    if (made) {
        if (m_impl->droppedKeys.contains(key)) made->how = TracedBlock::How::MadeAgain;
        m_impl->keep(key, *made);
    }
    m_impl->publish();
    return made;
}

void RunHistory::adopt(const TracedBlock& traced) {
    const std::lock_guard lock(m_impl->mutex);
    const std::size_t launch = traced.trace->launchNumber();
    if (!m_impl->check(launch, traced.trace->block())) return;
    const Impl::Key key{launch, m_impl->states[launch].launch.grid.linear(traced.trace->block())};
    if (std::ranges::find(m_impl->entries, key, &Impl::Entry::key) != m_impl->entries.end()) return;
    m_impl->keep(key, traced);
    m_impl->publish();
}

void RunHistory::beginLaunch(std::size_t number, const Launch& launch, std::shared_ptr<const simt::Program> program,
                             simt::DeviceMemory& memory) {
    const std::lock_guard lock(m_impl->mutex);
    LaunchState state;
    state.launch = launch;
    state.program = std::move(program);
    m_impl->current = memory;
    if (m_impl->keepsStart(memory)) {
        DeviceMemory& start = state.snapshots.emplace(0, memory).first->second;
        start.setJournal(nullptr);
        m_impl->startBytes += bytesBeside(memory, m_impl->lastKept);
        m_impl->lastKept = start;
    }
    m_impl->states.resize(number);
    m_impl->states.push_back(std::move(state));
}

void RunHistory::endLaunch(const simt::LaunchReport& report, const simt::DeviceMemory& memory) {
    const std::lock_guard lock(m_impl->mutex);
    LaunchState& state = m_impl->states.back();
    state.ended = true;
    state.sampled = report.blocksRun < report.grid.count() && !report.fault;
    state.fault = report.fault;
    noteWritten(state, *m_impl->current, memory);
    m_impl->current.reset();
    m_impl->publish();
    m_impl->count = m_impl->states.size();
}

}  // namespace lanescope
