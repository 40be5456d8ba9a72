// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptxas/kernel_view.h"

#include <algorithm>

#include "core/ptxas/instructions.h"

namespace lanescope::ptxas {
namespace {

using ptx::Instruction;
using ptx::Opcode;

bool hasEffect(const Instruction& instruction) {
    switch (instruction.opcode) {
        case Opcode::St:
        case Opcode::Atom:
        case Opcode::Red:
        case Opcode::Bra:
        case Opcode::Brx:
        case Opcode::Call:
        case Opcode::Ret:
        case Opcode::Exit:
        case Opcode::Trap:
        case Opcode::Bar:
        case Opcode::Membar:
        case Opcode::BarWarp:
        case Opcode::Nanosleep:
        case Opcode::Mbarrier:
        case Opcode::CpAsync:
        case Opcode::CpAsyncCommit:
        case Opcode::CpAsyncWait:
        case Opcode::CpAsyncMbarrier:
        case Opcode::Prefetch: return true;
        case Opcode::Ld: return instruction.isVolatile;
        default: return false;
    }
}

std::vector<bool> neededInstructions(const ptx::Entry& entry, const ptx::Dataflow& flow) {
    std::vector<bool> needed(entry.instructions.size(), false);
    std::vector<std::uint32_t> open;
    const auto need = [&](std::uint32_t i) {
        if (needed[i]) return;
        needed[i] = true;
        open.push_back(i);
    };
    for (std::uint32_t i = 0; i < entry.instructions.size(); ++i)
        if (hasEffect(entry.instructions[i])) need(i);
    std::vector<bool> followed(entry.registers.size(), false);
    while (!open.empty()) {
        const std::uint32_t i = open.back();
        open.pop_back();
        for (const ptx::RegisterId reg : ptx::registersRead(entry.instructions[i])) {
            if (followed[reg]) continue;
            followed[reg] = true;
            for (const std::uint32_t definition : flow.definitions(reg)) need(definition);
        }
    }
    return needed;
}

}  // namespace

KernelView::KernelView(const ptx::Module& ofModule, const ptx::Entry& ofEntry, const Architecture& architecture)
    : module(ofModule),
      entry(ofEntry),
      target(architecture),
      flow(entry),
      graph(entry),
      groups(sharedGroups(entry, flow)),
      needed(neededInstructions(entry, flow)),
      uses(entry, flow, needed),
      m_blockOf(entry.instructions.size()) {
    for (std::uint32_t b = 0; b < entry.blocks.size(); ++b)
        std::fill(m_blockOf.begin() + block(b).first, m_blockOf.begin() + block(b).end, b);
}

bool KernelView::loadsGlobal(std::uint32_t which) const {
    return std::ranges::any_of(instructionsOf(which), isGlobalLoad);
}

}  // namespace lanescope::ptxas
