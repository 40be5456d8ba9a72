// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the blocks of one launch, one at a time: reconvergence stacks, barriers, the schedule, counting by segment.
// Internal to core/simt; BlockExecution and Emulator are its faces.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/simt/decode/op.h"
#include "core/simt/decode/program.h"
#include "core/simt/engine/block_execution.h"
#include "core/simt/engine/loop_rounds.h"

namespace lanescope::simt {

class LogWriter;

/// Cache-line aligned bytes, zeroed.
class AlignedBytes {
public:
    /// At least `size` bytes, zeroed; data() is never null, because addresses are counted from it.
    explicit AlignedBytes(std::size_t size = 0);
    [[nodiscard]] std::byte* data() { return reinterpret_cast<std::byte*>(m_lines.data()); }
    [[nodiscard]] const std::byte* data() const { return reinterpret_cast<const std::byte*>(m_lines.data()); }

private:
    struct alignas(64) Line {
        std::array<std::byte, 64> bytes{};
    };
    std::vector<Line> m_lines;
};

class Engine {
public:
    enum class Status { Paused, Finished, Faulted };

    /// The launch must have passed checkLaunch(). `memory` must outlive this.
    Engine(std::shared_ptr<const Program> program, const Launch& launch, std::vector<std::byte> parameters,
           DeviceMemory& memory);
    Engine(const Engine&) = delete;  // the machine points into it
    Engine& operator=(const Engine&) = delete;

    /// Puts the block at its first step. Counts go on.
    void start(Dim3 block);
    /// What run() does from now on is written to `log` (not owned); nullptr = to none.
    void setLog(LogWriter* log) { m_log = log; }
    /// Runs until the block has made `stepLimit` steps or a few more, ends or faults.
    Status run(std::uint64_t stepLimit);
    /// One warp instruction.
    BlockExecution::Status step(StepRecord& record);

    [[nodiscard]] bool faulted() const { return m_faulted; }
    [[nodiscard]] const Fault& fault() const { return m_fault; }
    /// What was printed since it was last taken.
    [[nodiscard]] PrintedOutput& output() { return m_output; }
    /// Makes the fault of a block that has used up its steps, at the instruction that would be next.
    void faultOnBudget();
    /// Sums over sites().
    [[nodiscard]] const LaunchCounts& counts() const;
    /// What each instruction has done since the last clearCounts(), by its index in the entry.
    [[nodiscard]] std::vector<SiteCounts> sites() const;
    void clearCounts();
    /// By buffer, what has been read and written.
    [[nodiscard]] std::span<const GlobalView> views() const { return m_views; }
    [[nodiscard]] std::uint64_t steps() const { return m_steps; }
    /// Most steps that run() may make beyond its limit, and one.
    [[nodiscard]] std::uint64_t longestSegment() const;
    [[nodiscard]] std::uint64_t registerValue(std::uint32_t warp, ptx::RegisterId reg, unsigned lane) const;
    [[nodiscard]] LaneMask reached() const { return m_reached; }
    [[nodiscard]] LaneMask live(std::uint32_t warp) const { return m_warps[warp].live(); }
    /// block_execution.h
    [[nodiscard]] std::uint32_t shownInstruction(std::size_t warp, std::uint32_t instruction) const;
    [[nodiscard]] BlockState state() const;
    void restore(const BlockState& state);

private:
    void fillConstants();
    void fillConstant(const Constant& constant);
    void fillWarpSpecials();
    void startThreads();
    void enterThreads();
    [[nodiscard]] ThreadMemory threads() const;
    void restoreThreads(const ThreadMemory& threads);
    [[nodiscard]] std::uint64_t parameterValue(const Constant& constant) const;
    [[nodiscard]] std::uint64_t variableAddress(std::uint32_t variable) const;
    [[nodiscard]] std::uint64_t specialValue(const Constant& constant, unsigned lane) const;
    void refreshViews();
    [[nodiscard]] std::byte* registersOf(std::size_t warp) {
        return m_registers.data() + warp * m_program->warpBytes();
    }
    [[nodiscard]] const std::byte* registersOf(std::size_t warp) const {
        return m_registers.data() + warp * m_program->warpBytes();
    }

    void enterWarp();
    void runLogged(const Segment& segment);
    void runStraight(const Segment& segment, std::uint32_t pc, WarpState& warp);
    bool runControl(const Segment& segment, std::uint32_t pc, WarpState& warp);
    void countOne(const Op& op, LaneMask mask);
    void uncount(const Segment& segment, std::uint32_t fault, LaneMask mask);
    void uncountGroup(const Segment& segment, std::uint32_t leader, std::uint32_t fault);
    bool stepOne(WarpState& warp);

