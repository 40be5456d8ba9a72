// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/triangle/triangle_verdicts.h"

namespace lanescope::triangle {
namespace {

std::string count(std::uint64_t number, const std::string& one, const std::string& many) {
    return std::to_string(number) + " " + (number == 1 ? one : many);
}

std::string place(const Place& place) {
    return "(" + std::to_string(place.row) + ", " + std::to_string(place.column) + ")";
}

/// " Here 64 blocks are launched, and 28 are idle; of 4096 threads 2080 have a cell."
std::string launched(const Configuration& c) {
    const Tally tally = tallyOf(c);
    const std::uint64_t idle = tally.blocks - tally.usefulBlocks;
    const std::size_t launches = launchesOf(c).size();
    std::string words = " Here " + count(tally.blocks, "block is", "blocks are") + " launched";
    if (launches > 1) words += " in " + std::to_string(launches) + " launches";
    words += idle == 0 ? ", and none is idle;" : ", and " + count(idle, "is", "are") + " idle;";
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
    const std::string words = "block " + std::to_string(lambda) + " takes tile " + place(gets) + " for " +
                              place({row, static_cast<std::int64_t>(lambda) - before});
    if (gets.column < 0)
        return words +
               "; its own cells stay empty, and it writes at the end of the row above, if the matrix has that row";
    return words + ", which is above the diagonal; its own cells stay empty";
}

/// What a GPU makes of the same root.
std::string onDevices(const Configuration& c) {
    if (c.root != Root::Rsqrt) return "";
    const std::uint32_t first = *reachOnH200(c.root).firstWrong;
    return " That is in the emulator, which rounds 1/√x correctly; a GPU need not, and an H200 is first wrong at "
           "block " +
           std::to_string(first) + ", which makes " + std::to_string(rowOfTile(first)) + " rows of tiles.";
}

std::string onRoot(const Configuration& c) {
    const RootReach reach = reachOf(c.root);
    if (!reach.firstWrong)
        return "Right for every n: this root gives the right row for all 2^32 numbers that a block can have." +
               launched(c);
    const std::uint64_t safe = rowOfTile(*reach.firstWrong);
    const std::string limit = "this root is right for up to " + std::to_string(safe) +
                              " rows of tiles, which is n = " + std::to_string(safe * c.block + c.region.first()) +
                              " with block " + std::to_string(c.block) + ". Beyond, " + missed(c, *reach.firstWrong) +
                              ". In all, " + std::to_string(reach.wrong) + " of 2^32 numbers get a wrong row." +
                              onDevices(c);
    if (c.rows() <= safe) return "Right here: " + limit + launched(c);
    return "Wrong from block " + std::to_string(*reach.firstWrong) + " on: " + limit + launched(c);
}

std::string onPublishedBox(const Configuration& c) {
    std::string words =
        "Wrong: a cell that is turned over comes one row too high, and one that stays a column too far left; and n × "
        "n/2 threads are too few for the triangle.";
    if (c.region.n > kCountedUpTo) return words;
    const Coverage found = publishedCoverageOf(c);
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
        case Map::Recursive:
            if (c.rows() % (1U << c.levels) != 0) return "Right for m · 2^levels rows of tiles, which these are not.";
            return "Right for m · 2^levels rows of tiles." + launched(c);
        case Map::Folded: return "Right for every n; only whole numbers." + launched(c);
        case Map::BoundingBox: break;
    }
    return "Right for every n." + launched(c);
}

}  // namespace lanescope::triangle
