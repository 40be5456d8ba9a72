// SPDX-License-Identifier: GPL-3.0-or-later
// What machine code does to operands on their way in, and pairs of registers that are one value of 64 bits
// (Rearrangement).
#include "core/simt/handlers/lanes.h"

namespace lanescope::simt::LANESCOPE_ISA {
namespace {

using Kind = Rearrangement::Kind;

std::uint32_t portionOf(std::uint32_t word, program::Portion portion) {
    using enum program::Portion;
    switch (portion) {
        case All: return word;
        case LowHalf: return (word & 0xffffU) * 0x10001U;
        case HighHalf: return (word >> 16) * 0x10001U;
        default: return word >> 8 * (static_cast<unsigned>(portion) - static_cast<unsigned>(Byte0)) & 0xffU;
    }
}

/// The modifiers on bits of one value. Floats have their sign in the highest of each bit set in `signs`. A word as a
/// whole has a loop of its own, without a choice in it.
template <typename T, bool Whole>
void modify(Machine& m, const Rearrangement& r, T signs) {
    const T keep = r.isFloat && r.absolute ? static_cast<T>(~signs) : static_cast<T>(~T{0});
    const T flip =
        static_cast<T>((r.isFloat && r.negative ? signs : T{0}) ^ (r.inverted ? static_cast<T>(~T{0}) : T{0}));
    const bool magnitude = !r.isFloat && r.absolute;
    [[maybe_unused]] const program::Portion portion = r.portion;
    const T minus = !r.isFloat && r.negative ? static_cast<T>(~T{0}) : T{0};
    eachLane(
        m.active, m.at<T>(r.to),
        [=](T a) {
            constexpr unsigned kTop = 8 * sizeof(T) - 1;
            if constexpr (sizeof(T) == 4 && !Whole) a = portionOf(a, portion);
            const T below = magnitude ? static_cast<T>(T{0} - (a >> kTop)) : T{0};  // all ones for a negative number
            const T number = static_cast<T>((a ^ below) - below);
            return static_cast<T>(((((number & keep) ^ minus) - minus)) ^ flip);
        },
        m.at<const T>(r.from));
}

void modifyWord(Machine& m, const Rearrangement& r, std::uint32_t signs) {
    r.portion == program::Portion::All ? modify<std::uint32_t, true>(m, r, signs)
                                       : modify<std::uint32_t, false>(m, r, signs);
}

template <typename From, typename Index, typename To>
void addUp(Machine& m, const Rearrangement& r) {
    const To scale = r.scale;
    eachLane(
        m.active, m.at<To>(r.to),
        [scale](From a, Index b) { return static_cast<To>(static_cast<To>(a) * scale + static_cast<To>(b)); },
        m.at<const From>(r.from), m.at<const Index>(r.index));
}

template <unsigned Shift>
void insert(Machine& m, const Rearrangement& r) {
    constexpr std::uint64_t kMask = std::uint64_t{0xffffffffU} << Shift;
    eachLane(
        m.active, m.at<std::uint64_t>(r.to),
        [](std::uint64_t pair, std::uint32_t word) { return (pair & ~kMask) | std::uint64_t{word} << Shift; },
        m.at<const std::uint64_t>(r.to), m.at<const std::uint32_t>(r.from));
}
template <unsigned Shift>
void extract(Machine& m, const Rearrangement& r) {
    eachLane(
        m.active, m.at<std::uint32_t>(r.to),
        [](std::uint64_t pair) { return static_cast<std::uint32_t>(pair >> Shift); },
        m.at<const std::uint64_t>(r.from));
}

void addUpWide(Machine& m, const Rearrangement& r) {
    using Wide = std::uint64_t;
    using Word = std::uint32_t;
    if (r.wideFrom) return r.wideIndex ? addUp<Wide, Wide, Wide>(m, r) : addUp<Wide, Word, Wide>(m, r);
    r.wideIndex ? addUp<Word, Wide, Wide>(m, r) : addUp<Word, Word, Wide>(m, r);
}

void rearrange(Machine& m, const Rearrangement& r, LaneMask ran) {
    switch (r.kind) {
        case Kind::Word: return modifyWord(m, r, 0x80000000U);
        case Kind::Wide: return modify<std::uint64_t, true>(m, r, std::uint64_t{1} << 63);
        case Kind::Halves: return modifyWord(m, r, 0x80008000U);
        case Kind::Address: return addUp<std::uint32_t, std::uint32_t, std::uint32_t>(m, r);
        case Kind::Address64: return addUpWide(m, r);
        case Kind::Low: return insert<0>(m, r);
        case Kind::High: return insert<32>(m, r);
        case Kind::LowOf: return extract<0>(m, r);
        case Kind::HighOf: return extract<32>(m, r);
        case Kind::Signs: {
            const std::uint32_t* const from = m.at<const std::uint32_t>(r.from);
            LaneMask signs = 0;
            for (unsigned i = 0; i < kWarpSize; ++i) signs |= (from[i] >> 31) << i;
            m.mask(r.to) = signs;
            return;
        }
        case Kind::Spread: {
            std::uint32_t* const to = m.at<std::uint32_t>(r.to);
            const std::uint32_t value = to[__builtin_ctz(ran)];
            for (unsigned i = 0; i < kWarpSize; ++i) to[i] = value;
            return;
        }
        case Kind::SpreadPredicate:
            m.mask(r.to) = (m.mask(r.to) >> __builtin_ctz(ran) & 1U) != 0 ? kAllLanes : 0;
            return;
    }
}

}  // namespace

void arrange(Machine& m, const Op& op) {
    if (m.active == 0) return;  // after a fault
    for (unsigned k = 0; k < op.before; ++k) rearrange(m, op.rearrangements[k], m.active);
}

void arranged(Machine& m, const Op& op) {
    if (m.active == 0) return;
    const LaneMask ran = m.active;
    if (op.source->wholeWarp) m.active = kAllLanes;
    arrange(m, op);
    if (op.innerIsPortable) cleanVectors();
    op.inner(m, op);
    if (m.fault.op != nullptr) return;
    if (op.source->broadcast) m.active = kAllLanes;
    for (unsigned k = op.before; k < op.before + unsigned{op.after}; ++k) rearrange(m, op.rearrangements[k], ran);
    m.active = ran;
}

}  // namespace lanescope::simt::LANESCOPE_ISA
