// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/sample_recorder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "core/plan/executor.h"
#include "core/plan/launch_spec.h"
#include "core/ptx/parser.h"
#include "core/timing/machine_stream.h"

namespace lanescope::timing {
namespace {

constexpr const char* kDoubled = R"(.version 8.0
.target sm_75
.address_size 64
.visible .entry doubled(.param .u64 values)
{
    .reg .b32 %r<5>;
    .reg .f32 %f<3>;
    .reg .b64 %d<4>;
    ld.param.u64 %d1, [values];
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %tid.x;
    mad.lo.s32 %r3, %r1, 64, %r2;
    mul.wide.s32 %d2, %r3, 4;
    add.s64 %d3, %d1, %d2;
    ld.global.f32 %f1, [%d3];
    add.f32 %f2, %f1, %f1;
    st.global.f32 [%d3], %f2;
    ret;
}
)";

/// Adds one to element %r4 of the array; `index` sets it from the thread's number in its block (%r2) and in all (%r3).
std::string addingTo(const std::string& index) {
    return R"(.version 8.0
.target sm_75
.address_size 64
.visible .entry adds(.param .u64 values)
{
    .reg .b32 %r<8>;
    .reg .b64 %d<4>;
    ld.param.u64 %d1, [values];
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %tid.x;
    mad.lo.s32 %r3, %r1, 64, %r2;
    )" + index +
           R"(
    mul.wide.s32 %d2, %r4, 4;
    add.s64 %d3, %d1, %d2;
    red.global.add.f32 [%d3], 0f3f800000;
    ret;
}
)";
}

/// `blocks` of 64 threads, whose kernel has an array with an element for each of them.
std::shared_ptr<LaunchSample> sampledOf(const char* text, const std::string& elements, std::uint32_t blocks,
                                        SampleOptions options, std::uint64_t maxBlocks = 0) {
    auto module = ptx::parse(text, "small.ptx");
    EXPECT_TRUE(module);
    const auto plan = planOf({.entry = "",
                              .grid = {blocks, 1, 1},
                              .block = {64, 1, 1},
                              .arguments = {"buf:f32:" + std::to_string(blocks * 64) + ":" + elements}},
                             std::make_shared<const ptx::Module>(std::move(*module)));
    EXPECT_TRUE(plan) << (plan ? "" : describe(plan.error()));
    SampleRecorder recorder(options);
    simt::Emulator emulator({.maxBlocks = maxBlocks, .observer = &recorder});
    EXPECT_TRUE(runPlan(*plan, emulator, {}));
    EXPECT_EQ(recorder.samples().size(), 1U);
    return recorder.samples().at(0);
}

/// Each thread doubles an element of its own.
std::shared_ptr<LaunchSample> sampled(std::uint32_t blocks, SampleOptions options) {
    return sampledOf(kDoubled, "ramp", blocks, options);
}

TEST(SampleRecorder, KeepsTheBlocksOfOneMultiprocessor) {
    const auto sample = sampled(12, {.multiprocessors = 4});
    ASSERT_EQ(sample->blocks.size(), 3U);
    EXPECT_EQ(sample->blocksOfMultiprocessor, 3U);
    EXPECT_EQ(sample->blocks[1].index - sample->blocks[0].index, 4U);
    EXPECT_EQ(sample->blocks[2].index - sample->blocks[1].index, 4U);
    for (const SampledBlock& block : sample->blocks) {
        ASSERT_EQ(block.warps.size(), 2U);
        EXPECT_EQ(block.warps[0].events.size(), 10U);
        EXPECT_FALSE(block.cut);
    }
    EXPECT_DOUBLE_EQ(sample->stepsPerBlock, 20);
    EXPECT_DOUBLE_EQ(sample->distinctRead, 12 * 64 * 4 / 32.0);
}

