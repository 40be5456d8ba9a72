// SPDX-License-Identifier: GPL-3.0-or-later
// Any block of any launch of a run, step by step, without having recorded the run: the memory that each launch found is
// kept (copied only where it is written), and a block is run again, alone, when somebody wants to see it. Traces are
// kept as long as a memory budget allows.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/job_context.h"
#include "core/simt/emulator.h"
#include "core/trace/block_trace.h"

namespace lanescope {

/// A block's trace, and what must be said of it.
struct TracedBlock {
    enum class How : std::uint8_t {
        Kept,      ///< it was still there
        Made,      ///< recorded for the first time
        MadeAgain  ///< it had been dropped to stay within the budget
    };
    std::shared_ptr<const BlockTrace> trace;
    How how = How::Made;
    /// The block read what blocks before it may have written, and those were run again first.
    bool earlierBlocksRun = false;
    /// It read such values, but the blocks before it have never run: only a sample of the grid was. What the trace
    /// shows is the block on the memory that the launch found.
    bool earlierBlocksMissing = false;
};

/// To be the observer of the run; may be asked while the run goes on for launches that have ended. Safe to be called
/// from several threads.
class RunHistory final : public simt::BlockObserver {
public:
    struct Options {
        /// For traces and for memory between blocks; the most recent trace is kept in any case. 0 = defaultBudget().
        std::uint64_t budget = 0;
        std::uint64_t maxEvents = 10'000'000;  ///< of a trace
        /// Global memory as a launch finds it, by running all that comes before it again. With it the memory that many
        /// launches found need not be kept all at once; without it all of it is kept, whatever it takes.
        std::function<Result<simt::DeviceMemory>(std::size_t launch, const JobContext& job)> memoryAgain{};
    };
    struct Usage {
        std::uint64_t bytes = 0;
        std::uint64_t budget = 0;
        std::size_t traces = 0;
        std::uint64_t dropped = 0;     ///< traces so far
        std::uint64_t startBytes = 0;  ///< kept of the memory that launches found, beside what they share
    };

    /// An eighth of the memory that this machine can give, between 64 MiB and 2 GiB.
    [[nodiscard]] static std::uint64_t defaultBudget();

    explicit RunHistory(Options options);
    ~RunHistory() override;

    [[nodiscard]] std::size_t launches() const;
    /// The launch's trace of a block: kept, or made now. A launch that ended in a fault has not run the blocks behind
    /// that; a sampled launch can show all. Errors: IllegalValue (no such launch or block), KernelFault (the block was
    /// not run), Cancelled.
    [[nodiscard]] Result<TracedBlock> traceOf(std::size_t launch, Dim3 block, const JobContext& job);
    /// Keeps a trace that was recorded elsewhere, of the same launch of the same plan on the same memory, as if it had
    /// been made here. The launch has ended.
    void adopt(const TracedBlock& traced);
    [[nodiscard]] Usage usage() const;

    // BlockObserver
    void beginLaunch(std::size_t number, const Launch& launch, std::shared_ptr<const simt::Program> program,
                     simt::DeviceMemory& memory) override;
    void endLaunch(const simt::LaunchReport& report, const simt::DeviceMemory& memory) override;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace lanescope
