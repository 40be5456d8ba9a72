// SPDX-License-Identifier: GPL-3.0-or-later
// Each rule on kernels that have its fault and on kernels that have not.
#include "core/rules/rules.h"

#include <gmock/gmock.h>

#include "core/base/words.h"
#include "tests/core/rules/known_launch.h"
#include "tests/core/trace/kernels.h"

namespace lanescope {
namespace {

using rules::Advice;
using test::KnownLaunch;
using testing::HasSubstr;

std::string said(const Advice* advice) { return advice == nullptr ? "nothing" : inWords(advice->sentence); }

TEST(Rules, SectorsThatAreNotUsed) {
    const KnownLaunch rows("matvec.rows", {});
    const Advice* const loads = rows.find("unused_loads");
    ASSERT_NE(loads, nullptr);
    EXPECT_THAT(said(loads), HasSubstr("of what is loaded is used: line"));
    EXPECT_THAT(said(loads), HasSubstr("stride 64, 32 sectors a request where 4 would do"));
    EXPECT_THAT(inWords(loads->possible), HasSubstr("times less traffic is possible."));
    EXPECT_GT(loads->line, 0U);
    EXPECT_TRUE(loads->event);
    EXPECT_EQ(rows.find("unused_stores"), nullptr) << "a warp stores side by side";
    for (const char* id : {"vector.add", "transpose.tiled"}) {
        EXPECT_EQ(KnownLaunch(id, {}).find("unused_loads"), nullptr) << id;
        EXPECT_EQ(KnownLaunch(id, {}).find("unused_stores"), nullptr) << id;
    }
}

TEST(Rules, StoresThatFillSectorsInPart) {
    const KnownLaunch four("matmul.tiled", {{"n", "64"}, {"block", "4"}});
    ASSERT_NE(four.find("unused_stores"), nullptr);
    EXPECT_THAT(said(four.find("unused_stores")), HasSubstr("50 % of what is stored is used"));
    EXPECT_TRUE(four.find("unused_stores")->ofCode);
}

TEST(Rules, ConflictsOfBanks) {
    const KnownLaunch plain("transpose.tiled", {{"padded", "no"}});
    const Advice* const conflicts = plain.find("bank_conflicts");
    ASSERT_NE(conflicts, nullptr);
    EXPECT_THAT(said(conflicts), HasSubstr("32 wavefronts a request where 2 would do"));
    EXPECT_EQ(conflicts->metric, "shared_load_conflicts");
    EXPECT_EQ(KnownLaunch("transpose.tiled", {{"padded", "yes"}}).find("bank_conflicts"), nullptr);
    EXPECT_EQ(KnownLaunch("vector.add", {}).find("bank_conflicts"), nullptr);
}

TEST(Rules, WhatIsLoadedAgain) {
    const KnownLaunch global("matmul.global", {{"n", "128"}, {"block", "16"}});
    const Advice* const again = global.find("loaded_again");
    ASSERT_NE(again, nullptr) << "a row of A is loaded for each of 16 columns";
    EXPECT_GT(again->line, 0U);
    EXPECT_EQ(KnownLaunch("matmul.tiled", {{"n", "128"}, {"block", "16"}}).find("loaded_again"), nullptr);
    EXPECT_EQ(KnownLaunch("vector.add", {}).find("loaded_again"), nullptr);
}

TEST(Rules, WarpsThatAreNotFull) {
    const KnownLaunch four("matmul.tiled", {{"n", "64"}, {"block", "4"}});
    const Advice* const found = four.find("partial_warps");
    ASSERT_NE(found, nullptr);
    EXPECT_THAT(said(found), HasSubstr("A block of 16 threads takes whole warps, 1 of them: 50 % of the lanes"));
    EXPECT_NEAR(found->share.value(), 0.5, 1e-12);
    EXPECT_EQ(KnownLaunch("matmul.tiled", {{"n", "64"}, {"block", "16"}}).find("partial_warps"), nullptr);
}

TEST(Rules, LanesThatPart) {
    const KnownLaunch interleaved("micro.divergence", {});
    const Advice* const parted = interleaved.find("divergence");
    ASSERT_NE(parted, nullptr);
    EXPECT_GT(parted->line, 0U);
    EXPECT_EQ(KnownLaunch("vector.add", {}).find("divergence"), nullptr);
    EXPECT_EQ(KnownLaunch("matmul.tiled", {{"n", "64"}, {"block", "4"}}).find("divergence"), nullptr)
        << "half of its lanes are not there, but none parts";
}

/// Each thread keeps a number in memory of its own, and takes it back.
const std::string kSpilling = test::ptxOf(R"(
    .reg .b64 %slot;
    .local .align 4 .b8 depot[4];
    .loc 1 1 1
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd1, %rd1, %rd3;
    mov.u64 %slot, depot;
    .loc 1 3 1
    st.local.u32 [%slot], %r1;
    ld.local.u32 %r2, [%slot];
    .loc 1 4 1
    st.global.u32 [%rd1], %r2;
    ret;)");

TEST(Rules, RegistersThatDoNotSuffice) {
    Plan plan;
    plan.buffers = {{"in", ElementType::F32, 1, 64, {InitialContent::Kind::Zeros}},
                    {"out", ElementType::F32, 1, 64, {InitialContent::Kind::Zeros}}};
    Launch launch;
    launch.kernel = test::kernelOf(kSpilling, "k");
    launch.grid = {1, 1, 1};
    launch.block = {64, 1, 1};
    launch.arguments = {BufferId{1}, BufferId{0}, std::int32_t{64}};
    plan.steps.emplace_back(LaunchStep{launch});
    const GpuSpec gpu = *test::knownLibrary().gpus().find("h200").value();
    const LaunchBlock block = launchBlocksOf(plan, nullptr, gpu).at(0);
    const auto run = emulate(std::move(plan), {}, {});
    ASSERT_TRUE(run) << describe(run.error());
    const auto facts = rules::launchFactsOf(*run, 0, nullptr, gpu, block, nullptr);
    ASSERT_TRUE(facts);
    const rules::Advices advices = rules::advicesOf(*facts);
    const auto spills = std::ranges::find(advices.list, "spills", &Advice::rule);
    ASSERT_NE(spills, advices.list.end());
    // 2 warps, each a store and a load of 128 bytes that lie side by side.
    EXPECT_THAT(said(&*spills), HasSubstr("16 sectors, 0 bytes of spills"));
    EXPECT_EQ(spills->metric, "local_load_sectors");
    EXPECT_GT(spills->share.value_or(0), 0);
    EXPECT_EQ(KnownLaunch("vector.add", {}).find("spills"), nullptr);
    EXPECT_EQ(KnownLaunch("matmul.tiled", {{"n", "64"}, {"block", "32"}}).find("spills"), nullptr);
}

TEST(Rules, AtomicsThatMeet) {
    EXPECT_NE(KnownLaunch("micro.atomics", {}).find("meeting_atomics"), nullptr);
    EXPECT_EQ(KnownLaunch("vector.add", {}).find("meeting_atomics"), nullptr);
}

TEST(Rules, TooFewBlocks) {
    const KnownLaunch small("matmul.tiled", {{"n", "64"}, {"block", "16"}});
    ASSERT_NE(small.find("few_blocks"), nullptr);
    EXPECT_THAT(said(small.find("few_blocks")), HasSubstr("16 blocks for 132 multiprocessors: 87.9 %"));
    EXPECT_EQ(KnownLaunch("matmul.tiled", {{"n", "256"}, {"block", "16"}}).find("few_blocks"), nullptr);
}

TEST(Rules, ALastWaveOfFew) {
    // 2 blocks of 1024 threads on each of 132 multiprocessors: 264 at once.
    const KnownLaunch wave("matmul.tiled", {{"n", "544"}, {"block", "32"}});
    ASSERT_NE(wave.find("last_wave"), nullptr);
    EXPECT_THAT(said(wave.find("last_wave")), HasSubstr("264 blocks fit at once"));
    EXPECT_THAT(said(wave.find("last_wave")), HasSubstr("25 run in the last wave"));
    EXPECT_EQ(KnownLaunch("matmul.tiled", {{"n", "64"}, {"block", "32"}}).find("last_wave"), nullptr);
}

TEST(Rules, FewWarps) {
    const KnownLaunch four("matmul.tiled", {{"n", "256"}, {"block", "4"}});
    const Advice* const low = four.find("low_occupancy");
    ASSERT_NE(low, nullptr);
    EXPECT_THAT(said(low), HasSubstr("50 % occupancy, 32 warps a multiprocessor: limited by blocks"));
    EXPECT_THAT(inWords(low->possible), HasSubstr("threads a block it would be"));
    // How much is waited is not known without a time: no number stands for it, and it ranks behind what is known.
    ASSERT_FALSE(four.advices.ofTime);
    EXPECT_FALSE(low->share);
    EXPECT_THAT(rules::shareInWords(*low), HasSubstr("time"));
    EXPECT_EQ(low, &four.advices.list.back());
    EXPECT_EQ(KnownLaunch("matmul.tiled", {{"n", "256"}, {"block", "16"}}).find("low_occupancy"), nullptr);
}

TEST(Rules, TheBusiestPartIsToldOfTheTimeOrOfTheBounds) {
    const KnownLaunch counted("matmul.rect2", {{"n", "128"}, {"block", "32"}});
    EXPECT_FALSE(counted.advices.ofTime);
    ASSERT_NE(counted.find("busiest_part"), nullptr);
    EXPECT_EQ(counted.find("busiest_part")->share, 1);
    EXPECT_THAT(inWords(counted.advices.list.front().title), HasSubstr("takes longest"));
    const KnownLaunch conflicts("transpose.tiled", {{"width", "96"}, {"height", "96"}, {"padded", "no"}});
    ASSERT_NE(conflicts.find("busiest_part"), nullptr);
    EXPECT_THAT(said(conflicts.find("busiest_part")), HasSubstr(" MB need ")) << "of shared memory";
    EXPECT_THAT(said(conflicts.find("busiest_part")), HasSubstr("B/s."));
}

TEST(Rules, ALaunchOfLittle) {
    const KnownLaunch little("matmul.tiled", {{"n", "64"}, {"block", "16"}}, true);
    ASSERT_TRUE(little.advices.ofTime);
    ASSERT_NE(little.find("launch_cost"), nullptr);
    EXPECT_EQ(little.find("launch_cost")->origin, Origin::Replayed);
    EXPECT_EQ(little.find("busiest_part"), nullptr) << "nothing is busy for half of 6 µs";
    EXPECT_NE(little.find("idle_slots"), nullptr);
    const KnownLaunch more("matmul.tiled", {{"n", "512"}, {"block", "32"}}, true);
    EXPECT_EQ(more.find("launch_cost"), nullptr);
    EXPECT_EQ(KnownLaunch("vector.add", {{"n", "4194304"}}, true).find("idle_slots"), nullptr);
    EXPECT_GT(more.advices.list.front().share, 0.5);
}

TEST(Rules, BarriersCostWhereThereAreMany) {
    EXPECT_EQ(KnownLaunch("vector.add", {}).find("barrier_waits"), nullptr);
    // 32 barriers a block; on an H200, which is quick with them, they are 4 % of the time.
    KnownLaunch four("matmul.tiled", {{"n", "64"}, {"block", "4"}}, true);
    EXPECT_EQ(four.find("barrier_waits"), nullptr);
    four.facts.gpu.values.at("barrier_cycles").value = 300;
    four.advices = rules::advicesOf(four.facts);
    const Advice* const waits = four.find("barrier_waits");
    ASSERT_NE(waits, nullptr);
    EXPECT_THAT(said(waits), HasSubstr("32"));
    EXPECT_THAT(said(waits), HasSubstr("300"));
    EXPECT_EQ(waits->metric, "barriers");
}

TEST(Rules, RankByShareAndSayNoneTwice) {
    for (const char* id : {"matmul.tiled", "matmul.global", "reduce.0", "reduce.6", "transpose.tiled", "vector.add"}) {
        const KnownLaunch launch(id, {});
        for (std::size_t i = 0; i < launch.advices.list.size(); ++i) {
            const Advice& advice = launch.advices.list[i];
            EXPECT_TRUE(!advice.share || (*advice.share > 0 && *advice.share <= 1)) << id << ' ' << advice.rule;
            if (i > 0) {
                EXPECT_LE(advice.share, launch.advices.list[i - 1].share) << id;
            }
            EXPECT_EQ(launch.find(advice.rule), &advice) << id << ": a rule speaks once";
            EXPECT_FALSE(inWords(advice.sentence).empty());
        }
    }
}

// Nothing of hardware is there; a launch that faulted has no facts.
TEST(Rules, OfNothingThereIsNothing) {
    rules::LaunchFacts nothing;
    const rules::Advices advices = rules::advicesOf(nothing);
    EXPECT_TRUE(advices.list.empty());
    EXPECT_EQ(advices.whole, 0);
    EXPECT_FALSE(inWords(advices.sentence).empty());
}

}  // namespace
}  // namespace lanescope
