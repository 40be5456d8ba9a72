// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/pointer_parameter.h"

#include <algorithm>
#include <set>
#include <vector>

#include "core/ptx/dataflow.h"

namespace lanescope::simt {
namespace {

using ptx::Opcode;
using ptx::Operand;

/// The parameter that an instruction loads a pointer from.
std::optional<std::uint32_t> loadedParameter(const ptx::Instruction& what) {
    const Operand& from = what.sources[0];
    const bool pointer = what.opcode == Opcode::Ld && what.space == ptx::Space::Param && ptx::bitsOf(what.type) == 64;
    if (!pointer || from.reg != ptx::kNoRegister || from.symbol == 0xffffffffU || from.offset != 0) return std::nullopt;
    return from.symbol;
}

/// Can what it gives be an address made of its operands? Products and conversions are indices.
bool keepsAddress(const ptx::Instruction& what) {
    const bool copies = what.opcode == Opcode::Mov || what.opcode == Opcode::Cvta || what.opcode == Opcode::Selp ||
                        what.opcode == Opcode::Add || what.opcode == Opcode::Sub;
    return copies && ptx::bitsOf(what.type) == 64;
}

}  // namespace

std::optional<std::uint32_t> pointerParameter(const ptx::Entry& entry, std::uint32_t instruction) {
    std::vector<ptx::RegisterId> open{entry.instructions[instruction].sources[0].reg};
    if (open.front() == ptx::kNoRegister) return std::nullopt;
    std::set<ptx::RegisterId> seen(open.begin(), open.end());
    std::set<std::uint32_t> found;
    while (!open.empty()) {
        const ptx::RegisterId reg = open.back();
        open.pop_back();
        for (const ptx::Instruction& what : entry.instructions) {
            if (std::ranges::count(ptx::registersWritten(what), reg) == 0) continue;
            if (const auto parameter = loadedParameter(what)) found.insert(*parameter);
            if (!keepsAddress(what)) continue;
            for (const ptx::RegisterId from : ptx::registersRead(what))
                if (seen.insert(from).second) open.push_back(from);
        }
    }
    return found.size() == 1 ? std::optional(*found.begin()) : std::nullopt;
}

}  // namespace lanescope::simt
