// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/triangle/triangle_facts.h"

#include <algorithm>
#include <array>

namespace lanescope::triangle {
namespace {

double share(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

Fact fact(std::string id, std::string title, std::uint64_t value, std::string unit, std::string note = {}) {
    return {std::move(id), std::move(title), static_cast<double>(value), std::move(unit), std::move(note)};
}

void addLaunched(const Configuration& c, std::vector<Fact>& facts) {
    const Tally tally = tallyOf(c);
    const std::uint64_t idleBlocks = tally.blocks - tally.usefulBlocks;
    const std::uint64_t idleThreads = tally.threads - tally.usefulThreads;
    facts.push_back(fact("blocks_launched", "Blocks launched", tally.blocks, "blocks"));
    facts.push_back(fact("blocks_useful", "Blocks with a cell to work on", tally.usefulBlocks, "blocks"));
    facts.push_back(fact("blocks_idle", "Idle blocks", idleBlocks, "blocks"));
    facts.push_back({"blocks_idle_share", "Idle blocks, share", share(idleBlocks, tally.blocks), "%", ""});
    facts.push_back(fact("threads_launched", "Threads launched", tally.threads, "threads"));
    facts.push_back(fact("threads_useful", "Threads with a cell", tally.usefulThreads, "threads"));
    facts.push_back(fact("threads_idle", "Idle threads", idleThreads, "threads"));
    facts.push_back({"threads_idle_share", "Idle threads, share", share(idleThreads, tally.threads), "%", ""});
    if (!c.byTiles()) return;
    facts.push_back({"improvement_bound", "Bounding box's blocks per block",
                     static_cast<double>(std::uint64_t{c.rows()} * c.rows()) / static_cast<double>(tally.blocks), "",
                     "So many times faster than BB at most, if blocks cost the same in both: document 002's "
                     "I = 2 β/τ · n/(n + 1) for β = τ and a map without idle blocks."});
}

void addPublished(const Configuration& c, std::vector<Fact>& facts) {
    if (c.region.n > kCountedUpTo) return;
    if (c.map == Map::UpperTriangular) {
        facts.push_back(fact("pairs", "Pairs", c.cells(), "pairs"));
        facts.push_back(
            fact("pairs_right", "Threads with the right pair", publishedPairsRight(c.pairsOf()), "threads"));
        return;
    }
    const Coverage found = publishedCoverageOf(c);
    facts.push_back(fact("threads_mapped", "Threads of the document's domain", found.threads, "threads"));
    facts.push_back(fact("threads_outside", "Threads outside the matrix", found.outside, "threads"));
    facts.push_back(fact("threads_beyond_diagonal", "Threads beyond the diagonal", found.beyondDiagonal, "threads"));
    facts.push_back(fact("threads_again", "Threads at a cell that another has", found.again, "threads"));
    facts.push_back(fact("cells_missing", "Cells that no thread has", found.missing, "cells"));
}

/// What document 002 counts of a map (P7).
struct Operations {
    std::uint64_t roots = 0, multiplications = 0, divisions = 0, additions = 0, floors = 0, comparisons = 0;
};

bool roundsToWhole(ptx::Rounding rounding) {
    using ptx::Rounding;
    return rounding == Rounding::Rni || rounding == Rounding::Rzi || rounding == Rounding::Rmi ||
           rounding == Rounding::Rpi;
}

void count(const ptx::Instruction& instruction, Operations& operations) {
    using ptx::Opcode;
    switch (instruction.opcode) {
        case Opcode::Sqrt:
        case Opcode::Rsqrt: ++operations.roots; break;
        case Opcode::Mul: ++operations.multiplications; break;
        case Opcode::Mad:
        case Opcode::Fma:
            ++operations.multiplications;
            ++operations.additions;
            break;
        case Opcode::Div:
        case Opcode::Rem:
        case Opcode::Shl:
        case Opcode::Shr: ++operations.divisions; break;
        case Opcode::Add:
        case Opcode::Sub: ++operations.additions; break;
        case Opcode::Setp: ++operations.comparisons; break;
        case Opcode::Cvt:
            if (roundsToWhole(instruction.rounding)) ++operations.floors;
            break;
        default: break;
    }
}

/// The maps stand behind the work in triangle.cu: from the line on that begins with this.
constexpr std::string_view kFirstMap = "\n// BB, ";

void addOperations(const Kernel& kernel, std::vector<Fact>& facts) {
    const std::size_t maps = kernel.source->find(kFirstMap);
    if (maps == std::string::npos) return;
    const auto firstLine = static_cast<std::uint32_t>(
        std::count(kernel.source->begin(), kernel.source->begin() + static_cast<std::ptrdiff_t>(maps), '\n'));
    Operations operations;
    for (const ptx::Instruction& instruction : kernel.ptxEntry().instructions)
        if (instruction.source.line > firstLine) count(instruction, operations);
    const std::string note = "In the PTX of the kernel with the dummy's work, but for that work.";
    facts.push_back(fact("map_roots", "Roots to find a tile", operations.roots, "", note));
    facts.push_back(
        fact("map_multiplications", "Multiplications to find a tile", operations.multiplications, "", note));
    facts.push_back(fact("map_divisions", "Divisions and shifts to find a tile", operations.divisions, "", note));
    facts.push_back(fact("map_additions", "Additions to find a tile", operations.additions, "", note));
    facts.push_back(fact("map_floors", "Roundings to whole numbers to find a tile", operations.floors, "", note));
    facts.push_back(fact("map_comparisons", "Comparisons to find a tile", operations.comparisons, "", note));
}

void addReach(const RootReach& reach, const std::string& prefix, const std::string& where, std::vector<Fact>& facts) {
    if (!reach.firstWrong) return;
    facts.push_back(fact(prefix + "root_first_wrong", "First block whose row is wrong" + where, *reach.firstWrong, "",
                         "Found by trying all 2^32 numbers."));
    facts.push_back(fact(prefix + "root_rows_right", "Rows of tiles for which the root is right" + where,
                         rowOfTile(*reach.firstWrong), "rows"));
    facts.push_back(fact(prefix + "root_wrong_numbers", "Numbers of 2^32 whose row is wrong" + where, reach.wrong, ""));
}

void addRoot(const Configuration& c, std::vector<Fact>& facts) {
    for (const std::uint32_t lambda : {0U, 1U, 2U, 3U, 5U}) {
        const std::int64_t row = computedRow(c.root, lambda);
        const std::string name = std::to_string(lambda);
        facts.push_back(
            fact("row_of_block_" + name, "Row of tile number " + name, static_cast<std::uint64_t>(row), ""));
        facts.push_back(fact("column_of_block_" + name, "Column of tile number " + name,
                             lambda - triangular(static_cast<std::uint64_t>(row)), ""));
    }
    addReach(reachOf(c.root), c.root == Root::Rsqrt ? "emulated_" : "", c.root == Root::Rsqrt ? " in the emulator" : "",
             facts);
    if (c.root == Root::Rsqrt) addReach(reachOnH200(c.root), "h200_", " on an H200", facts);
}

}  // namespace

std::vector<Fact> factsOf(const Configuration& c, const Kernel& kernel) {
    std::vector<Fact> facts;
    if (c.byTiles()) facts.push_back(fact("tile_rows", "Rows of tiles", c.rows(), "rows"));
    if (c.published)
        addPublished(c, facts);
    else
        addLaunched(c, facts);
    addOperations(kernel, facts);
    if (c.map == Map::LowerTriangular) addRoot(c, facts);
    return facts;
}

}  // namespace lanescope::triangle
