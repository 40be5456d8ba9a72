// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/reduce/reduce_kinds.h"

#include <array>

namespace lanescope::reduce {
namespace {

constexpr std::string_view kRightForAll = "Right for every n and every block size that can be chosen.";
constexpr std::string_view kSecondLaunch =
    "The launches that combine the partial numbers are of the corrected kernel in both variants.";

constexpr std::string_view kReadsBeyondTheBlock =
    "Wrong here: the block's size is no power of two, so a thread adds sdata[tid + s] where there is none. With 96 "
    "threads, thread 64 reads number 96 of 96. The emulator stops at the first such access.";

constexpr std::string_view kNeedsLockstep =
    "Right only where the lanes of a warp run in step. warpReduce has no barrier: since Volta a lane may read what its "
    "neighbour has not written yet, or what it has already added to. The emulator keeps lanes of one mind together, so "
    "the number comes out right here, and its race check names the pairs of accesses that nothing orders.";

constexpr std::array kKinds{
    Kind{
        .id = "reduce.0",
        .title = "Reduction 0: neighbours first, chosen by modulo",
        .document = "004 listing 6.2, p. 57",
        .summary = "Every second thread adds its neighbour's number, then every fourth, every eighth, and so on.",
        .explanation =
            "A sum looks like a job for one: each addition needs the result of the one before. But additions may be "
            "grouped at will, so that a block can add pairs at the same time, then pairs of pairs, and reach one "
            "number "
            "in as many rounds as 2 must be multiplied by itself to give the number of threads. Each block leaves one "
            "partial number, and a second launch adds those.\n\n"
            "In round s the threads whose number is divisible by 2s work, and the others wait. Watch one warp: 16 "
            "lanes "
            "work in the first round, 8 in the next, then 4, 2 and 1, but the whole warp takes part in every round. "
            "With 512 threads, 95 times a warp finds its lanes divided, where reductions 1 and 2 need 5. The remainder "
            "is also one of the slowest operations of a GPU.",
        .kernel = "reduce0",
        .corrected = "Right for every n and every block size that can be chosen. Changed: a thread asks whether its "
                     "partner lies in the block.",
        .published = "Right, because the block's size is a power of two.",
        .publishedIfOddBlock = kReadsBeyondTheBlock,
    },
    Kind{
        .id = "reduce.1",
        .title = "Reduction 1: neighbours first, by whole warps",
        .document = "004 listing 6.3, p. 58",
        .summary = "The same pairs as in reduction 0, but the first threads of the block do the work, so that whole "
                   "warps work or wait.",
        .explanation =
            "The pairs are those of reduction 0; only who adds them has changed. Thread t adds pair number t of the "
            "round, so that the working threads are always the first ones of the block. A warp has work for all of its "
            "lanes or for none, until less than a warp is left.\n\n"
            "What is won at the branches is lost at shared memory. In round s the threads touch numbers that lie 2s "
            "apart. Shared memory has 32 banks of 4 bytes, and addresses that are 128 bytes apart fall into the same "
            "one: such accesses wait for each other. Watch the wavefronts of the loads grow from round to round: "
            "doubles conflict 2, 4, 8 and then 16 ways.",
        .kernel = "reduce1",
        .corrected = "Right for every n and every block size that can be chosen. Changed: a thread asks whether its "
                     "partner lies in the block.",
        .published = "Right, because the block's size is a power of two.",
        .publishedIfOddBlock = kReadsBeyondTheBlock,
    },
    Kind{
        .id = "reduce.2",
        .title = "Reduction 2: second half to first half",
        .document = "004 listing 6.4, p. 59",
        .summary =
            "The second half of the numbers is added to the first, then the second quarter to the first, so that "
            "neighbouring threads touch neighbouring places.",
        .explanation =
            "If the order of additions is free, so is the choice of pairs. Here thread t adds number t + s to number "
            "t, "
            "with s half of what is left: the second half goes to the first, then the second quarter, and so on. The "
            "working threads are again the first of the block, and their addresses follow each other without gaps.\n\n"
            "So neither trouble of reductions 0 and 1 is left: whole warps work or wait, and no two lanes want the "
            "same "
            "bank. What remains is waste. Half of the threads never add anything, and each round has half as many "
            "workers as the one before, while all warps of the block still wait at its barrier.",
        .kernel = "reduce2",
        .corrected = "Right for every n and every block size that can be chosen. Changed: half of an odd number is "
                     "rounded up, so that the middle number is not forgotten.",
        .published = "Right, because the block's size is a power of two.",
        .publishedIfOddBlock =
            "Wrong: the block's size is no power of two. Half of an odd number is rounded down, and "
            "the last number of such a round is never added: with 96 threads, number 2 of the last 3.",
    },
    Kind{
        .id = "reduce.3",
        .title = "Reduction 3: the first addition while loading",
        .document = "004 listing 6.5, p. 60",
        .summary = "Each thread loads two values and adds them before anything goes to shared memory: half as many "
                   "blocks do the same work.",
        .explanation =
            "In reduction 2 half of the threads load one value, write it to shared memory and never work again. Here "
            "every thread loads two values, one block size apart, and writes their sum. A block now takes in twice as "
            "many values, so that half the blocks are launched, and half as many partial numbers are left for the "
            "second launch.\n\n"
            "Look at the loads: the first ones of a warp are neighbours, and so are the second ones, so every request "
            "still covers whole sectors. And look at the end of the values. The document's kernel does not ask whether "
            "there are two for every thread; where n is not a multiple of two blocks, it reads beyond the last one.",
        .kernel = "reduce3",
        .valuesPerThread = 2,
        .corrected = "Right for every n and every block size that can be chosen. Changed: what lies beyond the last "
                     "value is not read, and counts nothing.",
        .published = "Right, because n is a multiple of twice the block size.",
        .publishedIfOddBlock = "Wrong: the block's size is no power of two, and half of an odd number is rounded down.",
        .publishedIfRest =
            "Wrong here: n is not a multiple of twice the block size, and nobody asks whether there is a "
            "value to read. The emulator stops at the first read beyond the last one.",
    },
    Kind{
        .id = "reduce.4",
        .title = "Reduction 4: the last warp by itself, unrolled",
        .document = "004 listings 6.6 and 6.7, p. 60",
        .summary =
            "Reduction 2, but the last 64 numbers are added by one warp with its loop unrolled, without barriers "
            "for the whole block.",
        .explanation =
            "When 64 numbers are left, one warp does all the work. The loop's condition and the barrier, which the "
            "other "
            "warps only wait at, can then be left out: the six last rounds are written one after the other. In each of "
            "them all 32 lanes add; what the upper lanes compute is of no use, but asking would cost more.\n\n"
            "The document relied on the lanes of a warp running in step, as they did on the GPUs of its time, and on "
            "volatile to keep the numbers out of registers. Since Volta each lane may run on its own, so a read and a "
            "write that belong to one round can be mixed up. The corrected kernel has __syncwarp() after every read "
            "and "
            "every write. The tail reads 32 numbers on, so a block needs 64 threads at least, and a power of two.",
        .kernel = "reduce4",
        .unrolledTail = true,
        .corrected = "Right for every n and every block size that can be chosen. Changed: __syncwarp() after the reads "
                     "and after the writes of the unrolled rounds.",
        .published = kNeedsLockstep,
    },
    Kind{
        .id = "reduce.5",
        .title = "Reduction 5: addition while loading, last warp unrolled",
        .document = "004 listing 6.8, p. 62",
        .summary = "Reductions 3 and 4 together: each thread loads two values, and one warp adds the last 64 numbers.",
        .explanation =
            "Two improvements that have nothing to do with each other can be combined: the addition while loading, "
            "which "
            "halves the blocks, and the unrolled end, which saves barriers. The kernel is that of reduction 4 with the "
            "first lines of reduction 3.\n\n"
            "Compare the three in the table of counters. Against reduction 4 the number of warp instructions falls by "
            "nearly half, because half the blocks do the same tree. Against reduction 3 the barriers fall from one a "
            "round to one for each round before the last six. The document's kernel has the mistakes of both.",
        .kernel = "reduce5",
        .valuesPerThread = 2,
        .unrolledTail = true,
        .corrected = "Right for every n and every block size that can be chosen. Changed: what lies beyond the last "
                     "value is not read, and __syncwarp() orders the unrolled rounds.",
        .published = kNeedsLockstep,
        .publishedIfRest =
            "Wrong here, for two reasons. n is not a multiple of twice the block size, and nobody asks "
            "whether there is a value to read: the emulator stops at the first read beyond the last one. "
            "And the unrolled rounds need lanes that run in step.",
    },
    Kind{
        .id = "reduce.6",
        .title = "Reduction 6: many values for each thread",
        .document = "004 listing 6.9, p. 62",
        .summary =
            "A grid of any size goes over the values: each thread adds as many pairs as it takes, then the block "
            "adds as before, with a block size that the compiler knows.",
        .explanation =
            "One addition is little work for a thread that had to be launched. Here the grid is chosen to suit the GPU "
            "instead of the data, and each thread goes on through the values in strides of the whole grid. The more "
            "values there are, the more of the work is plain addition while loading, where nobody waits, and the less "
            "is the tree at the end.\n\n"
            "The block size is a template argument, so the compiler unrolls all rounds of the tree and leaves out "
            "those "
            "that cannot happen: look for branches in the PTX. Choose few blocks and many values, and watch how short "
            "the tree becomes beside the loop. The document's loop asks whether the first value of a pair exists, but "
            "not the second.",
        .kernel = "reduce6",
        .valuesPerThread = 2,
        .anyGrid = true,
        .unrolledTail = true,
        .corrected = "Right for every n, every block size that can be chosen and every grid. Changed: the second value "
                     "of a pair is only read where there is one, and __syncwarp() orders the unrolled rounds.",
        .published = kNeedsLockstep,
        .publishedIfRest = "Wrong here, for two reasons. n is not a multiple of twice the block size, and nobody asks "
                           "whether the second value of a pair exists: the emulator stops at the first read beyond the "
                           "last one. And the unrolled rounds need lanes that run in step.",
    },
};

}  // namespace

std::span<const Kind> kinds() { return kKinds; }

}  // namespace lanescope::reduce
