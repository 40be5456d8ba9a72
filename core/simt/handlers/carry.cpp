// SPDX-License-Identifier: GPL-3.0-or-later
// Sums and products with carry (PTX ISA 9.7.2): add.cc, addc, sub.cc, subc, mad.cc, madc. The carry flag of each lane
// is a bit of a mask beside the registers: Op::to2. A difference sets it where it borrows nothing, as the GPU's adders
// do with the complement of b: what nvcc makes of divisions of 128 bits asks with addc for the flag of subc.cc.
#include "core/simt/handlers/lanes.h"

namespace lanescope::simt::LANESCOPE_ISA {
namespace {

template <typename T>
struct Summed {
    T sum = 0;
    bool carry = false;
};
template <typename T>
Summed<T> added(T a, T b, bool carry) {
    const T partial = a + b;
    const T sum = partial + (carry ? 1 : 0);
    return {sum, partial < a || sum < partial};
}
/// a - b, less 1 without the carry.
template <typename T>
Summed<T> subtracted(T a, T b, bool carry) {
    const T partial = a - b;
    const T difference = partial - (carry ? 0 : 1);
    return {difference, a >= b && difference <= partial};
}

template <typename T>
T productHalf(T a, T b, bool high, bool isSigned) {
    if (!high) return a * b;
    __extension__ using Signed = __int128;
    __extension__ using Unsigned = unsigned __int128;
    constexpr unsigned kBits = 8 * sizeof(T);
    using S = std::make_signed_t<T>;
    if (isSigned) return static_cast<T>(static_cast<Signed>(static_cast<S>(a)) * static_cast<S>(b) >> kBits);
    return static_cast<T>(static_cast<Unsigned>(a) * b >> kBits);
}

template <typename T>
Summed<T> result(const Machine& m, const Op& op, unsigned lane, bool carry) {
    const auto from = [&](unsigned k) { return m.at<const T>(op.from[k])[lane]; };
    const program::Instruction& i = *op.source;
    if (i.opcode == program::Opcode::Add) return added(from(0), from(1), carry);
    if (i.opcode == program::Opcode::Sub) return subtracted(from(0), from(1), carry || !i.carryIn);
    const bool isSigned = i.type == program::Type::S32 || i.type == program::Type::S64;
    return added(productHalf(from(0), from(1), i.part == program::Part::Hi, isSigned), from(2), carry);
}

template <typename T>
void carrying(Machine& m, const Op& op) {
    const LaneMask before = op.source->carryIn ? m.mask(op.to2) : 0;
    LaneMask after = 0;
    T* const to = m.at<T>(op.to);
    eachActive(m.active, [&](unsigned lane) {
        const Summed<T> summed = result<T>(m, op, lane, (before >> lane & 1U) != 0);
        to[lane] = summed.sum;
        after |= summed.carry ? 1U << lane : 0;
    });
    if (op.source->carryOut) setPredicate(m, op.to2, after);
}

}  // namespace

Handler pickCarry(const HandlerRequest& request) {
    const program::Instruction& i = *request.instruction;
    if (!i.carryIn && !i.carryOut) return nullptr;
    const bool product =
        i.opcode == program::Opcode::Mad && (i.part == program::Part::Lo || i.part == program::Part::Hi);
    if (i.opcode != program::Opcode::Add && i.opcode != program::Opcode::Sub && !product) return nullptr;
    switch (i.type) {
        case program::Type::U32:
        case program::Type::S32: return &carrying<std::uint32_t>;
        case program::Type::U64:
        case program::Type::S64: return &carrying<std::uint64_t>;
        default: return nullptr;
    }
}

}  // namespace lanescope::simt::LANESCOPE_ISA
