// SPDX-License-Identifier: GPL-3.0-or-later
// What a block is between two steps, as values: who runs where, who waits for whom, registers and shared memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/simt/memory/thread_memory.h"
#include "core/simt/step.h"

namespace lanescope::simt {

inline constexpr std::uint32_t kNoCall = 0xffffffffU;
/// Of a meeting that lanes come to before they can leave any loop.
inline constexpr std::uint32_t kAllLoops = 0xffffffffU;
inline constexpr unsigned kBarriers = 16;  ///< of a block (PTX ISA 9.7.13.1)

/// One level of the reconvergence stack: these lanes run from `pc` until they reach `reconvergence`. An activation of a
/// function has a level of its own, its frame: it ends at the function's end and goes back to the level below.
struct StackEntry {
    std::uint32_t pc = 0;
    std::uint32_t reconvergence = 0;  ///< instruction index; Function::end = the end of the function
    std::uint32_t loops = 0;          ///< program::Meeting::depth: lanes that stay in fewer loops do not come there
    LaneMask mask = 0;
    std::uint32_t function = 0;    ///< whose code runs: into program::Entry::functions
    std::uint32_t call = kNoCall;  ///< of a frame: the instruction that called
    [[nodiscard]] bool isFrame() const { return call != kNoCall; }
    friend bool operator==(const StackEntry&, const StackEntry&) = default;
};

/// Where the lanes of a branch that split may meet again, under independent thread scheduling.
struct MeetingPoint {
    std::uint32_t pc = 0;
    std::uint32_t depth = 0;  ///< stack levels
    std::uint32_t loops = 0;  ///< program::Meeting::depth
    LaneMask lanes = 0;       ///< of the branch, without those that others no longer wait for
    friend bool operator==(const MeetingPoint&, const MeetingPoint&) = default;
};

enum class Wait : std::uint8_t {
    None,
    Barrier,  ///< at a block barrier
    Warp,     ///< for lanes of its warp that an instruction's member mask names
    Meeting   ///< at a meeting point, for lanes of its warp
};

/// Lanes that run together. The stack policy has one group a warp; under independent thread scheduling a group's stack
/// has only function frames, all with the group's lanes.
struct LaneGroup {
    std::vector<StackEntry> stack;  ///< back() is what runs; empty = all lanes have ended
    std::vector<MeetingPoint> meetings;
    Wait wait = Wait::None;
    std::uint8_t barrier = 0;        ///< Wait::Barrier: which
    std::uint32_t waitsAt = 0;       ///< the instruction that waits; Wait::None: 0
    LaneMask waiting = 0;            ///< Wait::Barrier: lanes that arrived
    std::uint32_t passes = kNoCall;  ///< a bar.warp.sync that all its lanes have reached
    std::uint64_t since = 0;         ///< Wait::Meeting: step at which it began to wait
    [[nodiscard]] LaneMask active() const { return stack.empty() ? 0 : stack.back().mask; }
    [[nodiscard]] std::uint32_t pc() const { return stack.empty() ? 0 : stack.back().pc; }
    friend bool operator==(const LaneGroup&, const LaneGroup&) = default;
};

/// A warp: the group that runs, and under independent thread scheduling the other groups, the next one last.
struct WarpState : LaneGroup {
    bool atBarrier = false;  ///< no lane can run before a barrier opens
    std::vector<LaneGroup> parked;
    /// Registers and slots of recursive functions that the lanes' calls have put aside; by lane, empty before the
    /// first.
    std::vector<std::vector<std::uint64_t>> saved;
    [[nodiscard]] bool finished() const { return stack.empty(); }
    [[nodiscard]] bool runnable() const { return !finished() && !atBarrier; }
    /// All lanes that have not ended.
    [[nodiscard]] LaneMask live() const;
    void endLanes(LaneMask lanes);
    friend bool operator==(const WarpState&, const WarpState&) = default;
};

/// One of the block's barriers. All zero = nobody has arrived since it opened.
struct BarrierState {
    std::uint32_t expected = 0;  ///< threads; whole warps
    std::uint32_t arrived = 0;   ///< threads, as the barrier counts them: a warp that comes whole is 32
    bool wholeBlock = false;     ///< no number was given: all threads that have not ended
    std::uint32_t lanes = 0;     ///< bar.red: threads that have given a predicate
    std::uint32_t yes = 0;       ///< of those, true ones
    friend bool operator==(const BarrierState&, const BarrierState&) = default;
};

/// Everything a block is between two steps, but for global memory. A value: save it, hash it, compare it.
struct BlockState {
    std::vector<WarpState> warps;
    /// Registers: warp-major, then register, then lane; 8 bytes each (narrower ones zero-extended).
    std::vector<std::uint64_t> registers;
    std::vector<std::byte> shared;
    std::vector<std::uint8_t> sharedInitialised;  ///< one flag per 4-byte word
    ThreadMemory threads;
    std::array<BarrierState, kBarriers> barriers{};
    std::uint32_t currentWarp = 0;  ///< the warp that steps next
    std::uint64_t steps = 0;        ///< warp instructions executed so far
    std::uint64_t turnStart = 0;    ///< steps when the current warp's turn began
    std::uint64_t nextCheck = 0;    ///< steps at which it is asked whether the warp gets anywhere
    std::uint64_t clockReads = 0;   ///< that the current warp has made in its turn

    [[nodiscard]] std::uint64_t hash() const;
    friend bool operator==(const BlockState&, const BlockState&) = default;
};

}  // namespace lanescope::simt
