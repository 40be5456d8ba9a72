// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptxas/bits.h"

#include <algorithm>
#include <bit>

namespace lanescope::ptxas {
namespace {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;
using ptx::Part;
using ptx::Type;

constexpr unsigned kAll = 32;
constexpr unsigned kDeepest = 6;

bool isUnsigned(Type type) { return type == Type::U8 || type == Type::U16 || type == Type::U32; }

/// May the highest of these bits be a sign, so that all above are ones in a wider register?
bool mayBeNegative(Type type, unsigned bits) { return !isUnsigned(type) && bits >= bitsOf(type); }

unsigned bitsFrom(const KernelView& kernel, const Operand& operand, unsigned depth) {
    if (const auto value = kernel.flow.constant(operand))
        return *value < 0 ? kAll : std::min<unsigned>(kAll, std::bit_width(static_cast<std::uint64_t>(*value)));
    if (operand.kind != Operand::Kind::Register || depth == 0) return kAll;
    const auto maker = kernel.flow.definition(operand.reg);
    if (!maker) return kAll;
    const Instruction& made = kernel.at(*maker);
    if (isFloat(made.type) || isFloat(made.sourceType)) return kAll;
    const auto of = [&](unsigned source) { return bitsFrom(kernel, made.sources.at(source), depth - 1); };
    const auto by = kernel.flow.constant(made.sources[1]);
    switch (made.opcode) {
        case Opcode::Ld: return isUnsigned(made.type) && made.vectorSize == 1 ? bitsOf(made.type) : kAll;
        case Opcode::Cvt:
            if (bitsOf(made.sourceType) <= 32 && isUnsigned(made.type) && !mayBeNegative(made.sourceType, of(0)))
                return std::min(
                    {of(0), bitsOf(made.type) == 16 ? kAll : bitsOf(made.type),
                     isUnsigned(made.sourceType) && bitsOf(made.type) == 32 ? bitsOf(made.sourceType) : kAll});
            return kAll;
        case Opcode::And: return std::min(of(0), of(1));
        case Opcode::Or:
        case Opcode::Xor:
        case Opcode::Selp: return std::max(of(0), of(1));
        case Opcode::Add: return std::min(kAll, std::max(of(0), of(1)) + 1);
        case Opcode::Mul:
            if (made.part == Part::Hi || mayBeNegative(made.type, of(0)) || mayBeNegative(made.type, of(1)))
                return kAll;
            return std::min(kAll, of(0) + of(1));
        case Opcode::Shl: return by ? std::min<unsigned>(kAll, of(0) + static_cast<unsigned>(*by & 63)) : kAll;
        case Opcode::Shr: {
            const unsigned bits = of(0);
            if (!by || *by < 0 || mayBeNegative(made.type, bits)) return kAll;
            return bits - std::min(bits, static_cast<unsigned>(*by));
        }
        default: return kAll;
    }
}

/// Do the lower 32 bits of its result depend on those of its operands alone?
bool goesUpwards(const Instruction& instruction) {
    switch (instruction.opcode) {
        case Opcode::Add:
        case Opcode::Sub:
        case Opcode::Neg:
        case Opcode::And:
        case Opcode::Or:
        case Opcode::Xor:
        case Opcode::Not:
        case Opcode::Shl: return true;
        case Opcode::Mul: return instruction.part == Part::Lo;
        default: return false;
    }
}

bool isNarrowedFrom(const KernelView& kernel, std::uint32_t i, unsigned depth) {
    const Instruction& instruction = kernel.at(i);
    if (depth == 0 || instruction.destination.kind != Operand::Kind::Register) return false;
    const auto uses = kernel.flow.uses(instruction.destination.reg);
    return !uses.empty() && std::ranges::all_of(uses, [&](std::uint32_t use) {
        const Instruction& user = kernel.at(use);
        if (user.opcode == Opcode::St)
            return user.vectorSize == 1 && bitsOf(user.type) <= 32 &&
                   user.sources[0].reg != instruction.destination.reg;
        if (user.opcode == Opcode::Cvt) return bitsOf(user.type) <= 32 && !isFloat(user.type) && !user.saturate;
        return goesUpwards(user) && bitsOf(user.type) == 64 && isNarrowedFrom(kernel, use, depth - 1);
    });
}

}  // namespace

unsigned significantBits(const KernelView& kernel, const Operand& operand) {
    return bitsFrom(kernel, operand, kDeepest);
}

bool isNarrowed(const KernelView& kernel, std::uint32_t instruction) {
    return isNarrowedFrom(kernel, instruction, kDeepest);
}

}  // namespace lanescope::ptxas
