// SPDX-License-Identifier: GPL-3.0-or-later
// Loads, stores, fences.
#include <array>
#include <optional>

#include "core/sass/lower/lowering.h"

namespace lanescope::sass {
namespace {

using program::Opcode;
using program::Space;
using program::Type;

/// How wide one lane's access is; what only steers caches and order is passed over.
struct Width {
    Type type = Type::B32;
    unsigned pairs = 0;  ///< of registers that it takes; 0 = a register, or a part of one
};
std::optional<Width> widthOf(const Instruction& from) {
    Width width;
    for (const std::string& modifier : from.modifiers) {
        if (modifier == "U8")
            width.type = Type::U8;
        else if (modifier == "S8")
            width.type = Type::S8;
        else if (modifier == "U16")
            width.type = Type::U16;
        else if (modifier == "S16")
            width.type = Type::S16;
        else if (modifier == "64")
            width = {Type::B64, 1};
        else if (modifier == "128")
            width = {Type::B64, 2};
        else if (modifier == "256" || modifier == "ENL2" || modifier == "MATRIX")
            return std::nullopt;
    }
    return width;
}

void putOrder(const Instruction& from, Code& to) {
    to.isOrdered = from.has("STRONG") && (from.has("GPU") || from.has("SYS")) && !from.has("MMIO");
    to.isVolatile = to.isOrdered && from.has("SYS");
    to.isOrdered = false;
}

/// The registers of a load or a store: one, a pair, or two pairs.
void putRegisters(Lowering& l, const Operand& operand, const Width& width, Code& to) {
    const bool load = to.opcode == Opcode::Ld;
    to.type = width.type;
    if (width.pairs == 2) {
        to.vectorSize = 2;
        for (unsigned k = 0; k < 2; ++k) {
            const Operand part = Lowering::after(operand, 2 * k);
            const Value value = load ? l.toWide(part) : l.wide(part);
            to.vector[k] = value.reg;
            if (!load && value.kind != Value::Kind::Register) to.vector[k] = l.own("RZ.64", Type::B64);  // zeros
        }
        return;
    }
    const unsigned bits = width.pairs == 1 ? 64 : 32;
    if (load) {
        to.destination = l.to(operand, bits);
        if (to.destination.kind == Value::Kind::None)  // loaded for nothing
            to.destination = l.registerValue(l.own(bits == 64 ? "RZ.64" : "RZ", bits == 64 ? Type::B64 : Type::B32));
    } else {
        to.sources[1] = l.value(operand, bits);
        to.sourceCount = 2;
    }
}

void load(Lowering& l, const Instruction& from, Code& to, Space space) {
    const auto width = widthOf(from);
    if (!width || from.operands.size() != 2) return l.refuse();
    to.opcode = Opcode::Ld;
    to.space = space;
    to.sources[0] = l.address(l.operand(from, 1), space);
    to.sourceCount = 1;
    putRegisters(l, l.operand(from, 0), *width, to);
    putOrder(from, to);
}
void store(Lowering& l, const Instruction& from, Code& to, Space space) {
    const auto width = widthOf(from);
    if (!width || from.operands.size() != 2) return l.refuse();
    to.opcode = Opcode::St;
    to.space = space;
    to.sources[0] = l.address(l.operand(from, 0), space);
    to.sourceCount = 1;
    putRegisters(l, l.operand(from, 1), *width, to);
    putOrder(from, to);
}

void ldg(Lowering& l, const Instruction& from, Code& to) { load(l, from, to, Space::Global); }
void lds(Lowering& l, const Instruction& from, Code& to) { load(l, from, to, Space::Shared); }
void ldl(Lowering& l, const Instruction& from, Code& to) { load(l, from, to, Space::Local); }
void ld(Lowering& l, const Instruction& from, Code& to) { load(l, from, to, Space::Generic); }
void stg(Lowering& l, const Instruction& from, Code& to) { store(l, from, to, Space::Global); }
void sts(Lowering& l, const Instruction& from, Code& to) { store(l, from, to, Space::Shared); }
void stl(Lowering& l, const Instruction& from, Code& to) { store(l, from, to, Space::Local); }
void st(Lowering& l, const Instruction& from, Code& to) { store(l, from, to, Space::Generic); }

void fence(Lowering&, const Instruction&, Code& to) { to.opcode = Opcode::Membar; }
/// Scoreboards and caches are not there: what an instruction has done is done.
void nothing(Lowering&, const Instruction&, Code& to) { to.opcode = Opcode::Nop; }

constexpr std::array kForms{
    Form{"LDG", ldg},           Form{"LDS", lds},       Form{"LDL", ldl},        Form{"LD", ld},
    Form{"STG", stg},           Form{"STS", sts},       Form{"STL", stl},        Form{"ST", st},
    Form{"MEMBAR", fence},      Form{"FENCE", fence},   Form{"ERRBAR", nothing}, Form{"CCTL", nothing},
    Form{"CGAERRBAR", nothing}, Form{"CCTLL", nothing}, Form{"CCTLT", nothing}};

}  // namespace

std::span<const Form> memoryForms() { return kForms; }

}  // namespace lanescope::sass
