// SPDX-License-Identifier: GPL-3.0-or-later
// What the warps of some blocks of a launch did, in order: all that a timing model needs of an emulated run.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/dim3.h"
#include "core/simt/step.h"

namespace lanescope::simt {
class Program;
}
namespace lanescope::ptxas {
struct MachineCode;
}

namespace lanescope::sass {
struct Listing;
}

namespace lanescope::timing {

inline constexpr std::uint32_t kNoAccess = 0xffffffffU;
/// Sectors of local memory have numbers from here on: each warp that is resident has its own, whatever block it is of.
inline constexpr std::uint32_t kLocalSectors = 1U << 31;
/// Bytes of constant memory that its caches hold together.
inline constexpr std::uint32_t kConstantLine = 64;

/// One access of a warp to memory as a load-store unit sees it.
struct Access {
    std::uint32_t firstSector = 0;  ///< global and local memory: into LaunchSample::sectors; constants: lines, there
    std::uint32_t firstPass = 0;    ///< atomic operations on these: into LaunchSample::passes, one of each sector
    std::uint16_t sectors = 0;      ///< so many distinct ones, ascending
    std::uint8_t lines = 1;         ///< global and local memory: of 128 bytes, that they are of
    std::uint8_t wavefronts = 1;    ///< passes over the banks, of L1 as of shared memory; of constants: addresses
    std::uint8_t atOneAddress = 1;  ///< the most lanes that one address has
    std::uint8_t lanes = 0;
    std::uint8_t words = 1;                          ///< registers of data of each lane
    program::Space space = program::Space::Generic;  ///< resolved
    simt::AccessKind kind = simt::AccessKind::None;
    bool whole = true;          ///< its sectors are filled by it
    std::uint64_t partial = 0;  ///< bit i: its sector i is not (global stores)
    /// Of these, the ones that no other store of its block fills either.
    std::uint64_t unfilled = 0;
};

struct Event {
    std::uint32_t instruction = 0;  ///< into Entry::instructions
    std::uint32_t access = kNoAccess;
};

struct SampledWarp {
    std::vector<Event> events;
};

struct SampledBlock {
    std::uint64_t index = 0;  ///< Dim3::linear in the grid
    std::vector<SampledWarp> warps;
    bool cut = false;  ///< it did more than was kept
};

/// Passes over the banks: joined accesses of 16 bytes go half a warp at a time.
[[nodiscard]] constexpr unsigned passesOf(const Access& access, bool wide) {
    constexpr unsigned kHalfWarp = 16;
    return wide && access.lanes > kHalfWarp && access.wavefronts < 2 ? 2 : access.wavefronts;
}

/// Of a buffer, in sectors.
struct BufferRead {
    double distinct = 0;  ///< that all blocks together read
    double apart = 0;     ///< that they read if each finds no more there than the block before it has read
};

/// What a block does that is run by itself.
enum class ByItself : std::uint8_t {
    AsInLaunch,
    Waits,    ///< far more than in the launch: it waits for what others write
    TakesAll  ///< what others would have done: all take their work from a counter that they raise
};

/// Blocks as one multiprocessor gets them, in order, and what the whole launch touches.
struct LaunchSample {
    std::shared_ptr<const simt::Program> program;
    /// The machine code that ran, instruction i of the program being its instruction i; nullptr: PTX did.
    std::shared_ptr<const sass::Listing> listing;
    /// What is known of machine code where PTX ran; nullptr, or refused: every instruction counts as one.
    std::shared_ptr<const ptxas::MachineCode> code;
    Dim3 grid;
    Dim3 block;
    std::uint64_t sharedBytes = 0;             ///< of a block, static and dynamic
    std::uint32_t multiprocessors = 0;         ///< that the blocks were dealt out to
    std::uint64_t blocksOfMultiprocessor = 0;  ///< that the fullest one gets, or the one that was looked at
    bool isFullest = false;                    ///< it is that one: all blocks of the grid were run for it
    std::vector<SampledBlock> blocks;          ///< some of its blocks, or all
    std::vector<Access> accesses;
    std::vector<std::uint32_t> sectors;  ///< numbers of 32-byte sectors, the four of a line in a row
    std::vector<std::uint8_t> passes;    ///< of an atomic operation, in a sector: the most lanes that one address has
    /// Of the atomic operations of the other multiprocessors, the share that is on sectors on which this one has some.
    double atomicsShared = 1;
    double partialShared = 0;  ///< of the sectors that stores do not fill, the share that several blocks write
    std::vector<std::uint32_t> hotSectors;  ///< that many blocks write, none of them all of it; ascending
    std::uint32_t sectorCount = 0;          ///< of all memory
    /// By kilobyte, a page of DRAM: the blocks that read of it read one line alone each. May be empty.
    std::vector<bool> loneLines;
    /// Of the sectors that blocks read for the first time, the share that others, which began with them, had read long
    /// before.
    double foundInL2 = 0;
    /// Of the sectors that blocks behind the first ones are the first of their multiprocessor to read, the share that
    /// the block before them in the grid reads, too: all multiprocessors come to those at the same time.
    double comeTogether = 0;
    double distinctRead = 0;       ///< sectors that all blocks together read
    double mostRead = 0;           ///< the most of these that a launch of the plan reads, up to this one
    std::vector<BufferRead> read;  ///< of each buffer
    double stored = 0;             ///< bytes that its stores ask for, all together
    double storedBefore = 0;       ///< and those of earlier launches of the plan, each place once
    double storedNew = 1;          ///< of its own, the share on places that none of those has stored to
    /// By sector: an earlier launch of the plan has read or written it; empty: none has. How many those are.
    std::vector<bool> touchedBefore;
    double touchedCount = 0;
    std::vector<bool> touchedLast;  ///< likewise, the launch right before it has
    double touchedLastCount = 0;
    std::vector<bool> storedLast;  ///< of those, what that one has stored to
    double storedLastSince = 0;    ///< sectors that it came to from when its blocks began to store, and those of it
    /// Of touchedBefore, what stores have filled in part and nobody has read, as far as is known: ascending. L2 gets
    /// the rest from DRAM when they are read.
    std::vector<std::uint32_t> partlyBefore;
    bool codeIsWarm = false;  ///< an earlier launch of the plan was of the same kernel
    ByItself byItself = ByItself::AsInLaunch;
    double stepsPerBlock = 0;  ///< warp steps of the emulator: the mean of all blocks
    /// If asked for (SampleOptions::dealtLaunch): warp steps of each block, by Dim3::linear. In large grids a block
    /// stands for its neighbours; so many were run.
    std::vector<std::uint32_t> blockSteps;
    std::uint64_t blocksRun = 0;
    /// Likewise as far as the run itself tells, which knows it of all blocks or of some: where blocks do not all do the
    /// same, else empty. Where not all were run, those that one stands for are told behind it.
    std::vector<std::uint32_t> unevenSteps;
    /// Of a small grid whose blocks all run at once and do not all do the same, the block that does least by itself;
    /// else nullptr.
    std::shared_ptr<const LaunchSample> lightest;

    [[nodiscard]] std::uint64_t warpsPerBlock() const { return (block.count() + 31) / 32; }
};

}  // namespace lanescope::timing
