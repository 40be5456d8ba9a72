// SPDX-License-Identifier: GPL-3.0-or-later
// What of machine code holds a scheduler's dispatch up, as measured on an H200 (docs/timing.md, "Dispatch").
#pragma once

#include <cstdint>

namespace lanescope::timing {

/// Which cycles of a scheduler's way into its registers a result takes. Two that would come in one cycle don't: the
/// later one is not issued, nor is anything else, until its cycles are free.
enum class Writeback : std::uint8_t {
    None,   ///< no register's, or one that comes when it can: loads, special registers of lanes, what comes into a
            ///< register of the whole warp
    Usual,  ///< arithmetic and logic of one word
    Half,   ///< of the pipe of matrices (HFMA2.MMA)
    Wide,   ///< of a product of two words, or the upper one of it: nothing issues behind it for a while, and it meets
            ///< none
    Fp64,
    Special,  ///< functions and conversions
    Brought   ///< constants and special registers that a warp has once: their cycle hangs on when they come
};

}  // namespace lanescope::timing
