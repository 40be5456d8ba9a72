// SPDX-License-Identifier: GPL-3.0-or-later
// When something that a warp waits for is there, and what kind of thing that is. Private to this room.
#pragma once

#include "core/timing/multiprocessor.h"

namespace lanescope::timing {

struct Ready {
    double at = 0;  ///< cycles
    Reason why = Reason::Result;
    /// Of what memory gives.
    enum class From : std::uint8_t { NotMemory, L1, Beyond } from = From::NotMemory;
};

/// What the issue of an op brings.
struct Outcome {
    Ready result;               ///< its value
    Ready operandsRead;         ///< from then on what it reads may be overwritten
    double left = 0;            ///< when what it stores has left the multiprocessor; 0: it stores nothing
    bool waitsForData = false;  ///< that L1 does not have yet
};

}  // namespace lanescope::timing
