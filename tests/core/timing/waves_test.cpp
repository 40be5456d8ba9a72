// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/waves.h"

#include <gtest/gtest.h>

#include <numeric>

#include "core/plan/executor.h"
#include "core/plan/launch_spec.h"
#include "core/ptx/parser.h"
#include "core/timing/sample_recorder.h"
#include "tests/core/timing/by_hand.h"
#include "tests/core/timing/small_gpu.h"

namespace lanescope::timing {
namespace {

TEST(Waves, BlocksGoRoundThenWhereAPlaceIsFree) {
    const auto blocks = dealOut(std::vector<std::uint32_t>{4, 1, 1, 1}, {.multiprocessors = 2});
    EXPECT_EQ(blocks[0].multiprocessor, 0U);
    EXPECT_DOUBLE_EQ(blocks[0].end, 4);
    for (std::size_t i = 1; i < 4; ++i) {  // one after the other beside the long one
        EXPECT_EQ(blocks[i].multiprocessor, 1U);
        EXPECT_DOUBLE_EQ(blocks[i].begin, static_cast<double>(i) - 1);
        EXPECT_DOUBLE_EQ(blocks[i].end, static_cast<double>(i));
    }
}

TEST(Waves, BlocksOfAMultiprocessorShareIt) {
    // Two of which each would make a step in a cycle alone, on one that makes no more than that: until 2 they have
    // half of it each, then the longer one has it all.
    const Dealing full{.resident = 2, .together = 1};
    const auto blocks = dealOut(std::vector<std::uint32_t>{3, 1}, full);
    EXPECT_DOUBLE_EQ(blocks[1].end, 2);
    EXPECT_DOUBLE_EQ(blocks[0].end, 4);
    // Where there is room for both, neither waits.
    const Dealing roomy{.resident = 2, .together = 0.5};
    EXPECT_DOUBLE_EQ(dealOut(std::vector<std::uint32_t>{3, 1}, roomy)[0].end, 3);
}

TEST(Waves, LaunchingAndTurningTakeTheirTime) {
    const Dealing dealing{.multiprocessors = 2, .first = 10, .every = 2, .turn = 5};
    const auto blocks = dealOut(std::vector<std::uint32_t>{1, 1, 1, 1}, dealing);
    EXPECT_DOUBLE_EQ(blocks[0].begin, 10);
    EXPECT_DOUBLE_EQ(blocks[1].begin, 10) << "the first come to all at once";
    EXPECT_DOUBLE_EQ(blocks[2].begin, 11 + 5);
    EXPECT_DOUBLE_EQ(blocks[3].begin, 11 + 2 + 5) << "both end at 11, and one is heard of after the other";
    const Dealing filled{.multiprocessors = 2, .resident = 2, .fill = 3};
    const auto four = dealOut(std::vector<std::uint32_t>{9, 9, 9, 9}, filled);
    EXPECT_DOUBLE_EQ(four[1].begin, 0);
    EXPECT_DOUBLE_EQ(four[2].begin, 3) << "one after the other on each";
    EXPECT_DOUBLE_EQ(four[3].begin, 3);
}

TEST(Waves, EqualBlocksEndTogetherWhereTheyFillTheirWaves) {
    const Waves waves = wavesFrom(std::vector<std::uint32_t>(12, 10), {.multiprocessors = 3, .resident = 2});
    EXPECT_DOUBLE_EQ(waves.count, 2);
    EXPECT_DOUBLE_EQ(waves.end, 20);
    EXPECT_DOUBLE_EQ(waves.tailShare(), 0);
    EXPECT_DOUBLE_EQ(waves.lostShare(), 0);
    EXPECT_NEAR(waves.filled, 1, 1e-9);
    EXPECT_EQ(waves.waveOf(5), 0U);
    EXPECT_EQ(waves.waveOf(6), 1U);
}

TEST(Waves, ALastWaveThatIsNotFullIsTheTail) {
    // Four multiprocessors, five blocks of 10: one of them works from 10 to 20, three do not.
    const Waves waves = wavesFrom(std::vector<std::uint32_t>(5, 10), {.multiprocessors = 4});
    EXPECT_DOUBLE_EQ(waves.count, 1.25);
    EXPECT_DOUBLE_EQ(waves.tailFrom, 10);
    EXPECT_DOUBLE_EQ(waves.tailShare(), 0.5);
    EXPECT_DOUBLE_EQ(waves.idleInTail, 3);
    EXPECT_DOUBLE_EQ(waves.even, (20 + 3 * 10) / 4.0);
    EXPECT_EQ(waves.never, 0U);
    const Waves few = wavesFrom({10, 10}, {.multiprocessors = 4});
    EXPECT_EQ(few.never, 2U);
    EXPECT_NEAR(few.filled, 0.5, 1e-9);
    EXPECT_DOUBLE_EQ(few.idleInTail, 2);
    EXPECT_DOUBLE_EQ(few.lostShare(), 0.5);
}

TEST(Waves, EveryBlockIsDealtOnceAndNoMultiprocessorHasMoreThanItsPlaces) {
    std::vector<std::uint32_t> steps(1500);
    for (std::size_t i = 0; i < steps.size(); ++i) steps[i] = static_cast<std::uint32_t>(i * 7919 % 501);
    const Dealing dealing{
        .multiprocessors = 13, .resident = 3, .first = 5, .every = 0.25, .turn = 2, .alone = 2, .together = 1.5};
    const auto blocks = dealOut(steps, dealing);
    double made = 0;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        EXPECT_LT(blocks[i].multiprocessor, 13U);
        EXPECT_GE(blocks[i].end - blocks[i].begin + 1e-6, 2.0 * steps[i]);
        std::size_t beside = 0;
        for (std::size_t j = 0; j < blocks.size(); ++j)
            beside += blocks[j].multiprocessor == blocks[i].multiprocessor && blocks[j].begin <= blocks[i].begin &&
                              blocks[j].end > blocks[i].begin
                          ? 1
                          : 0;
        EXPECT_LE(beside, 3U);
        made += steps[i];
    }
    double end = 0;
    for (const DealtBlock& block : blocks) end = std::max(end, block.end);
    EXPECT_GE(end * 13, made * 1.5) << "no faster than full multiprocessors";
}

// ---- of a run

constexpr const char* kTriangle = R"(.version 8.0
.target sm_75
.address_size 64
.visible .entry triangle(.param .u64 values)
{
    .reg .pred %p<2>;
    .reg .b32 %r<8>;
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %ctaid.y;
    mov.u32 %r3, 0;
    setp.gt.u32 %p1, %r1, %r2;
    @%p1 bra DONE;
LOOP:
    add.u32 %r3, %r3, 1;
    setp.lt.u32 %p1, %r3, 200;
    @%p1 bra LOOP;
DONE:
    ret;
}
)";

