// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/reduce/reduce_kinds.h"

#include <array>

namespace lanescope::reduce {
namespace {

using enum VerdictKind;

constexpr std::array kKinds{
    Kind{
        .id = "reduce.0",
        .kernel = "reduce0",
        .corrected = {Right, "verdict.reduce.asks_for_partner"_id},
        .published = {RightHere, "verdict.reduce.power_of_two"_id},
        .publishedIfOddBlock = VerdictText{Wrong, "verdict.reduce.reads_beyond_the_block"_id},
    },
    Kind{
        .id = "reduce.1",
        .kernel = "reduce1",
        .corrected = {Right, "verdict.reduce.asks_for_partner"_id},
        .published = {RightHere, "verdict.reduce.power_of_two"_id},
        .publishedIfOddBlock = VerdictText{Wrong, "verdict.reduce.reads_beyond_the_block"_id},
    },
    Kind{
        .id = "reduce.2",
        .kernel = "reduce2",
        .corrected = {Right, "verdict.reduce.2.corrected"_id},
        .published = {RightHere, "verdict.reduce.power_of_two"_id},
        .publishedIfOddBlock = VerdictText{Wrong, "verdict.reduce.2.published_odd_block"_id},
    },
    Kind{
        .id = "reduce.3",
        .kernel = "reduce3",
        .valuesPerThread = 2,
        .corrected = {Right, "verdict.reduce.3.corrected"_id},
        .published = {RightHere, "verdict.reduce.3.published"_id},
        .publishedIfOddBlock = VerdictText{Wrong, "verdict.reduce.3.published_odd_block"_id},
        .publishedIfRest = VerdictText{Wrong, "verdict.reduce.3.published_rest"_id},
    },
    Kind{
        .id = "reduce.4",
        .kernel = "reduce4",
        .unrolledTail = true,
        .corrected = {Right, "verdict.reduce.4.corrected"_id},
        .published = {RightByLuck, "verdict.reduce.needs_lockstep"_id},
    },
    Kind{
        .id = "reduce.5",
        .kernel = "reduce5",
        .valuesPerThread = 2,
        .unrolledTail = true,
        .corrected = {Right, "verdict.reduce.5.corrected"_id},
        .published = {RightByLuck, "verdict.reduce.needs_lockstep"_id},
        .publishedIfRest = VerdictText{Wrong, "verdict.reduce.5.published_rest"_id},
    },
    Kind{
        .id = "reduce.6",
        .kernel = "reduce6",
        .valuesPerThread = 2,
        .anyGrid = true,
        .unrolledTail = true,
        .corrected = {Right, "verdict.reduce.6.corrected"_id},
        .published = {RightByLuck, "verdict.reduce.needs_lockstep"_id},
        .publishedIfRest = VerdictText{Wrong, "verdict.reduce.6.published_rest"_id},
    },
};

}  // namespace

std::span<const Kind> kinds() { return kKinds; }

}  // namespace lanescope::reduce
