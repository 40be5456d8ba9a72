// SPDX-License-Identifier: GPL-3.0-or-later
// One launch being emulated: its blocks one after the other, watched or not, or on several threads at once. Internal to
// core/simt.
#pragma once

#include <chrono>
#include <map>

#include "core/simt/emulator.h"
#include "core/simt/engine/block_workers.h"
#include "core/simt/engine/engine.h"
#include "core/simt/engine/launch_check.h"
#include "core/simt/engine/sampling.h"
#include "core/simt/log/writer.h"

namespace lanescope::simt {

class LaunchRun {
public:
    LaunchRun(std::shared_ptr<const Program> program, const Launch& launch, std::vector<std::byte> parameters,
              DeviceMemory& memory, const EmulatorOptions& options, std::size_t number);

    /// Errors: KernelFault, Cancelled.
    Result<void> run(const JobContext& job);
    /// After run().
    [[nodiscard]] LaunchReport report();

private:
    enum class BlockEnd { Finished, Faulted, Stopped };
    using BlockAt = std::function<SampledBlock(std::uint64_t)>;
    [[nodiscard]] std::vector<SampledBlock> chooseBlocks() const;
    /// Warp instructions that the launch may execute.
    [[nodiscard]] std::uint64_t stepBudget() const;
    [[nodiscard]] bool isWatched(const SampledBlock& block) const;
    [[nodiscard]] bool isWorthThreads(std::uint64_t next) const;
    [[nodiscard]] std::uint64_t endOfUnwatched(std::uint64_t first, const BlockAt& blockAt) const;
    BlockWorkers::End runOnThreads(std::uint64_t first, std::uint64_t end, const BlockAt& blockAt,
                                   const JobContext& job);
    BlockWorkers::End runTogether(std::uint64_t first, std::uint64_t end, const BlockAt& blockAt,
                                  const JobContext& job);
    [[nodiscard]] bool mayBeProbed(const std::vector<SampledBlock>& sample) const;
    Result<void> runProbes(std::vector<SampledBlock>& left, const JobContext& job);
    void putInOrder(const std::vector<SampledBlock>& sample);
    Result<void> goesOnAfter(BlockEnd end);
    BlockEnd runBlock(Dim3 block, std::uint64_t weight, const JobContext& job);
    BlockEnd watchBlock(Dim3 block, std::uint64_t weight, const JobContext& job);
    void takeOutput(Engine& engine);
    void ended(std::uint64_t weight, std::uint64_t steps);
    BlockEnd finish(Engine& engine, const JobContext& job);
    [[nodiscard]] bool stillGoing(const JobContext& job);
    void take(const std::vector<SiteCounts>& sites, std::uint64_t weight);
    void takeUnwatched();

    std::shared_ptr<const Program> m_program;
    const Launch& m_launch;
    DeviceMemory& m_memory;
    const EmulatorOptions& m_options;
    std::size_t m_number;
    std::vector<std::byte> m_parameters;
    Engine m_engine;
    unsigned m_threads = 1;
    bool m_mayTryThreads = false;
    std::optional<LogWriter> m_log;

    std::vector<SiteCounts> m_sites;
    std::uint64_t m_weight = 1;  ///< of the blocks whose counts m_engine holds
    std::uint64_t m_steps = 0;   ///< of the blocks that have ended
    std::vector<BlockSteps> m_stepsOfBlocks;
    /// Of the blocks that were run before the others, or were not run for them: index in the grid, and what they did.
    std::map<std::uint64_t, BlockSteps> m_probed;
    std::uint64_t m_blocksRun = 0;
    std::uint64_t m_blocksInAll = 0;  ///< of the launch, or of its sample
    std::uint64_t m_blocksToRun = 0;  ///< of these, those behind the probes
    std::optional<Fault> m_fault;
    PrintedOutput m_output;
    std::chrono::steady_clock::time_point m_lastReport{};
};

}  // namespace lanescope::simt
