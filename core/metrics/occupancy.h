// SPDX-License-Identifier: GPL-3.0-or-later
// Theoretical occupancy: how many blocks of a launch one multiprocessor can hold, and what keeps it from holding more.
// Rules: NVIDIA's cuda_occupancy.h (CUDA 13.0); before compute capability 3.0 the CUDA C Programming Guide 4.2,
// "Hardware Multithreading".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/gpus/gpu_spec.h"
#include "core/gpus/multiprocessor.h"
#include "core/metrics/block_resources.h"

namespace lanescope {

/// What a multiprocessor has to give, and in what portions: the GPU's own values, and what it does not have those of
/// its compute capability (core/gpus/multiprocessor.h). 0 = not known.
struct MultiprocessorRoom {
    std::uint64_t threadsPerBlock = 0, threads = 0, warps = 0, blocks = 0;
    std::uint64_t registers = 0, registersPerBlock = 0, registersPerThread = 0;
    std::uint64_t registerUnit = 0;  ///< registers are given in multiples of it
    std::uint64_t warpUnit = 0;      ///< parts of a multiprocessor, each with its own warps and registers
    std::uint64_t shared = 0, sharedPerBlock = 0;
    std::uint64_t sharedReserved = 0;  ///< bytes of each block that the driver takes for itself
    std::uint64_t sharedUnit = 0;
    std::uint64_t barriers = 0;
    RegistersGivenTo registersGivenTo = RegistersGivenTo::Warp;
};
[[nodiscard]] MultiprocessorRoom roomOf(const GpuSpec& gpu);

/// Blocks on one multiprocessor as far as one resource goes.
struct OccupancyLimit {
    std::string resource;  ///< "threads", "warps", "blocks", "registers", "barriers", "shared memory"
    std::uint64_t blocks = 0;
};

struct Occupancy {
    std::uint64_t blocksPerSm = 0;
    std::uint64_t warpsPerSm = 0;
    double percent = 0;                     ///< warps held, of those that the multiprocessor has room for
    std::uint64_t registersPerBlock = 0;    ///< what is set aside for a block; 0 = not known or none
    std::uint64_t sharedBytesPerBlock = 0;  ///< what is set aside for a block, the driver's share included
    std::vector<OccupancyLimit> limits;     ///< of the resources that are known for the GPU
    std::string limitedBy;                  ///< the resource that gives out first; of several, the first of `limits`
    std::vector<std::string> notes;         ///< sentences: what was not looked at
};

/// The GPU's own values count first; what it does not have is that of its compute capability
/// (core/gpus/multiprocessor.h). Error: InvalidLaunch when the GPU cannot run such a block at all, or max_warps_per_sm
/// is not known.
[[nodiscard]] Result<Occupancy> theoreticalOccupancy(const std::string& kernel, const BlockResources& block,
                                                     const GpuSpec& gpu);
/// The same where registers are not known.
[[nodiscard]] Result<Occupancy> theoreticalOccupancy(const std::string& kernel, std::uint64_t threadsPerBlock,
                                                     std::uint64_t sharedBytesPerBlock, const GpuSpec& gpu);

/// What a curve runs over, the rest of the block staying as it is.
enum class OccupancyAxis { Threads, Registers, SharedMemory };

struct OccupancyPoint {
    std::uint64_t x = 0;  ///< threads a block, registers a thread, or bytes a block
    std::uint64_t blocksPerSm = 0;
    double percent = 0;     ///< 0 where such a block cannot run
    std::string limitedBy;  ///< as Occupancy::limitedBy; where it cannot run: the resource that is too small
};

/// Threads: 32, 64 … as many as a block can have. Registers: 1 … as many as a thread can have. Shared memory: 0, 1024 …
/// as much as a block can have. None where it is not known how many that are.
[[nodiscard]] std::vector<OccupancyPoint> occupancyCurve(OccupancyAxis axis, const BlockResources& block,
                                                         const GpuSpec& gpu);

}  // namespace lanescope
