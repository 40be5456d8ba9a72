// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/check/unset_registers.h"

#include <algorithm>
#include <bit>

#include "core/program/dataflow.h"
#include "core/simt/decode/library_code.h"

namespace lanescope::simt {
namespace {

using program::Opcode;
using program::Space;

/// The lanes in which a register's value passes the test.
template <typename F>
LaneMask lanesWhere(LaneMask lanes, const StepRecord& record, program::RegisterId reg, const BlockExecution& execution,
                    F test) {
    LaneMask found = 0;
    for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(rest));
        if (test(execution.registerValue(record.warp, reg, lane))) found |= LaneMask{1} << lane;
    }
    return found;
}

/// Does the value of one operand decide the result, whatever the other is: 0 of an and, all ones of an or?
bool decides(const program::Instruction& what, std::uint64_t value) {
    const unsigned bits = what.type == program::Type::Pred ? 1 : program::bitsOf(what.type);
    const std::uint64_t mask = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    return what.opcode == Opcode::And ? (value & mask) == 0 : (value & mask) == mask;
}

bool isMemoryOfOthers(Space space) { return space == Space::Global || space == Space::Shared; }

}  // namespace

void UnsetRegisters::startLaunch(const program::Entry& entry, const program::Module& module) {
    const std::vector<bool> library = libraryFiles(module);
    m_entry = &entry;
    m_count = entry.registers.size();
    m_flows.assign(entry.instructions.size(), {});
    for (std::size_t i = 0; i < m_flows.size(); ++i) {
        const program::Instruction& what = entry.instructions[i];
        Flow& flow = m_flows[i];
        flow.read = program::registersRead(what);
        if (what.guard != program::kNoRegister) flow.read.pop_back();  // stands last
        std::erase_if(flow.read, [&](program::RegisterId reg) { return entry.registers[reg].constant.has_value(); });
        flow.written = program::registersWritten(what);
        flow.isLibrary = isLibraryCode(what, library);
    }
    for (const program::Function& function : entry.functions)
        for (std::uint32_t i = function.first; function.recursive && i < function.end; ++i) m_flows[i].followed = false;
}

void UnsetRegisters::startBlock(std::size_t warps) { m_registers.assign(warps * m_count, {0, kNowhere}); }

LaneMask UnsetRegisters::unset(const StepRecord& record, program::RegisterId reg, LaneMask lanes,
                               std::uint32_t& origin) {
    const Register& held = at(record.warp, reg);
    const LaneMask missing = lanes & ~held.set;
    if (missing != 0) origin = held.origin == kNowhere ? record.instruction : held.origin;
    return missing;
}

/// Where an unset value matters to the instruction.
UnsetUse UnsetRegisters::mattering(const StepRecord& record, const BlockExecution& execution) {
    const program::Instruction& what = m_entry->instructions[record.instruction];
    const Flow& flow = m_flows[record.instruction];
    UnsetUse found;
    // What is only put in shared memory may yet be used elsewhere, which is worse.
    const bool mayBeIdle = what.opcode == Opcode::St && record.space == Space::Shared;
    const auto look = [&](program::RegisterId reg, LaneMask where, Finding::Use use) {
        if (reg == program::kNoRegister || found.lanes != 0) return;
        found.lanes = unset(record, reg, where, found.origin);
        found.use = use;
        if (use != Finding::Use::Value || !mayBeIdle) at(record.warp, reg).set |= found.lanes;
    };
    const auto lookAll = [&](Finding::Use use) {
        for (const program::RegisterId reg : flow.read) look(reg, record.active, use);
    };
    look(what.guard, execution.reached(), Finding::Use::Guard);
    switch (what.opcode) {
        case Opcode::Brx: lookAll(Finding::Use::Guard); break;
        case Opcode::Ld: look(what.sources[0].reg, record.active, Finding::Use::Address); break;
        case Opcode::St:
            look(what.sources[0].reg, record.active, Finding::Use::Address);
            // Libraries put what they have not read into shared memory, and leave it there.
            if (isMemoryOfOthers(record.space) && !(flow.isLibrary && record.space == Space::Shared))
                lookAll(Finding::Use::Value);
            break;
        case Opcode::Atom:
        case Opcode::Red:
            look(what.sources[0].reg, record.active, Finding::Use::Address);
            lookAll(Finding::Use::Value);
            break;
        default: break;
    }
    return found;
}

