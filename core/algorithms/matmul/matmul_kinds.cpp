// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/matmul/matmul_kinds.h"

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
            .explanation =
                "Every thread keeps its place in the block and visits each tile of C in turn: first the element at "
                "its place in the top left tile, then the same place one tile further on, until the last. For each "
                "element it walks along a row of A and down a column of B, and every number comes from global memory. "
                "Neighbouring threads read neighbouring elements of B in one go and the same element of A together, "
                "so that a request of a warp is served by few sectors.\n\n"
                "Watch how one block does what a whole grid could do at once. However large the matrices are, only "
                "one multiprocessor has work, and it has no more warps than one block holds to hide the time that "
                "memory takes. Compare its time with the version that gives each tile a block of its own: the work of "
                "a thread is the same, the number of threads that work at the same time is not.",
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
            .explanation =
                "Each thread is responsible for one element of C. It finds its row and column from its place in the "
                "block and the block's place in the grid, walks along a row of A and down a column of B, and adds up "
                "the products in a register. This is how one would write the sum on paper, and it is the version with "
                "which every course begins.\n\n"
                "Look at what a warp reads. All threads of a row of the block want the same element of A, which is "
                "sent to them at once; their elements of B lie side by side and come in whole sectors. But each "
                "element of A and of B is read again by every tile of C that needs it: n times in all. The "
                "multiplications wait for memory, and that is what the versions with shared memory change.",
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
            .document = "000 tile normal, 004 listing 8.14 (section 8.4 from p. 78)",
            .summary = "A block brings one tile of A and one of B into shared memory, multiplies them, and goes on "
                       "to the next pair. Each element that is loaded is used by a whole row or column of threads.",
            .explanation =
                "The block works on one tile of C. In each round it brings a tile of A and a tile of B from global "
                "into shared memory, one element of each per thread, waits until both are complete, and multiplies "
                "them; then it goes one tile on. An element that was brought once is used by as many threads as the "
                "tile is wide, so global memory is read that many times less often.\n\n"
                "There are two barriers, and both are needed. The first makes sure that nobody multiplies with what "
                "has not yet arrived; the second that nobody overwrites what somebody still needs. Step to either of "
                "them and look at which warps wait. Where n is no multiple of the tile, the threads beyond the border "
                "bring zeros, which add nothing, and write nothing at the end.",
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
            .explanation =
                "A thread computes two elements, one block side apart. The tile of A in shared memory serves both: "
                "first it meets the left tile of B, then the right one, which takes the left one's place. So three "
                "tiles are brought for two tiles of C, where square tiles bring four: a quarter of the reads is "
                "saved. While one pair of tiles is in use, the next is already on its way into registers.\n\n"
                "The published version shows two mistakes that everybody makes once. It fetches in advance the tile "
                "that is being used, not the one that comes next, so the first counts twice and the last never. And "
                "it has no barrier between the last use of a tile and its being overwritten, so what a warp reads "
                "depends on who was faster. The first mistake always shows; the second only sometimes, which makes it "
                "the worse one.",
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
            .id = "matmul.rect4-row",
            .title = "Four elements per thread, one tile of A for four of B",
            .document = "000, as it suggests",
            .summary = "A tile of A stays in shared memory while four tiles of B take turns there, so 5 tiles are "
                       "loaded where "
                       "square tiles load 8.",
            .explanation =
                "A thread computes four elements of a row of C, one block side apart, so that the tile of A in shared "
                "memory serves four tiles of B, which take turns in the same array. Five tiles are brought for four "
                "tiles of C, where square tiles bring eight. The next tile of B is fetched into a register while the "
                "present one is used.\n\n"
                "Document 000 measured one and two elements per thread and suggests up to four. Compare the three: "
                "loads of A per element fall from one to a half to a quarter of a tile, but each thread keeps more in "
                "registers, and there are fewer blocks, so that a small matrix may no longer fill the GPU. Fewer "
                "loads are not more speed when too few warps are left to hide the time of those that remain.",
            .kernel = "rect4Row",
            .tilesAcross = 4,
            .shared = {{"As", 1, 1}, {"Bs", 1, 1}},
            .blocks = {"4", "8", "16", "20", "25", "32"},
            .corrected = "Right for every n. The document only names this version; the kernel is ours.",
        },
        {
            .id = "matmul.rect2-prefetch",
            .title = "Two elements per thread, next tiles into shared memory",
            .document = "003 method 6, 2 elements",
            .summary = "A tile of A and a double tile of B are in use while the next ones are loaded into a second "
                       "pair of shared arrays, so that loading and computing overlap. 3 loads serve 2 elements.",
            .explanation =
                "As with rectangular tiles, a thread computes two elements and the tile of A serves both; here both "
                "tiles of B are in shared memory side by side. There is a second set of shared arrays: while the "
                "first is in use, the loads for the next round go into the second, so that the time that memory takes "
                "is filled with work. At the end of a round each thread copies its own elements over.\n\n"
                "Compare shared memory and registers with the version before: this one needs twice the shared memory, "
                "and fewer blocks fit on a multiprocessor. Each thread reads from the second set only what it wrote "
                "there itself, so that registers would have done. The published version fetches the tile that is in "
                "use instead of the next one.",
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
            .explanation =
                "A thread computes four elements: two tiles of A and two of B are in shared memory, and each of the "
                "four pairs gives a tile of C. Four loads serve four elements, half of what square tiles need, and "
                "each element that is read from shared memory enters two products. As in the version with two "
                "elements, the next tiles are loaded while the present ones are used.\n\n"
                "In the published version all four products are added into the first sum. Three quarters of C remain "
                "zero, and the first quarter is too large; look at which elements the picture marks as wrong and "
                "which threads wrote them. It also fetches the tile in use instead of the next one, so mending one "
                "mistake alone does not give the product.",
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