/// A grid of side × side blocks, of which those above the diagonal do nothing.
std::shared_ptr<LaunchSample> triangle(std::uint32_t side, std::optional<std::size_t> dealt = 0) {
    auto module = ptx::parse(kTriangle, "triangle.ptx");
    EXPECT_TRUE(module);
    const auto plan =
        planOf({.entry = "triangle", .grid = {side, side, 1}, .block = {32, 1, 1}, .arguments = {"buf:f32:32:ramp"}},
               std::make_shared<const ptx::Module>(std::move(*module)));
    EXPECT_TRUE(plan) << (plan ? "" : describe(plan.error()));
    SampleRecorder recorder({.multiprocessors = 4, .dealtLaunch = dealt});
    simt::Emulator emulator({.observer = &recorder});
    EXPECT_TRUE(runPlan(*plan, emulator, {}));
    return recorder.samples().at(0);
}

TEST(Waves, WhatEachBlockDoesIsCounted) {
    const auto sample = triangle(9);
    ASSERT_EQ(sample->blockSteps.size(), 81U);
    EXPECT_EQ(sample->blocksRun, 81U);
    for (std::uint32_t y = 0; y < 9; ++y)
        for (std::uint32_t x = 0; x < 9; ++x) EXPECT_EQ(sample->blockSteps[9 * y + x], x > y ? 6U : 606U);
    EXPECT_DOUBLE_EQ(std::accumulate(sample->blockSteps.begin(), sample->blockSteps.end(), 0.0) / 81,
                     sample->stepsPerBlock);
    EXPECT_TRUE(triangle(9, std::nullopt)->blockSteps.empty()) << "nobody asks for it";
    EXPECT_EQ(sample->unevenSteps, sample->blockSteps) << "the run tells it, too";
}

