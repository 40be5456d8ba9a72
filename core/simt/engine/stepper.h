// SPDX-License-Identifier: GPL-3.0-or-later
// Executes one instruction of the current warp and counts it. Internal to core/simt.
#pragma once

#include "core/simt/engine/control_flow.h"

namespace lanescope::simt {

class Stepper {
public:
    Stepper(Block& block, ControlFlow& flow) : m_block(block), m_flow(flow) {}

    /// False if the warp stops here (ended, waits, or Block::wrong). The machine is at this warp.
    bool step(WarpState& warp);

private:
    Block& m_block;
    ControlFlow& m_flow;
};

}  // namespace lanescope::simt