TEST(SampleRecorder, AnAtomicAccessHasTheLanesOfEachSector) {
    const auto sample = sampledOf(addingTo("and.b32 %r4, %r2, 11;").c_str(), "zero", 1, {});
    // Of 32 lanes, four at each of the words 0 to 3 and 8 to 11.
    ASSERT_EQ(sample->accesses.size(), 2U);
    EXPECT_EQ(sample->accesses[0].sectors, 2);
    EXPECT_EQ(sample->accesses[0].atOneAddress, 4);
    EXPECT_EQ(sample->passes, (std::vector<std::uint8_t>{4, 4, 4, 4}));
    EXPECT_EQ(sample->accesses[1].firstPass, 2U);
    const auto uneven = sampledOf(addingTo("shr.u32 %r4, %r2, 2; min.u32 %r4, %r4, 7;").c_str(), "zero", 1, {});
    EXPECT_EQ(uneven->passes, (std::vector<std::uint8_t>{4, 32}));
}

TEST(SampleRecorder, KnowsWhetherBlocksAddAtTheSamePlaces) {
    EXPECT_DOUBLE_EQ(sampledOf(addingTo("and.b32 %r4, %r2, 15;").c_str(), "zero", 40, {})->atomicsShared, 1);
    EXPECT_DOUBLE_EQ(sampledOf(addingTo("mov.u32 %r4, %r3;").c_str(), "zero", 40, {})->atomicsShared, 0);
    EXPECT_DOUBLE_EQ(sampledOf(addingTo("mov.u32 %r4, %r3;").c_str(), "zero", 600, {})->atomicsShared, 0);
    EXPECT_DOUBLE_EQ(sampled(40, {})->atomicsShared, 1) << "there are none";
}

TEST(SampleRecorder, BlocksOfLargeGridsAreOfNoOneColumn) {
    // One of each round of eight, and of each column of eight about as many.
    const auto sample = sampled(800, {.multiprocessors = 8, .blocks = 96});
    std::array<int, 8> columns{};
    for (const SampledBlock& block : sample->blocks) columns.at(block.index % 8) += 1;
    for (const int column : columns) EXPECT_NEAR(column, static_cast<double>(sample->blocks.size()) / 8, 2);
    for (std::size_t i = 1; i < sample->blocks.size(); ++i)
        EXPECT_GT(sample->blocks[i].index / 8, sample->blocks[i - 1].index / 8);
}

/// Block 27 goes round a loop; all others end at once.
constexpr const char* kOneWorks = R"(.version 8.0
.target sm_75
.address_size 64
.visible .entry one(.param .u64 values)
{
    .reg .b32 %r<5>;
    .reg .pred %p<3>;
    mov.u32 %r1, %ctaid.x;
    setp.ne.s32 %p1, %r1, 27;
    @%p1 ret;
    mov.u32 %r2, 0;
again:
    add.s32 %r2, %r2, 1;
    setp.lt.s32 %p2, %r2, 500;
    @%p2 bra again;
    ret;
}
)";

TEST(SampleRecorder, WhereFewBlocksDoMostOneOfThemIsLookedAt) {
    const auto sample = sampledOf(kOneWorks, "zero", 800, {.multiprocessors = 8});
    const auto works = [](const SampledBlock& block) { return block.index == 27; };
    EXPECT_EQ(std::ranges::count_if(sample->blocks, works), 1);
}

/// Block k goes round a loop ten times k.
constexpr const char* kEachMore = R"(.version 8.0
.target sm_75
.address_size 64
.visible .entry more(.param .u64 values)
{
    .reg .b32 %r<5>;
    .reg .pred %p<3>;
    mov.u32 %r1, %ctaid.x;
    mul.lo.s32 %r1, %r1, 10;
    mov.u32 %r2, 0;
again:
    add.s32 %r2, %r2, 1;
    setp.lt.s32 %p2, %r2, %r1;
    @%p2 bra again;
    ret;
}
)";

