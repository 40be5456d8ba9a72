// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of one launch on several threads at once, with the result that one thread would give, or none. Internal to
// core/simt.
//
// Each worker runs a range of neighbouring blocks on a copy of global memory as it was before (a copy costs nothing
// until it is written to), so that nothing depends on when which thread runs. The result is that of one block after the
// other if no block has read from a buffer that a worker with earlier blocks has written to, and no word was written by
// two workers. If either happened, or anything faulted, everything is dropped, and the caller runs the same blocks in a
// row. Kernels that may talk to other blocks while they run (global atomics, volatile accesses, fences, calls out of
// the program) are not tried at all.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include "core/simt/emulator.h"
#include "core/simt/engine/engine.h"
#include "core/simt/engine/sampling.h"

namespace lanescope::simt {

/// Is there nothing in the program by which blocks could tell each other something while they run?
[[nodiscard]] bool mayRunInParallel(const Program& program);

class BlockWorkers {
public:
    enum class End {
        Finished,
        Stopped,
        NotIndependent  ///< or there is too little memory for it; what was there is as it was; nothing was counted
    };
    struct Work {
        std::shared_ptr<const Program> program;
        const Launch* launch = nullptr;
        const std::vector<std::byte>* parameters = nullptr;
        std::uint64_t stepBudget = 0;  ///< that are left for all blocks together
        std::uint64_t first = 0;       ///< of the blocks that are run
        std::uint64_t count = 0;
        std::function<SampledBlock(std::uint64_t)> blockAt;
    };

    BlockWorkers(Work work, DeviceMemory& memory, unsigned threads);
    ~BlockWorkers();
    /// `going` is asked now and then, on the calling thread, with the number of blocks that have ended.
    End run(const std::function<bool(std::uint64_t)>& going, const std::stop_token& stop);
    // After Finished.
    [[nodiscard]] std::uint64_t steps() const;
    /// Adds what each of them took, in the grid's order.
    void addTo(std::vector<BlockSteps>& steps) const;
    /// Adds what the blocks did, by instruction.
    void addTo(std::vector<SiteCounts>& sites) const;

private:
    struct Worker;
    void tryBlocks(std::size_t number, const std::function<bool(std::uint64_t)>& going, const std::stop_token& stop);
    void runBlocks(std::size_t number, const std::function<bool(std::uint64_t)>& going, const std::stop_token& stop);
    /// False if the worker has to end: stopped, given up, or it has read what an earlier one has written.
    bool mayGoOn(std::size_t number, const std::function<bool(std::uint64_t)>& going, const std::stop_token& stop);
    [[nodiscard]] bool readsWhatEarlierOnesWrote(std::size_t number) const;
    [[nodiscard]] bool wordsWrittenTwice() const;
    void merge();

    Work m_work;
    DeviceMemory& m_memory;
    std::vector<std::unique_ptr<Worker>> m_workers;
    std::atomic<std::uint64_t> m_ended{0};
    std::atomic<bool> m_stopped{false};
    std::atomic<bool> m_givenUp{false};
};

}  // namespace lanescope::simt
