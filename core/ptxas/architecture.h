// SPDX-License-Identifier: GPL-3.0-or-later
// What the model of ptxas knows of one architecture: all numbers that were read off machine code or found by probing
// with small kernels, in one table. Another architecture, or another ptxas, is another table.
#pragma once

#include <cstdint>
#include <string_view>

namespace lanescope::ptxas {

/// Machine instructions of an operation on up to 32 bits, and of the same on 64.
struct ByWidth {
    double narrow;
    double wide;
    [[nodiscard]] constexpr double of(unsigned bits) const { return bits == 64 ? wide : narrow; }
};

/// What an operation without an instruction of its own expands to, where no operand is special (a denormal, an
/// infinity).
struct Expansion {
    double instructions = 1;
    double checks = 0;      ///< branches in it
    double operations = 0;  ///< floating-point additions and products in it, a fused one counts 2
};

/// The routine that a quotient or root calls for special operands (SiteCounts::specialLanes), for a zero.
struct SlowPath {
    double instructions = 0;  ///< there, on the way and back
    double saved = 0;         ///< of the ordinary way, which those lanes do not go
    double branches = 0;
};

/// Unless a field says otherwise, its unit is machine instructions of a warp for one PTX instruction.
struct Architecture {
    std::string_view name;      ///< "sm_90"
    std::string_view compiler;  ///< whose code was read: "ptxas 13.0"

    /// Integers. What is not here takes one instruction for each 32-bit register of its result.
    struct Integer {
        double highProductSigned;    ///< mul.hi.s64
        double highProductUnsigned;  ///< mul.hi.u64
        double fullProduct;          ///< mul.wide of 64 bits
        double lowerHalves;          ///< mul.lo.64: the product of the lower halves, unless it is added to something
        double crossProduct;         ///< mul.lo.64: each product of a lower and an upper half that is not known as zero
        ByWidth multiplyAdd;
        double highMultiplyAdd;  ///< mad.hi.32
        ByWidth leadingZeros;
        double leadingZerosAddend;  ///< of 32 bits, where the result is only added to something
        ByWidth setBits;            ///< popc
        ByWidth reverse;            ///< brev
        ByWidth absolute;
        double absoluteStored;  ///< of 32 bits, where the result is only stored
        ByWidth negative;
        double extractField;
        double extractKnownField;  ///< the place of which is a constant
        double insertField;
        double truthValue;   ///< set: a comparison and a selection
        ByWidth extreme;     ///< min, max
        double countingSum;  ///< x = x + (p ? 1 : 0)
    } integer;

    /// Quotients and remainders of integers.
    struct Division {
        double quotientSigned;  ///< of 32 bits, with all that follows
        double quotientUnsigned;
        double remainderSigned;
        double remainderUnsigned;
        double signOfDivisor;  ///< more, if it is signed and no parameter
        double reciprocal;     ///< of them, the divisor's reciprocal
        double otherHalf;      ///< the remainder where there is the quotient already, or the other way round
        /// Of them, what is known of the divisor in the loop where its reciprocal was found: its amount, whether it is
        /// 0.
        double knownSigned;
        double knownUnsigned;
        double quotientSigned64;  ///< of 64 bits, a routine: there and back
        double quotientUnsigned64;
        double remainderSigned64;
        double remainderUnsigned64;
        double branches64;  ///< in the routine
    } division;

    /// Floating-point operations without an instruction of their own.
    struct Floating {
        Expansion quotient64;
        Expansion quotient;           ///< rounded
        Expansion quotientFull;       ///< div.full
        Expansion quotientFullFtz;    ///< the same where denormals are zeros
        Expansion quotientApprox;     ///< div.approx
        Expansion quotientApproxFtz;  ///< the same where denormals are zeros
        Expansion root64;
        Expansion root;
        Expansion reciprocal64;
        Expansion reciprocal;
        Expansion reciprocalApprox;
        Expansion reciprocalApproxFtz;
        Expansion reciprocalRoot64;
        Expansion function;  ///< of the unit for special functions, scaled around denormals
        Expansion functionFtz;
        Expansion sine;           ///< and cosine
        Expansion extreme64;      ///< min, max
        double constantDivisor;   ///< more, for a rounded quotient of 32 bits
        double constantDividend;  ///< likewise
        double constantDividend64;
        SlowPath slowQuotient64;
        SlowPath slowQuotient;
        SlowPath slowRoot64;
        SlowPath slowRoot;
        SlowPath slowReciprocal;
    } floating;

