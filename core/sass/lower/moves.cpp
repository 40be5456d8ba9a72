// SPDX-License-Identifier: GPL-3.0-or-later
// Moves, special registers and constants.
#include <array>

#include "core/sass/lower/lowering.h"

namespace lanescope::sass {
namespace {

using program::Opcode;
using program::SpecialRegister;
using program::Type;

void moveOf(Code& to, Type type, const Value& value) {
    to.opcode = Opcode::Mov;
    to.type = type;
    to.sources[0] = value;
    to.sourceCount = 1;
}

/// MOV R0, R2; what says which bytes comes last.
void mov(Lowering& l, const Instruction& from, Code& to) {
    const unsigned bits = from.has("64") ? 64 : 32;
    const Value value = l.value(l.operand(from, 1), bits);
    moveOf(to, bits == 64 ? Type::B64 : Type::B32, value);
    to.destination = l.to(l.operand(from, 0), bits);
    if (from.operands.size() > 2 && l.operand(from, 2).value != 0xf) l.refuse();
}

constexpr std::string_view kClusterSize = "SR_CgaSize";

struct Special {
    std::string_view name;
    SpecialRegister which;
    unsigned dimension = 0;
};
constexpr std::array kSpecials{Special{"SR_TID.X", SpecialRegister::Tid, 0},
                               Special{"SR_TID.Y", SpecialRegister::Tid, 1},
                               Special{"SR_TID.Z", SpecialRegister::Tid, 2},
                               Special{"SR_CTAID.X", SpecialRegister::Ctaid, 0},
                               Special{"SR_CTAID.Y", SpecialRegister::Ctaid, 1},
                               Special{"SR_CTAID.Z", SpecialRegister::Ctaid, 2},
                               Special{"SR_LANEID", SpecialRegister::Laneid},
                               Special{"SR_EQMASK", SpecialRegister::LanemaskEq},
                               Special{"SR_LTMASK", SpecialRegister::LanemaskLt},
                               Special{"SR_LEMASK", SpecialRegister::LanemaskLe},
                               Special{"SR_GTMASK", SpecialRegister::LanemaskGt},
                               Special{"SR_GEMASK", SpecialRegister::LanemaskGe},
                               Special{"SR_VIRTUALSMID", SpecialRegister::Smid},
                               Special{"SR_SMEMSZ", SpecialRegister::TotalSmemSize},
                               Special{"SR_DYNAMICSMEMSZ", SpecialRegister::DynamicSmemSize}};
constexpr std::array kClocks{Special{"SR_CLOCKLO", SpecialRegister::Clock, 64},
                             Special{"SR_CLOCKHI", SpecialRegister::ClockHi},
                             Special{"SR_GLOBALTIMERLO", SpecialRegister::GlobaltimerLo, 64},
                             Special{"SR_GLOBALTIMERHI", SpecialRegister::GlobaltimerHi}};

/// Of clusters there are none: the block is the first and only one of its own.
bool isZero(std::string_view name) { return name == "SRZ" || name == "SR_CgaCtaId" || name == kClusterSize; }

void readSpecial(Lowering& l, const Instruction& from, Code& to, unsigned bits) {
    const std::string& name = l.operand(from, 1).text;
    to.destination = l.to(l.operand(from, 0), bits);
    const Type type = bits == 64 ? Type::B64 : Type::B32;
    if (isZero(name)) return moveOf(to, type, Lowering::immediate(0));
    if (name == "SR_SWINHI") return moveOf(to, type, Lowering::immediate(kSharedWindow >> 32));
    for (const Special& special : kClocks) {
        if (special.name != name) continue;
        const bool both = bits == 64 && special.dimension == 64;
        const bool timer = special.which == SpecialRegister::GlobaltimerLo;
        const SpecialRegister whole = timer ? SpecialRegister::Globaltimer : SpecialRegister::Clock64;
        if (bits == 64 && !both) return l.refuse();
        return moveOf(to, type, Lowering::special(both ? whole : special.which));
    }
    for (const Special& special : kSpecials)
        if (special.name == name && bits == 32)
            return moveOf(to, type, Lowering::special(special.which, special.dimension));
    l.refuse();
}
void s2r(Lowering& l, const Instruction& from, Code& to) { readSpecial(l, from, to, 32); }
void cs2r(Lowering& l, const Instruction& from, Code& to) { readSpecial(l, from, to, from.has("32") ? 32 : 64); }

/// R2UR UR4, R2: what the first of the lanes holds, for all.
void r2ur(Lowering& l, const Instruction& from, Code& to) {
    moveOf(to, Type::B32, l.word(l.operand(from, from.operands.size() - 1)));
    if (from.operands.size() != 2) return l.refuse();
    to.destination = l.toWord(l.operand(from, 0));
    to.broadcast = true;
}

/// LDC.64 R2, c[0x0][0x210]: a number that the launch brings along. A place in a register, parts of a word and four
/// words at once are loads.
void ldc(Lowering& l, const Instruction& from, Code& to) {
    const Operand place = l.atKnownPlace(l.operand(from, 1), from.address / kInstructionBytes);
    Type type = Type::B32;
    for (const std::string& modifier : from.modifiers) {
        if (modifier == "64" || modifier == "128")
            type = Type::B64;
        else if (modifier == "U8")
            type = Type::U8;
        else if (modifier == "S8")
            type = Type::S8;
        else if (modifier == "U16")
            type = Type::U16;
        else if (modifier == "S16")
            type = Type::S16;
        else if (modifier != "32")
            return l.refuse();
    }
    const bool quad = from.has("128");
    if (const auto known = l.ofCluster(from)) {
        moveOf(to, Type::B32, *known);
        to.destination = l.toWord(l.operand(from, 0));
        return;
    }
    const unsigned bits = bitsOf(type) == 64 ? 64 : 32;
    const bool fixed = (place.address.base == kNone || place.address.base == kFixed) &&
                       (place.address.uniform == kNone || place.address.uniform == kFixed);
    if (!quad && fixed && bitsOf(type) >= 32) {
        moveOf(to, type, l.value(place, bits));
        to.destination = l.to(l.operand(from, 0), bits);
        return;
    }
    const auto address = l.constantAddress(place);
    if (place.kind != OperandKind::Constant || !address) return l.refuse();
    to.opcode = Opcode::Ld;
    to.type = type;
    to.space = address->space;
    to.sources[0] = *address;
    to.sourceCount = 1;
    if (!quad) {
        to.destination = l.to(l.operand(from, 0), bits);
        return;
    }
    to.vectorSize = 2;
    for (unsigned k = 0; k < 2; ++k) to.vector[k] = l.toWide(Lowering::after(l.operand(from, 0), 2 * k)).reg;
}

/// LEPC R2, `(place): its address; without one that of this instruction.
void lepc(Lowering& l, const Instruction& from, Code& to) {
    std::int64_t place = from.address;
    if (from.operands.size() > 1) {
        if (l.operand(from, 1).kind != OperandKind::Target) return l.refuse();
        place = l.operand(from, 1).value;
    }
    moveOf(to, Type::B64, Lowering::immediate(static_cast<std::uint64_t>(place)));
    to.destination = l.toWide(l.operand(from, 0));
}

/// RPCMOV.32 Rpc.LO, R2: the register for return addresses is a place to put words.
void rpcmov(Lowering& l, const Instruction& from, Code& to) {
    l.allow(from, {"32"});
    const auto isHalf = [](const Operand& operand) { return operand.text == "Rpc.LO" || operand.text == "Rpc.HI"; };
    const Operand& into = l.operand(from, 0);
    const Operand& source = l.operand(from, 1);
    if (!from.has("32") || isHalf(into) == isHalf(source)) return l.refuse();
    moveOf(to, Type::B32, isHalf(source) ? l.registerValue(l.own(source.text, Type::B32)) : l.word(source));
    to.destination = isHalf(into) ? l.registerValue(l.own(into.text, Type::B32)) : l.toWord(into);
}

/// QSPC.E.S P0, RZ, [R2]: does a generic address lie in shared memory (L: local, G: global)?
void qspc(Lowering& l, const Instruction& from, Code& to) {
    l.allow(from, {"E", "S", "L", "G"});
    to.opcode = Opcode::Isspacep;
    to.space = from.has("S") ? program::Space::Shared : from.has("L") ? program::Space::Local : program::Space::Global;
    to.destination = l.toPredicate(l.operand(from, 0));
    const Value address = l.address(l.operand(from, 2), program::Space::Generic);
    if (l.refused() || l.operand(from, 1).number != kFixed || address.offset != 0 || address.scale != 1 ||
        address.index != program::kNoRegister || address.reg == program::kNoRegister)
        return l.refuse();
    to.sources[0] = l.registerValue(address.reg);
    to.sourceCount = 1;
}

constexpr std::array kForms{Form{"MOV", mov},          Form{"UMOV", mov, true}, Form{"MOV32I", mov},
                            Form{"S2R", s2r},          Form{"S2UR", s2r, true}, Form{"CS2R", cs2r},
                            Form{"CS2UR", cs2r, true}, Form{"R2UR", r2ur},      Form{"LEPC", lepc},
                            Form{"RPCMOV", rpcmov},    Form{"QSPC", qspc},      Form{"LDC", ldc},
                            Form{"ULDC", ldc, true},   Form{"LDCU", ldc, true}};

}  // namespace

std::span<const Form> moveForms() { return kForms; }

}  // namespace lanescope::sass