    struct Way {  ///< lanes that go to the same instruction or function
        std::uint32_t to = 0;
        LaneMask lanes = 0;
        std::uint32_t loops = 0;  ///< of those around the branch that they stay in
    };
    // control flow of the running lanes (engine_control.cpp); false: the warp stops here (ended, waits, or faulted)
    bool control(const Op& op, std::uint32_t pc, WarpState& warp);
    bool transfer(const Op& op, std::uint32_t pc, LaneMask lanes, WarpState& warp);
    bool branch(const Op& op, std::uint32_t pc, LaneMask taken, WarpState& warp);
    void go(std::uint32_t to, std::uint32_t loops, WarpState& warp);
    void part(const Op& op, std::span<const Way> ways, WarpState& warp);
    void leaveLoops(const Way& way, WarpState& warp);
    void endLanes(LaneMask lanes, WarpState& warp);
    void returnLanes(LaneMask lanes, std::uint32_t pc, WarpState& warp);
    void settle(WarpState& warp);
    bool othersComeFirst(const Op& op, WarpState& warp);
    void letRun(std::size_t level, LaneMask lanes, WarpState& warp);
    /// A fault of an operation that CUDA leaves undefined; gives false.
    bool misuse(std::uint32_t pc, unsigned lane, const std::string& detail);

    // calls (engine_calls.cpp)
    static void addLane(std::vector<Way>& ways, std::uint32_t to, unsigned lane);
    bool branchByIndex(const Op& op, std::uint32_t pc, WarpState& warp);
    bool call(const Op& op, std::uint32_t pc, WarpState& warp);
    bool findCallees(const Op& op, std::uint32_t pc, LaneMask lanes, std::vector<Way>& ways);
    [[nodiscard]] bool fitsStack(std::uint32_t callee, std::uint32_t pc, LaneMask lanes, const WarpState& warp);
    void enterFunction(std::uint32_t caller, std::uint32_t callee, std::uint32_t pc, LaneMask lanes, WarpState& warp);
    void leaveFunction(WarpState& warp);
    void moveStackPointer(LaneMask lanes, std::int64_t bytes);
    void saveActivation(const ptx::Function& function, LaneMask lanes, WarpState& warp);
    void restoreActivation(const ptx::Function& function, LaneMask lanes, WarpState& warp);
    void copySlot(std::uint32_t from, std::uint32_t to, unsigned lane);
    [[nodiscard]] std::byte* slotOf(std::uint32_t slot, unsigned lane);
    [[nodiscard]] std::uint64_t laneOf(ptx::RegisterId reg, unsigned lane) const;
    void setLaneOf(ptx::RegisterId reg, unsigned lane, std::uint64_t value);

    // the device runtime's functions (engine_runtime.cpp)
    bool callRuntime(const ptx::Function& function, const ptx::Call& call, std::uint32_t pc, LaneMask lanes);
    [[nodiscard]] std::uint64_t argumentOf(const ptx::Call& call, std::size_t index, unsigned lane);
    void putResult(const ptx::Call& call, unsigned lane, std::uint64_t value);
    [[nodiscard]] std::optional<std::byte> byteAt(std::uint64_t address, unsigned lane) const;
    [[nodiscard]] std::optional<std::uint64_t> bitsAt(std::uint64_t address, unsigned bytes, unsigned lane) const;
    [[nodiscard]] std::optional<std::string> textAt(std::uint64_t address, unsigned lane) const;
    [[nodiscard]] std::optional<std::int32_t> printFor(const ptx::Call& call, unsigned lane);
    bool failAssertion(const ptx::Call& call, std::uint32_t pc, unsigned lane, LaneMask lanes);

    // independent thread scheduling (engine_groups.cpp)
    void split(WarpState& warp, LaneMask apart, std::uint32_t apartPc);
    void addMeeting(WarpState& warp, const MeetingPlace& place);
    void partGroup(const Op& op, std::span<const Way> ways, WarpState& warp);
    void leaveMeetings(WarpState& warp, LaneGroup& group, std::uint32_t loops);
    static void meetAtEnd(std::uint32_t end, WarpState& warp);
    static void forgetMeeting(WarpState& warp, LaneGroup& group);
    void settleGroup(WarpState& warp);
    void arriveAtMeeting(WarpState& warp);
    bool gather(const Op& op, WarpState& warp);
    [[nodiscard]] LaneMask missingAt(const Op& op, const LaneGroup& group, const WarpState& warp) const;
    bool passTogether(const Op& op, WarpState& warp, LaneMask missing);
    void absorb(WarpState& warp, Wait wait);
    bool nextGroup(WarpState& warp);
    void giveUpMeeting(WarpState& warp, LaneGroup& group);

    // barriers and whose turn it is (engine_barriers.cpp)
    static constexpr std::uint32_t kNoWarp = 0xffffffffU;
    struct BarrierUse;
    bool barrier(const Op& op, std::uint32_t pc, WarpState& warp);
    bool readBarrierUse(const Op& op, std::uint32_t pc, LaneMask lanes, BarrierUse& use);
    bool arrive(const BarrierUse& use, std::uint32_t pc, std::uint32_t threads);
    void openBarrier(std::uint32_t id);
    void giveResults(const LaneGroup& group, std::size_t warp, const BarrierState& barrier);
    void beginTurn(std::uint32_t warp);
    bool advanceSchedule();
    bool openWholeBlockBarrier();

