// SPDX-License-Identifier: GPL-3.0-or-later
// The asynchronous QRQW PRAM: events in the order of time, each the arrival of one access at its cell.
#include <algorithm>
#include <queue>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "core/models/abstract/qrqw.h"

namespace lanescope {
namespace {

constexpr std::uint64_t kEventsBetweenLooks = 1 << 16;

class Run {
public:
    explicit Run(const LaunchAccesses& launch)
        : m_launch(launch),
          m_blockThreads(static_cast<std::uint32_t>(launch.block.count())),
          m_blockWarps((m_blockThreads + 31) / 32),
          m_blocks(launch.warpSteps.size() / m_blockWarps),
          m_threads(m_blocks.size() * m_blockThreads) {
        m_cells.reserve(launch.accesses.size() / 4);
        std::uint64_t next = 0;
        for (std::uint32_t t = 0; t < m_threads.size(); ++t) {
            m_threads[t].next = next;
            while (next < launch.accesses.size() && launch.accesses[next].thread == t) ++next;
            m_threads[t].end = next;
        }
    }

    Result<AsynchronousRun> run(const JobContext& job) {
        for (std::uint32_t block = 0; block < m_blocks.size(); ++block) startPhase(block, 0, 0);
        openBarriers();
        for (std::uint64_t events = 1; !m_arrivals.empty(); ++events) {
            if (events % kEventsBetweenLooks == 0 && job.stopRequested()) return fail(ErrorCode::Cancelled);
            const auto [time, thread] = m_arrivals.top();
            m_arrivals.pop();
            serve(time, thread);
            goOn(thread);
            openBarriers();
        }
        return m_result;
    }

private:
    using Time = std::uint64_t;
    struct Waiting {
        std::uint32_t use = 0;  ///< step of the phase
        Time ready = 0;
    };
    struct Thread {
        std::uint64_t next = 0;  ///< its accesses
        std::uint64_t end = 0;
        Time start = 0;              ///< of its step 0 of the phase, later by all that it had to wait since
        Time served = 0;             ///< all that it has sent
        std::vector<Waiting> reads;  ///< that were not used yet
    };
    struct Block {
        std::uint32_t phase = 0;
        std::uint32_t running = 0;  ///< threads that have not come to the phase's end
        Time end = 0;
    };

    [[nodiscard]] const std::vector<std::uint32_t>& stepsOf(std::uint32_t thread) const {
        const std::uint32_t block = thread / m_blockThreads;
        return m_launch.warpSteps[block * m_blockWarps + thread % m_blockThreads / 32];
    }

    void startPhase(std::uint32_t number, std::uint32_t phase, Time time) {
        Block& block = m_blocks[number];
        block.phase = phase;
        block.end = time;
        block.running = 0;
        const std::uint32_t first = number * m_blockThreads;
        for (std::uint32_t t = first; t < first + m_blockThreads; ++t)
            if (stepsOf(t).size() > phase) ++block.running;
        if (block.running == 0) {
            m_result.steps = std::max(m_result.steps, time);
            return;
        }
        for (std::uint32_t t = first; t < first + m_blockThreads; ++t) {
            if (stepsOf(t).size() <= phase) continue;
            m_threads[t].start = time;
            goOn(t);
        }
    }

    /// The thread runs on to its next access, or to the end of the phase.
    void goOn(std::uint32_t number) {
        Thread& thread = m_threads[number];
        const std::uint32_t phase = m_blocks[number / m_blockThreads].phase;
        if (thread.next < thread.end && m_launch.accesses[thread.next].phase == phase) {
            const std::uint32_t step = m_launch.accesses[thread.next].step;
            waitForUses(thread, step);
            m_arrivals.emplace(thread.start + step, number);
            return;
        }
        const std::uint32_t steps = stepsOf(number)[phase];
        waitForUses(thread, steps);
        arriveAtBarrier(number / m_blockThreads, std::max(thread.start + steps, thread.served));
    }

    void arriveAtBarrier(std::uint32_t number, Time time) {
        Block& block = m_blocks[number];
        block.end = std::max(block.end, time);
        if (--block.running == 0) m_opened.push_back(number);
    }

    /// A loop, not a call from where the last thread arrives: some kernels have very many barriers.
    void openBarriers() {
        while (!m_opened.empty()) {
            const std::uint32_t number = m_opened.back();
            m_opened.pop_back();
            startPhase(number, m_blocks[number].phase + 1, m_blocks[number].end);
        }
    }

    /// Waits for what is used up to this step.
    static void waitForUses(Thread& thread, std::uint32_t step) {
        std::ranges::sort(thread.reads, {}, &Waiting::use);
        auto read = thread.reads.begin();
        for (; read != thread.reads.end() && read->use <= step; ++read)
            if (thread.start + read->use < read->ready) thread.start = read->ready - read->use;
        thread.reads.erase(thread.reads.begin(), read);
    }

    void serve(Time time, std::uint32_t number) {
        Thread& thread = m_threads[number];
        const CellAccess& access = m_launch.accesses[thread.next++];
        Time& free = m_cells[access.cell];
        const std::uint64_t queue = (free > time ? free - time : 0) + 1;
        free = time + queue;
        if (queue > m_result.longestQueue) {
            m_result.longestQueue = queue;
            m_result.cell = access.cell;
        }
        thread.served = std::max(thread.served, free);
        const bool reads = access.use == CellUse::Read || access.resultUsed;
        if (reads && access.value != CellAccess::kNeverUsed) thread.reads.push_back({access.value, free});
    }

    const LaunchAccesses& m_launch;
    std::uint32_t m_blockThreads;
    std::uint32_t m_blockWarps;
    std::vector<Block> m_blocks;
    std::vector<Thread> m_threads;
    std::unordered_map<std::uint64_t, Time> m_cells;  ///< from when on it can serve another access
    using Arrival = std::pair<Time, std::uint32_t>;
    std::priority_queue<Arrival, std::vector<Arrival>, std::greater<>> m_arrivals;
    std::vector<std::uint32_t> m_opened;  ///< blocks of which all threads have come to the phase's end
    AsynchronousRun m_result;
};

}  // namespace

Result<AsynchronousRun> runAsynchronously(LaunchAccesses& launch, const JobContext& job) {
    std::ranges::sort(launch.accesses, {}, [](const CellAccess& access) {
        return std::tuple(access.thread, access.phase, access.step, access.cell);
    });
    return Run(launch).run(job);
}

}  // namespace lanescope
