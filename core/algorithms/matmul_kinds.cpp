// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/matmul_kinds.h"

namespace lanescope::matmul {

// The verdicts were found by emulating the listings thread by thread; the tests of this room find them again.
std::span<const Kind> kinds() {
    static const std::vector<Kind> kKinds{
        {
            .id = "matmul.single-block",
            .title = "One block, global memory",
            .document = "003 method 1",
            .summary =
                "A single block computes the whole product. Its threads walk over C tile by tile; each reads a row "
                "of A and a column of B from global memory for every element. One multiprocessor works, all others "
                "idle.",
            .kernel = "singleBlock",
            .oneBlock = true,
            .blocks = {"4", "8", "16", "32"},
            .corrected =
                "Right for every n. Changed: the loads use the row and the column of the element, and the walk over "
                "C ends at its border.",
            .published =
                "Wrong: every tile of C is a copy of the first. The loads use the thread's place in the block (ty, "
                "tx) where they need the row and the column of the element.",
            .publishedIfOneTile =
                "Right here, where one tile is all of C. For larger n every tile is a copy of the first.",
        },
        {
            .id = "matmul.global",
            .title = "One thread per element, global memory",
            .document = "003 method 2, 001 Par 1",
            .summary = "Each thread computes one element of C and reads a row of A and a column of B from global "
                       "memory. Every element of A and B is read n times.",
            .kernel = "globalMemory",
            .blocks = {"4", "8", "16", "25", "29", "31", "32"},
            .corrected =
                "Right for every n. This is document 001's Par 1; document 003's method 2 with the right index "
                "arithmetic and a guard.",
            .published =
                "Wrong in every tile: document 003's method 2 takes the block side for the length of a row of A and "
                "B, and its outer loop moves on by one row where it should move on by one tile. It stays inside the "
                "matrices.",
            .publishedIfOneTile = "Right here, where one tile is all of C. For larger n the index arithmetic is wrong.",
        },
        {
            .id = "matmul.tiled",
            .title = "Square tiles in shared memory",
            .document = "000 tile normal, 004 listing 8.14",
            .summary = "A block brings one tile of A and one of B into shared memory, multiplies them, and goes on "
                       "to the next pair. Each element that is loaded is used by a whole row or column of threads.",
            .kernel = "tiled",
            .shared = {{"As", 1, 1}, {"Bs", 1, 1}},
            .blocks = {"4", "8", "16", "20", "25", "32"},
            .corrected = "Right for every n. Added: zeros stand for what lies outside the matrices, and nothing is "
                         "written there.",
            .published =
                "Right, because n is a multiple of the block side. It has no guards: for any other n it would read "
                "and write outside the matrices.",
        },
        {
            .id = "matmul.rect2",
            .title = "Two elements per thread, one tile of A for two of B",
            .document = "000",
            .summary =
                "A tile of A stays in shared memory while two tiles of B take turns there, so 3 tiles are loaded "
                "where square tiles load 4. The next tiles are fetched into registers while the present ones are "
                "used.",
            .kernel = "rect2",
            .tilesAcross = 2,
            .shared = {{"As", 1, 1}, {"Bs", 1, 1}},
            .blocks = {"4", "8", "16", "20", "25", "32"},
            .corrected = "Right for every n. Changed: the fetch takes the next tile, a barrier closes the loop, and "
                         "zeros stand for what lies outside the matrices.",
            .published =
                "Wrong, for two reasons. The fetch takes the tile that is in use instead of the next one, so C "
                "becomes twice the first product of tiles plus the others without the last. And a barrier is "
                "missing at the end of the loop: where a block has several warps (block side 8 and more) one may "
                "still read the tile of B that another overwrites. Such a race shows as other wrong values or not "
                "at all, as the warps happen to run; the emulator always runs each warp up to its next barrier, in "
                "ascending order.",
        },
        {
            .id = "matmul.rect2-prefetch",
            .title = "Two elements per thread, next tiles into shared memory",
            .document = "003 method 6, 2 elements",
            .summary = "A tile of A and a double tile of B are in use while the next ones are loaded into a second "
                       "pair of shared arrays, so that loading and computing overlap. 3 loads serve 2 elements.",
            .kernel = "rect2Prefetch",
            .tilesAcross = 2,
            .shared = {{"As", 1, 1}, {"Bs", 1, 2}, {"nextAs", 1, 1}, {"nextBs", 1, 2}},
            .blocks = {"4", "8", "16", "32"},
            .corrected =
                "Right for every n. Changed: the fetch takes the next tiles, and zeros stand for what lies outside "
                "the matrices.",
            .published = "Wrong: the fetch takes the tiles that are in use instead of the next ones, so C becomes "
                         "twice the first product of tiles plus the others without the last.",
        },
        {
            .id = "matmul.rect4-prefetch",
            .title = "Four elements per thread, next tiles into shared memory",
            .document = "003 method 6, 4 elements",
            .summary = "Double tiles of A and of B are in use while the next ones are loaded into a second pair of "
                       "shared arrays. 4 loads serve 4 elements.",
            .kernel = "rect4Prefetch",
            .tilesAcross = 2,
            .tilesDown = 2,
            .shared = {{"As", 2, 1}, {"Bs", 1, 2}, {"nextAs", 2, 1}, {"nextBs", 1, 2}},
            .blocks = {"4", "8", "16", "32"},
            .corrected = "Right for every n. Changed: each of the four products has its own sum, the fetch takes "
                         "the next tiles, and zeros stand for what lies outside the matrices.",
            .published = "Wrong, for two reasons. All four products go into the first sum, so three quarters of C "
                         "are 0. And the fetch takes the tiles that are in use instead of the next ones.",
        },
    };
    return kKinds;
}

}  // namespace lanescope::matmul