    // does a warp get anywhere? (engine_progress.cpp)
    static constexpr std::uint64_t kFirstCheck = 1 << 16;  ///< steps of a turn before it is asked
    [[nodiscard]] bool checkIsDue(const WarpState& warp) const {
        return m_steps >= m_nextCheck && warp.pc() == m_program->segments()[m_program->segmentOf(warp.pc())].first;
    }
    void checkProgress();
    bool changeGroup(WarpState& warp);
    void rotate(WarpState& warp);
    bool handsOver(const Segment& segment, LaneMask lanes, WarpState& warp);
    [[nodiscard]] bool stillWaits(const Op& op, LaneMask lanes);
    [[nodiscard]] bool spins(std::uint32_t which);
    struct OwnMemory;
    [[nodiscard]] OwnMemory ownMemory(std::uint32_t warp) const;
    [[nodiscard]] bool isOwnMemory(std::uint32_t warp, const OwnMemory& own) const;
    void putBack(std::uint32_t warp, const OwnMemory& own);
    bool comesBack(WarpState& warp, const std::vector<MemoryWrite>& writes);
    [[nodiscard]] bool everyoneWaits();
    bool letTimePass();

    // who waits for ever (engine_waits.cpp)
    [[nodiscard]] std::string threadsText(std::size_t warp, LaneMask lanes) const;
    [[nodiscard]] std::string lineOf(std::uint32_t instruction) const;
    [[nodiscard]] std::string elsewhereText(std::uint32_t barrier) const;
    void faultOnBarriers();
    void faultOnWarpWait(const LaneGroup& group, const WarpState& warp);
    void faultOnSpin();

    [[nodiscard]] LaneMask guardMask(const Op& op, LaneMask mask) const {
        if (op.guard == kNowhere) return mask;
        const LaneMask predicate = m_machine.mask(op.guard);
        return mask & (op.guardNegated ? ~predicate : predicate);
    }
    void record(StepRecord& record, const Op& op, std::uint32_t pc, LaneMask mask) const;

    void takePendingFault(WarpState& warp);
    void makeFault(Fault::Kind kind, std::uint32_t instruction, std::size_t warp, unsigned lane);
    void addHint();
    [[nodiscard]] std::optional<BufferId> indexedBuffer() const;
    [[nodiscard]] LaneMask lanesAsWrong(const PendingFault& pending, LaneMask active) const;
    [[nodiscard]] std::optional<Fault::Kind> problemAt(ptx::Space space, std::uint64_t address, const Op& op) const;

    std::shared_ptr<const Program> m_program;
    const Handlers& m_handlers;
    Launch m_launch;
    std::vector<std::byte> m_parameters;
    DeviceMemory& m_memory;

    LogWriter* m_log = nullptr;
    Machine m_machine;
    AlignedBytes m_registers;
    bool m_constantsFilled = false;
    mutable std::vector<std::optional<std::uint32_t>> m_shown;  ///< shownInFunctions(), once somebody asks
    AlignedBytes m_shared;
    std::uint64_t m_sharedBytes = 0;
    std::vector<std::uint8_t> m_sharedInitialised;
    ThreadMemory m_threads;  ///< all but the extras, which lie behind the registers
    std::vector<AccessPattern> m_patterns;
    std::vector<LoadGroup> m_groups;
    std::vector<GlobalView> m_views;

    Dim3 m_block{0, 0, 0};
    std::vector<WarpState> m_warps;
    std::uint32_t m_current = 0;
    std::uint64_t m_steps = 0;
    LaneMask m_reached = 0;  ///< lanes that came to the instruction of the last step()
    std::array<BarrierState, kBarriers> m_barriers{};
    std::uint32_t m_next = kNoWarp;  ///< where advanceSchedule() looks first, if not at the current warp
    std::uint64_t m_turnStart = 0;
    std::uint64_t m_nextCheck = 0;
    std::uint64_t m_clockReads = 0;    ///< of the turn
    bool m_handedOver = false;         ///< the turn ended because its warp waits
    bool m_follows = false;            ///< in spins()
    bool m_looksAtClock = false;       ///< one of the loops that spins() has followed does
    std::vector<SiteCounts> m_untold;  ///< what spins() counts, for nobody
    const bool m_independent;
    const std::uint32_t m_kernelEnd;  ///< one past the kernel's last instruction; another function may begin there
    PrintedOutput m_output;
    bool m_faulted = false;
    Fault m_fault;

    struct SegmentCount {
        std::uint64_t warps = 0;
        std::uint64_t threads = 0;
    };
    std::vector<SegmentCount> m_segmentCounts;  ///< of whole segments run
    std::vector<SiteCounts> m_sites;            ///< everything else
    std::vector<LoopRounds> m_rounds;           ///< by warp; what is under way of SiteCounts::rounds
    mutable LaunchCounts m_total;
};

}  // namespace lanescope::simt