TEST(Waves, InALargeGridABlockStandsForItsNeighbours) {
    const auto sample = triangle(512);
    ASSERT_EQ(sample->blockSteps.size(), 512U * 512U);
    EXPECT_LT(sample->blocksRun, sample->blockSteps.size() / 2);
    EXPECT_EQ(sample->blockSteps[3], 6U);
    EXPECT_EQ(sample->blockSteps[511U * 512U + 3], 606U);
    EXPECT_NEAR(std::accumulate(sample->blockSteps.begin(), sample->blockSteps.end(), 0.0) / (512 * 512),
                sample->stepsPerBlock, 0.01 * sample->stepsPerBlock);
}

TEST(Waves, ALaunchTakesAsLongAsItsLastBlocks) {
    Parameters p = roundParameters();
    p.multiprocessors = 4;
    LaunchSample sample = *triangle(20, std::nullopt);
    auto simulated = simulate(sample, 16, smallGpu(), p);
    ASSERT_TRUE(simulated) << describe(simulated.error());
    const auto mean = static_cast<std::uint32_t>(sample.stepsPerBlock);
    sample.unevenSteps.assign(400, mean);
    EXPECT_NEAR(lengthenedByBlocks(sample, *simulated, p, {}), 1, 0.02);
    // The last one does what the 100 of its multiprocessor do together, and nobody is beside it.
    sample.unevenSteps.back() = 100 * mean;
    const double longer = lengthenedByBlocks(sample, *simulated, p, {});
    EXPECT_GT(longer, 1.5);
    // What all multiprocessors share goes to those that are still at work.
    simulated->run.dramBusy = simulated->run.end / 2;
    EXPECT_NEAR(lengthenedByBlocks(sample, *simulated, p, {}), 1 + (longer - 1) / 2, 1e-9);
    simulated->run.dramBusy = 0;
    sample.isFullest = true;
    simulated->setting.sampledShare = 1;
    EXPECT_DOUBLE_EQ(lengthenedByBlocks(sample, *simulated, p, {}), 1) << "it is the one that ends last";
    sample.unevenSteps.clear();
    sample.isFullest = false;
    EXPECT_DOUBLE_EQ(lengthenedByBlocks(sample, *simulated, p, {}), 1) << "all do the same";
}

TEST(Waves, TheSimulatedMultiprocessorTakesAsLongAsItDid) {
    const auto sample = triangle(40);
    Parameters p = roundParameters();
    p.multiprocessors = 4;
    const auto simulated = simulate(*sample, 16, smallGpu(), p);
    ASSERT_TRUE(simulated) << describe(simulated.error());
    const auto waves = wavesOf(*sample, *simulated, p);
    ASSERT_TRUE(waves);
    EXPECT_EQ(waves->dealing.resident, simulated->setting.resident);
    EXPECT_NEAR(waves->end, simulated->cycles, 0.1 * simulated->cycles) << "the mean of all is what was simulated";
    EXPECT_GE(waves->dealing.alone, waves->dealing.together);
    EXPECT_FALSE(wavesOf(*triangle(9, std::nullopt), *simulated, p));
    std::stop_source stopped;
    stopped.request_stop();
    EXPECT_EQ(simulate(*sample, 16, smallGpu(), p, {.stop = stopped.get_token()}).error().code, ErrorCode::Cancelled);
}

}  // namespace
}  // namespace lanescope::timing
