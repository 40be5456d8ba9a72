// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptxas/pointers.h"

#include <algorithm>

#include "core/ptxas/instructions.h"

namespace lanescope::ptxas {

using ptx::Instruction;
using ptx::Opcode;

/// Is it `pointer = pointer + something`?
bool Pointers::isPointerStep(std::uint32_t i) const {
    return isStep(m_kernel.at(i)) && bitsOf(m_kernel.at(i).type) == 64;
}

/// Does an access in the loop take it as its address, or a sum that is one as its base?
bool Pointers::isAddress(ptx::RegisterId reg, std::uint32_t loop) const {
    return std::ranges::any_of(m_kernel.flow.uses(reg), [&](std::uint32_t use) {
        const Instruction& user = m_kernel.at(use);
        const bool access = user.opcode == Opcode::Ld || user.opcode == Opcode::St;
        const bool base = user.opcode == Opcode::Add && user.type != ptx::Type::F64 && bitsOf(user.type) == 64 &&
                          user.destination.reg != reg && !m_kernel.flow.constant(user.sources[1]);
        return (base || (access && user.sources[0].reg == reg)) &&
               m_kernel.graph.loops().around(m_kernel.blockOf(use)) == loop;
    });
}

bool Pointers::isStoredThrough(ptx::RegisterId reg) const {
    return std::ranges::any_of(m_kernel.flow.uses(reg), [&](std::uint32_t use) {
        return m_kernel.at(use).opcode == Opcode::St && m_kernel.at(use).sources[0].reg == reg;
    });
}

Pointers::Moves Pointers::of(std::uint32_t i) const {
    const std::uint32_t loop = m_kernel.graph.loops().around(m_kernel.blockOf(i));
    if (loop == ptx::Loops::kNone || !isPointerStep(i)) return {};
    const Instruction& step = m_kernel.at(i);
    if (!m_kernel.flow.constant(step.sources[1]) || !isAddress(step.destination.reg, loop)) return {};
    unsigned all = 0;
    unsigned varying = 0;  // that step so too, and are not the same in all lanes
    bool stores = false;
    for (std::uint32_t other = 0; other < m_kernel.size(); ++other) {
        if (m_kernel.graph.loops().around(m_kernel.blockOf(other)) != loop) continue;
        const Instruction& instruction = m_kernel.at(other);
        if (!isPointerStep(other) || !isAddress(instruction.destination.reg, loop)) continue;
        ++all;
        if (!m_kernel.flow.constant(instruction.sources[1])) continue;
        varying += m_kernel.flow.uniform(instruction.destination.reg) ? 0 : 1;
        stores = stores || isStoredThrough(instruction.destination.reg);
    }
    const Architecture::Pointers& table = m_kernel.target.pointers;
    const double unrolled = stores || all == 1 ? table.unrolledAlone : table.unrolledBeside;
    if (m_kernel.flow.uniform(step.destination.reg)) return {table.uniform, unrolled, 0, 0};
    // Alone it can stay where it is; of many, about two can.
    const double inLoop = varying < 2 ? 0 : std::min(table.most, table.ofAll / varying);
    return {inLoop, unrolled, inLoop, m_kernel.graph.before(loop)};
}

}  // namespace lanescope::ptxas
