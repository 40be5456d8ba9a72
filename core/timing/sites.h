// SPDX-License-Identifier: GPL-3.0-or-later
// What each instruction of a kernel is in machine code. Private to this room.
#pragma once

#include <cstdint>
#include <vector>

#include "core/program/module.h"
#include "core/timing/machine_stream.h"

namespace lanescope::timing {

struct Site {
    Pipe pipe = Pipe::None;
    After after = After::Nothing;
    double cost = 1;        ///< machine instructions
    double lead = 0;        ///< of its block, before it
    bool control = false;   ///< of a loop that is unrolled: done once for all copies
    bool branches = false;  ///< a branch of machine code stands behind it
    bool fence = false;
    bool floats = false;  ///< an operation on floating-point numbers
    bool pastL1 = false;  ///< a load that may not find what L1 has
    bool wide = false;    ///< accesses of shared memory that were joined to 16 bytes a lane
    bool firstOfBlock = false;
    std::uint32_t basicBlock = 0;
    std::uint32_t code = 0;  ///< place, in machine instructions
    std::vector<program::RegisterId> reads, writes;
};

/// A loop of which several rounds stand together.
struct Unrolled {
    std::uint32_t latchEnd = 0;  ///< its branch
    unsigned together = 4;       ///< 0 = all
};

struct Sites {
    std::vector<Site> sites;
    std::vector<Unrolled> unrolled;
    /// By block: those behind it that are done under a predicate, whether lanes go there or not, and what each costs.
    struct Arm {
        std::uint32_t block = 0;
        double cost = 0;
    };
    std::vector<std::vector<Arm>> arms;
    bool ordered = false;  ///< the code is machine code: its order is the one that is issued
    double size = 0;       ///< machine instructions
};

[[nodiscard]] Sites sitesOf(const LaunchSample& sample);

}  // namespace lanescope::timing
