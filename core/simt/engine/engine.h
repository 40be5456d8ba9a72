// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the blocks of one launch, one at a time. Owns the Block and the parts that work on it, and is the loop that
// leads through them:
//
//   Schedule       whose turn is it? That warp, until it stops:
//     handlers       its straight line of instructions; SiteCounter counts the line
//     ControlFlow    the branch, call, return or barrier at the line's end: Calls and DeviceRuntime, Barriers;
//                    ReconvergenceStack or LaneGroups say which lanes run next
//     Progress       now and then: does it get anywhere? Spins follows it ahead
//
// What any of them finds wrong is a Misstep, the end of the block: Waits has the words for who waits for ever, and
// FaultMaker makes a Fault of it. LaunchValues fills in what the launch and the block bring along. Internal to
// core/simt; BlockExecution and Emulator are its faces.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/simt/engine/block.h"
#include "core/simt/engine/block_execution.h"
#include "core/simt/engine/fault_maker.h"
#include "core/simt/engine/launch_values.h"
#include "core/simt/engine/progress.h"
#include "core/simt/engine/site_counter.h"
#include "core/simt/engine/waits.h"

namespace lanescope::simt {

class LogWriter;

class Engine {
public:
    enum class Status { Paused, Finished, Faulted };

    /// The launch must have passed checkLaunch(). `memory` must outlive this.
    Engine(std::shared_ptr<const Program> program, const Launch& launch, std::vector<std::byte> parameters,
           DeviceMemory& memory);
    Engine(const Engine&) = delete;  // its parts point to each other
    Engine& operator=(const Engine&) = delete;

    /// Puts the block at its first step. Counts go on.
    void start(Dim3 block);
    /// What run() does from now on is written to `log` (not owned); nullptr = to none.
    void setLog(LogWriter* log) { m_log = log; }
    /// Runs until the block has made `stepLimit` steps or a few more, ends or faults.
    Status run(std::uint64_t stepLimit);
    /// One warp instruction.
    BlockExecution::Status step(StepRecord& record);
    /// The current warp's turn is over, though it could go on.
    void endTurn();

    [[nodiscard]] bool faulted() const { return m_block.wrong.has_value(); }
    [[nodiscard]] const Fault& fault() const { return m_fault; }
    /// What was printed since it was last taken.
    [[nodiscard]] PrintedOutput& output() { return m_runtime.output(); }
    /// Makes the fault of a block that has used up its steps, at the instruction that would be next.
    void faultOnBudget();
    /// Sums over sites().
    [[nodiscard]] const LaunchCounts& counts() const { return m_counter.counts(); }
    /// What each instruction has done since the last clearCounts(), by its index in the entry.
    [[nodiscard]] std::vector<SiteCounts> sites() const { return m_counter.sites(); }
    void clearCounts() { m_counter.clear(); }
    /// By buffer, what has been read and written.
    [[nodiscard]] std::span<const GlobalView> views() const { return m_block.views; }
    [[nodiscard]] std::uint64_t steps() const { return m_block.steps; }
    /// Most steps that run() may make beyond its limit, and one.
    [[nodiscard]] std::uint64_t longestSegment() const;

    // block_execution.h
    [[nodiscard]] std::uint64_t registerValue(std::uint32_t warp, program::RegisterId reg, unsigned lane) const {
        return m_block.threads.value(warp, reg, lane);
    }
    [[nodiscard]] LaneMask reached() const { return m_reached; }
    [[nodiscard]] LaneMask live(std::uint32_t warp) const { return m_block.warps[warp].live(); }
    [[nodiscard]] std::uint32_t shownInstruction(std::size_t warp, std::uint32_t instruction) const {
        return m_faultMaker.shownInstruction(warp, instruction);
    }
    [[nodiscard]] BlockState state() const;
    void restore(const BlockState& state);

private:
    Status runOn(std::uint64_t stepLimit);
    bool stepOn(StepRecord& record);
    void runStraight(const Segment& segment, std::uint32_t pc, WarpState& warp);
    void runLogged(const Segment& segment);
    bool runControl(const Segment& segment, std::uint32_t pc, WarpState& warp);
    void takeBack(const Segment& segment, std::uint32_t fault, LaneMask mask);
    bool advance();
    void checkProgress();
    void record(StepRecord& record, const Op& op, std::uint32_t pc, LaneMask mask) const;

    Block m_block;
    LaunchValues m_values;
    SiteCounter m_counter;
    Schedule m_schedule;
    LaneGroups m_groups;
    DeviceRuntime m_runtime;
    Calls m_calls;
    Barriers m_barriers;
    ControlFlow m_flow;
    Stepper m_stepper;
    Spins m_spins;
    Progress m_progress;
    Waits m_waits;
    FaultMaker m_faultMaker;

    LogWriter* m_log = nullptr;
    Fault m_fault;
    LaneMask m_reached = 0;  ///< lanes that came to the instruction of the last step()
};

}  // namespace lanescope::simt
