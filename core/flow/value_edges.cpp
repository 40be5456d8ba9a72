// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/value_edges.h"

#include <algorithm>
#include <span>

#include "core/program/dataflow.h"

namespace lanescope::flow {
namespace {

using program::Instruction;
using program::kNoRegister;
using program::Opcode;
using program::Operand;
using program::RegisterId;
using program::Space;

void add(std::vector<RegisterId>& list, const Operand& operand) {
    const bool reads = operand.kind == Operand::Kind::Register || operand.kind == Operand::Kind::Address;
    if (reads && operand.reg != kNoRegister) list.push_back(operand.reg);
}

std::span<const Operand> sourcesFrom(const Instruction& what, std::size_t first) {
    const std::span all = std::span(what.sources).first(what.sourceCount);
    return all.subspan(std::min(first, all.size()));
}

void addFrom(std::vector<RegisterId>& list, const Instruction& what, std::size_t first) {
    for (const Operand& source : sourcesFrom(what, first)) add(list, source);
}

bool isNumber(const Operand& operand) { return operand.kind == Operand::Kind::Immediate; }

}  // namespace

bool usesSlot(const Instruction& what) {
    return (what.opcode == Opcode::Ld || what.opcode == Opcode::St) && what.space == Space::Slot;
}

bool readsMemory(const Instruction& what) {
    if (what.opcode == Opcode::Ld) return what.space != Space::Param && what.space != Space::Slot;
    return what.opcode == Opcode::Atom;
}

ValueUse valueUseOf(const Instruction& what) {
    ValueUse use;
    switch (what.opcode) {
        case Opcode::Ld: addFrom(use.controls, what, 0); break;
        case Opcode::St:
            add(use.controls, what.sources[0]);
            addFrom(use.stored, what, 1);
            for (const RegisterId reg : std::span(what.vector).first(std::min<std::size_t>(what.vectorSize, 4)))
                if (reg != kNoRegister) use.stored.push_back(reg);
            break;
        case Opcode::Atom:
        case Opcode::Red:
            add(use.controls, what.sources[0]);
            addFrom(use.stored, what, 1);
            break;
        case Opcode::Shfl:
        case Opcode::Vote:
        case Opcode::Match:
        case Opcode::Redux:
            use.making = what.opcode == Opcode::Shfl ? Making::Exchange : Making::Arithmetic;
            add(use.values, what.sources[0]);
            addFrom(use.controls, what, 1);
            break;
        case Opcode::Bar:
        case Opcode::BarWarp:
        case Opcode::CpAsync:
        case Opcode::CpAsyncCommit:
        case Opcode::CpAsyncWait:
        case Opcode::CpAsyncMbarrier:
        case Opcode::Mbarrier:
        case Opcode::Prefetch:
        case Opcode::Nanosleep:
        case Opcode::Membar:
        case Opcode::Activemask:
        case Opcode::Elect:
        case Opcode::Bra:
        case Opcode::Brx:
        case Opcode::Call:
        case Opcode::Ret:
        case Opcode::Exit:
        case Opcode::Trap:
        case Opcode::Brkpt: addFrom(use.controls, what, 0); break;
        case Opcode::Selp:
        case Opcode::Slct:
            use.making = Making::Selection;
            use.onlyConstants = isNumber(what.sources[0]) && isNumber(what.sources[1]);
            add(use.values, what.sources[0]);
            add(use.values, what.sources[1]);
            add(use.conditions, what.sources[2]);
            break;
        default:
            use.making = what.opcode == Opcode::Mov || what.opcode == Opcode::Cvta ? Making::Copy : Making::Arithmetic;
            use.values = program::registersRead(what);
            if (what.guard != kNoRegister) use.values.pop_back();  // it is the last
            use.onlyConstants = std::ranges::all_of(sourcesFrom(what, 0), isNumber) && use.values.empty();
            break;
    }
    if (what.guard != kNoRegister) use.controls.push_back(what.guard);
    return use;
}

}  // namespace lanescope::flow
