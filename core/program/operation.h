// SPDX-License-Identifier: GPL-3.0-or-later
// What an instruction does, and the ways in which it may do it. The names are those of PTX (NVIDIA, "Parallel Thread
// Execution ISA", version 9.0), which has one for nearly everything that machine code does.
#pragma once

#include <cstdint>
#include <string_view>

namespace lanescope::program {

/// Base operation, without its modifiers.
enum class Opcode : std::uint8_t {
    // integer and float arithmetic
    Add,
    Sub,
    Mul,
    Mad,
    Fma,
    Div,
    Rem,
    Abs,
    Neg,
    Min,
    Max,
    Sqrt,
    Rcp,
    Rsqrt,
    Ex2,
    Lg2,
    Sin,
    Cos,
    Popc,
    Clz,
    Bfind,
    Brev,
    Bfe,
    Bfi,
    Sad,
    Mul24,
    Mad24,
    Dp4a,
    Dp2a,
    Bmsk,
    Szext,
    Fns,
    Tanh,
    Copysign,
    Testp,
    Vabsdiff2,  ///< vabsdiff2, vabsdiff4: of the halves or bytes of words
    Vabsdiff4,
    // logic and shift
    And,
    Or,
    Xor,
    Not,
    Cnot,
    Shl,
    Shr,
    Shf,
    Lop3,
    Prmt,
    // comparison and selection
    Setp,
    Set,
    Selp,
    Slct,
    // movement and conversion
    Mov,
    Cvt,
    Cvta,
    Ld,
    St,
    Atom,
    Red,
    Isspacep,
    Prefetch,         ///< prefetch, prefetchu, discard, applypriority: no effect on values
    CpAsync,          ///< cp.async.ca/.cg
    CpAsyncCommit,    ///< cp.async.commit_group
    CpAsyncWait,      ///< cp.async.wait_group, wait_all
    CpAsyncMbarrier,  ///< cp.async.mbarrier.arrive
    // control
    Bra,
    Brx,
    Call,
    Ret,
    Exit,
    Trap,
    Brkpt,
    // synchronisation and warp operations
    Bar,
    Membar,
    Shfl,
    Vote,
    Activemask,
    BarWarp,
    Match,
    Redux,
    Elect,
    Nanosleep,
    Mbarrier,
    // of machine code only
    Nop,
    Add3,       ///< sum of three, with carries as predicates
    MadCarry,   ///< the low half of a product, an addend and a carry
    MadHigh,    ///< the upper word of a product of words and an addend of 64 bits
    ShiftAdd,   ///< LEA: sources[0] << amount, or the upper half of that, + sources[1]
    Funnel,     ///< SHF: either half of two words that are shifted as one
    MinMax3,    ///< of three
    AddMinMax,  ///< of a sum of two and a third
    RcpHigh,    ///< MUFU.RCP64H, MUFU.RSQ64H: of the upper words of doubles
    RsqrtHigh,
    SinTurns,  ///< MUFU.SIN, MUFU.COS: of parts of a whole turn
    CosTurns,
    Choose,            ///< DSETP.MIN, DSETP.MAX: is the first the least or greatest of two; are both no numbers
    PredicateLogic,    ///< PLOP3: any function of three predicates
    PackPredicates,    ///< P2R
    UnpackPredicates,  ///< R2P
    Meet,              ///< BSYNC: waits for the lanes that the register names
    Leave              ///< BREAK: nobody waits for these lanes there any more
};
[[nodiscard]] std::string_view nameOf(Opcode opcode);

enum class Comparison : std::uint8_t {
    None,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Lo,
    Ls,
    Hi,
    Hs,
    Equ,
    Neu,
    Ltu,
    Leu,
    Gtu,
    Geu,
    Num,
    Nan
};
enum class BoolOp : std::uint8_t { None, And, Or, Xor };
/// Rounding of floats (Rn Rz Rm Rp) and to integers (Rni Rzi Rmi Rpi).
enum class Rounding : std::uint8_t { None, Rn, Rz, Rm, Rp, Rni, Rzi, Rmi, Rpi, Approx, Full };
/// Of a word of machine code: one of its halves, in both places; one of its bytes, as a number; its highest bit, as a
/// predicate.
enum class Portion : std::uint8_t { All, LowHalf, HighHalf, Byte0, Byte1, Byte2, Byte3, Sign };
/// Which half of a product: mul/mad .lo .hi .wide.
enum class Part : std::uint8_t { None, Lo, Hi, Wide };
/// CasTest: as Cas, but tells whether it has put the new value.
enum class AtomOp : std::uint8_t { None, Add, Min, Max, Inc, Dec, And, Or, Xor, Exch, Cas, CasTest };
enum class ShflMode : std::uint8_t { None, Up, Down, Bfly, Idx };
enum class VoteMode : std::uint8_t { None, All, Any, Uni, Ballot };
enum class MatchMode : std::uint8_t { None, Any, All };
enum class BarMode : std::uint8_t { Sync, Arrive, RedPopc, RedAnd, RedOr };
enum class PrmtMode : std::uint8_t { None, F4e, B4e, Rc8, Ecl, Ecr, Rc16 };
enum class TestpMode : std::uint8_t { None, Finite, Infinite, Number, NotANumber, Normal, Subnormal };
enum class MbarrierOp : std::uint8_t {
    None,
    Init,
    Inval,
    Arrive,
    ArriveDrop,
    ArriveNoComplete,
    ArriveDropNoComplete,
    TestWait,
    TryWait,
    PendingCount
};

/// How an mbarrier lies in its 64 bits: as the emulator likes, or as code of sm_80 or of sm_90 counts on.
enum class BarrierLayout : std::uint8_t { Own, Words, Fields };

}  // namespace lanescope::program
