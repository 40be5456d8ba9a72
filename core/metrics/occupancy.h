// SPDX-License-Identifier: GPL-3.0-or-later
// Theoretical occupancy: how many blocks of a launch one multiprocessor can hold, and what keeps it from holding more.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/gpus/gpu_spec.h"

namespace lanescope {

/// Blocks on one multiprocessor as far as one resource goes.
struct OccupancyLimit {
    std::string resource;  ///< "threads", "warps", "blocks", "shared memory"
    std::uint64_t blocks = 0;
};

struct Occupancy {
    std::uint64_t blocksPerSm = 0;
    std::uint64_t warpsPerSm = 0;
    double percent = 0;                  ///< warps held, of those that the multiprocessor has room for
    std::vector<OccupancyLimit> limits;  ///< of the resources that are known for the GPU
    std::string limitedBy;               ///< the resource that gives out first; of several, the first of `limits`
    std::vector<std::string> notes;      ///< sentences: what was not looked at
};

/// For blocks of this many threads with this much shared memory (static and dynamic). Registers are not looked at: how
/// many a thread takes is chosen by the driver's compiler, not by the PTX. Formulas: CUDA C++ Programming Guide,
/// "Multiprocessor Level"; allocation granularity of shared memory: NVIDIA's occupancy calculator.
/// Error: InvalidLaunch when the GPU cannot run such a block at all, or max_warps_per_sm is not known.
[[nodiscard]] Result<Occupancy> theoreticalOccupancy(const std::string& kernel, std::uint64_t threadsPerBlock,
                                                     std::uint64_t sharedBytesPerBlock, const GpuSpec& gpu);

}  // namespace lanescope
