// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/cholesky/cholesky_kinds.h"

#include "core/algorithms/parameter_specs.h"

namespace lanescope::cholesky {
namespace {

Identity identity(std::string id, std::string title, std::string document, std::string summary,
                  std::string explanation) {
    return {.id = std::move(id),
            .title = std::move(title),
            .family = "Cholesky factorisation",
            .document = std::move(document),
            .summary = std::move(summary),
            .explanation = std::move(explanation)};
}

}  // namespace

Identity sequentialIdentity() {
    return identity(
        "cholesky.sequential", "Column by column on the CPU", "004 listing 8.1, p. 70",
        "Three loops on the CPU: a root, a column of quotients, and an update of all that is to the right.",
        "A symmetric positive definite matrix A is written as R times its transpose, with R zero above the diagonal. "
        "The "
        "first column of R is the first column of A divided by the root of its first element; what this column "
        "contributes is then taken out of the rest of A, and the rest is factored in the same way. Of n columns each "
        "costs fewer operations than the one before, n³/3 in all.\n\n"
        "Every column needs all columns before it, so the outer loop cannot run in parallel; the update inside it can. "
        "This is the plain version that all others are compared with. Here the numbers are chosen such that every "
        "root and quotient is exact: whatever the order of the sums, a right program gives exactly R, and a single "
        "wrong element is a mistake of the program and no rounding.");
}

Identity blockedIdentity() {
    return identity(
        "cholesky.blocked", "By blocks on the CPU", "004 listing 8.2, p. 70",
        "The same with square blocks in place of elements: LAPACK factors the block on the diagonal, loops of ours "
        "solve "
        "and update the others.",
        "The matrix is cut into square blocks, and the algorithm is read again with blocks in place of numbers. The "
        "root "
        "becomes the factorisation of the block on the diagonal, the quotient becomes the solution of a triangular "
        "system, and the product becomes a product of matrices. Nearly all work is then in products of blocks, which "
        "stay "
        "in a cache while they are used.\n\n"
        "With numbers the order of factors does not matter and there is nothing to transpose; with blocks both do. The "
        "document's text was carried over from numbers: it divides by the block on the diagonal where it must divide "
        "by "
        "its transpose, and forgets the transposition in the product as well. For blocks of 1 × 1 that is right, for "
        "all "
        "others it is wrong, and the first wrong element is in the second row of blocks.");
}

Identity tilesIdentity() {
    return identity(
        "cholesky.tiles", "Tiles: cuBLAS and CPU together", "004 listings 8.3 and 8.4, p. 72",
        "For each column of blocks three calls of cuBLAS update it on the GPU, while the CPU factors the block on the "
        "diagonal. Copies and calls are in two streams and overlap.",
        "This is how MAGMA shares the work: large products go to the GPU, the small factorisation on the diagonal, "
        "which "
        "hardly runs in parallel, to the CPU. For each column of blocks the GPU takes out what the columns before "
        "contribute, first from the block on the diagonal (syrk), then from everything below it (gemm). While it "
        "does the second, the block on the diagonal travels to the CPU, is factored there by LAPACK and travels back; "
        "then "
        "the GPU divides the rest of the column by it (trsm).\n\n"
        "All blocks of one kind are one call, however many they are; that is what the document calls a tile. Look at "
        "the "
        "two streams: the copy to the host is in one and the product in the other, so that neither waits. The "
        "document's "
        "code is right. Its pseudocode assigns the product where it must subtract it, and lacks a transposition in the "
        "division. Without a GPU, cuBLAS's calls are done by loops of ours, one after the other.");
}

Identity blocksIdentity() {
    return identity(
        "cholesky.blocks", "Block by block: cuBLAS and CPU", "004 listings 8.5 to 8.8, p. 75",
        "As with tiles, but each call of cuBLAS works on one block. A step on the way to leaving blocks of zeros out.",
        "Each large call of the version with tiles becomes a loop over blocks: one product for each pair of blocks in "
        "place "
        "of one for a whole column. The result is the same, and so is the arithmetic. For a full matrix it is slower, "
        "because many small calls keep a GPU less busy than a few large ones, and each has a cost of its own to be "
        "started.\n\n"
        "It is a preparation: a loop over blocks can leave out those that are zero, which one large call cannot. As "
        "printed the code takes every block for a whole one, so that it reads and writes outside the matrix where the "
        "block side does not divide n. The pseudocode beside it assigns products in place of subtracting them, so that "
        "of all products of a block only the last one stays.");
}

Identity structuredIdentity() {
    return identity(
        "cholesky.structured", "Blocks of zeros left out", "004 listings 8.9 to 8.12, p. 78",
        "The factorisation by blocks of a matrix with many blocks of zeros: a vector holds the first block of each row "
        "that "
        "is not zero, and what is before it is not computed.",
        "Where a row of A begins with zeros, the same row of R begins with the same zeros: the factorisation keeps the "
        "profile of the matrix. So it is enough to know, for each row of blocks, the first block that is not zero. A "
        "product of two blocks is left out if one of them is zero, and so is the division of a block that is "
        "zero.\n\n"
        "How much is saved depends on the profile. The document's example has one in which every third row begins just "
        "before the diagonal. Compare the number of calls with that of the full profile; for six sizes the document's "
        "table 9.1 has them, and they come out the same here. A vector that claims more zeros than there are would "
        "give a "
        "wrong result and no message: nothing checks it.");
}

Identity ownIdentity() {
    return identity("cholesky.structured-own", "Blocks of zeros left out, with kernels of its own",
                    "004 listings 8.13 to 8.16, p. 80",
                    "The structured factorisation without cuBLAS: transposition, product, subtraction and division are "
                    "kernels of the "
                    "document. As published the division has a race.",
                    "cuBLAS cannot be looked into, so the document wrote its own kernels to be able to count what they "
                    "do. Blocks are "
                    "copied out of the matrix into buffers of their own; an update is a transposition, a product by "
                    "tiles in shared "
                    "memory and a subtraction; the result is copied back. The division goes column by column, each of "
                    "which needs the "
                    "one before, with a launch for every column.\n\n"
                    "In the published division all threads of a row divide the same element, and then read it. If they "
                    "are one warp "
                    "they all read, divide and write together, and it comes out right. If the row is wider than a "
                    "block of threads, "
                    "the second block divides what the first has divided already. The correction is a kernel for the "
                    "column and one "
                    "for the rest: between two launches everybody has finished. The transposition and the product as "
                    "published have "
                    "no guards and need sides that are multiples of the tile.");
}

ParameterSpec orderParameter(std::int64_t largest, std::int64_t defaultValue) {
    return numberParameter("n", "Order n", "Rows and columns of the matrix.", 1, largest, defaultValue);
}

ParameterSpec blockParameter(std::string defaultValue) {
    return choiceParameter("block", "Block side", "Rows and columns of a block of the matrix.",
                           {"2", "4", "8", "16", "32", "64"}, std::move(defaultValue));
}

ParameterSpec listingParameter() {
    return choiceParameter(
        "listing", "Listing",
        "Which of the document's two texts the published variant follows: its code or its pseudocode. "
        "The corrected variant does not depend on it.",
        {"pseudocode", "code"}, "pseudocode");
}

ParameterSpec profileParameter() {
    return choiceParameter(
        "profile", "Profile",
        "Where rows of blocks begin: thesis (in row 0 at block 0; in rows 3, 6, 9 … just before the "
        "diagonal; in others at block 1), banded (two blocks before the diagonal) or full (at block 0).",
        {"thesis", "banded", "full"}, "thesis");
}

Blocks blocksOf(const Choice& choice) { return {choice.number("n"), choice.number("block")}; }

Profile profileOf(const Choice& choice, std::uint64_t blocks) {
    if (choice.is("profile", "full")) return {};
    const bool banded = choice.is("profile", "banded");
    Profile profile(blocks);
    for (std::uint32_t i = 1; i < blocks; ++i) profile[i] = banded ? (i < 2 ? 0 : i - 2) : i % 3 == 0 ? i - 1 : 1;
    return profile;
}

bool hasBlocksBelow(const Profile& profile, std::uint64_t blocks) {
    if (profile.empty()) return blocks > 1;
    for (std::uint64_t i = 0; i < blocks; ++i)
        if (profile[i] < i) return true;
    return false;
}

}  // namespace lanescope::cholesky
