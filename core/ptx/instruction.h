// SPDX-License-Identifier: GPL-3.0-or-later
// One PTX instruction as data: types, state spaces, operations, modifiers and operands. Names and meanings are those of
// NVIDIA's "Parallel Thread Execution ISA" manual, version 9.0.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace lanescope::ptx {

/// Fundamental types (PTX ISA 5.2). Sizes by bitsOf().
enum class Type : std::uint8_t {
    None,
    Pred,
    B8,
    B16,
    B32,
    B64,
    U8,
    U16,
    U32,
    U64,
    S8,
    S16,
    S32,
    S64,
    F16,
    F32,
    F64,
    BF16,
    F16x2,  ///< two halves in 32 bits, the low one first
    BF16x2,
    U16x2,  ///< likewise two integers
    S16x2
};
[[nodiscard]] unsigned bitsOf(Type type);
/// Floating point, a pair of halves too.
[[nodiscard]] constexpr bool isFloat(Type type) {
    using enum Type;
    return type == F16 || type == F32 || type == F64 || type == BF16 || type == F16x2 || type == BF16x2;
}
/// A single integer with a sign.
[[nodiscard]] constexpr bool isSigned(Type type) {
    using enum Type;
    return type == S8 || type == S16 || type == S32 || type == S64;
}
[[nodiscard]] std::string_view nameOf(Type type);  ///< "f32"

/// State spaces (PTX ISA 5.1) that an address can lie in. Param is the kernel's parameter block, the same for all
/// threads; Slot are the .param variables of functions and calls, of which each thread has its own (Entry::slots).
/// Code is the value of a function's name.
enum class Space : std::uint8_t { Generic, Param, Global, Shared, Local, Const, Slot, Code };
[[nodiscard]] std::string_view nameOf(Space space);

/// Base operation, without its modifiers. One enumerator per PTX mnemonic that we know.
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
    Mbarrier
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
/// Which half of a product: mul/mad .lo .hi .wide.
enum class Part : std::uint8_t { None, Lo, Hi, Wide };
enum class AtomOp : std::uint8_t { None, Add, Min, Max, Inc, Dec, And, Or, Xor, Exch, Cas };
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

/// %tid.x and its like; `dimension` is 0, 1, 2 for x, y, z.
enum class SpecialRegister : std::uint8_t {
    Tid,
    Ntid,
    Ctaid,
    Nctaid,
    Laneid,
    Warpid,
    Nwarpid,
    Smid,
    Nsmid,
    Gridid,
    Clock,
    Clock64,
    LanemaskEq,
    LanemaskLt,
    LanemaskLe,
    LanemaskGt,
    LanemaskGe,
    ClockHi,
    Globaltimer,
    GlobaltimerLo,
    GlobaltimerHi,
    TotalSmemSize,  ///< bytes of shared memory of the block, static and dynamic
    DynamicSmemSize
};
/// Does it differ from one instruction to the next?
[[nodiscard]] constexpr bool isClock(SpecialRegister special) {
    using enum SpecialRegister;
    return special == Clock || special == ClockHi || special == Clock64 || special == Globaltimer ||
           special == GlobaltimerLo || special == GlobaltimerHi;
}

/// Number of a virtual register within its entry; registers of all types share one numbering.
using RegisterId = std::uint32_t;
inline constexpr RegisterId kNoRegister = 0xffffffffU;

struct Operand {
    enum class Kind : std::uint8_t {
        None,
        Register,   ///< reg
        Immediate,  ///< bits: raw bits of the operand's type (floats as IEEE bits of that width; integers sign-extended
                    ///< from that width to 64 bits, so mask them; predicates 0 or 1)
        Special,    ///< special, dimension
        Symbol,     ///< symbol + offset as a value (the address of a variable, or a function)
        Address,    ///< [reg + offset], [symbol + offset] or [offset]
    };
    Kind kind = Kind::None;
    RegisterId reg = kNoRegister;  ///< Register; base of an Address, kNoRegister when the base is a symbol or nothing
    std::uint64_t bits = 0;        ///< Immediate
    std::int64_t offset = 0;       ///< Symbol, Address
    /// Index by `space`: Shared, Param, Slot, Local into Entry::shared, parameters, slots, locals; Global, Const into
    /// Module::variables; Code into Entry::functions.
    std::uint32_t symbol = 0xffffffffU;
    Space space = Space::Generic;  ///< of the symbol
    SpecialRegister special = SpecialRegister::Tid;
    std::uint8_t dimension = 0;
    bool negated = false;  ///< a predicate source `!p`
};

/// CUDA source position as the .loc directives say. For code that was inlined this is the innermost position.
struct SourceLocation {
    std::uint32_t file = 0;  ///< index into Module::files; meaningful if line != 0
    std::uint32_t line = 0;  ///< 1-based; 0 = no source position
    std::uint32_t column = 0;
    friend bool operator==(const SourceLocation&, const SourceLocation&) = default;
};