    /// Atomic operations that are more than one instruction. Aggregated: lanes at one address are added up within the
    /// warp first.
    struct Atomics {
        double floatLoop;          ///< addition of floats in shared memory: compare-and-swap until it holds
        double floatLoopBranches;  ///< in it
        double aggregatedShared;   ///< in shared memory, result not wanted
        double countedGlobal;      ///< in global memory, result not wanted: all lanes add 1
        double aggregatedGlobal;   ///< all lanes add the same, or it is no addition
        double aggregatedDiffering;
        double sharedOut;  ///< the result is wanted, all lanes add the same
        double sharedOutDiffering;
        double sharedOutBranches;  ///< in the latter
    } atomics;

    /// What is brought into registers, and how many there are for it.
    struct Registers {
        double stackPointer;  ///< at the entry of every kernel
        double sharedBase;    ///< the address of shared memory
        double fetch;       ///< a parameter, a constant of memory, a special register, the descriptor of global memory
        double keptInLoop;  ///< registers: most that constants and what else does not change in a loop take
    } registers;

    double fence;  ///< membar

    /// What one instruction takes in.
    struct Joining {
        unsigned logicOperands;  ///< operands of LOP3
        unsigned productUses;    ///< sums that each take the same product or shift, at most
    } joining;

    /// Pointers that step through an array in a loop: moves that put their halves side by side, each time they step.
    struct Pointers {
        double uniform;        ///< the same in all lanes
        double most;           ///< of one that differs
        double ofAll;          ///< of all that differ, together
        double unrolledAlone;  ///< in an unrolled loop, for all copies: of the only one, or where one is stored through
        double unrolledBeside;  ///< of one of several
    } pointers;

    /// Branches and what becomes of them. Sizes of blocks are those of core/ptxas/sizes.h.
    struct Branches {
        double predicatedDivergent;  ///< largest size behind a branch that lanes may take apart, to become predicates
        double predicatedUniform;    ///< behind one that all lanes take together
        double predicatedWithLoads;  ///< with loads of global memory
        double workBesideLoads;      ///< least that need not wait for the loads, for that
        double sharedAddress;        ///< of it: bringing the address of shared memory
        double secondCondition;      ///< most in a block whose branch becomes one with that before it, both included
        std::int64_t tablePlaces;    ///< places in a table of branches for each comparison, at most
        double table;                ///< clamp, shift, fetch, extend; without the branch
        double meeting;              ///< noting and awaiting where lanes meet again
    } branches;

    /// What an instruction is larger by when ptxas looks at the size of a block than in the end.
    struct Sizes {
        double joinedShift;      ///< of 64 bits, that becomes part of a sum
        double joinedExtension;  ///< to 64 bits, likewise
        double selection;        ///< of doubles, or of one and nothing for a sum
        double extreme64;        ///< the size itself: minimum or maximum of doubles
        double product;          ///< of 64 bits
        double function;         ///< of the unit for special functions, where denormals are none
        double nextArray;        ///< the address of an array in shared memory behind another
    } sizes;

    /// Counted loops. Their size is in machine instructions without the loop's control.
    struct Unrolling {
        double most;                 ///< size with which a loop is unrolled by four
        double morePerSharedLoad;    ///< for each load of shared memory in it
        double mostWithGlobalLoads;  ///< less the number of those
        // Loops of a known number of rounds: which are laid out whole. A round's size is counted before joining.
        std::int64_t knownRounds;  ///< rounds that are looked for, at most
        double tinyRound;          ///< size up to which any number is laid out
        double shortRound;         ///< size up to which `shortTotal` and `shortRounds` hold
        double shortTotal;         ///< size of all rounds together
        double shortRounds;        ///< rounds
        double longTotal;          ///< size of all rounds together, of those with longer rounds
        double longRound;          ///< size of such a round up to which nothing else is asked
        double longRoundAtLeast;   ///< else it is at most this plus `longRoundShared` by the rounds
        double longRoundShared;
        // Longer ones: how many rounds stand together, as the largest part without a rest for which the following
        // holds.
        std::int64_t leastTogether;  ///< rounds
        double togetherTotal;        ///< size of the rounds that stand together
        double togetherLess;         ///< of each round's size, this is not counted
        double togetherLeast;        ///< but at least so much is
    } unrolling;
};

/// As ptxas 13.0 compiles for sm_90: read off its machine code of the design half of tests/core/metrics/hardware and of
/// small probes, one construct each.
extern const Architecture kSm90;

}  // namespace lanescope::ptxas
