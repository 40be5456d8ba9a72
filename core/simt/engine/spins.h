// SPDX-License-Identifier: GPL-3.0-or-later
// Follows a warp ahead to see whether it goes round a loop in which it waits for another thread: it comes back to the
// very state it was in, and has changed no memory meanwhile. A clock that the loop reads stands still. Runs the block
// on, and puts everything back. Internal to core/simt.
#pragma once

#include <vector>

#include "core/simt/engine/stepper.h"

namespace lanescope::simt {

class Spins {
public:
    enum class Outcome : std::uint8_t {
        GetsOn,
        Waits,
        WaitsByClock  ///< it reads a clock: perhaps it waits until it is late enough
    };

    Spins(Block& block, ControlFlow& flow, Stepper& stepper) : m_block(block), m_flow(flow), m_stepper(stepper) {}

    /// Would the running lanes of a warp come back to where they are, having changed nothing, if time stood still?
    [[nodiscard]] Outcome follow(std::uint32_t warp);

private:
    Outcome comesBack(WarpState& warp, const std::vector<MemoryWrite>& writes);

    Block& m_block;
    ControlFlow& m_flow;
    Stepper& m_stepper;
    std::vector<SiteCounts> m_untold;  ///< what is counted meanwhile, for nobody
};

}  // namespace lanescope::simt
