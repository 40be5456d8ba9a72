// SPDX-License-Identifier: GPL-3.0-or-later
// cvt (PTX ISA 9.7.9.21) between integers and floats, with all roundings and saturation. Registers may be wider than
// the types. Common conversions are loops over lanes; the rest goes lane by lane, by way of exact numbers.
#include "core/simt/handlers/half.h"
#include "core/simt/handlers/lanes.h"
#include "core/simt/handlers/number.h"

namespace lanescope::simt::LANESCOPE_ISA {
namespace {

using program::Rounding;
using program::Type;

bool isPair(Type type) { return type == Type::F16x2 || type == Type::BF16x2; }
Format formatOf(Type type) {
    switch (type) {
        case Type::F16:
        case Type::F16x2: return kF16;
        case Type::BF16:
        case Type::BF16x2: return kBF16;
        case Type::F32: return kF32;
        default: return kF64;
    }
}

/// Low `bits` of a value, sign- or zero-extended to 64.
std::uint64_t extended(std::uint64_t value, unsigned bits, bool sign) {
    if (bits == 64) return value;
    const unsigned unused = 64 - bits;
    return sign ? static_cast<std::uint64_t>(static_cast<std::int64_t>(value << unused) >> unused)
                : value << unused >> unused;
}

/// ftz: a subnormal f32 becomes a zero of its sign; it does nothing to other formats.
std::uint64_t flushedBits(std::uint64_t bits, Format format) {
    return format.bits() == 32 && (bits & format.infinity()) == 0 ? bits & format.sign() : bits;
}
/// sat: to [0, 1], NaN to +0. relu: a negative number to +0.
std::uint64_t limited(std::uint64_t bits, Format format, const program::Instruction& i) {
    const bool isNan = (bits & (format.sign() - 1)) > format.infinity();
    const bool negative = (bits & format.sign()) != 0;
    const std::uint64_t one = static_cast<std::uint64_t>(format.bias()) << format.fractionBits;
    if (i.saturate) return isNan || negative ? 0 : bits < one ? bits : one;
    return i.relu && negative && !isNan ? 0 : bits;
}

/// Between doubles and others a NaN keeps what it said, as far as there is room for it, made quiet.
std::uint64_t keptNan(std::uint64_t bits, Format from, Format to) {
    const std::uint64_t fraction = bits & ((std::uint64_t{1} << from.fractionBits) - 1);
    const std::uint64_t sign = (bits & from.sign()) != 0 ? to.sign() : 0;
    const std::uint64_t quiet = to.infinity() | std::uint64_t{1} << (to.fractionBits - 1);
    return sign | quiet |
           (to.fractionBits > from.fractionBits ? fraction << (to.fractionBits - from.fractionBits)
                                                : fraction >> (from.fractionBits - to.fractionBits));
}

/// NaN gives 0, but the least signed number's bits if 64 bits take part (PTX ISA, cvt).
std::uint64_t floatToInteger(std::uint64_t bits, Format from, const program::Instruction& i) {
    const Number number = numberOf(bits, from);
    const unsigned width = program::bitsOf(i.type);
    if (number.kind == Number::Kind::NotANumber)
        return from.bits() == 64 || width == 64 ? std::uint64_t{1} << (width - 1) : 0;
    return clampedTo(wholeOf(number, i.rounding), width, isSigned(i.type));
}

bool roundsToInteger(Rounding rounding) { return rounding >= Rounding::Rni && rounding <= Rounding::Rpi; }

std::uint64_t floatToFloat(std::uint64_t bits, Format from, Format to, const program::Instruction& i) {
    Number number = numberOf(bits, from);
    if (number.kind == Number::Kind::NotANumber && (to.bits() == 64 || from.bits() == 64) && !i.saturate)
        return keptNan(bits, from, to);
    if (roundsToInteger(i.rounding)) number = wholeOf(number, i.rounding);
    std::uint64_t result = bitsOf(number, to, i.rounding);
    if (i.ftz) result = flushedBits(result, to);
    return limited(result, to, i);
}

std::uint64_t integerToInteger(std::uint64_t value, const program::Instruction& i) {
    if (!i.saturate) return value;
    return clampedTo(numberOf(value, isSigned(i.sourceType)), program::bitsOf(i.type), isSigned(i.type));
}

/// One value; integers are given and answered extended to 64 bits.
std::uint64_t converted(std::uint64_t value, const program::Instruction& i) {
    if (!isFloat(i.sourceType)) {
        if (!isFloat(i.type)) return integerToInteger(value, i);
        const Format to = formatOf(i.type);
        return limited(bitsOf(numberOf(value, isSigned(i.sourceType)), to, i.rounding), to, i);
    }
    const Format from = formatOf(i.sourceType);
    if (i.ftz) value = flushedBits(value, from);
    return isFloat(i.type) ? floatToFloat(value, from, formatOf(i.type), i) : floatToInteger(value, from, i);
}

/// Register of `bits` as lanes: reading and writing one of them.
std::uint64_t readLane(const Machine& m, Place place, unsigned bits, unsigned lane) {
    switch (bits) {
        case 16: return m.at<const std::uint16_t>(place)[lane];
        case 32: return m.at<const std::uint32_t>(place)[lane];
        default: return m.at<const std::uint64_t>(place)[lane];
    }
}
void writeLane(Machine& m, Place place, unsigned bits, unsigned lane, std::uint64_t value) {
    switch (bits) {
        case 16: m.at<std::uint16_t>(place)[lane] = static_cast<std::uint16_t>(value); break;
        case 32: m.at<std::uint32_t>(place)[lane] = static_cast<std::uint32_t>(value); break;
        default: m.at<std::uint64_t>(place)[lane] = value; break;
    }
}

template <unsigned ToBits, unsigned FromBits>
void convertLanes(Machine& m, const Op& op) {
    const program::Instruction& i = *op.source;
    const unsigned bits = program::bitsOf(i.sourceType);
    const bool sign = isSigned(i.sourceType);
    eachActive(m.active, [&](unsigned lane) {
        const std::uint64_t result = converted(extended(readLane(m, op.from[0], FromBits, lane), bits, sign), i);
        writeLane(m, op.to, ToBits, lane, extended(result, program::bitsOf(i.type), isSigned(i.type)));
    });
}

/// Two f32 in one result: the first is the upper half.
void convertPair(Machine& m, const Op& op) {
    const program::Instruction& i = *op.source;
    const Format to = formatOf(i.type);
    const auto half = [&](std::uint32_t bits) {
        return static_cast<std::uint32_t>(floatToFloat(i.ftz ? flushedBits(bits, kF32) : bits, kF32, to, i));
    };
    eachLane(
        m.active, m.at<std::uint32_t>(op.to), [&](std::uint32_t a, std::uint32_t b) { return half(a) << 16 | half(b); },
        m.at<const std::uint32_t>(op.from[0]), m.at<const std::uint32_t>(op.from[1]));
}

// Between f32 and the halves, as loops.
template <typename H>
void widenHalf(Machine& m, const Op& op) {
    eachLane(
        m.active, m.at<std::uint32_t>(op.to),
        [](std::uint16_t a) {
            return isNan16<H>(a) ? static_cast<std::uint32_t>(kF32.nan()) : std::bit_cast<std::uint32_t>(widened<H>(a));
        },
        m.at<const std::uint16_t>(op.from[0]));
}
template <typename H>
void narrowToHalf(Machine& m, const Op& op) {
    eachLane(
        m.active, m.at<std::uint16_t>(op.to), [](float a) { return narrowed<H>(static_cast<double>(a)); },
        m.at<const float>(op.from[0]));
}

void narrowToSingle(Machine& m, const Op& op) {
    eachLane(
        m.active, m.at<std::uint32_t>(op.to),
        [](double a) {
            return static_cast<std::uint32_t>(a != a ? keptNan(std::bit_cast<std::uint64_t>(a), kF64, kF32)
                                                     : std::bit_cast<std::uint32_t>(static_cast<float>(a)));
        },
        m.at<const double>(op.from[0]));
}
/// f32 to s32 towards zero, clamped; NaN gives 0.
void truncate(Machine& m, const Op& op) {
    eachLane(
        m.active, m.at<std::int32_t>(op.to),
        [](float a) {
            const bool inside = a >= -0x1p31F && a < 0x1p31F;
            const std::int32_t beyond = a > 0 ? 0x7fffffff : a < 0 ? -0x7fffffff - 1 : 0;
            return inside ? static_cast<std::int32_t>(inside ? a : 0.0F) : beyond;
        },
        m.at<const float>(op.from[0]));
}

/// f32 to u32 likewise.
void truncateUnsigned(Machine& m, const Op& op) {
    eachLane(
        m.active, m.at<std::uint32_t>(op.to),
        [](float a) {
            const bool inside = a >= 0.0F && a < 0x1p32F;
            return inside ? static_cast<std::uint32_t>(inside ? a : 0.0F) : a > 0 ? 0xffffffffU : 0U;
        },
        m.at<const float>(op.from[0]));
}
/// u32 to f32, upwards: what was rounded to nearest is at most one number below it.
void convertUpwards(Machine& m, const Op& op) {
    eachLane(
        m.active, m.at<std::uint32_t>(op.to),
        [](std::uint32_t a) {
            const auto nearest = static_cast<float>(a);
            return std::bit_cast<std::uint32_t>(nearest) +
                   (static_cast<double>(nearest) < static_cast<double>(a) ? 1U : 0U);
        },
        m.at<const std::uint32_t>(op.from[0]));
}

template <typename To, typename From>
void convert(Machine& m, const Op& op) {
    eachLane(
        m.active, m.at<To>(op.to), [](From a) { return static_cast<To>(a); }, m.at<const From>(op.from[0]));
}

template <unsigned ToBits>
Handler pickLanes(unsigned fromBits) {
    switch (fromBits) {
        case 16: return &convertLanes<ToBits, 16>;
        case 32: return &convertLanes<ToBits, 32>;
        case 64: return &convertLanes<ToBits, 64>;
        default: return nullptr;
    }
}

/// Conversions without any modifier between registers just as wide as the types.
Handler pickPlain(const program::Instruction& i) {
    const bool narrow = program::bitsOf(i.type) == 32 && program::bitsOf(i.sourceType) == 64;
    if (i.rounding == Rounding::None && narrow && !isFloat(i.type) && !isFloat(i.sourceType))
        return &convert<std::uint32_t, std::uint64_t>;
    if (i.rounding == Rounding::None && program::bitsOf(i.type) == 64 && !isFloat(i.type)) {
        if (i.sourceType == Type::S32) return &convert<std::int64_t, std::int32_t>;
        if (i.sourceType == Type::U32) return &convert<std::uint64_t, std::uint32_t>;
    }
    if (i.rounding == Rounding::Rn && i.sourceType == Type::S32) {
        if (i.type == Type::F32) return &convert<float, std::int32_t>;
        if (i.type == Type::F64) return &convert<double, std::int32_t>;
    }
    if (i.rounding == Rounding::Rn && i.sourceType == Type::U32) {
        if (i.type == Type::F32) return &convert<float, std::uint32_t>;
        if (i.type == Type::F64) return &convert<double, std::uint32_t>;
    }
    if (i.rounding == Rounding::Rn && i.type == Type::F32 && i.sourceType == Type::F64) return &narrowToSingle;
    if (i.rounding == Rounding::None && i.type == Type::F64 && i.sourceType == Type::F32)
        return &convert<double, float>;
    if (i.rounding == Rounding::Rp && i.type == Type::F32 && i.sourceType == Type::U32) return &convertUpwards;
    if (i.rounding == Rounding::Rzi && i.type == Type::S32 && i.sourceType == Type::F32) return &truncate;
    if (i.rounding == Rounding::Rzi && i.type == Type::U32 && i.sourceType == Type::F32) return &truncateUnsigned;
    const bool toNearest = i.rounding == Rounding::Rn && !i.relu;
    if (i.type == Type::F32 && i.sourceType == Type::F16) return &widenHalf<Half>;
    if (i.type == Type::F32 && i.sourceType == Type::BF16) return &widenHalf<Brain>;
    if (i.type == Type::F16 && i.sourceType == Type::F32 && toNearest) return &narrowToHalf<Half>;
    if (i.type == Type::BF16 && i.sourceType == Type::F32 && toNearest) return &narrowToHalf<Brain>;
    return nullptr;
}

}  // namespace

Handler pickConvert(const HandlerRequest& request) {
    const program::Instruction& i = *request.instruction;
    if (i.opcode != program::Opcode::Cvt || isPair(i.sourceType)) return nullptr;
    if (isPair(i.type)) {
        return i.sourceType == Type::F32 && i.sourceCount == 2 && request.toBits == 32 ? &convertPair : nullptr;
    }
    if (isFloat(i.type) && isFloat(i.sourceType) && i.rounding == Rounding::None && i.type != i.sourceType &&
        program::bitsOf(i.type) <= program::bitsOf(i.sourceType))
        return nullptr;  // PTX wants a rounding there
    const bool asWide = request.toBits == program::bitsOf(i.type) && request.fromBits == program::bitsOf(i.sourceType);
    // What is below the normal range is 0 towards zero anyway.
    const bool flushes = i.ftz && !(i.rounding == Rounding::Rzi && !isFloat(i.type));
    if (asWide && !flushes && !i.saturate)
        if (const Handler plain = pickPlain(i)) return plain;
    switch (request.toBits) {
        case 16: return pickLanes<16>(request.fromBits);
        case 32: return pickLanes<32>(request.fromBits);
        case 64: return pickLanes<64>(request.fromBits);
        default: return nullptr;
    }
}

}  // namespace lanescope::simt::LANESCOPE_ISA