TEST(SampleRecorder, BlocksThatAreTooLongToBeKeptAreCountedAllTheSame) {
    // All blocks together make some 300 000 steps, of which 20 000 are kept.
    const auto sample = sampledOf(kEachMore, "zero", 100, {.multiprocessors = 8, .steps = 20'000});
    EXPECT_TRUE(sample->isFullest);
    for (const SampledBlock& block : sample->blocks) EXPECT_EQ(block.index % 8, 99 % 8);
    EXPECT_FALSE(sampledOf(kEachMore, "zero", 100, {.multiprocessors = 8, .steps = 2'000})->isFullest)
        << "twenty times as many are made for it, and no more";
}

/// All warps go round the same loop: 20 000 steps each.
constexpr const char* kLong = R"(.version 8.0
.target sm_75
.address_size 64
.visible .entry long(.param .u64 values)
{
    .reg .b32 %r<3>;
    .reg .pred %p<2>;
    mov.u32 %r1, 0;
again:
    add.u32 %r1, %r1, 1;
    xor.b32 %r2, %r1, 5;
    setp.lt.u32 %p1, %r1, 5000;
    @%p1 bra again;
    ret;
}
)";

TEST(SampleRecorder, LongBlocksThatAreAlikeStandForTheOthers) {
    // Five of them make 200 000 steps; all would make ten times as many as are made at most.
    const auto sample = sampledOf(kLong, "zero", 100, {.multiprocessors = 8, .steps = 20'000});
    EXPECT_TRUE(sample->isFullest);
    for (const SampledBlock& block : sample->blocks) EXPECT_LT(block.index % 8, 100 % 8) << "has one block more";
}

TEST(SampleRecorder, OfBlocksBehindWhichNoOtherComesTwiceAsMuchIsKept) {
    const auto kept = [](std::uint32_t blocks) {
        const auto sample = sampledOf(kLong, "zero", blocks, {.multiprocessors = 8, .steps = 16'000});
        EXPECT_TRUE(sample->blocks.at(0).cut);
        return sample->blocks.at(0).warps.at(0).events.size();
    };
    EXPECT_EQ(kept(8), 16'000U);
    EXPECT_EQ(kept(8 * 32), 500U) << "of the 64 warps that a multiprocessor has at once";
    EXPECT_EQ(kept(8 * 32 + 1), 250U);
}

TEST(SampleRecorder, OfALongBlockEachWarpIsKeptFromItsBeginning) {
    // Two warps of 20 000 steps each; 64 steps are made at most for each that is kept, which is less than both have.
    const auto sample = sampledOf(kLong, "zero", 1, {.multiprocessors = 8, .steps = 200});
    ASSERT_EQ(sample->blocks.at(0).warps.size(), 2U);
    for (const SampledWarp& warp : sample->blocks.at(0).warps) {
        ASSERT_EQ(warp.events.size(), 200U);
        EXPECT_EQ(warp.events.front().instruction, 0U);
        EXPECT_EQ(warp.events.back().instruction, sample->blocks.at(0).warps.at(0).events.back().instruction);
    }
}

/// Eight blocks each read the same row.
constexpr const char* kRows = R"(.version 8.0
.target sm_75
.address_size 64
.visible .entry rows(.param .u64 values)
{
    .reg .b32 %r<5>;
    .reg .f32 %f<2>;
    .reg .b64 %d<4>;
    ld.param.u64 %d1, [values];
    mov.u32 %r1, %ctaid.x;
    shr.u32 %r1, %r1, 3;
    mov.u32 %r2, %tid.x;
    mad.lo.s32 %r3, %r1, 64, %r2;
    mul.wide.s32 %d2, %r3, 4;
    add.s64 %d3, %d1, %d2;
    ld.global.f32 %f1, [%d3];
    ret;
}
)";

TEST(SampleRecorder, KnowsWhatNeighboursComeToTogether) {
    // A multiprocessor has 32 of the blocks at once.
    EXPECT_DOUBLE_EQ(sampledOf(kRows, "ramp", 4 * 40, {.multiprocessors = 4})->comeTogether, 1);
    EXPECT_DOUBLE_EQ(sampledOf(kRows, "ramp", 4 * 32, {.multiprocessors = 4})->comeTogether, 0) << "none come later";
    EXPECT_DOUBLE_EQ(sampledOf(kDoubled, "ramp", 4 * 40, {.multiprocessors = 4})->comeTogether, 0);
}

/// Every second block goes ten times round a loop.
constexpr const char* kSecondMore = R"(.version 8.0
.target sm_75
.address_size 64
.visible .entry second(.param .u64 values)
{
    .reg .b32 %r<3>;
    .reg .pred %p<2>;
    mov.u32 %r1, %ctaid.x;
    and.b32 %r1, %r1, 1;
    mul.lo.s32 %r1, %r1, 10;
    mov.u32 %r2, 0;
again:
    add.u32 %r2, %r2, 1;
    setp.lt.u32 %p1, %r2, %r1;
    @%p1 bra again;
    ret;
}
)";

TEST(SampleRecorder, OfBlocksThatDifferMoreAreKept) {
    const auto kept = [](const char* kernel) {
        return sampledOf(kernel, "zero", 8 * 400, {.multiprocessors = 8, .blocks = 1000})->blocks.size();
    };
    EXPECT_EQ(kept(kRows), 5 * 32U);
    EXPECT_EQ(kept(kSecondMore), 12 * 32U);
}

/// The first words of pairs, then the second ones.
constexpr const char* kPairs = R"(.version 8.0
.target sm_75
.address_size 64
.visible .entry pairs(.param .u64 values)
{
    .reg .b32 %r<5>;
    .reg .b64 %d<4>;
    ld.param.u64 %d1, [values];
    mov.u32 %r2, %tid.x;
    and.b32 %r3, %r2, 31;
    mul.wide.s32 %d2, %r3, 8;
    add.s64 %d3, %d1, %d2;
    st.global.u32 [%d3], %r2;
    st.global.u32 [%d3+4], %r2;
    ret;
}
)";

TEST(SampleRecorder, KnowsWhichSectorsOtherStoresOfTheBlockFill) {
    const auto sample = sampledOf(kPairs, "zero", 1, {.multiprocessors = 1});
    ASSERT_EQ(sample->accesses.size(), 4U);
    for (const Access& access : sample->accesses) {
        EXPECT_EQ(access.partial, 0xffU);
        EXPECT_EQ(access.unfilled, 0U);
    }
}

/// 64 words of each of four blocks, from the block's second one on.
constexpr const char* kShifted = R"(.version 8.0
.target sm_75
.address_size 64
.visible .entry shifted(.param .u64 values)
{
    .reg .b32 %r<5>;
    .reg .b64 %d<4>;
    ld.param.u64 %d1, [values];
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %tid.x;
    mad.lo.s32 %r3, %r1, 64, %r2;
    min.s32 %r3, %r3, 254;
    mul.wide.s32 %d2, %r3, 4;
    add.s64 %d3, %d1, %d2;
    st.global.u32 [%d3+4], %r2;
    ret;
}
)";

TEST(SampleRecorder, KnowsWhichSectorsStoresLeaveAndWhichOthersWrite) {
    const auto sample = sampledOf(kShifted, "zero", 4, {.multiprocessors = 1});
    ASSERT_FALSE(sample->accesses.empty());
    EXPECT_EQ(sample->accesses[0].sectors, 5);
    EXPECT_EQ(sample->accesses[0].partial, 0b10001U);
    EXPECT_EQ(sample->accesses[0].unfilled, 0b00001U) << "the block's other warp fills the last one";
    // Sectors 0, 4, 8 … 28 are filled by no store; 8, 16 and 24 are written by two blocks.
    EXPECT_DOUBLE_EQ(sample->partialShared, 3 / 8.0);
    EXPECT_EQ(sampled(4, {})->accesses[0].partial, 0U);
    EXPECT_DOUBLE_EQ(sampled(4, {})->partialShared, 0);
}

/// Of a word for each block, and of a word for each thread.
constexpr const char* kLeavesAndReads = R"(.version 8.0
.target sm_75
.address_size 64
.visible .entry leaves(.param .u64 values)
{
    .reg .b32 %r<3>;
    .reg .b64 %d<4>;
    ld.param.u64 %d1, [values];
    mov.u32 %r1, %ctaid.x;
    mul.wide.s32 %d2, %r1, 4;
    add.s64 %d3, %d1, %d2;
    st.global.u32 [%d3], %r1;
    ret;
}
.visible .entry reads(.param .u64 values)
{
    .reg .b32 %r<3>;
    .reg .b64 %d<4>;
    ld.param.u64 %d1, [values];
    mov.u32 %r1, %tid.x;
    mul.wide.s32 %d2, %r1, 4;
    add.s64 %d3, %d1, %d2;
    ld.global.u32 %r2, [%d3];
    ret;
}
)";

/// Of `times` launches of `leaves` with so many blocks, and two of `reads` behind them.
std::vector<std::shared_ptr<LaunchSample>> behindLeaves(std::uint32_t blocks, std::size_t times,
                                                        const SampleOptions& options = {}) {
    auto module = ptx::parse(kLeavesAndReads, "small.ptx");
    EXPECT_TRUE(module);
    const auto shared = std::make_shared<const ptx::Module>(std::move(*module));
    auto plan = planOf(
        {.entry = "leaves", .grid = {blocks, 1, 1}, .block = {1, 1, 1}, .arguments = {"buf:f32:512:zero"}}, shared);
    EXPECT_TRUE(plan);
    Launch leaves = *plan->launches().at(0);
    Launch reads = leaves;
    reads.kernel = std::make_shared<Kernel>(Kernel{.module = shared, .entry = "reads"});
    reads.grid = {1, 1, 1};
    reads.block = {32, 1, 1};
    std::erase_if(plan->steps, [](const Step& step) { return std::holds_alternative<LaunchStep>(step); });
    for (std::size_t i = 0; i < times; ++i) plan->steps.emplace_back(LaunchStep{leaves});
    for (int i = 0; i < 2; ++i) plan->steps.emplace_back(LaunchStep{reads});
    SampleRecorder recorder(options);
    simt::Emulator emulator({.observer = &recorder});
    EXPECT_TRUE(runPlan(*plan, emulator, {}));
    EXPECT_EQ(recorder.samples().size(), times + 2);
    return recorder.samples();
}

TEST(SampleRecorder, KnowsWhichSectorsEarlierLaunchesHaveFilledInPart) {
    using Sectors = std::vector<std::uint32_t>;
    const auto first = [](std::uint32_t blocks, std::size_t times) {
        return behindLeaves(blocks, times).at(times)->partlyBefore;
    };
    EXPECT_EQ(first(3, 1), (Sectors{0})) << "three words of eight";
    EXPECT_EQ(behindLeaves(3, 1).at(2)->partlyBefore, Sectors{}) << "who reads it brings the rest";
    EXPECT_EQ(first(3, 2), (Sectors{0})) << "the same words again";
    EXPECT_EQ(first(8, 1), Sectors{}) << "eight blocks fill it together";
    EXPECT_EQ(first(19, 1), (Sectors{2}));
    EXPECT_EQ(first(300, 1), Sectors{}) << "not all blocks were run for it";
}

TEST(SampleRecorder, KnowsWhatTheLastLaunchHasStoredInTheEnd) {
    // `leaves` stores with the sixth of its seven instructions; `reads` stores nothing.
    const auto few = behindLeaves(3, 1);
    EXPECT_TRUE(few.at(0)->storedLast.empty());
    EXPECT_TRUE(few.at(1)->storedLast.at(0));
    EXPECT_FALSE(few.at(1)->storedLast.at(1));
    EXPECT_DOUBLE_EQ(few.at(1)->touchedLastCount, 1);
    EXPECT_DOUBLE_EQ(few.at(1)->storedLastSince, 1) << "the seventh of it that came then, and the sector itself";
    EXPECT_FALSE(few.at(2)->storedLast.at(0));
    // Where blocks come one after the other, the first have stored when the last begin.
    const auto many = behindLeaves(300, 1, {.multiprocessors = 1});
    EXPECT_DOUBLE_EQ(many.at(1)->storedLastSince, many.at(1)->touchedLastCount);
}

/// Each block reads 256 words one after the other, and stores one.
constexpr const char* kLongAndReads = R"(.version 8.0
.target sm_75
.address_size 64
.visible .entry sums(.param .u64 values, .param .u64 out)
{
    .reg .pred %p<2>;
    .reg .b32 %r<6>;
    .reg .f32 %f<3>;
    .reg .b64 %d<6>;
    ld.param.u64 %d1, [values];
    ld.param.u64 %d4, [out];
    mov.u32 %r1, %ctaid.x;
    mul.wide.s32 %d2, %r1, 1024;
    add.s64 %d3, %d1, %d2;
    mov.f32 %f2, 0f00000000;
    mov.u32 %r4, 0;
LOOP:
    ld.global.f32 %f1, [%d3];
    add.f32 %f2, %f2, %f1;
    add.s64 %d3, %d3, 4;
    add.u32 %r4, %r4, 1;
    setp.lt.u32 %p1, %r4, 256;
    @%p1 bra LOOP;
    mul.wide.s32 %d2, %r1, 4;
    add.s64 %d5, %d4, %d2;
    st.global.f32 [%d5], %f2;
    ret;
}
.visible .entry reads(.param .u64 values, .param .u64 out)
{
    .reg .b32 %r<2>;
    .reg .b64 %d<2>;
    ld.param.u64 %d1, [out];
    ld.global.u32 %r1, [%d1];
    ret;
}
)";

/// The launch of `reads` behind one of `sums`, with so many blocks and words of the result.
std::shared_ptr<LaunchSample> behindSums(std::uint32_t blocks, std::uint32_t words, const SampleOptions& options) {
    auto module = ptx::parse(kLongAndReads, "small.ptx");
    EXPECT_TRUE(module);
    const auto shared = std::make_shared<const ptx::Module>(std::move(*module));
    auto plan = planOf({.entry = "sums",
                        .grid = {blocks, 1, 1},
                        .block = {1, 1, 1},
                        .arguments = {"buf:f32:" + std::to_string(blocks * 256) + ":ramp",
                                      "buf:f32:" + std::to_string(words) + ":zero"}},
                       shared);
    EXPECT_TRUE(plan);
    Launch reads = *plan->launches().at(0);
    reads.kernel = std::make_shared<Kernel>(Kernel{.module = shared, .entry = "reads"});
    reads.grid = {1, 1, 1};
    plan->steps.emplace_back(LaunchStep{reads});
    SampleRecorder recorder(options);
    simt::Emulator emulator({.observer = &recorder});
    EXPECT_TRUE(runPlan(*plan, emulator, {}));
    EXPECT_EQ(recorder.samples().size(), 2U);
    return recorder.samples().back();
}

TEST(SampleRecorder, LooksForTheStoresOfBlocksThatAreTooLong) {
    const auto storedIn = [](const LaunchSample& sample) {
        std::vector<std::size_t> sectors;
        for (std::size_t sector = 0; sector < sample.storedLast.size(); ++sector)
            if (sample.storedLast[sector]) sectors.push_back(sector);
        return sectors;
    };
    // Whole blocks: four of 1542 steps each.
    const auto whole = behindSums(4, 8, {.steps = 40'000});
    const std::vector<std::size_t> result{4 * 32};
    EXPECT_EQ(storedIn(*whole), result) << "behind the sectors of what is read";
    EXPECT_EQ(whole->partlyBefore, std::vector<std::uint32_t>{4 * 32}) << "four words of eight";
    EXPECT_NEAR(whole->storedLastSince, 1, 0.1) << "of 129 sectors, the last of 1542 steps, and the sector itself";
    // A fourth of the steps for each, which cuts them: one is run on.
    const auto cut = behindSums(4, 8, {.steps = 2000});
    EXPECT_EQ(storedIn(*cut), result);
    EXPECT_EQ(cut->partlyBefore, whole->partlyBefore);
    // Eight would fill it, and nobody knows whether they do.
    EXPECT_TRUE(behindSums(8, 8, {.steps = 2000})->partlyBefore.empty());
    // Of blocks that are longer than that nothing is known.
    EXPECT_TRUE(storedIn(*behindSums(4, 8, {.steps = 500})).empty());
}

TEST(SampleRecorder, KnowsWhatIsStoredAgain) {
    const auto samples = behindLeaves(3, 2);
    EXPECT_DOUBLE_EQ(samples.at(0)->storedNew, 1);
    EXPECT_DOUBLE_EQ(samples.at(1)->storedNew, 0);
    EXPECT_DOUBLE_EQ(samples.at(1)->storedBefore, 3 * 4);
    EXPECT_DOUBLE_EQ(samples.at(2)->storedBefore, 3 * 4) << "each place once";
}

/// Block 0 raises a flag that the others wait for.
constexpr const char* kWaits = R"(.version 8.0
.target sm_75
.address_size 64
.visible .entry waits(.param .u64 values)
{
    .reg .b32 %r<5>;
    .reg .b64 %d<2>;
    .reg .pred %p<3>;
    ld.param.u64 %d1, [values];
    mov.u32 %r1, %ctaid.x;
    setp.ne.s32 %p1, %r1, 0;
    @%p1 bra again;
    st.global.u32 [%d1], 1;
    ret;
again:
    ld.volatile.global.u32 %r2, [%d1];
    setp.eq.s32 %p2, %r2, 0;
    @%p2 bra again;
    ret;
}
)";

TEST(SampleRecorder, KnowsThatBlocksWaitForOthers) {
    EXPECT_EQ(sampledOf(kWaits, "zero", 40, {.multiprocessors = 4, .steps = 1000})->byItself, ByItself::Waits);
    EXPECT_EQ(sampledOf(kOneWorks, "zero", 800, {.multiprocessors = 8})->byItself, ByItself::AsInLaunch);
    EXPECT_EQ(sampledOf(kOneWorks, "zero", 800, {.multiprocessors = 8}, 8)->byItself, ByItself::AsInLaunch)
        << "the one that works was not among those that were counted";
    EXPECT_EQ(sampled(12, {.multiprocessors = 4})->byItself, ByItself::AsInLaunch);
}

/// Each block goes on as long as the counter is below 40 000.
constexpr const char* kQueue = R"(.version 8.0
.target sm_75
.address_size 64
.visible .entry queue(.param .u64 values)
{
    .reg .b32 %r<5>;
    .reg .b64 %d<2>;
    .reg .pred %p<3>;
    ld.param.u64 %d1, [values];
again:
    atom.global.add.u32 %r2, [%d1], 1;
    setp.lt.u32 %p2, %r2, 40000;
    @%p2 bra again;
    ret;
}
)";

TEST(SampleRecorder, KnowsThatTheFirstBlockTakesWhatAllWouldShare) {
    EXPECT_EQ(sampledOf(kQueue, "zero", 40, {.multiprocessors = 4})->byItself, ByItself::TakesAll);
    EXPECT_EQ(sampledOf(kQueue, "zero", 4, {.multiprocessors = 4})->byItself, ByItself::AsInLaunch)
        << "few blocks tell too little";
}

TEST(SampleRecorder, WordsOfLocalMemoryLieBesideThoseOfOtherLanes) {
    const char* text = R"(.version 8.0
.target sm_75
.address_size 64
.visible .entry keeps(.param .u64 values)
{
    .local .align 4 .b8 kept[64];
    .reg .b32 %r<5>;
    .reg .b64 %d<4>;
    mov.u32 %r1, %tid.x;
    and.b32 %r2, %r1, 8;
    cvt.u64.u32 %d1, %r2;
    mov.u64 %d2, kept;
    add.s64 %d3, %d2, %d1;
    st.local.u32 [kept], %r1;
    st.local.u32 [kept+8], %r1;
    ld.local.u32 %r3, [%d3];
    ret;
}
)";
    const auto sample = sampledOf(text, "zero", 1, {});
    ASSERT_EQ(sample->accesses.size(), 6U);  // of two warps
    const Access& store = sample->accesses[0];
    EXPECT_EQ(store.sectors, 4);
    EXPECT_EQ(store.lines, 1);
    EXPECT_TRUE(store.whole);
    // Every eight lanes read word 0, the next ones word 2: two sectors of either line.
    const Access& load = sample->accesses[2];
    EXPECT_EQ(load.lines, 2);
    EXPECT_EQ(load.wavefronts, 1);
    EXPECT_EQ(load.sectors, 4);
    for (const std::uint32_t sector : sample->sectors) EXPECT_GE(sector, kLocalSectors);
    // Each warp has its own.
    EXPECT_NE(sample->sectors[store.firstSector], sample->sectors[sample->accesses[3].firstSector]);
}

TEST(SampleRecorder, AnAccessHasItsSectors) {
    const auto sample = sampled(1, {});
    ASSERT_EQ(sample->accesses.size(), 4U);  // load and store of two warps
    EXPECT_EQ(sample->accesses[0].kind, simt::AccessKind::Load);
    EXPECT_EQ(sample->accesses[0].sectors, 4);
    EXPECT_EQ(sample->accesses[0].lines, 1);
    EXPECT_EQ(sample->accesses[1].kind, simt::AccessKind::Store);
    EXPECT_TRUE(sample->accesses[1].whole);
    EXPECT_EQ(sample->sectors[sample->accesses[0].firstSector], sample->sectors[sample->accesses[1].firstSector]);
}

/// Like a frontier of a graph: who finds a mark takes it away, and has more to do.
TEST(SampleRecorder, KeepsWhatTheLaunchFindsThoughItWorksInPlace) {
    std::string text = kDoubled;
    const std::string add = "    add.f32 %f2, %f1, %f1;\n";
    text.replace(text.find(add), add.size(),
                 "    setp.eq.f32 %p1, %f1, 0f00000000;\n    @%p1 bra $end;\n    mov.f32 %f2, 0f00000000;\n");
    text.replace(text.find("    ret;"), 8, "$end:\n    ret;");
    text.insert(text.find("    .reg .f32"), "    .reg .pred %p<2>;\n");
    const auto sample = sampledOf(text.c_str(), "const=1", 12, {.multiprocessors = 4});
    ASSERT_EQ(sample->blocks.size(), 3U);
    for (const SampledBlock& block : sample->blocks) EXPECT_EQ(block.warps[0].events.size(), 12U);
    EXPECT_EQ(sample->accesses.back().kind, simt::AccessKind::Store);
}

TEST(SampleRecorder, LargeGridsAreSampled) {
    const auto sample = sampled(2000, {.multiprocessors = 4, .steps = 400, .blocks = 10});
    EXPECT_LE(sample->blocks.size(), 40U);
    EXPECT_GE(sample->blocks.size(), 10U);
    EXPECT_EQ(sample->blocksOfMultiprocessor, 500U);
}

TEST(SampleRecorder, LeavesMemoryAsItWas) {
    auto module = ptx::parse(kDoubled, "doubled.ptx");
    ASSERT_TRUE(module);
    const auto plan =
        planOf({.entry = "doubled", .grid = {12, 1, 1}, .block = {64, 1, 1}, .arguments = {"buf:f32:768:ramp"}},
               std::make_shared<const ptx::Module>(std::move(*module)));
    ASSERT_TRUE(plan);
    SampleRecorder recorder({.multiprocessors = 4});
    simt::Emulator watched({.observer = &recorder});
    simt::Emulator alone;
    const auto with = runPlan(*plan, watched, {});
    const auto without = runPlan(*plan, alone, {});
    ASSERT_TRUE(with && without);
    EXPECT_EQ(*with, *without);  // each value is doubled once
    EXPECT_EQ(watched.memory().journal(), nullptr);
}

TEST(MachineStream, WarpsThatDoTheSameShareTheirRegions) {
    const auto sample = sampled(12, {.multiprocessors = 4});
    const MachineStream stream = machineStreamOf(*sample, 32, {});
    ASSERT_EQ(stream.blocks.size(), 3U);
    EXPECT_EQ(stream.regions.size(), 1U);
    ASSERT_EQ(stream.blocks[0][0].size(), 1U);
    EXPECT_EQ(stream.regions[0].ops.size(), 10U);  // nobody has modelled its machine code: each counts as one
}

}  // namespace
}  // namespace lanescope::timing
