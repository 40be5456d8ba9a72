// SPDX-License-Identifier: GPL-3.0-or-later
// Integer arithmetic (PTX ISA 9.7.1). Sums and products are formed in unsigned words, so that they wrap.
#include <limits>

#include "core/simt/handlers/lanes.h"

namespace lanescope::simt::LANESCOPE_ISA {
namespace {

/// Unsigned word at least as wide as int, so that arithmetic on it never overflows a signed type.
template <typename T>
using Word = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
template <typename T>
using Twice = std::conditional_t<std::is_signed_v<T>, std::conditional_t<sizeof(T) == 2, std::int32_t, std::int64_t>,
                                 std::conditional_t<sizeof(T) == 2, std::uint32_t, std::uint64_t>>;

template <typename T>
constexpr T wrapped(Word<T> value) {
    return static_cast<T>(value);
}

struct Add {
    template <typename T>
    T operator()(T a, T b) const {
        return wrapped<T>(static_cast<Word<T>>(a) + static_cast<Word<T>>(b));
    }
};
struct Sub {
    template <typename T>
    T operator()(T a, T b) const {
        return wrapped<T>(static_cast<Word<T>>(a) - static_cast<Word<T>>(b));
    }
};
struct MulLo {
    template <typename T>
    T operator()(T a, T b) const {
        return wrapped<T>(static_cast<Word<T>>(a) * static_cast<Word<T>>(b));
    }
};
struct MulHi {
    template <typename T>
    T operator()(T a, T b) const {
        if constexpr (sizeof(T) == 8) {
            __extension__ using Signed = __int128;
            __extension__ using Unsigned = unsigned __int128;
            using Wide = std::conditional_t<std::is_signed_v<T>, Signed, Unsigned>;
            return static_cast<T>((static_cast<Wide>(a) * static_cast<Wide>(b)) >> 64);
        } else {
            return static_cast<T>((static_cast<Twice<T>>(a) * static_cast<Twice<T>>(b)) >> (8 * sizeof(T)));
        }
    }
};
template <typename Product>
struct MadOf {
    template <typename T>
    T operator()(T a, T b, T c) const {
        return Add{}(Product{}(a, b), c);
    }
};

constexpr std::int32_t clamped(std::int64_t value) {
    if (value > std::numeric_limits<std::int32_t>::max()) return std::numeric_limits<std::int32_t>::max();
    if (value < std::numeric_limits<std::int32_t>::min()) return std::numeric_limits<std::int32_t>::min();
    return static_cast<std::int32_t>(value);
}
struct AddSaturated {
    std::int32_t operator()(std::int32_t a, std::int32_t b) const { return clamped(std::int64_t{a} + b); }
};
struct SubSaturated {
    std::int32_t operator()(std::int32_t a, std::int32_t b) const { return clamped(std::int64_t{a} - b); }
};
struct MadHiSaturated {
    std::int32_t operator()(std::int32_t a, std::int32_t b, std::int32_t c) const {
        return clamped(std::int64_t{MulHi{}(a, b)} + c);
    }
};

/// a / b of up to 32 bits for b ≠ 0, wrapped; anything for b = 0. Through double, which vectors can divide: the
/// quotient of two whole numbers below 2^32 lies at least 1/b below the next whole number, and rounding moves it by
/// less. (The least signed number by -1 is 2^31 as a double, and -2^31 when cut to 32 bits.)
template <typename T>
T quotient(T a, T b) {
    const double divided = static_cast<double>(a) / static_cast<double>(b == 0 ? T{1} : b);
    return static_cast<T>(static_cast<std::int64_t>(divided));
}

/// Quotients by zero are unspecified in PTX; NVIDIA's GPUs answer with all ones, and the dividend as remainder.
struct Div {
    /// The result from the quotient, for b ≠ 0.
    template <typename T>
    static T of(T, T, T quotient) {
        return quotient;
    }
    template <typename T>
    T operator()(T a, T b) const {
        if constexpr (sizeof(T) <= 4) return b == 0 ? static_cast<T>(-1) : quotient(a, b);
        if (b == 0) return static_cast<T>(-1);
        if (std::is_signed_v<T> && b == static_cast<T>(-1)) return Sub{}(T{0}, a);
        return static_cast<T>(a / b);
    }
};
struct Rem {
    template <typename T>
    static T of(T a, T b, T quotient) {
        return wrapped<T>(static_cast<Word<T>>(a) - static_cast<Word<T>>(quotient) * static_cast<Word<T>>(b));
    }
    template <typename T>
    T operator()(T a, T b) const {
        if constexpr (sizeof(T) <= 4) return of(a, b, quotient(a, b));
        if (b == 0) return a;
        if (std::is_signed_v<T> && b == static_cast<T>(-1)) return 0;
        return static_cast<T>(a % b);
    }
};

/// Div and Rem of up to 32 bits, where all lanes divide by one number: multiplied by its inverse. With half a unit
/// more, a quotient lies at least 0.5/b away from the whole numbers around it, and rounding moves it by less than
/// 2^-19/b.
template <typename T, typename F>
void divide(Machine& m, const Op& op) {
    const T* const b = m.at<const T>(op.from[1]);
    const T divisor = b[0];
    T different = 0;
    for (unsigned i = 0; i < kWarpSize; ++i) different |= b[i] ^ divisor;
    if (different != 0 || divisor == 0) return binary<T, F>(m, op);
    const double inverse = 1.0 / static_cast<double>(divisor);
    eachLane(
        m.active, m.at<T>(op.to),
        [=](T a) {
            const double more = static_cast<double>(a) + (a < 0 ? -0.5 : 0.5);
            return F::of(a, divisor, static_cast<T>(static_cast<std::int64_t>(more * inverse)));
        },
        m.at<const T>(op.from[0]));
}
struct Min {
    template <typename T>
    T operator()(T a, T b) const {
        return b < a ? b : a;
    }
};
struct Max {
    template <typename T>
    T operator()(T a, T b) const {
        return a < b ? b : a;
    }
};
struct Neg {
    template <typename T>
    T operator()(T a) const {
        return Sub{}(T{0}, a);
    }
};
struct Abs {
    template <typename T>
    T operator()(T a) const {
        return a < 0 ? Sub{}(T{0}, a) : a;
    }
};
struct Sad {
    template <typename T>
    T operator()(T a, T b, T c) const {
        return Add{}(c, a < b ? Sub{}(b, a) : Sub{}(a, b));
    }
};

/// mul.wide and mad.wide: sources of type T, result (and c) twice as wide.
template <typename T>
void mulWide(Machine& m, const Op& op) {
#ifdef __AVX512F__
    if constexpr (sizeof(T) == 4) {
        if (m.active == kAllLanes) {
            // Compilers widen first and then multiply 64 by 64 bits.
            alignas(64) Twice<T> product[kWarpSize];
            const T* const a = m.at<const T>(op.from[0]);
            const T* const b = m.at<const T>(op.from[1]);
            for (unsigned i = 0; i < kWarpSize; i += 8) {
                const auto wide = [i](const T* from) {
                    return _mm512_cvtepu32_epi64(_mm256_load_si256(reinterpret_cast<const __m256i*>(from + i)));
                };
                _mm512_store_si512(product + i, std::is_signed_v<T> ? _mm512_mul_epi32(wide(a), wide(b))
                                                                    : _mm512_mul_epu32(wide(a), wide(b)));
            }
            __builtin_memcpy(m.at<Twice<T>>(op.to), product, sizeof(product));
            return;
        }
    }
#endif
    eachLane(
        m.active, m.at<Twice<T>>(op.to),
        [](T a, T b) { return static_cast<Twice<T>>(static_cast<Twice<T>>(a) * static_cast<Twice<T>>(b)); },
        m.at<const T>(op.from[0]), m.at<const T>(op.from[1]));
}
template <typename T>
void madWide(Machine& m, const Op& op) {
    eachLane(
        m.active, m.at<Twice<T>>(op.to),
        [](T a, T b, Twice<T> c) {
            return Add{}(static_cast<Twice<T>>(static_cast<Twice<T>>(a) * static_cast<Twice<T>>(b)), c);
        },
        m.at<const T>(op.from[0]), m.at<const T>(op.from[1]), m.at<const Twice<T>>(op.from[2]));
}

template <typename F>
Handler pickBinary(program::Type type) {
    return byInteger(type, [](auto zero) -> Handler { return &binary<decltype(zero), F>; });
}
template <typename F>
Handler pickDivision(program::Type type) {
    return byInteger(type, [](auto zero) -> Handler {
        using T = decltype(zero);
        if constexpr (sizeof(T) == 4) return &divide<T, F>;
        return &binary<T, F>;
    });
}
template <typename F>
Handler pickUnary(program::Type type) {
    return byInteger(type, [](auto zero) -> Handler { return &unary<decltype(zero), F>; });
}
template <typename F>
Handler pickTernary(program::Type type) {
    return byInteger(type, [](auto zero) -> Handler { return &ternary<decltype(zero), F>; });
}

Handler pickProduct(const program::Instruction& i) {
    const bool mad = i.opcode == program::Opcode::Mad;
    switch (i.part) {
        case program::Part::Wide:
            return byInteger(i.type, [mad](auto zero) -> Handler {
                if constexpr (sizeof(zero) == 8)
                    return nullptr;
                else
                    return mad ? &madWide<decltype(zero)> : &mulWide<decltype(zero)>;
            });
        case program::Part::Hi: return mad ? pickTernary<MadOf<MulHi>>(i.type) : pickBinary<MulHi>(i.type);
        case program::Part::Lo: return mad ? pickTernary<MadOf<MulLo>>(i.type) : pickBinary<MulLo>(i.type);
        case program::Part::None: return nullptr;
    }
    return nullptr;
}

Handler pickSaturated(const program::Instruction& i) {
    using enum program::Opcode;
    if (i.type != program::Type::S32) return nullptr;
    if (i.opcode == Add) return &binary<std::int32_t, AddSaturated>;
    if (i.opcode == Sub) return &binary<std::int32_t, SubSaturated>;
    if (i.opcode == Mad && i.part == program::Part::Hi) return &ternary<std::int32_t, MadHiSaturated>;
    return nullptr;
}

}  // namespace

Handler pickInteger(const HandlerRequest& request) {
    const program::Instruction& i = *request.instruction;
    if (i.saturate) return pickSaturated(i);
    switch (i.opcode) {
        case program::Opcode::Add: return pickBinary<Add>(i.type);
        case program::Opcode::Sub: return pickBinary<Sub>(i.type);
        case program::Opcode::Mul:
        case program::Opcode::Mad: return pickProduct(i);
        case program::Opcode::Div: return pickDivision<Div>(i.type);
        case program::Opcode::Rem: return pickDivision<Rem>(i.type);
        case program::Opcode::Min: return pickBinary<Min>(i.type);
        case program::Opcode::Max: return pickBinary<Max>(i.type);
        case program::Opcode::Neg: return pickUnary<Neg>(i.type);
        case program::Opcode::Abs: return pickUnary<Abs>(i.type);
        case program::Opcode::Sad: return pickTernary<Sad>(i.type);
        default: return nullptr;
    }
}

}  // namespace lanescope::simt::LANESCOPE_ISA
