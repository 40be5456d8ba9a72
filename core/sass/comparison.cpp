// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sass/comparison.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace lanescope::sass {
namespace {

constexpr std::size_t kMostPairs = 30'000'000;

bool sameOperand(const Operand& one, const Operand& other) {
    Operand plain = one;
    plain.reuse = other.reuse;
    plain.text = other.text;
    return plain == other;
}

bool jumpsToItself(const Instruction& instruction) {
    return instruction.opcode == "BRA" && instruction.guard.always() && instruction.operands.size() == 1 &&
           instruction.operands[0].kind == OperandKind::Target && instruction.operands[0].value == instruction.address;
}

/// Where the best way goes on from a pair of places.
enum class Step : std::uint8_t { Both, Left, Right };

std::vector<ComparedRow> placeByPlace(const Listing& left, std::size_t lefts, const Listing& right,
                                      std::size_t rights) {
    std::vector<ComparedRow> rows(std::max(lefts, rights));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i < lefts) rows[i].left = i;
        if (i < rights) rows[i].right = i;
        if (i < lefts && i < rights) rows[i].likeness = likenessOf(left.instructions[i], right.instructions[i]);
    }
    return rows;
}

}  // namespace

Likeness likenessOf(const Instruction& one, const Instruction& other) {
    if (one.opcode != other.opcode) return Likeness::None;
    if (one.modifiers != other.modifiers) return Likeness::Opcode;
    const bool same = one.guard == other.guard && std::ranges::equal(one.operands, other.operands, sameOperand);
    return same ? Likeness::Text : Likeness::Mnemonic;
}

std::size_t lengthWithoutPadding(const Listing& listing) {
    std::size_t length = listing.instructions.size();
    while (length > 0 && listing.instructions[length - 1].opcode == "NOP") --length;
    if (length > 0 && jumpsToItself(listing.instructions[length - 1])) --length;
    return length;
}

std::vector<ComparedRow> compared(const Listing& left, const Listing& right) {
    const std::size_t lefts = lengthWithoutPadding(left), rights = lengthWithoutPadding(right);
    if ((lefts + 1) > kMostPairs / (rights + 1)) return placeByPlace(left, lefts, right, rights);
    // The largest sum of likenesses from each pair of places to the ends; only the row below is kept of the sums.
    std::vector<Step> steps((lefts + 1) * (rights + 1), Step::Right);
    std::vector<std::uint32_t> below(rights + 1, 0), here(rights + 1, 0);
    for (std::size_t i = lefts; i-- > 0;) {
        here[rights] = 0;
        steps[i * (rights + 1) + rights] = Step::Left;
        for (std::size_t j = rights; j-- > 0;) {
            const Likeness like = likenessOf(left.instructions[i], right.instructions[j]);
            const std::uint32_t both = like == Likeness::None ? 0 : below[j + 1] + static_cast<std::uint32_t>(like);
            const std::uint32_t most = std::max({both, below[j], here[j + 1]});
            const bool together = like != Likeness::None && both == most;
            here[j] = most;
            steps[i * (rights + 1) + j] = together ? Step::Both : below[j] == most ? Step::Left : Step::Right;
        }
        std::swap(here, below);
    }
    std::vector<ComparedRow> rows;
    for (std::size_t i = 0, j = 0; i < lefts || j < rights;) {
        ComparedRow& row = rows.emplace_back();
        const Step step = i == lefts ? Step::Right : steps[i * (rights + 1) + j];
        if (step == Step::Both) row.likeness = likenessOf(left.instructions[i], right.instructions[j]);
        if (step != Step::Right) row.left = i++;
        if (step != Step::Left) row.right = j++;
    }
    return rows;
}

}  // namespace lanescope::sass