/// Lanes in which what the instruction writes is unset.
LaneMask UnsetRegisters::result(const StepRecord& record, const BlockExecution& execution, std::uint32_t& origin) {
    const program::Instruction& what = m_entry->instructions[record.instruction];
    switch (what.opcode) {
        case Opcode::Ld:
        case Opcode::Atom:
        case Opcode::Vote:
        case Opcode::Match:
        case Opcode::Redux:
        case Opcode::Activemask:
        case Opcode::Elect:
        case Opcode::Bar:
        case Opcode::Mbarrier: return 0;
        default: break;
    }
    LaneMask lanes = 0;
    for (const program::RegisterId reg : m_flows[record.instruction].read) {
        const LaneMask missing = unset(record, reg, record.active, origin);
        lanes |= missing;
    }
    if (lanes == 0) return 0;
    const auto isUnset = [&](const program::Operand& operand) -> LaneMask {
        return operand.kind == program::Operand::Kind::Register ? unset(record, operand.reg, record.active, origin) : 0;
    };
    switch (what.opcode) {
        // What a lane gets is another's: it counts as set unless nobody has a value.
        case Opcode::Shfl: return isUnset(what.sources[0]) == record.active ? record.active : 0;
        case Opcode::Selp: {
            const LaneMask first =
                lanesWhere(record.active, record, what.sources[2].reg, execution,
                           [&](std::uint64_t value) { return (value != 0) != what.sources[2].negated; });
            return isUnset(what.sources[2]) | (isUnset(what.sources[0]) & first) | (isUnset(what.sources[1]) & ~first);
        }
        case Opcode::And:
        case Opcode::Or:
            for (unsigned s = 0; s < 2; ++s) {
                const program::Operand& known = what.sources[s];
                if (known.kind != program::Operand::Kind::Register || known.reg == what.destination.reg) continue;
                lanes &= ~lanesWhere(lanes & ~isUnset(known), record, known.reg, execution,
                                     [&](std::uint64_t value) { return decides(what, value); });
            }
            return lanes;
        // x ^ x and x - x are 0 whatever x is.
        case Opcode::Xor:
        case Opcode::Sub:
            return what.sources[0].reg == what.sources[1].reg && what.sources[0].kind == what.sources[1].kind ? 0
                                                                                                              : lanes;
        default: return lanes;
    }
}

/// A function's registers begin unset.
void UnsetRegisters::enterFunction(const StepRecord& record, const program::Instruction& call) {
    const std::uint32_t which = m_entry->calls[call.list].function;
    if (which >= m_entry->functions.size() || m_entry->functions[which].recursive) return;
    const program::Function& function = m_entry->functions[which];
    for (program::RegisterId reg = function.firstRegister; reg < function.endRegister; ++reg) {
        Register& held = at(record.warp, reg);
        held.set &= ~record.active;
        held.origin = kNowhere;
    }
}

std::optional<UnsetUse> UnsetRegisters::step(const StepRecord& record, const BlockExecution& execution) {
    const Flow& flow = m_flows[record.instruction];
    if (!flow.followed) return std::nullopt;
    const program::Instruction& what = m_entry->instructions[record.instruction];
    const UnsetUse use = mattering(record, execution);
    if (what.opcode == Opcode::Call) enterFunction(record, what);
    if (!flow.written.empty()) {
        std::uint32_t origin = kNowhere;
        const LaneMask missing = result(record, execution, origin);
        for (const program::RegisterId reg : flow.written) {
            Register& held = at(record.warp, reg);
            held.set = (held.set | record.active) & ~missing;
            if (missing != 0) held.origin = origin;
        }
    }
    if (use.lanes == 0) return std::nullopt;
    return use;
}

}  // namespace lanescope::simt
