// SPDX-License-Identifier: GPL-3.0-or-later
// Do all threads of a block come to the same barriers, as often? Internal to core/simt.
#pragma once

#include <vector>

#include "core/simt/check/finding_list.h"

namespace lanescope::simt {

class BarrierCheck {
public:
    void startBlock(std::size_t threads);
    /// Lanes of the step have come to a barrier of the whole block (`__syncthreads()` and its like).
    void pass(const StepRecord& record, FindingList& findings);
    /// The block has run to its end: threads that have passed fewer barriers than others have ended before them.
    void endBlock(FindingList& findings);

private:
    struct Barrier {
        std::uint32_t instruction = 0;
        std::uint32_t thread = 0;  ///< the first that came to it
    };
    void addMismatch(const Barrier& first, const Barrier& second, FindingList& findings);
    void addEnded(const Barrier& first, std::uint32_t endedThread, FindingList& findings);

    std::vector<Barrier> m_barriers;      ///< as the first threads come to them
    std::vector<std::uint32_t> m_passed;  ///< by thread: how many of them
    bool m_mismatched = false;  ///< barriers behind the first that does not fit do not fit either: told once of a block
};

}  // namespace lanescope::simt
