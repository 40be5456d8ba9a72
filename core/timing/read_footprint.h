// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/timing/launch_sample.h"

namespace lanescope::timing {

/// What a launch reads, as some of its blocks tell, which may have been run for their beginning alone.
struct ReadFootprint {
    struct Buffer {
        double distinct = 0;  ///< sectors that are read, if all blocks go no further than those did
        double sectors = 0;   ///< that the buffer has
        double apart = 0;     ///< BufferRead::apart, of one warp step of each block
    };
    std::vector<Buffer> buffers;
    double stepsPerBlock = 0;  ///< warp steps that those were run for, on average

    /// Sectors that the launch reads, where its blocks do `steps` each and what comes later reads as much that is new.
    [[nodiscard]] double distinct(double steps) const;
    [[nodiscard]] std::vector<BufferRead> read(double steps) const;
};

}  // namespace lanescope::timing
