// SPDX-License-Identifier: GPL-3.0-or-later
// How often a block loads the same bytes of global memory.
#pragma once

#include <cstdint>

#include "core/trace/block_trace.h"

namespace lanescope::rules {

struct BlockReads {
    std::uint64_t sectors = 0;    ///< of 32 bytes, that the block's loads took, all together
    std::uint64_t different = 0;  ///< of those, each counted once
    std::uint32_t line = 0;       ///< of the source that loads most of them; 0 = the code has no positions
    bool whole = true;            ///< all of the block was looked at
};

/// Events behind the first two million are not looked at.
[[nodiscard]] BlockReads blockReadsOf(const BlockTrace& trace);

}  // namespace lanescope::rules
