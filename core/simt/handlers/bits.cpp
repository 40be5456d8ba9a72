// SPDX-License-Identifier: GPL-3.0-or-later
// Logic, shifts and bit fields (PTX ISA 9.7.1.15 ff., 9.7.8).
#include "core/simt/handlers/lanes.h"

namespace lanescope::simt::LANESCOPE_ISA {
namespace {

struct And {
    template <typename T>
    T operator()(T a, T b) const {
        return static_cast<T>(a & b);
    }
};
struct Or {
    template <typename T>
    T operator()(T a, T b) const {
        return static_cast<T>(a | b);
    }
};
struct Xor {
    template <typename T>
    T operator()(T a, T b) const {
        return static_cast<T>(a ^ b);
    }
};
struct Not {
    template <typename T>
    T operator()(T a) const {
        return static_cast<T>(~a);
    }
};
struct Cnot {
    template <typename T>
    T operator()(T a) const {
        return a == 0 ? T{1} : T{0};
    }
};

// Shift amounts are u32 and clamp at the width.
struct Shl {
    template <typename T>
    T operator()(T a, std::uint32_t by) const {
        return by >= 8 * sizeof(T) ? T{0} : static_cast<T>(a << by);
    }
};
struct Shr {
    template <typename T>
    T operator()(T a, std::uint32_t by) const {
        constexpr std::uint32_t kWidth = 8 * sizeof(T);
        if constexpr (std::is_signed_v<T>) return static_cast<T>(a >> (by >= kWidth ? kWidth - 1 : by));
        return by >= kWidth ? T{0} : static_cast<T>(a >> by);
    }
};
template <typename T, typename F>
void shift(Machine& m, const Op& op) {
    eachLane(m.active, m.at<T>(op.to), F{}, m.at<const T>(op.from[0]), m.at<const std::uint32_t>(op.from[1]));
}

/// shf: 64 bits of b:a (b the high half) shifted, of which the high (left) or low (right) half is the result.
template <bool Right, bool Wrap>
struct Shf {
    std::uint32_t operator()(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
        const std::uint32_t by = Wrap ? c & 31U : (c > 32 ? 32 : c);
        const std::uint64_t both = std::uint64_t{b} << 32 | a;
        return static_cast<std::uint32_t>(Right ? both >> by : (both << by) >> 32);
    }
};

/// Any function of three bits: bit (4a + 2b + c) of the table.
struct Lop3 {
    std::uint32_t operator()(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t table) const {
        std::uint32_t result = 0;
        for (unsigned row = 0; row < 8; ++row) {
            const std::uint32_t here =
                ((row & 4U) != 0 ? a : ~a) & ((row & 2U) != 0 ? b : ~b) & ((row & 1U) != 0 ? c : ~c);
            result |= (table >> row & 1U) != 0 ? here : 0;
        }
        return result;
    }
};
void lop3(Machine& m, const Op& op) {
    using Word = const std::uint32_t;
    eachLane(m.active, m.at<std::uint32_t>(op.to), Lop3{}, m.at<Word>(op.from[0]), m.at<Word>(op.from[1]),
             m.at<Word>(op.from[2]), m.at<Word>(op.from[3]));
}

/// Picks four of the eight bytes of b:a; bit 3 of a selector repeats the byte's sign instead.
struct Prmt {
    std::uint32_t operator()(std::uint32_t a, std::uint32_t b, std::uint32_t selectors) const {
        const std::uint64_t both = std::uint64_t{b} << 32 | a;
        std::uint32_t result = 0;
        for (unsigned i = 0; i < 4; ++i) {
            const std::uint32_t selector = selectors >> (4 * i);
            std::uint32_t byte = static_cast<std::uint32_t>(both >> (8 * (selector & 7U))) & 0xffU;
            if ((selector & 8U) != 0) byte = (byte & 0x80U) != 0 ? 0xffU : 0;
            result |= byte << (8 * i);
        }
        return result;
    }
};

struct Popc {
    template <typename T>
    std::uint32_t operator()(T a) const {
        return static_cast<std::uint32_t>(__builtin_popcountll(a));
    }
};
struct Clz {
    template <typename T>
    std::uint32_t operator()(T a) const {
        constexpr std::uint32_t kWidth = 8 * sizeof(T);
        return a == 0 ? kWidth : static_cast<std::uint32_t>(__builtin_clzll(a)) - (64 - kWidth);
    }
};
/// Position of the most significant bit that differs from the sign (for unsigned: that is set); all ones if none.
struct Bfind {
    template <typename T>
    std::uint32_t operator()(T a) const {
        using Unsigned = std::make_unsigned_t<T>;
        const auto bits = static_cast<Unsigned>(a < 0 ? ~a : a);
        return bits == 0 ? 0xffffffffU : 63U - static_cast<std::uint32_t>(__builtin_clzll(bits));
    }
};
template <typename T, typename F>
void toCount(Machine& m, const Op& op) {
    eachLane(m.active, m.at<std::uint32_t>(op.to), F{}, m.at<const T>(op.from[0]));
}

struct Brev {
    template <typename T>
    T operator()(T a) const {
        T result = 0;
        for (unsigned i = 0; i < 8 * sizeof(T); ++i) result |= (a >> i & T{1}) << (8 * sizeof(T) - 1 - i);
        return result;
    }
};

/// Bit field of `a` from bit b on, c bits long (both of 8 bits); past the end it reads the sign (unsigned: 0).
struct Bfe {
    template <typename T>
    T operator()(T a, std::uint32_t b, std::uint32_t c) const {
        using Unsigned = std::make_unsigned_t<T>;
        constexpr std::uint32_t kWidth = 8 * sizeof(T);
        const std::uint32_t position = b & 0xffU;
        const std::uint32_t length = c & 0xffU;
        if (length == 0) return 0;
        const std::uint32_t top = position + length - 1;
        const T shifted = Shr{}(a, position);
        if (length >= kWidth) return shifted;
        const auto mask = static_cast<Unsigned>((Unsigned{1} << length) - 1);
        const auto field = static_cast<Unsigned>(static_cast<Unsigned>(shifted) & mask);
        const bool negative = std::is_signed_v<T> && (a >> (top < kWidth ? top : kWidth - 1) & 1) != 0;
        return static_cast<T>(negative ? field | static_cast<Unsigned>(~mask) : field);
    }
};
template <typename T>
void bfe(Machine& m, const Op& op) {
    eachLane(m.active, m.at<T>(op.to), Bfe{}, m.at<const T>(op.from[0]), m.at<const std::uint32_t>(op.from[1]),
             m.at<const std::uint32_t>(op.from[2]));
}

/// The low d bits of a put into b from bit c on.
struct Bfi {
    template <typename T>
    T operator()(T a, T b, std::uint32_t c, std::uint32_t d) const {
        constexpr std::uint32_t kWidth = 8 * sizeof(T);
        const std::uint32_t position = c & 0xffU;
        const std::uint32_t length = d & 0xffU;
        const T ones = length >= kWidth ? static_cast<T>(~T{0}) : static_cast<T>((T{1} << length) - 1);
        const T mask = Shl{}(ones, position);
        return static_cast<T>((b & ~mask) | (Shl{}(a, position) & mask));
    }
};
template <typename T>
void bfi(Machine& m, const Op& op) {
    eachLane(m.active, m.at<T>(op.to), Bfi{}, m.at<const T>(op.from[0]), m.at<const T>(op.from[1]),
             m.at<const std::uint32_t>(op.from[2]), m.at<const std::uint32_t>(op.from[3]));
}

template <typename F>
void predicateLogic(Machine& m, const Op& op) {
    setPredicate(m, op.to, F{}(predicateSource(m, op, 0), predicateSource(m, op, 1)));
}
void predicateNot(Machine& m, const Op& op) { setPredicate(m, op.to, ~predicateSource(m, op, 0)); }

template <typename F>
Handler pickLogic(program::Type type) {
    if (type == program::Type::Pred) return &predicateLogic<F>;
    return byInteger(type, [](auto zero) -> Handler { return &binary<decltype(zero), F>; });
}
template <typename F>
Handler pickShift(program::Type type) {
    return byInteger(type, [](auto zero) -> Handler { return &shift<decltype(zero), F>; });
}
Handler pickFunnel(const program::Instruction& i) {
    using Word = std::uint32_t;
    if (i.shiftRight) return i.shiftWrap ? &ternary<Word, Shf<true, true>> : &ternary<Word, Shf<true, false>>;
    return i.shiftWrap ? &ternary<Word, Shf<false, true>> : &ternary<Word, Shf<false, false>>;
}
template <typename Make>
Handler byBits3264(unsigned bits, Make make) {
    if (bits == 32) return make(std::uint32_t{});
    return bits == 64 ? make(std::uint64_t{}) : nullptr;
}

}  // namespace

Handler pickBits(const HandlerRequest& request) {
    const program::Instruction& i = *request.instruction;
    const unsigned bits = program::bitsOf(i.type);
    switch (i.opcode) {
        case program::Opcode::And: return pickLogic<And>(i.type);
        case program::Opcode::Or: return pickLogic<Or>(i.type);
        case program::Opcode::Xor: return pickLogic<Xor>(i.type);
        case program::Opcode::Not:
            if (i.type == program::Type::Pred) return &predicateNot;
            return byWidth(bits, [](auto zero) -> Handler { return &unary<decltype(zero), Not>; });
        case program::Opcode::Cnot:
            return byWidth(bits, [](auto zero) -> Handler { return &unary<decltype(zero), Cnot>; });
        case program::Opcode::Shl: return pickShift<Shl>(i.type);
        case program::Opcode::Shr: return pickShift<Shr>(i.type);
        case program::Opcode::Shf: return pickFunnel(i);
        case program::Opcode::Lop3: return &lop3;
        case program::Opcode::Prmt: return &ternary<std::uint32_t, Prmt>;
        case program::Opcode::Popc:
            return byBits3264(bits, [](auto zero) -> Handler { return &toCount<decltype(zero), Popc>; });
        case program::Opcode::Clz:
            return byBits3264(bits, [](auto zero) -> Handler { return &toCount<decltype(zero), Clz>; });
        case program::Opcode::Bfind:
            return byInteger(i.type, [](auto zero) -> Handler { return &toCount<decltype(zero), Bfind>; });
        case program::Opcode::Brev:
            return byBits3264(bits, [](auto zero) -> Handler { return &unary<decltype(zero), Brev>; });
        case program::Opcode::Bfe: return byInteger(i.type, [](auto zero) -> Handler { return &bfe<decltype(zero)>; });
        case program::Opcode::Bfi: return byBits3264(bits, [](auto zero) -> Handler { return &bfi<decltype(zero)>; });
        default: return nullptr;
    }
}

}  // namespace lanescope::simt::LANESCOPE_ISA
