// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/engine/block_workers.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

namespace lanescope::simt {
namespace {

/// Steps between two looks at what the other workers have done: a few milliseconds of work.
constexpr std::uint64_t kSlice = 200'000;
constexpr std::size_t kWordBytes = 4;

bool tellsOtherBlocks(const program::Instruction& i) {
    switch (i.opcode) {
        case program::Opcode::Atom:
        case program::Opcode::Red: return i.space != program::Space::Shared;
        case program::Opcode::Membar: return true;
        case program::Opcode::Ld:
        case program::Opcode::St:
            return i.isVolatile && (i.space == program::Space::Global || i.space == program::Space::Generic);
        default: return false;
    }
}

}  // namespace

bool mayRunInParallel(const Program& program) {
    const program::Entry& entry = program.entry();
    return std::none_of(entry.instructions.begin(), entry.instructions.end(), tellsOtherBlocks) &&
           std::none_of(entry.functions.begin(), entry.functions.end(),
                        [](const program::Function& function) { return function.isExternal; });
}

struct BlockWorkers::Worker {
    DeviceMemory memory;
    WriteMarks marks;
    std::unique_ptr<Engine> engine;
    std::uint64_t first = 0;
    std::uint64_t end = 0;
    std::uint64_t steps = 0;
    std::vector<BlockSteps> ofBlocks;
    std::uint64_t weight = 1;  ///< of the blocks whose counts the engine holds
    std::vector<SiteCounts> sites;
    std::unique_ptr<std::atomic<bool>[]> wrote;  ///< by buffer, for the other workers to see

