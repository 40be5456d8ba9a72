// SPDX-License-Identifier: GPL-3.0-or-later
// One clock for two blocks.
#include "core/flow/alignment.h"

#include <gtest/gtest.h>

#include <memory>

#include "core/flow/block_flow.h"
#include "tests/core/flow/traced_blocks.h"

namespace lanescope::flow {
namespace {

std::unique_ptr<BlockFlow> flowOf(const std::string& algorithm, const Parameters& parameters) {
    const auto trace = test::traceOf(algorithm, parameters);
    return trace ? std::make_unique<BlockFlow>(trace) : nullptr;
}

/// Number of a phase in `phases`.
template <typename Phases>
std::size_t numberOf(const Phases& phases, const Phase& phase) {
    return static_cast<std::size_t>(&phase - phases.data());
}

void expectBothEndTogetherAndNeverGoBack(const BlockFlow& lead, const BlockFlow& other) {
    EXPECT_EQ(alignedPosition(lead, 0, other), 0U);
    EXPECT_EQ(alignedPosition(lead, lead.trace().size(), other), other.trace().size());
    EXPECT_EQ(alignedPosition(lead, lead.trace().size() + 5, other), other.trace().size());
    std::uint64_t before = 0;
    for (std::uint64_t position = 0; position <= lead.trace().size(); ++position) {
        const std::uint64_t at = alignedPosition(lead, position, other);
        EXPECT_GE(at, before) << position;
        EXPECT_LE(at, other.trace().size()) << position;
        before = at;
    }
}

const Parameters kReduced{{"n", "64"}, {"block", "64"}, {"type", "f32"}};

TEST(Alignment, BesideItselfABlockGoesStopForStop) {
    const auto tiled = flowOf("matmul.tiled", {{"n", "32"}, {"block", "8"}});
    ASSERT_TRUE(tiled);
    for (std::uint64_t at = tiled->stops().next(0); at < tiled->trace().size(); at = tiled->stops().next(at))
        EXPECT_EQ(alignedPosition(*tiled, at, *tiled), at);
    expectBothEndTogetherAndNeverGoBack(*tiled, *tiled);
}

TEST(Alignment, ReductionsStandInTheSameRound) {
    const auto lead = flowOf("reduce.0", kReduced);
    const auto other = flowOf("reduce.1", kReduced);
    ASSERT_TRUE(lead && other);
    ASSERT_NE(lead->trace().size(), other->trace().size());
    ASSERT_EQ(lead->phases().all().size(), other->phases().all().size());
    expectBothEndTogetherAndNeverGoBack(*lead, *other);
    expectBothEndTogetherAndNeverGoBack(*other, *lead);
    for (std::uint64_t stop = lead->stops().next(0); stop < lead->trace().size(); stop = lead->stops().next(stop)) {
        const std::uint64_t at = alignedPosition(*lead, stop, *other);
        ASSERT_GT(at, 0U);
        EXPECT_EQ(numberOf(lead->phases().all(), lead->phases().at(stop - 1)),
                  numberOf(other->phases().all(), other->phases().at(at - 1)))
            << stop;
        // Where it stands there is something to be seen.
        EXPECT_EQ(other->stops().next(at - 1), at) << stop;
    }
    // At the end of a round both are at its end.
    for (std::size_t i = 0; i + 1 < lead->phases().all().size(); ++i)
        EXPECT_EQ(alignedPosition(*lead, lead->phases().all()[i].end, *other), other->phases().all()[i].end);
}

TEST(Alignment, InAPhaseTheOtherIsAsFarAlong) {
    const auto lead = flowOf("reduce.0", kReduced);
    const auto other = flowOf("reduce.1", kReduced);
    ASSERT_TRUE(lead && other);
    const Phase& own = lead->phases().all()[1];
    const Phase& beside = other->phases().all()[1];
    const auto count = lead->stops().count(own.first, own.end);
    const auto others = other->stops().count(beside.first, beside.end);
    for (std::uint64_t done = 1; done <= count; ++done) {
        const std::uint64_t at = alignedPosition(*lead, lead->stops().after(own.first, done), *other);
        const double share = static_cast<double>(done) / static_cast<double>(count);
        const double there = static_cast<double>(other->stops().count(beside.first, at)) / static_cast<double>(others);
        EXPECT_GE(there, share - 1e-9) << "never behind";
        EXPECT_LT(there, share + 1.0 / static_cast<double>(others)) << "nor more than a stop ahead";
    }
}

TEST(Alignment, WhatHasFewerRoundsWaitsInItsLastPhase) {
    const auto lead = flowOf("matmul.tiled", {{"n", "64"}, {"block", "16"}});
    const auto other = flowOf("matmul.tiled", {{"n", "32"}, {"block", "16"}});
    ASSERT_TRUE(lead && other);
    ASSERT_EQ(lead->phases().all().size(), 5U);
    ASSERT_EQ(other->phases().all().size(), 3U);
    expectBothEndTogetherAndNeverGoBack(*other, *lead);
    for (std::size_t round = 0; round < 2; ++round) {
        const Phase& own = lead->phases().all()[round];
        const std::uint64_t at = alignedPosition(*lead, own.end - 1, *other);
        EXPECT_EQ(numberOf(other->phases().all(), other->phases().at(at - 1)), round);
    }
    for (std::size_t round = 2; round < 5; ++round) {
        const Phase& own = lead->phases().all()[round];
        const std::uint64_t middle = lead->stops().next((own.first + own.end) / 2);
        const std::uint64_t at = alignedPosition(*lead, std::min(middle, own.end - 1), *other);
        EXPECT_EQ(numberOf(other->phases().all(), other->phases().at(at - 1)), 2U);
    }
}

}  // namespace
}  // namespace lanescope::flow