inline constexpr std::uint32_t kAllBytes = 0xffffffffU;

/// One instruction with all modifiers resolved into fields. Operands are in PTX order in `destination` and `sources`:
///   ld          destination, sources[0] = address          (vector: `vector` instead of destination)
///   st          sources[0] = address, sources[1] = value   (vector: `vector` instead of sources[1], sourceCount 1)
///   atom, red   destination (atom only), sources[0] = address, sources[1] = operand, cas: sources[2] = new value
///   setp        destination(2), sources a b, and the predicate c if boolOp is not None
///   shfl        destination(2), sources a b c mask;  vote: sources predicate, mask;  BarWarp: sources[0] = mask
///   bar         sources[0] = barrier, sources[1] = number of threads if given; red: destination, the predicate last
///   bra         only `target`;  brx: sources[0] = index, `list` into Entry::branchLists
///   call        `list` into Entry::calls
///   mov of a vector: packing has destination and `vector`, unpacking has `vector` and sources[0]; `type` is that of
///               the whole, its parts are as wide as their registers
///   cvt to f16x2, bf16x2: sources[0] goes into the upper half
///   cp.async    sources[0] = address in shared memory, sources[1] = address in global memory, `vectorSize` bytes
///   wait_group  sources[0] = number of groups that may still be open; wait_all: no source
///   mbarrier    destination if it has one, sources[0] = address, then as in PTX;  pending_count: sources[0] = state
///   prefetch    sources[0] = address
/// `_` as a destination or in a vector is a register of that name, which nothing reads.
/// Types of operands that differ from `type`: shift amounts, bfe/bfi positions, and results of popc/clz/bfind are u32;
/// mul/mad.wide has a result and an addend of twice the width; the last operand of selp is a predicate.
struct Instruction {
    Opcode opcode = Opcode::Mov;
    Type type = Type::None;        ///< of the operation (for cvt: of the destination; mul.wide: of the factors)
    Type sourceType = Type::None;  ///< cvt, set, slct: of the source
    Space space = Space::Generic;  ///< ld st atom red cvta
    Comparison comparison = Comparison::None;
    BoolOp boolOp = BoolOp::None;
    Rounding rounding = Rounding::None;
    Part part = Part::None;
    AtomOp atomOp = AtomOp::None;
    ShflMode shflMode = ShflMode::None;
    VoteMode voteMode = VoteMode::None;
    MatchMode matchMode = MatchMode::None;
    BarMode barMode = BarMode::Sync;
    PrmtMode prmtMode = PrmtMode::None;
    TestpMode testpMode = TestpMode::None;
    MbarrierOp mbarrierOp = MbarrierOp::None;
    bool aligned = true;       ///< bar: all threads of the warp come to this same instruction
    bool carryIn = false;      ///< addc, subc, madc
    bool carryOut = false;     ///< .cc
    bool shiftAmount = false;  ///< bfind.shiftamt
    bool relu = false;         ///< fma, cvt, min, max
    bool accumulates = false;  ///< vabsdiff2.add, vabsdiff4.add: the sum of all differences and sources[2]
    bool nan = false;          ///< min, max, cvt: a NaN operand gives NaN
    bool isVolatile = false;   ///< ld, st
    bool zeroFill = false;     ///< cp.async with a source size: sources[2] = size of the source in bytes
    bool parity = false;       ///< mbarrier.test_wait.parity and try_wait.parity: sources[1] is a phase parity
    bool noIncrement = false;  ///< cp.async.mbarrier.arrive.noinc
    bool ftz = false;
    bool saturate = false;
    bool uniform = false;       ///< bra.uni
    bool shiftRight = false;    ///< shf.r rather than shf.l
    bool shiftWrap = false;     ///< shf.wrap rather than shf.clamp
    bool cvtaToSpace = false;   ///< cvta.to.space rather than cvta.space
    bool guardNegated = false;  ///< @!p
    RegisterId guard = kNoRegister;
    std::uint8_t vectorSize = 1;
    /// ld: bit k = byte k of what is loaded is used, the others are padding of a structure (pragma used_bytes_mask, PTX
    /// ISA 14; not all compilers give it, and none of all copies).
    std::uint32_t usedBytes = kAllBytes;
    Operand destination;
    Operand destination2;  ///< second predicate of setp p|q, shfl d|p
    std::array<Operand, 4> sources;
    std::uint8_t sourceCount = 0;
    std::array<RegisterId, 4> vector{kNoRegister, kNoRegister, kNoRegister, kNoRegister};
    std::uint32_t target = 0xffffffffU;  ///< bra: index of the instruction to go to (Function::end = past the end)
    std::uint32_t list = 0xffffffffU;    ///< call, brx: index into the entry's calls or branchLists
    std::uint32_t ptxLine = 0;           ///< 1-based line in Module::text
    SourceLocation source;
    SourceLocation calledFrom;  ///< where the call was that was inlined here; line 0 = not inlined
};

}  // namespace lanescope::ptx
