// SPDX-License-Identifier: GPL-3.0-or-later
// One instruction as data, whatever it was read from.
#pragma once

#include <array>
#include <cstdint>

#include "core/program/operation.h"
#include "core/program/space.h"
#include "core/program/special_register.h"
#include "core/program/type.h"

namespace lanescope::program {

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
        Address,    ///< [reg * scale + index + offset], [symbol + offset], [symbol + reg + offset] or [offset]
        Parameter,  ///< what the parameter block holds `offset` bytes behind its beginning, as wide as it is used
    };
    Kind kind = Kind::None;
    RegisterId reg = kNoRegister;  ///< Register; base of an Address, kNoRegister when the base is a symbol or nothing
    std::uint64_t bits = 0;        ///< Immediate
    std::int64_t offset = 0;       ///< Symbol, Address, Parameter
    /// Index by `space`: Shared, Param, Slot, Local into Entry::shared, parameters, slots, locals; Global, Const into
    /// Module::variables; Code into Entry::functions.
    std::uint32_t symbol = 0xffffffffU;
    Space space = Space::Generic;  ///< of the symbol
    SpecialRegister special = SpecialRegister::Tid;
    std::uint8_t dimension = 0;
    bool negated = false;  ///< a predicate source `!p`
    // Machine code only. What is done to a value before it is used, in this order:
    Portion portion = Portion::All;
    bool absolute = false;
    bool negative = false;
    bool inverted = false;           ///< each bit
    RegisterId index = kNoRegister;  ///< Address: a second register; narrower than an address it has no sign
    std::uint8_t scale = 1;          ///< Address: what `reg` is multiplied by
};

/// Position in the CUDA source. For code that was inlined this is the innermost one.
struct SourceLocation {
    std::uint32_t file = 0;  ///< index into Module::files; meaningful if line != 0
    std::uint32_t line = 0;  ///< 1-based; 0 = no source position
    std::uint32_t column = 0;
    friend bool operator==(const SourceLocation&, const SourceLocation&) = default;
};

/// Bytes from one instruction of machine code to the next.
inline constexpr std::uint32_t kInstructionSpacing = 16;
inline constexpr std::uint32_t kAllBytes = 0xffffffffU;

/// One instruction with all modifiers resolved into fields. Operands are in this order in `destination` and `sources`:
///   ld          destination, sources[0] = address          (vector: `vector` instead of destination)
///   st          sources[0] = address, sources[1] = value   (vector: `vector` instead of sources[1], sourceCount 1)
///   atom, red   destination (atom only), sources[0] = address, sources[1] = operand, cas: sources[2] = new value
///   setp        destination(2), sources a b, and the predicate c if boolOp is not None
///   shfl        destination(2), sources a b c mask;  vote: sources predicate, mask;  BarWarp: sources[0] = mask
///   bar         sources[0] = barrier, sources[1] = number of threads if given; red: destination, the predicate last
///   bra         only `target`;  brx: sources[0] = index, `list` into Entry::branchLists
///   call        `list` into Entry::calls; of machine code (Call::inRegisters): `vector` has the arguments, destination
///   mov of a vector: packing has destination and `vector`, unpacking has `vector` and sources[0]; `type` is that of
///               the whole, its parts are as wide as their registers
///   cvt to f16x2, bf16x2: sources[0] goes into the upper half
///   cp.async    sources[0] = address in shared memory, sources[1] = address in global memory, `vectorSize` bytes
///   wait_group  sources[0] = number of groups that may still be open; wait_all: no source
///   mbarrier    destination if it has one, sources[0] = address, then its own;  pending_count: sources[0] = state
///   prefetch    sources[0] = address
///   add3        destination, destination2, destination3 (carries), sources a b c, and with carryIn predicates
///   mad.x       sources a b c predicate;  shift-add: sources a b, high part: c (the upper word), carryIn: predicate
///   funnel      sources: low word, shift, high word; part: which word of the result
///   minmax3     sources a b c predicate (true: the least);  add-minmax likewise of a + b and c
///   setp        with sourceCount 4: of the upper halves, where the predicate sources[3] is what the lower ones say
///   lop3        with destination2: whether a bit of the result is set
///   predicate-logic  destination(2), sources a b c predicates, tables
///   pack/unpack-predicates  all seven `predicates`, whose numbers follow each other, as far as the mask sources[1] has
///               their bits; pack: the other bits are those of sources[0]
///   meet, leave sources[0] = register with the lanes that meet;  brx, byAddress: sources[0] = an instruction's
///   address,
///               to which its `offset` is added
///   bra         whenParted, whenTogether: sources[0] = the lanes; taken if not all of them, or all, run together; else
///               sources[0] may be a predicate: taken by those that pass the guard and for which it holds; exit
///               likewise
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
    bool isOrdered = false;    ///< ld, st, atom, red: acquires or releases
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
    // Machine code only.
    bool wholeWarp = false;   ///< done once for the warp: every lane, whoever runs, gets the result
    bool broadcast = false;   ///< the result of the lanes that run is given to all lanes of the warp
    bool asTheyCome = false;  ///< shfl, vote, match, redux, bar: among the lanes that run; nobody is waited for
    bool whenTogether = false;
    bool whenParted = false;   ///< bra
    bool alignedFill = false;  ///< cp.async: what the address lies behind a multiple of the size is not read but 0
    bool laneMask = false;     ///< mbarrier: answers who arrived, and the upper word as it was before all of them
    BarrierLayout barrierLayout = BarrierLayout::Own;
    bool byAddress = false;   ///< brx: `list` holds all places to go to; a place's address is its index times
                              ///< kInstructionSpacing
    std::uint8_t amount = 0;  ///< shift-add; pack-predicates: the lowest bit
    std::uint8_t table = 0;   ///< predicate-logic: bit (4a + 2b + c) is the first result
    std::uint8_t table2 = 0;  ///< likewise the second
    Operand destination3;     ///< add3: the second carry
    Operand lastSource;       ///< add3: the second carry that comes in
    std::array<RegisterId, 7> predicates{kNoRegister, kNoRegister, kNoRegister, kNoRegister,
                                         kNoRegister, kNoRegister, kNoRegister};
    RegisterId guard = kNoRegister;
    std::uint8_t vectorSize = 1;
    /// ld: bit k = byte k of what is loaded is used, the others are padding of a structure (PTX's pragma
    /// used_bytes_mask; not all compilers give it, and none of all copies).
    std::uint32_t usedBytes = kAllBytes;
    Operand destination;
    Operand destination2;  ///< second predicate of setp p|q, shfl d|p
    std::array<Operand, 4> sources;
    std::uint8_t sourceCount = 0;
    std::array<RegisterId, 4> vector{kNoRegister, kNoRegister, kNoRegister, kNoRegister};
    std::uint32_t target = 0xffffffffU;  ///< bra: index of the instruction to go to (Function::end = past the end)
    std::uint32_t list = 0xffffffffU;    ///< call, brx: index into the entry's calls or branchLists
    std::uint32_t line = 0;              ///< 1-based, in Module::text
    SourceLocation source;
    SourceLocation calledFrom;  ///< where the call was that was inlined here; line 0 = not inlined
};

}  // namespace lanescope::program
