// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/triangle_verdicts.h"

namespace lanescope::triangle {
namespace {

/// Counting what the published code does with each thread takes a moment; up to this n nobody notices.
constexpr std::uint32_t kCountedUpTo = 2048;

std::string count(std::uint64_t number, const std::string& one, const std::string& many) {
    return std::to_string(number) + " " + (number == 1 ? one : many);
}

std::string place(const Place& place) {
    return "(" + std::to_string(place.row) + ", " + std::to_string(place.column) + ")";
}

/// "Here 64 blocks are launched, and 36 have a tile. …"
std::string launched(const Configuration& c) {
    const Tally tally = tallyOf(c);
    const std::size_t launches = launchesOf(c).size();
    std::string words = " Here " + count(tally.blocks, "block is", "blocks are") + " launched";
    if (launches > 1) words += " in " + std::to_string(launches) + " launches";
    words += tally.blocks == tally.usefulBlocks
                 ? ", and none is idle;"
                 : ", and " + std::to_string(tally.blocks - tally.usefulBlocks) +
                       (tally.blocks - tally.usefulBlocks == 1 ? " is" : " are") + " idle;";
    return words + " of " + count(tally.threads, "thread", "threads") + " " + std::to_string(tally.usefulThreads) +
           (tally.usefulThreads == 1 ? " has" : " have") + " a cell.";
}

/// What becomes of the tile that LTM misses first.
std::string missed(const Configuration& c, std::uint32_t lambda) {
    const auto row = static_cast<std::int64_t>(rowOfTile(lambda));
    const auto before = static_cast<std::int64_t>(triangular(static_cast<std::uint64_t>(row)));
    const std::int64_t computed = computedRow(c.root, lambda);
    const Place gets{computed, static_cast<std::int64_t>(lambda) -
                                   static_cast<std::int64_t>(triangular(static_cast<std::uint64_t>(computed)))};
    std::string words = "block " + std::to_string(lambda) + " takes tile " + place(gets) + " for " +
                        place({row, static_cast<std::int64_t>(lambda) - before});
    if (gets.column < 0)
        words +=
            ", reads and writes to the left of the matrix, which is at the end of the row above or before the first";
    else
        words += ", which is above the diagonal, so that the cells of its own tile stay empty";
    return words;
}

std::string onRoot(const Configuration& c) {
    const std::optional<std::uint32_t> lambda = firstWrong(c.root);
    if (!lambda)
        return "Right for every n: this root gives the right row for all 2^32 numbers that a block can have." +
               launched(c);
    const std::uint64_t safe = rowOfTile(*lambda);
    const std::string emulated = c.root == Root::Rsqrt
                                     ? " in the emulator, which rounds 1/√x correctly (a GPU does not, "
                                       "and how far it goes there is the GPU's secret)"
                                     : "";
    const std::string limit = "this root is right for up to " + std::to_string(safe) + " rows of tiles" + emulated +
                              ", which is n = " + std::to_string(safe * c.block + c.region.first()) + " with block " +
                              std::to_string(c.block) + ". Beyond, " + missed(c, *lambda) + "; " +
                              std::to_string(wrongRows(c.root)) + " of 2^32 numbers get a wrong row.";
    if (c.rows() <= safe) return "Right here: " + limit + launched(c);
    return "Wrong from block " + std::to_string(*lambda) + " on: " + limit + launched(c);
}

std::string onPublishedBox(const Configuration& c) {
    std::string words =
        "Wrong: the column of a turned-over cell is right, but its row is one too small, and so is the column of a "
        "cell "
        "that stays; and n × n/2 threads are too few for the triangle.";
    if (c.region.n > kCountedUpTo) return words;
    const std::int64_t n = c.region.n;
    const Coverage found = publishedBoxCoverage(n, c.region.diagonal, {0, n - 1, 0, n / 2 - 1});
    return words + " Here, of " + count(found.threads, "thread", "threads") + ", " + std::to_string(found.outside) +
           " would work outside the matrix (these are stopped), " + std::to_string(found.beyondDiagonal) +
           " work where no cell is wanted, " + std::to_string(found.again) + " do a cell again; " +
           std::to_string(found.missing) + " of " + count(c.cells(), "cell", "cells") + " stay empty.";
}

std::string onPublishedPairs(const Configuration& c) {
    const std::uint32_t m = c.pairsOf();
    std::string words = "Wrong: + 2n stands under the root where - 4n belongs, and 2n - 1 for 2n - a in b. ";
    if (c.cells() > 0)
        words += "Thread 0 takes the pair " + place(publishedPairOf(0, m)) + " for " + place(pairOf(0, m)) + ". ";
    if (m > kCountedUpTo) return words + "Pairs outside the matrix are left alone.";
    const std::uint64_t right = publishedPairsRight(m);
    const std::string all = std::to_string(c.cells());
    return words + std::to_string(right) + " of " + all +
           " threads have the right pair; pairs outside the matrix are left alone.";
}

}  // namespace

std::string verdictOf(const Configuration& c) {
    switch (c.map) {
        case Map::LowerTriangular: return onRoot(c);
        case Map::RectangularBox:
            if (c.published) return onPublishedBox(c);
            return "Right for every n. Changed: tiles instead of cells, j = ty and i, j = n - 1 - tx, n - 1 - ty, one "
                   "more row of threads, and a form for odd n." +
                   launched(c);
        case Map::UpperTriangular:
            if (c.published) return onPublishedPairs(c);
            return "Right for every n: the formula of the document's text in double, which is exact for all n up to "
                   "46340." +
                   launched(c);
        case Map::Recursive: return "Right for m · 2^levels rows of tiles." + launched(c);
        case Map::Folded: return "Right for every n; only whole numbers." + launched(c);
        case Map::BoundingBox: break;
    }
    return "Right for every n." + launched(c);
}

}  // namespace lanescope::triangle