    explicit Worker(const DeviceMemory& original)
        : memory(original), marks(original.size()), wrote(new std::atomic<bool>[original.size()]) {
        for (std::size_t v = 0; v < original.size(); ++v) wrote[v] = false;
        memory.setJournal(nullptr);
        memory.setSnapshot(nullptr);
        memory.setMarks(&marks);
    }
    void publish() {
        for (std::size_t v = 0; v < marks.size(); ++v)
            if (!marks[v].empty()) wrote[v] = true;
    }
    void takeCounts() {
        const std::vector<SiteCounts> ran = engine->sites();
        sites.resize(ran.size());
        for (std::size_t i = 0; i < ran.size(); ++i) sites[i].add(ran[i], weight);
        engine->clearCounts();
    }
};

BlockWorkers::BlockWorkers(Work work, DeviceMemory& memory, unsigned threads)
    : m_work(std::move(work)), m_memory(memory) {
    for (unsigned t = 0; t < threads; ++t) {
        auto worker = std::make_unique<Worker>(memory);
        worker->first = m_work.first + m_work.count * t / threads;
        worker->end = m_work.first + m_work.count * (t + 1) / threads;
        worker->engine = std::make_unique<Engine>(m_work.program, *m_work.launch, *m_work.parameters, worker->memory);
        m_workers.push_back(std::move(worker));
    }
}
BlockWorkers::~BlockWorkers() = default;

BlockWorkers::End BlockWorkers::run(const std::function<bool(std::uint64_t)>& going, const std::stop_token& stop) {
    {
        std::vector<std::jthread> threads;
        try {
            for (std::size_t w = 1; w < m_workers.size(); ++w)
                threads.emplace_back([this, w, &stop] { tryBlocks(w, {}, stop); });
        } catch (const std::system_error&) {  // the system gives no more threads
            m_givenUp = true;
        }
        tryBlocks(0, going, stop);
        // The calling thread goes on telling how far the launch is.
        while (m_ended < m_work.count && !m_givenUp && !m_stopped) {
            if (going && !going(m_ended)) m_stopped = true;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
    if (m_stopped) return End::Stopped;
    if (m_givenUp || steps() >= m_work.stepBudget) return End::NotIndependent;
    for (std::size_t w = 1; w < m_workers.size(); ++w)
        if (readsWhatEarlierOnesWrote(w)) return End::NotIndependent;
    if (wordsWrittenTwice()) return End::NotIndependent;
    merge();
    return End::Finished;
}

/// In a row the blocks need less memory.
void BlockWorkers::tryBlocks(std::size_t number, const std::function<bool(std::uint64_t)>& going,
                             const std::stop_token& stop) {
    try {
        runBlocks(number, going, stop);
    } catch (const std::bad_alloc&) {
        m_givenUp = true;
    }
}

void BlockWorkers::runBlocks(std::size_t number, const std::function<bool(std::uint64_t)>& going,
                             const std::stop_token& stop) {
    Worker& worker = *m_workers[number];
    Engine& engine = *worker.engine;
    for (std::uint64_t index = worker.first; index < worker.end; ++index) {
        const SampledBlock which = m_work.blockAt(index);
        if (which.weight != worker.weight) worker.takeCounts();
        worker.weight = which.weight;
        engine.start(m_work.launch->grid.at(which.index));
        for (bool ended = false; !ended;) {
            const Engine::Status status = engine.run(engine.steps() + kSlice);
            ended = status == Engine::Status::Finished;
            // Whether it is a fault in a row too, and which is the first, shows only there.
            if (status == Engine::Status::Faulted || worker.steps + engine.steps() >= m_work.stepBudget)
                m_givenUp = true;
            if (!mayGoOn(number, going, stop)) return;
        }
        worker.steps += engine.steps();
        worker.ofBlocks.push_back({which.weight, engine.steps()});
        ++m_ended;
    }
    worker.takeCounts();
}

bool BlockWorkers::mayGoOn(std::size_t number, const std::function<bool(std::uint64_t)>& going,
                           const std::stop_token& stop) {
    m_workers[number]->publish();
    if (readsWhatEarlierOnesWrote(number)) m_givenUp = true;
    if (stop.stop_requested() || (going && !going(m_ended))) m_stopped = true;
    return !m_givenUp && !m_stopped;
}

bool BlockWorkers::readsWhatEarlierOnesWrote(std::size_t number) const {
    const std::span<const GlobalView> views = m_workers[number]->engine->views();
    for (std::size_t v = 0; v < m_memory.size() && v < views.size(); ++v)
        for (std::size_t earlier = 0; views[v].read && earlier < number; ++earlier)
            if (m_workers[earlier]->wrote[v]) return true;
    return false;
}

bool BlockWorkers::wordsWrittenTwice() const {
    for (BufferId v = 0; v < m_memory.size(); ++v) {
        std::vector<std::uint8_t> written;
        for (const auto& worker : m_workers) {
            const std::vector<std::uint8_t>& marks = worker->marks[v];
            if (marks.empty()) continue;
            if (written.empty()) {
                written = marks;
                continue;
            }
            std::uint8_t twice = 0;
            for (std::size_t word = 0; word < marks.size(); ++word) {
                twice |= written[word] & marks[word];
                written[word] |= marks[word];
            }
            if (twice != 0) return true;
        }
    }
    return false;
}

/// The first worker's memory becomes ours, and what the others wrote is put into it.
void BlockWorkers::merge() {
    DeviceMemory merged = std::exchange(m_workers[0]->memory, {});
    merged.setJournal(m_memory.journal());
    merged.setSnapshot(m_memory.snapshot());
    merged.setMarks(nullptr);
    for (std::size_t w = 1; w < m_workers.size(); ++w) {
        Worker& worker = *m_workers[w];
        for (BufferId v = 0; v < merged.size(); ++v) {
            const std::vector<std::uint8_t>& marks = worker.marks[v];
            if (marks.empty()) continue;
            const DeviceMemory::Allocation& from = worker.memory.allocation(v);
            DeviceMemory::Allocation& to = merged.writable(v);
            for (std::size_t word = 0; word < marks.size(); ++word) {
                if (marks[word] == 0) continue;
                const std::size_t at = word * kWordBytes;
                std::memcpy(to.data.data() + at, from.data.data() + at, std::min(kWordBytes, to.data.size() - at));
                to.uninitialisedWords -= to.initialised[word] == 0 ? 1 : 0;
                to.initialised[word] = 1;
            }
        }
    }
    m_memory = std::move(merged);
}

void BlockWorkers::addTo(std::vector<BlockSteps>& steps) const {
    for (const auto& worker : m_workers) steps.insert(steps.end(), worker->ofBlocks.begin(), worker->ofBlocks.end());
}

std::uint64_t BlockWorkers::steps() const {
    std::uint64_t steps = 0;
    for (const auto& worker : m_workers) steps += worker->steps;
    return steps;
}

void BlockWorkers::addTo(std::vector<SiteCounts>& sites) const {
    for (const auto& worker : m_workers)
        for (std::size_t i = 0; i < worker->sites.size(); ++i) sites[i].add(worker->sites[i]);
}

}  // namespace lanescope::simt
