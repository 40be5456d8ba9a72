// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/thread_work.h"

#include <algorithm>
#include <bit>
#include <map>
#include <stop_token>
#include <tuple>

#include "core/base/words.h"

namespace lanescope {
namespace {

using State = ThreadWork::State;
using Write = ThreadWork::Write;

/// Stops the run behind the launch that is asked about.
class StopsBehind final : public simt::BlockObserver {
public:
    StopsBehind(std::size_t launch, std::stop_source& stop) : m_launch(launch), m_stop(stop) {}
    void beginLaunch(std::size_t number, const Launch&, std::shared_ptr<const simt::Program>,
                     simt::DeviceMemory&) override {
        m_number = number;
    }
    void endLaunch(const simt::LaunchReport&, const simt::DeviceMemory&) override {
        if (m_number == m_launch) m_stop.request_stop();
    }

private:
    std::size_t m_launch;
    std::size_t m_number = 0;
    std::stop_source& m_stop;
};

std::tuple<std::uint32_t, std::uint64_t, std::uint32_t> placeOf(const Write& write) {
    return {write.buffer, write.element, write.thread};
}

}  // namespace

class ThreadWorkMaker {
public:
    ThreadWorkMaker(const ThreadWorkOptions& options, const simt::DeviceMemory& memory, std::size_t buffers)
        : m_options(options), m_memory(memory), m_bufferCount(buffers) {}

    ThreadWork make(const simt::LaunchReport& report, std::size_t launch, const JobContext& job) {
        m_work.m_launch = launch;
        m_work.m_grid = report.grid;
        m_work.m_block = report.block;
        m_work.m_fault = report.fault;
        m_perBlock = report.block.count();
        const std::uint64_t blocks = std::min(report.grid.count(), m_options.mostThreads / m_perBlock);
        m_work.m_states.assign(blocks * m_perBlock, State::NotRun);
        m_work.m_totals.blocks = report.grid.count();
        m_work.m_totals.threads = report.grid.count() * m_perBlock;
        for (std::uint64_t block = 0; block < blocks && !job.stopRequested(); ++block) {
            if (report.log && report.log->has(report.grid.at(block))) readBlock(*report.log, block);
            if (block % 256 == 0) job.report(0.5 + 0.5 * static_cast<double>(block) / static_cast<double>(blocks));
        }
        finish();
        return std::move(m_work);
    }

private:
    void readBlock(const simt::LaunchLog& log, std::uint64_t block) {
        const std::uint64_t first = block * m_perBlock;
        std::fill_n(m_work.m_states.begin() + static_cast<std::ptrdiff_t>(first), m_perBlock, State::Idle);
        simt::LogReader reader(log, m_work.m_grid.at(block));
        simt::StepRecord record;
        while (reader.next(record))
            if (record.access == simt::AccessKind::Store || record.access == simt::AccessKind::Atomic)
                note(record, first);
        ++m_work.m_totals.blocksKnown;
    }

    void note(const simt::StepRecord& record, std::uint64_t firstThread) {
        const bool global = record.space == program::Space::Global;
        if (!global && record.space != program::Space::Shared) return;
        for (simt::LaneMask rest = record.active; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<unsigned>(std::countr_zero(rest));
            const std::uint64_t thread = firstThread + std::uint64_t{record.warp} * simt::kWarpSize + lane;
            State& state = m_work.m_states[thread];
            state = std::max(state, global ? State::Writes : State::Helps);
            if (global) noteElements(static_cast<std::uint32_t>(thread), record.address[lane], record.bytesPerLane);
        }
    }

    /// All elements that the bytes lie in: a vector store has several.
    void noteElements(std::uint32_t thread, std::uint64_t address, unsigned bytes) {
        const std::optional<BufferId> buffer = m_memory.find(address, bytes);
        if (!buffer || *buffer >= m_bufferCount) return;
        const simt::DeviceMemory::Allocation& allocation = m_memory.allocation(*buffer);
        const std::uint64_t size = sizeOf(allocation.buffer.type);
        const std::uint64_t offset = address - allocation.base;
        for (std::uint64_t element = offset / size; element * size < offset + bytes; ++element)
            keep({thread, static_cast<std::uint32_t>(*buffer), element});
    }

