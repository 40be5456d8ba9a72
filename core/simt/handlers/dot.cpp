// SPDX-License-Identifier: GPL-3.0-or-later
// Products of parts of words: mul24, mad24, dp4a, dp2a (PTX ISA 9.7.1).
#include <limits>

#include "core/simt/handlers/lanes.h"

namespace lanescope::simt::LANESCOPE_ISA {
namespace {

/// Low `bits` of a word, sign- or zero-extended.
std::int64_t partOf(std::uint32_t word, unsigned shift, unsigned bits, bool sign) {
    const auto up = static_cast<std::int64_t>(std::uint64_t{word} >> shift << (64 - bits));
    return sign ? up >> (64 - bits) : static_cast<std::int64_t>(static_cast<std::uint64_t>(up) >> (64 - bits));
}

/// Bits 0-31 or 16-47 of the product of the low 24 bits of a and b.
std::uint32_t product24(const program::Instruction& i, std::uint32_t a, std::uint32_t b) {
    const bool sign = isSigned(i.type);
    const std::int64_t product = partOf(a, 0, 24, sign) * partOf(b, 0, 24, sign);
    return static_cast<std::uint32_t>(i.part == program::Part::Hi ? product >> 16 : product);
}
std::uint32_t clampedSum(std::uint32_t a, std::uint32_t b) {
    const std::int64_t sum = std::int64_t{static_cast<std::int32_t>(a)} + static_cast<std::int32_t>(b);
    constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
    constexpr std::int64_t kLeast = std::numeric_limits<std::int32_t>::min();
    return static_cast<std::uint32_t>(sum > kMost ? kMost : sum < kLeast ? kLeast : sum);
}
std::uint32_t sum24(const program::Instruction& i, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    const std::uint32_t product = product24(i, a, b);
    return i.saturate ? clampedSum(product, c) : product + c;
}

/// c plus the products of the four bytes of a and b.
std::uint32_t dot4(const program::Instruction& i, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    std::int64_t sum = c;
    for (unsigned k = 0; k < 4; ++k)
        sum += partOf(a, 8 * k, 8, isSigned(i.type)) * partOf(b, 8 * k, 8, isSigned(i.sourceType));
    return static_cast<std::uint32_t>(sum);
}
/// c plus the products of the two halves of a and the low or the high two bytes of b.
std::uint32_t dot2(const program::Instruction& i, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    const unsigned shift = i.part == program::Part::Hi ? 16 : 0;
    std::int64_t sum = c;
    for (unsigned k = 0; k < 2; ++k)
        sum += partOf(a, 16 * k, 16, isSigned(i.type)) * partOf(b, shift + 8 * k, 8, isSigned(i.sourceType));
    return static_cast<std::uint32_t>(sum);
}

using Word = std::uint32_t;
template <auto F>
void two(Machine& m, const Op& op) {
    const program::Instruction& i = *op.source;
    eachLane(
        m.active, m.at<Word>(op.to), [&i](Word a, Word b) { return F(i, a, b); }, m.at<const Word>(op.from[0]),
        m.at<const Word>(op.from[1]));
}
template <auto F>
void three(Machine& m, const Op& op) {
    const program::Instruction& i = *op.source;
    eachLane(
        m.active, m.at<Word>(op.to), [&i](Word a, Word b, Word c) { return F(i, a, b, c); },
        m.at<const Word>(op.from[0]), m.at<const Word>(op.from[1]), m.at<const Word>(op.from[2]));
}

}  // namespace

Handler pickDot(const HandlerRequest& request) {
    const program::Instruction& i = *request.instruction;
    const bool half = i.part == program::Part::Lo || i.part == program::Part::Hi;
    switch (i.opcode) {
        case program::Opcode::Mul24: return half ? &two<product24> : nullptr;
        case program::Opcode::Mad24: return half ? &three<sum24> : nullptr;
        case program::Opcode::Dp4a: return &three<dot4>;
        case program::Opcode::Dp2a: return half ? &three<dot2> : nullptr;
        default: return nullptr;
    }
}

}  // namespace lanescope::simt::LANESCOPE_ISA
