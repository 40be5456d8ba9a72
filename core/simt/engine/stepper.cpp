// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/engine/stepper.h"

#include "core/simt/engine/site_counter.h"
#include "core/simt/handlers/handlers.h"

namespace lanescope::simt {

bool Stepper::step(WarpState& warp) {
    const std::uint32_t pc = warp.stack.back().pc;
    const LaneMask mask = warp.stack.back().mask;
    const Op& op = m_block.program->ops()[pc];
    m_block.machine.active = mask;
    bool going = true;
    if (op.control != Control::None) {
        ++m_block.steps;
        going = m_flow.execute(op, pc, warp);
        if (m_block.wrong) --m_block.steps;
    } else {
        m_block.handlers.runCarefully(m_block.machine, op);
        if (m_block.machine.fault.op != nullptr) {
            m_block.raisePending();
        } else {
            ++m_block.steps;
            ++warp.stack.back().pc;
            m_flow.settle(warp);
            going = warp.runnable();
        }
    }
    if (m_block.wrong) return false;
    countOne(m_block.machine, op, mask);
    return going;
}

}  // namespace lanescope::simt
