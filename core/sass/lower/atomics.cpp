// SPDX-License-Identifier: GPL-3.0-or-later
// Atomics, and reductions that give nothing back.
#include <array>

#include "core/sass/lower/lowering.h"

namespace lanescope::sass {
namespace {

using program::AtomOp;
using program::Opcode;
using program::Space;
using program::Type;

struct Named {
    std::string_view name;
    AtomOp op;
};
constexpr std::array kAtomics{Named{"ADD", AtomOp::Add}, Named{"MIN", AtomOp::Min},     Named{"MAX", AtomOp::Max},
                              Named{"INC", AtomOp::Inc}, Named{"DEC", AtomOp::Dec},     Named{"AND", AtomOp::And},
                              Named{"OR", AtomOp::Or},   Named{"XOR", AtomOp::Xor},     Named{"EXCH", AtomOp::Exch},
                              Named{"CAS", AtomOp::Cas}, Named{"CAST", AtomOp::CasTest}};

struct NamedType {
    std::string_view name;
    Type type;
};
constexpr std::array kTypes{
    NamedType{"S64", Type::S64},     NamedType{"F64", Type::F64},       NamedType{"F32", Type::F32},
    NamedType{"F16x2", Type::F16x2}, NamedType{"BF16x2", Type::BF16x2}, NamedType{"BF16_V2", Type::BF16x2},
    NamedType{"S32", Type::S32},     NamedType{"U32", Type::U32},       NamedType{"32", Type::U32},
    NamedType{"64", Type::U64},      NamedType{"U64", Type::U64}};

/// Reads the modifiers; those that steer order and caches change no result. Refuses all others.
void takeModifiers(Lowering& l, const Instruction& from, Code& to) {
    to.type = Type::U32;
    for (const std::string& modifier : from.modifiers) {
        bool known = false;
        for (const Named& named : kAtomics)
            if (named.name == modifier) to.atomOp = named.op, known = true;
        for (const NamedType& named : kTypes)
            if (named.name == modifier) to.type = named.type, known = true;
        for (const std::string_view other : {"E", "STRONG", "WEAK", "CTA", "SM", "GPU", "SYS", "RN", "FTZ", "SPIN"})
            known = known || other == modifier;
        if (!known) l.refuse();
    }
    if (to.atomOp == AtomOp::None) l.refuse();
}

/// ATOMS.POPC.INC.32 RZ, [R2]: each lane counts one. What was there before is told in no order that is known.
bool countsLanes(Lowering& l, const Instruction& from, Code& to, Space space) {
    if (!from.has("POPC") || !from.has("INC")) return false;
    l.allow(from, {"POPC", "INC", "32"});
    to.opcode = Opcode::Red;
    to.space = space;
    to.type = Type::U32;
    to.atomOp = AtomOp::Add;
    to.sources = {l.address(l.operand(from, 1), space), Lowering::immediate(1)};
    to.sourceCount = 2;
    if (l.operand(from, 0).number != kFixed) l.refuse();
    return true;
}

/// ATOMS.ARRIVE.64 R0, [R2]: at an mbarrier, up to sm_89.
bool arrives(Lowering& l, const Instruction& from, Code& to, Space space) {
    if (!from.has("ARRIVE")) return false;
    l.allow(from, {"ARRIVE", "64"});
    to.opcode = Opcode::Mbarrier;
    to.type = Type::B64;
    to.space = space;
    to.mbarrierOp = program::MbarrierOp::Arrive;
    to.barrierLayout = program::BarrierLayout::Words;
    to.destination = l.toWide(l.operand(from, 0));
    to.sources[0] = l.address(l.operand(from, 1), space);
    to.sourceCount = 1;
    return true;
}

/// ATOMG.E.ADD PT, R0, [R2], R4; CAS has the value to compare with before the new one; RED gives nothing back. CAST
/// tells in a predicate, or before sm_100 as a number, whether it has put its value.
void atomic(Lowering& l, const Instruction& from, Code& to, Space space, bool answers) {
    if (countsLanes(l, from, to, space) || arrives(l, from, to, space)) return;
    takeModifiers(l, from, to);
    if (l.refused()) return;
    to.opcode = answers ? Opcode::Atom : Opcode::Red;
    to.space = space;
    const unsigned bits = bitsOf(to.type);
    const bool tests = to.atomOp == AtomOp::CasTest;
    const bool exchanges = tests || to.atomOp == AtomOp::Cas;
    std::size_t k = 0;
    if (answers && l.operand(from, 0).kind == OperandKind::Predicate) {
        if (tests) to.destination2 = l.toPredicate(l.operand(from, 0));
        if (!tests && l.operand(from, 0).number != kFixed) return l.refuse();
        ++k;
    }
    if (answers && l.operand(from, k).kind == OperandKind::Register) to.destination = l.to(l.operand(from, k++), bits);
    to.sources[0] = l.address(l.operand(from, k), space);
    to.sources[1] = l.value(l.operand(from, k + 1), bits);
    to.sourceCount = 2;
    if (exchanges) to.sources[to.sourceCount++] = l.value(l.operand(from, k + 2), bits);
    if (from.operands.size() != k + (exchanges ? 3 : 2)) l.refuse();
}
void atomg(Lowering& l, const Instruction& from, Code& to) { atomic(l, from, to, Space::Global, true); }
void atoms(Lowering& l, const Instruction& from, Code& to) { atomic(l, from, to, Space::Shared, true); }
void atom(Lowering& l, const Instruction& from, Code& to) { atomic(l, from, to, Space::Generic, true); }
/// RED was for global memory alone until REDG got a name of its own.
void redg(Lowering& l, const Instruction& from, Code& to) { atomic(l, from, to, Space::Global, false); }
void red(Lowering& l, const Instruction& from, Code& to) {
    atomic(l, from, to, l.architecture() >= 90 ? Space::Generic : Space::Global, false);
}

constexpr std::array kForms{Form{"ATOMG", atomg}, Form{"ATOMS", atoms}, Form{"ATOM", atom}, Form{"REDG", redg},
                            Form{"RED", red}};

}  // namespace

std::span<const Form> atomicForms() { return kForms; }

}  // namespace lanescope::sass