    void keep(const Write& write) {
        // A loop that stores to its element again and again takes room once.
        if (!m_work.m_writes.empty() && m_work.m_writes.back() == write) return;
        if (!m_work.m_cut && m_work.m_writes.size() >= m_roomEnd) tidy();
        m_work.m_cut = m_work.m_cut || m_work.m_writes.size() >= m_options.mostWrites;
        if (!m_work.m_cut) m_work.m_writes.push_back(write);
    }

    /// Drops what is there twice. Done whenever the list has doubled.
    void tidy() {
        auto& writes = m_work.m_writes;
        std::ranges::sort(writes);
        writes.erase(std::unique(writes.begin(), writes.end()), writes.end());
        m_roomEnd =
            std::min<std::uint64_t>(std::max<std::uint64_t>(m_roomEnd, 2 * writes.size()), m_options.mostWrites);
    }

    void finish() {
        tidy();
        const auto& writes = m_work.m_writes;
        m_work.m_byPlace.resize(writes.size());
        for (std::uint32_t i = 0; i < writes.size(); ++i) m_work.m_byPlace[i] = i;
        std::ranges::sort(m_work.m_byPlace, {}, [&](std::uint32_t i) { return placeOf(writes[i]); });
        rankBuffers();
        countThreads();
    }

    void rankBuffers() {
        std::map<BufferId, std::uint64_t> elements;
        const Write* before = nullptr;
        for (const std::uint32_t i : m_work.m_byPlace) {
            const Write& write = m_work.m_writes[i];
            if (!before || before->buffer != write.buffer || before->element != write.element) ++elements[write.buffer];
            before = &write;
        }
        for (const auto& [buffer, count] : elements) m_work.m_buffers.push_back(buffer);
        std::ranges::stable_sort(m_work.m_buffers, std::greater(), [&](BufferId buffer) { return elements[buffer]; });
    }

    void countThreads() {
        ThreadWork::Totals& totals = m_work.m_totals;
        for (const State state : m_work.m_states) {
            totals.writing += state == State::Writes ? 1 : 0;
            totals.helping += state == State::Helps ? 1 : 0;
            totals.idle += state == State::Idle ? 1 : 0;
        }
        for (std::uint64_t block = 0; block * m_perBlock < m_work.m_states.size(); ++block)
            totals.blocksWasted += m_work.isWasted(block) ? 1 : 0;
    }

    const ThreadWorkOptions& m_options;
    const simt::DeviceMemory& m_memory;
    std::size_t m_bufferCount;
    std::uint64_t m_perBlock = 1;
    std::uint64_t m_roomEnd = 1U << 16;
    ThreadWork m_work;
};

namespace {

/// Reads each launch as it ends, and stops the run when there is no room for more.
class ReadsEach final : public simt::BlockObserver {
public:
    ReadsEach(const Plan& plan, const ThreadWorkOptions& options, const JobContext& job, std::stop_source& stop)
        : m_buffers(plan.buffers.size()),
          m_launches(plan.launches().size()),
          m_options(options),
          m_job(job),
          m_stop(stop) {}

