// SPDX-License-Identifier: GPL-3.0-or-later
// The SIMT emulator: runs a plan's PTX warp by warp on the CPU, counts what it did, and lets observers watch blocks.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/plan/executor.h"
#include "core/simt/engine/block_execution.h"
#include "core/simt/log/launch_log.h"

namespace lanescope::simt {

struct LaunchReport;

/// Watches launches, and chosen blocks of them, while they run; as it stands, watches nothing. core/trace records with
/// it.
class BlockObserver {
public:
    virtual ~BlockObserver() = default;
    /// Before the launch's first block. `memory` is global memory as the launch finds it; whoever runs blocks on it
    /// leaves it as it was (by a MemorySnapshot).
    virtual void beginLaunch(std::size_t /*number*/, const Launch& /*launch*/,
                             std::shared_ptr<const Program> /*program*/, DeviceMemory& /*memory*/) {}
    /// After its last block, or the one that faulted; not after a launch that was cancelled.
    virtual void endLaunch(const LaunchReport& /*report*/, const DeviceMemory& /*memory*/) {}
    /// Is this block of launch number `launch` (0-based in the plan) to be watched?
    [[nodiscard]] virtual bool wants(std::size_t /*launch*/, Dim3 /*block*/) const { return false; }
    /// Before the block's first step. `memory` is global memory as the block finds it.
    virtual void begin(std::size_t /*launch*/, const Launch& /*what*/, Dim3 /*block*/,
                       std::shared_ptr<const Program> /*program*/, const BlockExecution& /*execution*/,
                       DeviceMemory& /*memory*/) {}
    /// After each step. Returning false stops the watching (the block runs on unwatched).
    virtual bool step(const StepRecord& /*record*/, const BlockExecution& /*execution*/) { return false; }
    virtual void end(const BlockExecution& /*execution*/) {}
};

struct EmulatorOptions {
    /// Warp instructions that one launch may execute before it faults with StepBudget.
    std::uint64_t stepBudget = 200'000'000'000ULL;
    /// Blocks that one launch may run; 0 = all. A larger grid is sampled: blocks are grouped by whether they lie at
    /// the low edge, inside or at the high edge in each dimension, each group is run for some of its members, and their
    /// counts stand for the rest; of long blocks that are all alike, as far as some from all over the grid tell, fewer
    /// are run. The result in memory is then incomplete, and the report says so; what later launches
    /// read of it counts as initialised.
    std::uint64_t maxBlocks = 0;
    /// What becomes of a warp whose lanes part ways.
    Scheduling scheduling = Scheduling::ReconvergenceStack;
    /// Stack of a thread in kernels with recursion; others have what they need.
    std::uint32_t stackBytes = kDefaultStackBytes;
    BlockObserver* observer = nullptr;  ///< not owned
    /// Threads that run blocks which are independent of each other; 0 = as many as the machine has, for launches that
    /// are worth it. Whatever it is, memory, counts, faults and what observers see are those of one thread
    /// (block_workers.h).
    unsigned threads = 0;
    /// Keep a LaunchLog of each launch, of up to about so many bytes; 0 = none.
    std::uint64_t logBytes = 0;
    /// Buffers that hold their initial content without an upload; it is made where blocks come to it.
    std::vector<BufferId> heldFromStart{};
    /// Nobody looks at memory afterwards: what a sampled launch has left out counts as initialised without a flag for
    /// each word.
    bool countsOnly = false;
};

/// What a block that was run did.
struct BlockSteps {
    std::uint64_t weight = 1;  ///< blocks of the grid that it stands for, itself included
    std::uint64_t steps = 0;   ///< warp instructions
};

struct LaunchReport {
    std::string kernel;  ///< demangled entry
    Dim3 grid;
    Dim3 block;
    std::uint32_t staticSharedBytes = 0;
    std::uint32_t dynamicSharedBytes = 0;
    LaunchCounts counts;  ///< of the whole grid (scaled up when sampled)
    /// The same by instruction: sites[i] is what entry().instructions[i] did; counts == sumOf(sites).
    std::vector<SiteCounts> sites;
    std::uint64_t blocksRun = 0;
    /// Of the blocks that ended, in the grid's order; empty if more than kMostBlocksTold were to be run.
    std::vector<BlockSteps> steps;
    static constexpr std::uint64_t kMostBlocksTold = 1 << 20;
    [[nodiscard]] bool sampled() const { return !fault && blocksRun < grid.count(); }
    std::optional<Fault> fault;
    PrintedOutput output;                  ///< of printf, block after block as they ran
    double seconds = 0;                    ///< wall time of emulating it
    std::shared_ptr<const LaunchLog> log;  ///< of the blocks run unwatched, if EmulatorOptions::logBytes asks for it
};

class Emulator final : public Executor {
public:
    explicit Emulator(EmulatorOptions options = {});
    ~Emulator() override;

    Result<void> allocate(std::span<const Buffer> buffers) override;
    Result<void> upload(BufferId buffer, std::span<const std::byte> bytes) override;
    /// Errors: InvalidLaunch (grid, block or shared memory beyond CUDA's limits, wrong arguments), KernelFault,
    /// PtxUnsupported, Cancelled.
    Result<void> launch(const Launch& launch, const JobContext& job) override;
    Result<void> download(BufferId buffer, std::span<std::byte> bytes) override;
    Result<void> copy(const CopyStep& step, std::span<std::byte> host) override;
    Result<void> fill(const FillStep& step) override;
    /// Done by a loop of ours (library_call.h). Error: Cancelled.
    Result<void> call(const LibraryStep& step, const JobContext& job) override;
    Result<void> wait(std::optional<std::uint32_t> stream) override;  ///< everything is done already
    Result<void> pin(std::span<const std::span<std::byte>> arrays) override;
    void unpin() override {}

    /// One per launch so far, the faulting one included.
    [[nodiscard]] const std::vector<LaunchReport>& reports() const;
    [[nodiscard]] const DeviceMemory& memory() const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace lanescope::simt
