// SPDX-License-Identifier: GPL-3.0-or-later
// I2F, F2I, F2F and their kin.
#include <array>
#include <optional>

#include "core/sass/lower/lowering.h"

namespace lanescope::sass {
namespace {

using program::Opcode;
using program::Rounding;
using program::Type;

std::optional<Type> integerNamed(std::string_view name) {
    constexpr std::array<std::pair<std::string_view, Type>, 8> kTypes{{{"U8", Type::U8},
                                                                       {"S8", Type::S8},
                                                                       {"U16", Type::U16},
                                                                       {"S16", Type::S16},
                                                                       {"U32", Type::U32},
                                                                       {"S32", Type::S32},
                                                                       {"U64", Type::U64},
                                                                       {"S64", Type::S64}}};
    for (const auto& [known, type] : kTypes)
        if (known == name) return type;
    return std::nullopt;
}
std::optional<Type> floatNamed(std::string_view name) {
    if (name == "F16") return Type::F16;
    if (name == "BF16") return Type::BF16;
    if (name == "F32") return Type::F32;
    if (name == "F64") return Type::F64;
    return std::nullopt;
}
std::optional<Rounding> roundingNamed(std::string_view name) {
    if (name == "RN") return Rounding::Rn;
    if (name == "RZ") return Rounding::Rz;
    if (name == "RM") return Rounding::Rm;
    if (name == "RP") return Rounding::Rp;
    return std::nullopt;
}
std::optional<Rounding> toIntegerNamed(std::string_view name) {
    if (name == "TRUNC") return Rounding::Rzi;
    if (name == "FLOOR") return Rounding::Rmi;
    if (name == "CEIL") return Rounding::Rpi;
    if (name == "ROUND") return Rounding::Rni;
    return std::nullopt;
}

unsigned bitsIn(Type type) { return bitsOf(type) == 64 ? 64 : 32; }

void finish(Lowering& l, const Instruction& from, Code& to) {
    to.opcode = Opcode::Cvt;
    to.destination = l.to(l.operand(from, 0), bitsIn(to.type));
    const Operand& source = l.operand(from, 1);
    to.sources[0] = bitsOf(to.sourceType) < 32 ? l.portion(source) : l.value(source, bitsIn(to.sourceType));
    to.sourceCount = 1;
}

/// I2F.F64.U32 R0, R2: S32 and F32 are not printed.
void i2f(Lowering& l, const Instruction& from, Code& to) {
    to.type = Type::F32;
    to.sourceType = Type::S32;
    to.rounding = Rounding::Rn;
    for (const std::string& modifier : from.modifiers) {
        if (const auto type = floatNamed(modifier))
            to.type = *type;
        else if (const auto source = integerNamed(modifier))
            to.sourceType = *source;
        else if (const auto rounding = roundingNamed(modifier))
            to.rounding = *rounding;
        else
            l.refuse();
    }
    finish(l, from, to);
}

/// F2I.U32.F64.TRUNC R0, R2; NTZ: no number becomes 0, which it does in 32 bits anyway.
void f2i(Lowering& l, const Instruction& from, Code& to) {
    to.type = Type::S32;
    to.sourceType = Type::F32;
    to.rounding = Rounding::Rni;
    for (const std::string& modifier : from.modifiers) {
        if (const auto type = integerNamed(modifier))
            to.type = *type;
        else if (const auto source = floatNamed(modifier))
            to.sourceType = *source;
        else if (const auto rounding = toIntegerNamed(modifier))
            to.rounding = *rounding;
        else if (modifier == "FTZ")
            to.ftz = true;
        else if (modifier != "NTZ")
            l.refuse();
    }
    finish(l, from, to);
}

/// F2F.F32.F64 R0, R2: to, from.
void f2f(Lowering& l, const Instruction& from, Code& to) {
    std::size_t types = 0;
    to.rounding = Rounding::None;
    for (const std::string& modifier : from.modifiers) {
        if (const auto type = floatNamed(modifier))
            (types++ == 0 ? to.type : to.sourceType) = *type;
        else if (const auto rounding = roundingNamed(modifier))
            to.rounding = *rounding;
        else if (modifier == "FTZ")
            to.ftz = true;
        else
            l.refuse();
    }
    if (types != 2) return l.refuse();
    const bool narrows = bitsOf(to.type) < bitsOf(to.sourceType);
    if (narrows && to.rounding == Rounding::None) to.rounding = Rounding::Rn;
    finish(l, from, to);
}

/// FRND.FLOOR R0, R2
void frnd(Lowering& l, const Instruction& from, Code& to) {
    to.type = to.sourceType = Type::F32;
    to.rounding = Rounding::Rni;
    for (const std::string& modifier : from.modifiers) {
        if (const auto type = floatNamed(modifier))
            to.type = to.sourceType = *type;
        else if (const auto rounding = toIntegerNamed(modifier))
            to.rounding = *rounding;
        else if (modifier == "FTZ")
            to.ftz = true;
        else
            l.refuse();
    }
    finish(l, from, to);
}

/// I2I.S8.S32.SAT R0, R2: to, from; ends at the greatest and the least number.
void i2i(Lowering& l, const Instruction& from, Code& to) {
    std::size_t types = 0;
    to.rounding = Rounding::None;
    to.saturate = from.has("SAT");
    for (const std::string& modifier : from.modifiers) {
        if (const auto type = integerNamed(modifier))
            (types++ == 0 ? to.type : to.sourceType) = *type;
        else if (modifier != "SAT")
            l.refuse();
    }
    if (types != 2) return l.refuse();
    finish(l, from, to);
}

/// F2FP.F16.F32.PACK_AB R0, R2, R4: the first into the upper half; MERGE_C R0, R2, RZ: into the lower one alone. What
/// is not named is F16.
void f2fp(Lowering& l, const Instruction& from, Code& to) {
    l.allow(from, {"F16", "BF16", "BF16_V2", "PACK_AB", "MERGE_C", "RELU", "RZ", "F32"});
    to.opcode = Opcode::Cvt;
    to.sourceType = Type::F32;
    to.type = from.has("BF16") || from.has("BF16_V2") ? Type::BF16x2 : Type::F16x2;
    to.rounding = from.has("RZ") ? Rounding::Rz : Rounding::Rn;
    to.relu = from.has("RELU");
    to.destination = l.toWord(l.operand(from, 0));
    const Value first = l.word(l.operand(from, 1));
    const Operand& second = l.operand(from, 2);
    to.sources = {first, l.word(second)};
    to.sourceCount = 2;
    if (from.has("PACK_AB")) return;
    const bool isZero = second.kind == OperandKind::Register && second.number == kFixed;
    if (!from.has("MERGE_C") || !isZero) return l.refuse();
    to.sources = {Lowering::immediate(0), first};
}

constexpr std::array kForms{Form{"I2F", i2f},         Form{"I2FP", i2f},  Form{"UI2F", i2f, true},
                            Form{"UI2FP", i2f, true}, Form{"F2I", f2i},   Form{"UF2I", f2i, true},
                            Form{"F2F", f2f},         Form{"FRND", frnd}, Form{"UFRND", frnd, true},
                            Form{"F2FP", f2fp},       Form{"I2I", i2i}};

}  // namespace

std::span<const Form> convertForms() { return kForms; }

}  // namespace lanescope::sass
