// SPDX-License-Identifier: GPL-3.0-or-later
// Do all warps of a block come to the same barriers, as often? Internal to core/simt.
#pragma once

#include <vector>

#include "core/simt/finding_list.h"

namespace lanescope::simt {

class BarrierCheck {
public:
    void startBlock(std::size_t warps);
    /// The warp of the step has come to a barrier of the whole block (`__syncthreads()` and its like).
    void pass(const StepRecord& record, FindingList& findings);
    /// The block has run to its end: warps that have passed fewer barriers than others have ended before them.
    void endBlock(FindingList& findings);

private:
    struct Barrier {
        std::uint32_t instruction = 0;
        std::uint32_t warp = 0;
        unsigned lane = 0;
    };
    void addMismatch(const Barrier& first, const Barrier& second, FindingList& findings);
    void addEnded(const Barrier& first, std::uint32_t endedWarp, FindingList& findings);

    std::vector<std::vector<Barrier>> m_passed;  ///< by warp, in order
    bool m_mismatched = false;  ///< barriers behind the first that does not fit do not fit either: told once of a block
};

}  // namespace lanescope::simt
