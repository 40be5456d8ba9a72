// SPDX-License-Identifier: GPL-3.0-or-later
// What one block of a launch is while it runs. The parts of the engine all work on it: each does one thing to it, and
// its header says what. Internal to core/simt.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/message.h"
#include "core/plan/plan.h"
#include "core/simt/decode/program.h"
#include "core/simt/engine/block_state.h"
#include "core/simt/engine/loop_rounds.h"
#include "core/simt/engine/shared_memory.h"
#include "core/simt/engine/thread_store.h"

namespace lanescope::simt {

/// What a part of the engine found wrong. FaultMaker makes a Fault of it, with names for all numbers.
struct Misstep {
    Fault::Kind kind = Fault::Kind::Misuse;
    std::uint32_t instruction = 0;
    std::uint32_t warp = 0;
    unsigned lane = 0;      ///< the first that is wrong
    LaneMask lanes = 0;     ///< all that are wrong in the same way; 0 = not known
    std::string detail{};   ///< Fault::detail
    bool ofAccess = false;  ///< Machine::fault says more
};

struct Block {
    /// The launch must have passed checkLaunch(). `memory` must outlive this.
    Block(std::shared_ptr<const Program> program, const Launch& launch, DeviceMemory& memory);
    Block(const Block&) = delete;  // the machine points into it
    Block& operator=(const Block&) = delete;

    /// Puts the block with this index at its first step.
    void start(Dim3 index);
    void saveTo(BlockState& state) const;
    void restoreFrom(const BlockState& state);

    [[nodiscard]] WarpState& warp() { return warps[current]; }
    /// Points the machine at the current warp.
    void enter() { threads.enter(current, machine); }
    /// Global memory may have got allocations, or share them with a copy, since the machine was pointed at it.
    void refreshViews();
    /// Of these lanes, those that pass the instruction's guard.
    [[nodiscard]] LaneMask guardMask(const Op& op, LaneMask mask) const {
        if (op.guard == kNowhere) return mask;
        const LaneMask predicate = machine.mask(op.guard);
        return mask & (op.guardNegated ? ~predicate : predicate);
    }
    /// Notes what is wrong; the block goes no further. Gives false: what was asked for was not done.
    bool raise(Misstep what) {
        wrong = std::move(what);
        return false;
    }
    /// An operation of the current warp that CUDA leaves undefined. Gives false.
    bool raiseMisuse(std::uint32_t pc, unsigned lane, const Message& what);
    /// What a handler has found wrong; the current warp is put back to that instruction.
    void raisePending();

    // what runs, and on what
    const std::shared_ptr<const Program> program;
    const Handlers& handlers;
    const Launch launch;
    DeviceMemory& memory;
    const bool independent;         ///< Scheduling::IndependentThreads
    const std::uint32_t kernelEnd;  ///< one past the kernel's last instruction; another function may begin there

    // what handlers see: one warp at a time
    Machine machine;
    std::vector<AccessPattern> patterns;
    std::vector<LoadGroup> loadGroups;
    std::vector<GlobalView> views;  ///< by buffer, what has been read and written

    // what the block is between two steps; with Barriers and Schedule::Turn it is a BlockState
    ThreadStore threads;
    SharedMemory shared;
    std::vector<WarpState> warps;
    std::uint32_t current = 0;  ///< the warp that runs
    std::uint64_t steps = 0;

    Dim3 index{0, 0, 0};             ///< in the grid
    std::vector<LoopRounds> rounds;  ///< by warp; what is under way of SiteCounts::rounds
    std::optional<Misstep> wrong;    ///< what ended it, if anything did
};

}  // namespace lanescope::simt
