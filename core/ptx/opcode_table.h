// SPDX-License-Identifier: GPL-3.0-or-later
// What each PTX instruction may be combined with: one row a mnemonic, from chapter 9.7 of the PTX ISA.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/ptx/module.h"

namespace lanescope::ptx {

/// Sets of types as bit masks.
constexpr std::uint32_t in(Type type) { return 1U << static_cast<unsigned>(type); }
inline constexpr std::uint32_t kSigned = in(Type::S16) | in(Type::S32) | in(Type::S64);
inline constexpr std::uint32_t kInteger = kSigned | in(Type::U16) | in(Type::U32) | in(Type::U64);
inline constexpr std::uint32_t kFloat = in(Type::F32) | in(Type::F64);
inline constexpr std::uint32_t kHalves = in(Type::F16) | in(Type::F16x2) | in(Type::BF16) | in(Type::BF16x2);
inline constexpr std::uint32_t kShortPairs = in(Type::U16x2) | in(Type::S16x2);
inline constexpr std::uint32_t kBits3264 = in(Type::B32) | in(Type::B64);
inline constexpr std::uint32_t kBits = kBits3264 | in(Type::B16);
inline constexpr std::uint32_t kInteger3264 = in(Type::U32) | in(Type::U64) | in(Type::S32) | in(Type::S64);
inline constexpr std::uint32_t kBytes = in(Type::B8) | in(Type::U8) | in(Type::S8);
inline constexpr std::uint32_t kPredicate = in(Type::Pred);

/// Kinds of modifiers that an instruction may have.
enum Modifier : std::uint64_t {
    RoundFloat = 1U << 0,    ///< .rn .rz .rm .rp
    RoundInteger = 1U << 1,  ///< .rni .rzi .rmi .rpi
    Approx = 1U << 2,
    Full = 1U << 3,
    Ftz = 1U << 4,
    Saturate = 1U << 5,
    Product = 1U << 6,  ///< .lo .hi .wide
    Compare = 1U << 7,
    Boolean = 1U << 8,
    Uniform = 1U << 9,
    StateSpace = 1U << 10,
    To = 1U << 11,
    Memory = 1U << 12,  ///< .volatile, cache operators, ordering and scope
    Vector = 1U << 13,
    AtomicOp = 1U << 14,
    ShuffleMode = 1U << 15,
    Voting = 1U << 16,
    Synchronised = 1U << 17,  ///< .sync
    Scope = 1U << 18,         ///< .cta .gl .sys of a fence
    CarryOut = 1U << 19,      ///< .cc
    Relu = 1U << 20,
    NanWins = 1U << 21,  ///< .NaN
    ShiftAmount = 1U << 22,
    PermuteMode = 1U << 23,
    Clamping = 1U << 24,  ///< .clamp .wrap
    Property = 1U << 25,  ///< of testp
    Matching = 1U << 26,  ///< .any .all
    Aligned = 1U << 27,
    BarrierRed = 1U << 28,  ///< .popc .and .or
    Parity = 1U << 29,
    NoComplete = 1U << 30,
    NoIncrement = 1ULL << 31,
    NoFtz = 1ULL << 32,       ///< .noftz: what an atomic on halves does anyway
    Caching = 1ULL << 33,     ///< .L1 .L2 of a prefetch
    Accumulate = 1ULL << 34,  ///< .add of vabsdiff2 and vabsdiff4
    CopyCache = 1ULL << 35,   ///< .ca .cg of cp.async
    CopySpaces = 1ULL << 36,  ///< .shared .global of cp.async
    ThirdType = 1ULL << 37,   ///< .u32, of vabsdiff2 and vabsdiff4
};
/// Where a row has one of these, the instruction cannot do without it.
inline constexpr std::uint64_t kNeeded = Synchronised | Clamping | CopyCache | ThirdType;

struct OpcodeRow {
    std::string_view mnemonic;  ///< with the modifiers that must stand first
    Opcode opcode;
    std::string_view operands;  ///< as in Mnemonic
    std::uint32_t types;        ///< of the operation; 0 = the instruction has no type
    std::uint32_t sourceTypes;  ///< of its source, if it has two types
    std::uint64_t modifiers;
};

[[nodiscard]] constexpr bool isHalf(Type type) { return (in(type)&kHalves) != 0; }

/// Row of an instruction; nullptr if we do not know it.
[[nodiscard]] const OpcodeRow* findOpcode(std::string_view mnemonic);

}  // namespace lanescope::ptx
