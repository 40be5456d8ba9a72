// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/triangle/triangle_facts.h"

#include <algorithm>
#include <array>
#include <concepts>

#include "core/base/words.h"

namespace lanescope::triangle {
namespace {

double share(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

Fact fact(std::string id, const Message& title, double value, std::string unit, const Message& note = {}) {
    return {std::move(id), inWords(title), value, std::move(unit), inWords(note)};
}
template <std::integral Number>
Fact fact(std::string id, const Message& title, Number value, std::string unit, const Message& note = {}) {
    return fact(std::move(id), title, static_cast<double>(value), std::move(unit), note);
}

void addLaunched(const Configuration& c, std::vector<Fact>& facts) {
    const Tally tally = tallyOf(c);
    const std::uint64_t idleBlocks = tally.blocks - tally.usefulBlocks;
    const std::uint64_t idleThreads = tally.threads - tally.usefulThreads;
    facts.push_back(fact("blocks_launched", Message("fact.blocks_launched"_id), tally.blocks, "blocks"));
    facts.push_back(fact("blocks_useful", Message("fact.blocks_useful"_id), tally.usefulBlocks, "blocks"));
    facts.push_back(fact("blocks_idle", Message("fact.blocks_idle"_id), idleBlocks, "blocks"));
    facts.push_back(
        fact("blocks_idle_share", Message("fact.blocks_idle_share"_id), share(idleBlocks, tally.blocks), "%"));
    facts.push_back(fact("threads_launched", Message("fact.threads_launched"_id), tally.threads, "threads"));
    facts.push_back(fact("threads_useful", Message("fact.threads_useful"_id), tally.usefulThreads, "threads"));
    facts.push_back(fact("threads_idle", Message("fact.threads_idle"_id), idleThreads, "threads"));
    facts.push_back(
        fact("threads_idle_share", Message("fact.threads_idle_share"_id), share(idleThreads, tally.threads), "%"));
    if (!c.byTiles()) return;
    facts.push_back(fact("improvement_bound", Message("fact.improvement_bound"_id),
                         static_cast<double>(std::uint64_t{c.rows()} * c.rows()) / static_cast<double>(tally.blocks),
                         "", Message("fact.improvement_bound.note"_id)));
}

void addPublished(const Configuration& c, std::vector<Fact>& facts) {
    if (c.region.n > kCountedUpTo) return;
    if (c.map == Map::UpperTriangular) {
        facts.push_back(fact("pairs", Message("fact.pairs"_id), c.cells(), "pairs"));
        facts.push_back(
            fact("pairs_right", Message("fact.pairs_right"_id), publishedPairsRight(c.pairsOf()), "threads"));
        return;
    }
    const Coverage found = publishedCoverageOf(c);
    facts.push_back(fact("threads_mapped", Message("fact.threads_mapped"_id), found.threads, "threads"));
    facts.push_back(fact("threads_outside", Message("fact.threads_outside"_id), found.outside, "threads"));
    facts.push_back(
        fact("threads_beyond_diagonal", Message("fact.threads_beyond_diagonal"_id), found.beyondDiagonal, "threads"));
    facts.push_back(fact("threads_again", Message("fact.threads_again"_id), found.again, "threads"));
    facts.push_back(fact("cells_missing", Message("fact.cells_missing"_id), found.missing, "cells"));
}

/// What document 002 counts of a map (P7).
struct Operations {
    std::uint64_t roots = 0, multiplications = 0, divisions = 0, additions = 0, floors = 0, comparisons = 0;
};

bool roundsToWhole(program::Rounding rounding) {
    using program::Rounding;
    return rounding == Rounding::Rni || rounding == Rounding::Rzi || rounding == Rounding::Rmi ||
           rounding == Rounding::Rpi;
}

void count(const program::Instruction& instruction, Operations& operations) {
    using program::Opcode;
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
    for (const program::Instruction& instruction : kernel.code().instructions)
        if (instruction.source.line > firstLine) count(instruction, operations);
    const Message note("fact.map_operations.note"_id);
    facts.push_back(fact("map_roots", Message("fact.map_roots"_id), operations.roots, "", note));
    facts.push_back(
        fact("map_multiplications", Message("fact.map_multiplications"_id), operations.multiplications, "", note));
    facts.push_back(fact("map_divisions", Message("fact.map_divisions"_id), operations.divisions, "", note));
    facts.push_back(fact("map_additions", Message("fact.map_additions"_id), operations.additions, "", note));
    facts.push_back(fact("map_floors", Message("fact.map_floors"_id), operations.floors, "", note));
    facts.push_back(fact("map_comparisons", Message("fact.map_comparisons"_id), operations.comparisons, "", note));
}

/// What is said of how far a root is right, and where.
struct ReachWords {
    std::string_view prefix;  ///< of the facts' ids
    std::string_view firstWrong;
    std::string_view rowsRight;
    std::string_view wrongNumbers;
};
constexpr ReachWords kAnywhere{"", "fact.root_first_wrong"_id, "fact.root_rows_right"_id, "fact.root_wrong_numbers"_id};
constexpr ReachWords kEmulated{"emulated_", "fact.emulated_root_first_wrong"_id, "fact.emulated_root_rows_right"_id,
                               "fact.emulated_root_wrong_numbers"_id};
constexpr ReachWords kOnH200{"h200_", "fact.h200_root_first_wrong"_id, "fact.h200_root_rows_right"_id,
                             "fact.h200_root_wrong_numbers"_id};

void addReach(const RootReach& reach, const ReachWords& words, std::vector<Fact>& facts) {
    if (!reach.firstWrong) return;
    const std::string prefix(words.prefix);
    facts.push_back(fact(prefix + "root_first_wrong", Message(words.firstWrong), *reach.firstWrong, "",
                         Message("fact.root_first_wrong.note"_id)));
    facts.push_back(fact(prefix + "root_rows_right", Message(words.rowsRight), rowOfTile(*reach.firstWrong), "rows"));
    facts.push_back(fact(prefix + "root_wrong_numbers", Message(words.wrongNumbers), reach.wrong, ""));
}

void addRoot(const Configuration& c, std::vector<Fact>& facts) {
    for (const std::uint32_t lambda : {0U, 1U, 2U, 3U, 5U}) {
        const std::int64_t row = computedRow(c.root, lambda);
        const std::string name = std::to_string(lambda);
        facts.push_back(fact("row_of_block_" + name, Message("fact.row_of_block"_id, {{"tile", lambda}}),
                             static_cast<std::uint64_t>(row), ""));
        facts.push_back(fact("column_of_block_" + name, Message("fact.column_of_block"_id, {{"tile", lambda}}),
                             lambda - triangular(static_cast<std::uint64_t>(row)), ""));
    }
    addReach(reachOf(c.root), c.root == Root::Rsqrt ? kEmulated : kAnywhere, facts);
    if (c.root == Root::Rsqrt) addReach(reachOnH200(c.root), kOnH200, facts);
}

}  // namespace

std::vector<Fact> factsOf(const Configuration& c, const Kernel& kernel) {
    std::vector<Fact> facts;
    if (c.byTiles()) facts.push_back(fact("tile_rows", Message("fact.tile_rows"_id), c.rows(), "rows"));
    if (c.published)
        addPublished(c, facts);
    else
        addLaunched(c, facts);
    addOperations(kernel, facts);
    if (c.map == Map::LowerTriangular) addRoot(c, facts);
    return facts;
}

}  // namespace lanescope::triangle
