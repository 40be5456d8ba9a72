// SPDX-License-Identifier: GPL-3.0-or-later
// Loads, stores, atomics, fences.
#include <array>
#include <optional>

#include "core/sass/lower/lowering.h"

namespace lanescope::sass {
namespace {

using program::AtomOp;
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

struct Named {
    std::string_view name;
    AtomOp op;
};
constexpr std::array kAtomics{Named{"ADD", AtomOp::Add}, Named{"MIN", AtomOp::Min}, Named{"MAX", AtomOp::Max},
                              Named{"INC", AtomOp::Inc}, Named{"DEC", AtomOp::Dec}, Named{"AND", AtomOp::And},
                              Named{"OR", AtomOp::Or},   Named{"XOR", AtomOp::Xor}, Named{"EXCH", AtomOp::Exch},
                              Named{"CAS", AtomOp::Cas}};

Type atomicTypeOf(const Instruction& from) {
    const bool wide = from.has("64") || from.has("U64");
    if (from.has("S64")) return Type::S64;
    if (from.has("F64")) return Type::F64;
    if (from.has("F32")) return Type::F32;
    if (from.has("F16x2")) return Type::F16x2;
    if (from.has("BF16_V2")) return Type::BF16x2;
    if (from.has("S32")) return Type::S32;
    return wide ? Type::U64 : Type::U32;
}

/// ATOMS.POPC.INC.32 RZ, [R2]: each lane counts one. What was there before is told in no order that is known.
bool countsLanes(Lowering& l, const Instruction& from, Code& to, Space space) {
    if (!from.has("POPC") || !from.has("INC")) return false;
    to.opcode = Opcode::Red;
    to.space = space;
    to.type = Type::U32;
    to.atomOp = AtomOp::Add;
    to.sources = {l.address(l.operand(from, 1), space), Lowering::immediate(1)};
    to.sourceCount = 2;
    if (from.operands[0].number != kFixed) l.refuse();
    return true;
}

/// ATOMG.E.ADD PT, R0, [R2], R4; CAS has the value to compare with before the new one; RED gives nothing back.
void atomic(Lowering& l, const Instruction& from, Code& to, Space space, bool answers) {
    if (countsLanes(l, from, to, space)) return;
    for (const Named& named : kAtomics)
        if (from.has(named.name)) to.atomOp = named.op;
    if (to.atomOp == AtomOp::None || from.has("POPC") || from.has("CAST") || from.has("SPIN") || from.has("ARRIVE"))
        return l.refuse();
    to.opcode = answers ? Opcode::Atom : Opcode::Red;
    to.space = space;
    to.type = atomicTypeOf(from);
    const unsigned bits = bitsOf(to.type);
    std::size_t k = 0;
    if (answers) {
        if (l.operand(from, 0).kind == OperandKind::Predicate) {
            if (from.operands[0].number != kFixed) return l.refuse();
            ++k;
        }
        to.destination = l.to(l.operand(from, k++), bits);
    }
    to.sources[0] = l.address(l.operand(from, k), space);
    to.sources[1] = l.value(l.operand(from, k + 1), bits);
    to.sourceCount = 2;
    if (to.atomOp != AtomOp::Cas) return;
    to.sources[2] = l.value(l.operand(from, k + 2), bits);
    to.sourceCount = 3;
}
void atomg(Lowering& l, const Instruction& from, Code& to) { atomic(l, from, to, Space::Global, true); }
void atoms(Lowering& l, const Instruction& from, Code& to) { atomic(l, from, to, Space::Shared, true); }
void atom(Lowering& l, const Instruction& from, Code& to) { atomic(l, from, to, Space::Generic, true); }
/// RED was for global memory alone until REDG got a name of its own.
void redg(Lowering& l, const Instruction& from, Code& to) { atomic(l, from, to, Space::Global, false); }
void red(Lowering& l, const Instruction& from, Code& to) {
    atomic(l, from, to, l.architecture() >= 90 ? Space::Generic : Space::Global, false);
}

void fence(Lowering&, const Instruction&, Code& to) { to.opcode = Opcode::Membar; }
/// Scoreboards and caches are not there: what an instruction has done is done.
void nothing(Lowering&, const Instruction&, Code& to) { to.opcode = Opcode::Nop; }

constexpr std::array kForms{Form{"LDG", ldg},        Form{"LDS", lds},       Form{"LDL", ldl},
                            Form{"LD", ld},          Form{"STG", stg},       Form{"STS", sts},
                            Form{"STL", stl},        Form{"ST", st},         Form{"ATOMG", atomg},
                            Form{"ATOMS", atoms},    Form{"ATOM", atom},     Form{"REDG", redg},
                            Form{"RED", red},        Form{"MEMBAR", fence},  Form{"FENCE", fence},
                            Form{"ERRBAR", nothing}, Form{"CCTL", nothing},  Form{"CGAERRBAR", nothing},
                            Form{"DEPBAR", nothing}, Form{"CCTLL", nothing}, Form{"CCTLT", nothing}};

}  // namespace

std::span<const Form> memoryForms() { return kForms; }

}  // namespace lanescope::sass
