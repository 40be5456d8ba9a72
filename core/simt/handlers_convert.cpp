// SPDX-License-Identifier: GPL-3.0-or-later
// cvt (PTX ISA 9.7.9.21) between integers and floats, with all roundings and saturation. Registers may be wider than
// the types. Common conversions are loops over lanes; the rest goes lane by lane. Compiled with -frounding-math.
#include <cfenv>
#include <cmath>
#include <limits>

#include "core/simt/float_lanes.h"

namespace lanescope::simt::LANESCOPE_ISA {
namespace {

using ptx::Rounding;
using ptx::Type;

bool isSigned(Type type) { return type == Type::S8 || type == Type::S16 || type == Type::S32 || type == Type::S64; }
bool isFloat(Type type) { return type == Type::F32 || type == Type::F64; }

/// Low `bits` of a value, sign- or zero-extended to 64.
std::uint64_t extended(std::uint64_t value, unsigned bits, bool sign) {
    if (bits == 64) return value;
    const unsigned unused = 64 - bits;
    return sign ? static_cast<std::uint64_t>(static_cast<std::int64_t>(value << unused) >> unused)
                : value << unused >> unused;
}

/// Largest and smallest value of an integer type.
std::int64_t lowest(unsigned bits, bool sign) {
    return sign ? std::numeric_limits<std::int64_t>::min() >> (64 - bits) : 0;
}
std::uint64_t greatest(unsigned bits, bool sign) {
    return std::numeric_limits<std::uint64_t>::max() >> (64 - bits + (sign ? 1 : 0));
}

double roundedToInteger(double value, Rounding rounding) {
    switch (rounding) {
        case Rounding::Rni: return std::nearbyint(value);  // the host rounds to nearest even here
        case Rounding::Rzi: return std::trunc(value);
        case Rounding::Rmi: return std::floor(value);
        case Rounding::Rpi: return std::ceil(value);
        default: return value;
    }
}

/// Clamped to the type; NaN is 0.
std::uint64_t floatToInteger(double value, const ptx::Instruction& i) {
    const unsigned bits = ptx::bitsOf(i.type);
    const bool sign = isSigned(i.type);
    const double whole = roundedToInteger(value, i.rounding);
    if (whole != whole) return 0;
    const double beyond = std::ldexp(1.0, static_cast<int>(sign ? bits - 1 : bits));
    if (whole >= beyond) return greatest(bits, sign);
    if (whole <= (sign ? -beyond : 0.0)) return static_cast<std::uint64_t>(lowest(bits, sign));
    return sign ? static_cast<std::uint64_t>(static_cast<std::int64_t>(whole)) : static_cast<std::uint64_t>(whole);
}

std::uint64_t integerToInteger(std::uint64_t value, const ptx::Instruction& i) {
    if (!i.saturate) return value;
    const unsigned bits = ptx::bitsOf(i.type);
    const bool toSigned = isSigned(i.type);
    if (isSigned(i.sourceType)) {
        const auto v = static_cast<std::int64_t>(value);
        if (v < lowest(bits, toSigned)) return static_cast<std::uint64_t>(lowest(bits, toSigned));
        if (v < 0) return value;
    }
    return value > greatest(bits, toSigned) ? greatest(bits, toSigned) : value;
}

std::uint64_t floatBits(float value, const ptx::Instruction& i) {
    if (i.ftz) value = flushed(value);
    if (i.saturate) value = saturated(value);
    return std::bit_cast<std::uint32_t>(value != value ? canonicalNan() : value);
}
std::uint64_t doubleBits(double value, const ptx::Instruction& i) {
    return std::bit_cast<std::uint64_t>(i.saturate ? saturated(value) : value);
}

std::uint64_t convertFloat(std::uint64_t bits, const ptx::Instruction& i) {
    double value = 0;
    if (i.sourceType == Type::F32) {
        const auto single = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
        value = static_cast<double>(i.ftz ? flushed(single) : single);
    } else {
        value = std::bit_cast<double>(bits);
    }
    if (!isFloat(i.type)) return floatToInteger(value, i);
    value = roundedToInteger(value, i.rounding);
    return i.type == Type::F32 ? floatBits(static_cast<float>(value), i) : doubleBits(value, i);
}

std::uint64_t convertInteger(std::uint64_t value, const ptx::Instruction& i) {
    if (!isFloat(i.type)) return integerToInteger(value, i);
    const bool sign = isSigned(i.sourceType);
    const auto v = static_cast<std::int64_t>(value);
    if (i.type == Type::F32) return floatBits(sign ? static_cast<float>(v) : static_cast<float>(value), i);
    return doubleBits(sign ? static_cast<double>(v) : static_cast<double>(value), i);
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

int hostRounding(Rounding rounding) {
    switch (rounding) {
        case Rounding::Rz: return FE_TOWARDZERO;
        case Rounding::Rm: return FE_DOWNWARD;
        case Rounding::Rp: return FE_UPWARD;
        default: return FE_TONEAREST;
    }
}

template <unsigned ToBits, unsigned FromBits>
void convertLanes(Machine& m, const Op& op) {
    const ptx::Instruction& i = *op.source;
    const int before = std::fegetround();
    std::fesetround(hostRounding(i.rounding));
    eachActive(m.active, [&](unsigned lane) {
        const std::uint64_t bits =
            extended(readLane(m, op.from[0], FromBits, lane), ptx::bitsOf(i.sourceType), isSigned(i.sourceType));
        const std::uint64_t result = isFloat(i.sourceType) ? convertFloat(bits, i) : convertInteger(bits, i);
        writeLane(m, op.to, ToBits, lane, extended(result, ptx::bitsOf(i.type), isSigned(i.type)));
    });
    std::fesetround(before);
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
Handler pickPlain(const ptx::Instruction& i) {
    const bool narrow = ptx::bitsOf(i.type) == 32 && ptx::bitsOf(i.sourceType) == 64;
    if (i.rounding == Rounding::None && narrow && !isFloat(i.type) && !isFloat(i.sourceType))
        return &convert<std::uint32_t, std::uint64_t>;
    if (i.rounding == Rounding::None && ptx::bitsOf(i.type) == 64 && !isFloat(i.type)) {
        if (i.sourceType == Type::S32) return &convert<std::int64_t, std::int32_t>;
        if (i.sourceType == Type::U32) return &convert<std::uint64_t, std::uint32_t>;
    }
    if (i.rounding == Rounding::Rn && i.sourceType == Type::S32) {
        if (i.type == Type::F32) return &convert<float, std::int32_t>;
        if (i.type == Type::F64) return &convert<double, std::int32_t>;
    }
    return nullptr;
}

}  // namespace

Handler pickConvert(const HandlerRequest& request) {
    const ptx::Instruction& i = *request.instruction;
    if (i.opcode != ptx::Opcode::Cvt || i.type == Type::F16 || i.sourceType == Type::F16) return nullptr;
    const bool asWide = request.toBits == ptx::bitsOf(i.type) && request.fromBits == ptx::bitsOf(i.sourceType);
    if (asWide && !i.ftz && !i.saturate)
        if (const Handler plain = pickPlain(i)) return plain;
    switch (request.toBits) {
        case 16: return pickLanes<16>(request.fromBits);
        case 32: return pickLanes<32>(request.fromBits);
        case 64: return pickLanes<64>(request.fromBits);
        default: return nullptr;
    }
}

}  // namespace lanescope::simt::LANESCOPE_ISA
