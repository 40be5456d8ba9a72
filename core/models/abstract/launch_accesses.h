// SPDX-License-Identifier: GPL-3.0-or-later
// What the threads of one launch did with the memory that they share, step by step: what the machine models (PRAM,
// QRQW, BSP) are fed with. How a CUDA launch is read as the run of such a machine:
// - A thread is a processor. Registers and local memory are its own; kernel arguments and constants are its program.
// - The machine's shared memory is global memory and the __shared__ arrays of all blocks. A cell is an element of a
//   buffer, and of a __shared__ array what the kernel's narrowest access to shared memory takes, at most 4 bytes.
// - A PTX instruction of a warp is one step of all its threads; those that are masked off wait. All warps of the grid
//   take their steps together.
// - A barrier of a block (bar.sync) ends a phase. All blocks begin their phase number p together: the machine has one
//   clock. On a GPU, nothing orders the blocks of a launch, so that this is the most order that the program asks for.
// - Launches follow each other.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/base/dim3.h"

namespace lanescope {

enum class CellUse : std::uint8_t { Read, Write, AtomicAdd, AtomicExchange, AtomicOther };

/// One thread uses one cell in one step.
struct CellAccess {
    static constexpr std::uint32_t kNeverUsed = ~0U;
    std::uint64_t cell = 0;
    std::uint32_t phase = 0;
    std::uint32_t step = 0;         ///< of the phase, from 0
    std::uint32_t thread = 0;       ///< its block's number among those seen times the block's threads, plus its own
    std::uint32_t instruction = 0;  ///< index into the entry
    /// Read and atomics: the step of the same phase in which the warp first uses what was read. Write: a digest of what
    /// was written; equal values have equal digests.
    std::uint32_t value = kNeverUsed;
    CellUse use = CellUse::Read;
    bool resultUsed = false;  ///< atomics: the program looks at what the cell held before
};

/// What lies between two barriers.
struct PhaseWork {
    std::uint32_t steps = 0;  ///< of the warp with the most
    /// Of the thread with the most of each; an atomic operation counts as a read and a write if its result is used,
    /// else as a write. Operations are all other instructions.
    std::uint32_t mostReads = 0;
    std::uint32_t mostWrites = 0;
    std::uint32_t mostOperations = 0;
    std::uint64_t operations = 0;      ///< of all threads together
    std::uint64_t globalAccesses = 0;  ///< likewise: reads and writes of cells of buffers
    std::uint64_t sharedAccesses = 0;  ///< likewise: of __shared__ arrays
    std::uint64_t globalBytes = 0;     ///< of all global accesses
};

/// Where a thread of a message stands.
struct AccessPlace {
    Dim3 block{0, 0, 0};
    Dim3 thread{0, 0, 0};
    std::string sourceFile;
    std::uint32_t sourceLine = 0;  ///< 1-based; 0 = unknown
    std::uint32_t ptxLine = 0;
};

struct LaunchAccesses {
    std::size_t launch = 0;  ///< number in the plan
    std::string kernel;
    Dim3 grid;
    Dim3 block;
    std::vector<CellAccess> accesses;  ///< in the order of the emulation: each thread's are in its order
    std::vector<PhaseWork> phases;
    /// Steps of a warp in each of its phases: warpSteps[thread / block.count() * warps + warp][phase].
    std::vector<std::vector<std::uint32_t>> warpSteps;
    std::uint64_t blocks = 0;      ///< launched
    std::uint64_t blocksSeen = 0;  ///< from first to last step
    bool accessesCut = false;      ///< there were more accesses than are kept
    [[nodiscard]] bool complete() const { return blocksSeen == blocks && !accessesCut; }

    /// "C[3][17]", "tile[5] of block (2, 0, 0)"
    std::function<std::string(std::uint64_t cell)> nameOf;
    std::function<AccessPlace(const CellAccess&)> placeOf;
};

}  // namespace lanescope
