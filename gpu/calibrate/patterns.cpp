// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/calibrate/patterns.h"

#include <algorithm>
#include <array>

namespace lanescope::patterns {

void allocate(Rig& rig, std::uint64_t cellBytes, std::uint64_t blocks, std::uint64_t movingBytes) {
    constexpr std::uint64_t kReading = 8;
    // All arrays have as many threads as the largest grid has.
    const std::uint64_t threads = blocks * kThreads;
    rig.allocate(std::array<std::uint64_t, 6>{cellBytes, threads * 4, threads / 32 * kReading, threads / 32 * kReading,
                                              threads * 4, movingBytes});
    rig.fill(kCells, 0);
    if (movingBytes > 0) rig.fill(kMoving, 0);
}

void place(Rig& rig, std::uint64_t blocks,
           const std::function<std::uint32_t(std::uint32_t block, std::uint32_t thread)>& offset) {
    std::vector<std::uint32_t> offsets = rig.download<std::uint32_t>(kOffsets);
    for (std::uint64_t block = 0; block < blocks; ++block)
        for (std::uint64_t thread = 0; thread < kThreads; ++thread)
            offsets[block * kThreads + thread] =
                offset(static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(thread));
    rig.upload(kOffsets, offsets);
}

double roundCycles(Rig& rig, int few, int many, const std::function<Launch(int rounds)>& launch) {
    const double longer = rig.cycles(launch(many), kBegin, kEnd);
    return (longer - rig.cycles(launch(few), kBegin, kEnd)) / (many - few);
}

}  // namespace lanescope::patterns
