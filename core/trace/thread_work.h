// SPDX-License-Identifier: GPL-3.0-or-later
// Where every thread of a launch works: which elements of global memory it writes, whether it writes to shared memory
// only, or nothing at all. Read from the log of a whole launch, for grids up to a limit.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/simt/emulator.h"

namespace lanescope {

struct ThreadWorkOptions {
    std::uint64_t maxBlocks = 0;           ///< simt::EmulatorOptions::maxBlocks
    std::uint64_t mostThreads = 1U << 20;  ///< that are told of; the blocks behind them are left out
    std::uint64_t mostWrites = 1U << 22;   ///< that are kept; what threads write then is left out
    std::uint64_t logBytes = 256U << 20;   ///< simt::EmulatorOptions::logBytes
    simt::Scheduling scheduling = simt::Scheduling::ReconvergenceStack;
};

/// Of one launch. A thread's number is its block's (Dim3::linear in the grid) times the threads of a block, plus its
/// own in the block.
class ThreadWork {
public:
    enum class State : std::uint8_t {
        NotRun,  ///< nobody knows: its block was not run, or there was no room to write down what it did
        Idle,    ///< it writes nothing
        Helps,   ///< it writes to shared memory only
        Writes   ///< it writes to global memory
    };
    /// An element that a thread writes, however often. Atomic operations are writes.
    struct Write {
        std::uint32_t thread = 0;
        std::uint32_t buffer = 0;   ///< BufferId
        std::uint64_t element = 0;  ///< row-major number
        friend auto operator<=>(const Write&, const Write&) = default;
    };
    struct Totals {
        std::uint64_t blocks = 0;        ///< launched
        std::uint64_t blocksKnown = 0;   ///< run, and told of
        std::uint64_t blocksWasted = 0;  ///< of those: no thread writes anything
        std::uint64_t threads = 0;       ///< launched
        std::uint64_t writing = 0;       ///< of the known blocks
        std::uint64_t helping = 0;
        std::uint64_t idle = 0;
    };

    [[nodiscard]] std::size_t launch() const { return m_launch; }
    [[nodiscard]] Dim3 grid() const { return m_grid; }
    [[nodiscard]] Dim3 block() const { return m_block; }
    [[nodiscard]] const Totals& totals() const { return m_totals; }
    /// Those behind the first so many are not told of.
    [[nodiscard]] std::uint64_t threadsTold() const { return m_states.size(); }
    /// NotRun for numbers beyond those that are told of.
    [[nodiscard]] State state(std::uint64_t thread) const {
        return thread < m_states.size() ? m_states[thread] : State::NotRun;
    }
    /// Is the block's work known, and does none of its threads write anything?
    [[nodiscard]] bool isWasted(std::uint64_t block) const;
    /// What a thread writes, by buffer and element.
    [[nodiscard]] std::span<const Write> writesOf(std::uint64_t thread) const;
    /// Threads that write an element, ascending.
    [[nodiscard]] std::vector<std::uint32_t> writersOf(BufferId buffer, std::uint64_t element) const;
    [[nodiscard]] std::span<const Write> writes() const { return m_writes; }
    /// Buffers that are written, the one with the most elements written first.
    [[nodiscard]] const std::vector<BufferId>& buffers() const { return m_buffers; }
    /// More was written than is kept.
    [[nodiscard]] bool cut() const { return m_cut; }
    [[nodiscard]] const std::optional<simt::Fault>& fault() const { return m_fault; }

private:
    friend class ThreadWorkMaker;
    std::size_t m_launch = 0;
    Dim3 m_grid;
    Dim3 m_block;
    Totals m_totals;
    std::vector<State> m_states;
    std::vector<Write> m_writes;           ///< ascending, each once
    std::vector<std::uint32_t> m_byPlace;  ///< indices into m_writes, by buffer, element, thread
    std::vector<BufferId> m_buffers;
    bool m_cut = false;
    std::optional<simt::Fault> m_fault;
};

/// Runs the plan up to launch number `launch` (from 0). Errors: IllegalValue (no such launch), those of
/// Emulator::launch but KernelFault, Cancelled.
[[nodiscard]] Result<ThreadWork> threadWorkOf(const Plan& plan, std::size_t launch, const ThreadWorkOptions& options,
                                              const JobContext& job);

/// Of all launches, in one run. mostThreads and mostWrites are for all of them together: where they are used up the
/// launches that are left are not told of, and the list is shorter; of the first one is always told. The same errors.
[[nodiscard]] Result<std::vector<ThreadWork>> threadWorkOfAll(const Plan& plan, const ThreadWorkOptions& options,
                                                              const JobContext& job);

}  // namespace lanescope