    void endLaunch(const simt::LaunchReport& report, const simt::DeviceMemory& memory) override {
        const JobContext quiet{m_job.stop, {}};
        m_works.push_back(ThreadWorkMaker(m_options, memory, m_buffers).make(report, m_works.size(), quiet));
        m_job.report(static_cast<double>(m_works.size()) / static_cast<double>(m_launches));
        const auto take = [](std::uint64_t& from, std::uint64_t used) { from -= std::min(from, used); };
        take(m_options.mostThreads, m_works.back().threadsTold());
        take(m_options.mostWrites, m_works.back().writes().size());
        if (m_options.mostThreads == 0 || m_options.mostWrites == 0) m_stop.request_stop();
    }
    [[nodiscard]] std::vector<ThreadWork> take() { return std::move(m_works); }

private:
    std::size_t m_buffers;
    std::size_t m_launches;
    ThreadWorkOptions m_options;  ///< what is left of them
    const JobContext& m_job;
    std::stop_source& m_stop;
    std::vector<ThreadWork> m_works;
};

}  // namespace

bool ThreadWork::isWasted(std::uint64_t block) const {
    const std::uint64_t first = block * m_block.count();
    if (first + m_block.count() > m_states.size()) return false;
    const auto begin = m_states.begin() + static_cast<std::ptrdiff_t>(first);
    return std::all_of(begin, begin + static_cast<std::ptrdiff_t>(m_block.count()),
                       [](State state) { return state == State::Idle; });
}

std::span<const ThreadWork::Write> ThreadWork::writesOf(std::uint64_t thread) const {
    const auto found = std::ranges::equal_range(m_writes, thread, {},
                                                [](const Write& write) -> std::uint64_t { return write.thread; });
    return {found.begin(), found.end()};
}

std::vector<std::uint32_t> ThreadWork::writersOf(BufferId buffer, std::uint64_t element) const {
    using Place = std::pair<std::uint64_t, std::uint64_t>;
    const auto found = std::ranges::equal_range(m_byPlace, Place(buffer, element), {}, [&](std::uint32_t i) {
        return Place(m_writes[i].buffer, m_writes[i].element);
    });
    std::vector<std::uint32_t> threads;
    for (const std::uint32_t i : found) threads.push_back(m_writes[i].thread);
    return threads;
}

Result<ThreadWork> threadWorkOf(const Plan& plan, std::size_t launch, const ThreadWorkOptions& options,
                                const JobContext& job) {
    std::stop_source stop;
    const std::stop_callback onStop(job.stop, [&stop] { stop.request_stop(); });
    StopsBehind observer(launch, stop);
    simt::Emulator emulator({.maxBlocks = options.maxBlocks,
                             .scheduling = options.scheduling,
                             .observer = &observer,
                             .logBytes = options.logBytes});
    JobContext inner = job;
    inner.stop = stop.get_token();
    inner.progress = [&job](double fraction) { job.report(fraction / 2); };
    const Result<HostBuffers> done = runPlan(plan, emulator, inner);
    if (job.stopRequested()) return fail(ErrorCode::Cancelled);
    if (!done && done.error().code != ErrorCode::KernelFault && done.error().code != ErrorCode::Cancelled)
        return fail(done.error());
    if (launch >= emulator.reports().size())
        return fail(ErrorCode::IllegalValue,
                    {{"parameter", "launch"},
                     {"value", std::to_string(launch + 1)},
                     {"legal", inWords(Message("trace.launches_up_to"_id, {{"most", emulator.reports().size()}}))}});
    ThreadWork work =
        ThreadWorkMaker(options, emulator.memory(), plan.buffers.size()).make(emulator.reports()[launch], launch, job);
    if (job.stopRequested()) return fail(ErrorCode::Cancelled);
    return work;
}

Result<std::vector<ThreadWork>> threadWorkOfAll(const Plan& plan, const ThreadWorkOptions& options,
                                                const JobContext& job) {
    std::stop_source stop;
    const std::stop_callback onStop(job.stop, [&stop] { stop.request_stop(); });
    ReadsEach observer(plan, options, job, stop);
    simt::Emulator emulator({.maxBlocks = options.maxBlocks,
                             .scheduling = options.scheduling,
                             .observer = &observer,
                             .logBytes = options.logBytes});
    JobContext inner = job;
    inner.stop = stop.get_token();
    inner.progress = nullptr;
    const Result<HostBuffers> done = runPlan(plan, emulator, inner);
    if (job.stopRequested()) return fail(ErrorCode::Cancelled);
    if (!done && done.error().code != ErrorCode::KernelFault && done.error().code != ErrorCode::Cancelled)
        return fail(done.error());
    return observer.take();
}

}  // namespace lanescope
