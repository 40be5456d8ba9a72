// SPDX-License-Identifier: GPL-3.0-or-later
// Which lane a shuffle reads.
#pragma once

#include <cstdint>

#include "core/program/instruction.h"

namespace lanescope::simt {

struct Shuffled {
    unsigned lane = 0;
    bool inRange = false;  ///< false: the lane keeps its own value
};

/// Which lane `lane` reads (PTX ISA, pseudo code of shfl): c holds the clamp (bits 0-4) and the segment mask (8-12).
/// Static, as handlers are compiled for several instruction sets.
static constexpr Shuffled shuffled(program::ShflMode mode, unsigned lane, std::uint32_t b, std::uint32_t c) {
    const int by = static_cast<int>(b & 0x1fU);
    const unsigned segment = c >> 8 & 0x1fU;
    const auto clamp = static_cast<int>(c & 0x1fU);
    const int last = static_cast<int>((lane & segment) | (static_cast<unsigned>(clamp) & ~segment & 0x1fU));
    const int start = static_cast<int>(lane & segment);
    const int self = static_cast<int>(lane);
    int from = self;
    bool inRange = false;
    switch (mode) {
        case program::ShflMode::Up:
            from = self - by;
            inRange = from >= last;
            break;
        case program::ShflMode::Down:
            from = self + by;
            inRange = from <= last;
            break;
        case program::ShflMode::Bfly:
            from = self ^ by;
            inRange = from <= last;
            break;
        case program::ShflMode::Idx:
            from = start | (by & static_cast<int>(~segment & 0x1fU));
            inRange = from <= last;
            break;
        case program::ShflMode::None: break;
    }
    return {static_cast<unsigned>(inRange ? from : self), inRange};
}

}  // namespace lanescope::simt
