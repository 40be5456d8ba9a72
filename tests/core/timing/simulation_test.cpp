// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/simulation.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/plan/executor.h"
#include "core/plan/launch_spec.h"
#include "core/ptx/parser.h"
#include "core/timing/sample_recorder.h"
#include "core/timing/simulated_counters.h"
#include "tests/core/timing/by_hand.h"
#include "tests/core/timing/small_gpu.h"

namespace lanescope::timing {
namespace {

/// Every warp sums 256 elements of its own, 32 sectors, all lanes the same, and stores the sum in the last.
constexpr const char* kSums = R"(.version 8.0
.target sm_75
.address_size 64
.visible .entry sums(.param .u64 values)
{
    .reg .pred %p<2>;
    .reg .b32 %r<6>;
    .reg .f32 %f<3>;
    .reg .b64 %d<5>;
    ld.param.u64 %d1, [values];
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %tid.x;
    shr.u32 %r2, %r2, 5;
    mad.lo.s32 %r3, %r1, 16, %r2;
    mul.wide.s32 %d2, %r3, 1024;
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
    st.global.f32 [%d3+-4], %f2;
    ret;
}
)";

/// Of a kernel whose only argument is an array of so many elements.
std::shared_ptr<LaunchSample> sampleOf(const char* text, std::uint32_t blocks, std::uint32_t threads,
                                       std::uint64_t elements, const SampleOptions& options) {
    auto module = ptx::parse(text, "small.ptx");
    EXPECT_TRUE(module);
    const auto plan = planOf({.entry = "",
                              .grid = {blocks, 1, 1},
                              .block = {threads, 1, 1},
                              .arguments = {"buf:f32:" + std::to_string(elements) + ":ramp"}},
                             std::make_shared<const ptx::Module>(std::move(*module)));
    EXPECT_TRUE(plan) << (plan ? "" : describe(plan.error()));
    SampleRecorder recorder(options);
    simt::Emulator emulator({.observer = &recorder});
    EXPECT_TRUE(runPlan(*plan, emulator, {}));
    return recorder.samples().at(0);
}

/// The array has `room` times what they sum.
std::shared_ptr<LaunchSample> sums(std::uint32_t blocks, const SampleOptions& options, std::uint32_t room = 1) {
    return sampleOf(kSums, blocks, 512, std::uint64_t{blocks} * 16 * 256 * room, options);
}

Parameters onOneMultiprocessor() {
    Parameters p = roundParameters();
    p.multiprocessors = 1;
    p.l2Kept = 1 << 30;
    p.l1Bytes = 1 << 20;
    return p;
}

TEST(Simulation, BlocksThatAreLeftOverDoNotStandForARound) {
    const Parameters p = onOneMultiprocessor();
    const auto whole = simulate(*sums(20, {.multiprocessors = 1, .steps = 4'000'000}), 16, smallGpu(), p);
    ASSERT_TRUE(whole) << describe(whole.error());
    ASSERT_EQ(whole->run.blocks.size(), 20U);
    ASSERT_EQ(whole->setting.resident, 4U);
    // Two rounds of four were sampled, and two blocks of a third, which would run alone.
    const auto sampled = simulate(*sums(20, {.multiprocessors = 1, .blocks = 10}), 16, smallGpu(), p);
    ASSERT_TRUE(sampled) << describe(sampled.error());
    EXPECT_EQ(sampled->run.blocks.size(), 8U);
    EXPECT_NEAR(sampled->cycles, whole->cycles, 0.05 * whole->cycles);
}

TEST(Simulation, BlocksThatEndTogetherAreCountedInRounds) {
    const Parameters p = onOneMultiprocessor();
    const auto whole = simulate(*sums(40, {.multiprocessors = 1, .steps = 4'000'000}), 16, smallGpu(), p);
    ASSERT_TRUE(whole) << describe(whole.error());
    for (const std::uint64_t blocks : {12U, 13U, 15U, 16U}) {
        const auto sampled = simulate(*sums(40, {.multiprocessors = 1, .blocks = blocks}), 16, smallGpu(), p);
        ASSERT_TRUE(sampled) << describe(sampled.error());
        EXPECT_EQ(sampled->run.blocks.size(), blocks / 4 * 4);
        EXPECT_NEAR(sampled->cycles, whole->cycles, 0.05 * whole->cycles) << blocks << " blocks";
    }
}

TEST(Simulation, OneRoundStandsForManyThatFollowEachOther) {
    const Parameters p = onOneMultiprocessor();
    const auto whole = simulate(*sums(40, {.multiprocessors = 1, .steps = 4'000'000}), 16, smallGpu(), p);
    const auto sampled = simulate(*sums(40, {.multiprocessors = 1, .blocks = 4}), 16, smallGpu(), p);
    ASSERT_TRUE(whole && sampled);
    EXPECT_EQ(sampled->run.blocks.size(), 4U);
    EXPECT_NEAR(sampled->cycles, whole->cycles, 0.05 * whole->cycles);
}

TEST(Simulation, BlocksOfALastRoundThatIsNotFullHaveFewerBesideThem) {
    const Parameters p = onOneMultiprocessor();
    const auto of = [&](std::uint32_t blocks, std::uint64_t sampled) {
        const auto sample = sums(blocks, {.multiprocessors = 1, .steps = 4'000'000, .blocks = sampled});
        const auto simulated = simulate(*sample, 16, smallGpu(), p);
        EXPECT_TRUE(simulated);
        return std::pair(*simulated, countersOf(*simulated, *sample, smallGpu()));
    };
    for (const std::uint32_t blocks : {5U, 6U, 7U}) {
        const auto [whole, counted] = of(blocks, blocks);
        const auto [sampled, countedThen] = of(blocks, 4);
        ASSERT_EQ(sampled.run.blocks.size(), 4U);
        EXPECT_EQ(sampled.all.blocks.size(), blocks);
        EXPECT_NEAR(sampled.cycles, whole.cycles, 0.03 * whole.cycles) << blocks;
        EXPECT_NEAR(countedThen.at("achieved_occupancy"), counted.at("achieved_occupancy"), 3) << blocks;
        EXPECT_NEAR(countedThen.at("issue_slot_utilization"), counted.at("issue_slot_utilization"), 1) << blocks;
    }
    const Simulated five = of(5, 4).first;
    EXPECT_GT(five.cycles, 1.1 * (five.run.end + five.eachBlock)) << "one alone takes more than a quarter of four";
    EXPECT_TRUE(of(8, 4).first.all.blocks.empty()) << "the last round is full";
    EXPECT_TRUE(of(9, 4).first.all.blocks.empty()) << "there are more than two";
}

TEST(SimulatedCounters, ALastBlockOfOneWarpLeavesOtherSchedulersWithoutAny) {
    const Parameters p = onOneMultiprocessor();
    const auto of = [&](std::uint32_t blocks, std::uint64_t sampled) {
        const auto sample = sampleOf(kSums, blocks, 32, std::uint64_t{blocks} * 16 * 256,
                                     {.multiprocessors = 1, .steps = 4'000'000, .blocks = sampled});
        sample->blocks.resize(std::min<std::size_t>(sampled, sample->blocks.size()));
        return std::pair(*simulate(*sample, 16, smallGpu(), p), sample);
    };
    const auto resident = static_cast<std::uint32_t>(of(64, 64).first.setting.resident);
    const auto slots = [&](std::uint64_t sampled) {
        const auto [simulated, sample] = of(resident + 1, sampled);
        EXPECT_EQ(simulated.all.blocks.empty(), sampled > resident);
        return countersOf(simulated, *sample, smallGpu()).at("issue_slot_utilization");
    };
    EXPECT_NEAR(slots(resident), slots(resident + 1), 0.06 * slots(resident + 1));
}

TEST(Simulation, ABlockThatWasCutAndIsTheOnlyOneGoesOnAsItDid) {
    const Parameters p = onOneMultiprocessor();
    // With as much left that is new as it can read.
    const auto sample = sums(1, {.multiprocessors = 1, .steps = 4000}, 2);
    ASSERT_TRUE(sample->blocks.at(0).cut);
    const auto simulated = simulate(*sample, 16, smallGpu(), p);
    ASSERT_TRUE(simulated) << describe(simulated.error());
    EXPECT_DOUBLE_EQ(simulated->eachBlock, simulated->run.end);
    EXPECT_DOUBLE_EQ(simulated->cycles, simulated->run.end * simulated->setting.work);
}

TEST(Simulation, L2StillHasSomeOfWhatIsStoredWhenTheLaunchEnds) {
    Parameters p = onOneMultiprocessor();
    // Each of four blocks stores 16 sectors.
    const auto sample = sums(4, {.multiprocessors = 1});
    const auto writtenBack = [&p](const LaunchSample& of) {
        return simulate(of, 16, smallGpu(), p)->setting.sharing.writtenBack;
    };
    EXPECT_DOUBLE_EQ(writtenBack(*sample), 1);
    p.writeRoom = 16 * 32;
    p.lateWrites = 0.5;
    EXPECT_DOUBLE_EQ(writtenBack(*sample), 0.75);
    p.writeRoom = 1e9;
    EXPECT_DOUBLE_EQ(writtenBack(*sample), 0.5);
    LaunchSample later = *sample;
    later.touchedCount = 1;
    EXPECT_DOUBLE_EQ(writtenBack(later), 1) << "has to write what the launch before has left";
}

TEST(Simulation, BlocksThatAreDealtOutAsQuicklyAsCanBeTakeThatLongWhateverTheyDo) {
    Parameters p = onOneMultiprocessor();
    p.blockRate = 1.0 / 20'000;
    LaunchSample sample = *sums(100, {.multiprocessors = 1, .blocks = 20});
    ASSERT_EQ(sample.blocks.size(), 16U);
    sample.stepsPerBlock *= 1.5;  // the others do more
    const auto uneven = [&] {
        sample.unevenSteps.assign(1 << 17, 1);
        return simulate(sample, 16, smallGpu(), p);
    }();
    ASSERT_TRUE(uneven) << describe(uneven.error());
    EXPECT_NEAR(uneven->cycles, 100 * 20'000, 0.05 * 100 * 20'000);
    EXPECT_LT(uneven->eachAtOnce, 10'000);
    p.blockRate = 1;
    const auto atOnce = simulate(sample, 16, smallGpu(), p);
    EXPECT_DOUBLE_EQ(atOnce->eachAtOnce, 0);
    EXPECT_LT(atOnce->cycles, 1.5 * 100 * 10'000);
}

TEST(Simulation, WhatIsReplayedFindsAsMuchAsFits) {
    Parameters p = onOneMultiprocessor();
    const auto sample = sums(8, {.multiprocessors = 1});
    const auto fromDram = [&](double sectors) {
        p.l2Kept = sectors * 32;
        return simulate(*sample, 16, smallGpu(), p, {.replayed = true})->run.traffic.dramSectors;
    };
    // Each of 128 warps reads 32 sectors and stores one of them.
    const double all = 128 * 33;
    EXPECT_DOUBLE_EQ(sample->mostRead, 128 * 32);
    const double stored = fromDram(all);
    EXPECT_LE(stored, 128);
    EXPECT_NEAR(fromDram(all / 4), 128 * 32, 0.05 * 128 * 32) << "one in fifty is left";
    // e^-(1.5 (1 - x)) = x: 0.417 are left.
    EXPECT_NEAR(fromDram(all / 1.5) - stored, (1 - 0.417) * 128 * 32, 0.1 * 128 * 32);
    GpuSpec gpu = smallGpu();
    gpu.values["l2_replay_kept"] = {all * 32, "B", "a test"};
    EXPECT_DOUBLE_EQ(simulate(*sample, 16, gpu, p, {.replayed = true})->run.traffic.dramSectors, stored);
}

TEST(Simulation, AFootprintOfBeginningsIsThatOfWholeBlocks) {
    const double all = sums(8, {.multiprocessors = 1})->distinctRead;
    EXPECT_DOUBLE_EQ(all, 8 * 16 * 32);
    EXPECT_NEAR(sums(8, {.multiprocessors = 1, .steps = 40'000})->distinctRead, all, 0.05 * all);
}

TEST(Simulation, WhatIsReplayedFindsItsDataAndItsCode) {
    const auto sample = sums(1, {.multiprocessors = 1});
    Parameters p = onOneMultiprocessor();
    p.coldCode = 2000;
    const auto first = simulate(*sample, 16, smallGpu(), p);
    const auto again = simulate(*sample, 16, smallGpu(), p, {.replayed = true});
    ASSERT_TRUE(first && again);
    EXPECT_LT(again->cycles, 0.85 * first->cycles);
    Parameters small = p;
    small.l2Kept = 1024;
    EXPECT_NEAR(simulate(*sample, 16, smallGpu(), small, {.replayed = true})->cycles, first->cycles,
                0.01 * first->cycles)
        << "L2 keeps no more than a kilobyte";
    LaunchSample later = *sample;
    later.mostRead = 1e9;
    EXPECT_NEAR(simulate(later, 16, smallGpu(), p, {.replayed = true})->cycles, first->cycles, 0.01 * first->cycles)
        << "an earlier launch of the plan reads more than L2 keeps";
}

TEST(Simulation, TheFirstThatIsReadWaitsForAllWhoAsk) {
    Parameters p = onOneMultiprocessor();
    const auto sample = sums(1, {.multiprocessors = 1});
    const double before = simulate(*sample, 16, smallGpu(), p)->cycles;
    p.memoryStart = 300;
    p.memoryStartShare = 50;
    EXPECT_NEAR(simulate(*sample, 16, smallGpu(), p)->cycles - before, 350, 10);
    EXPECT_NEAR(simulate(*sample, 16, smallGpu(), p, {.replayed = true})->cycles,
                simulate(*sample, 16, smallGpu(), onOneMultiprocessor(), {.replayed = true})->cycles, 1e-6);
}

TEST(SimulatedCounters, AreThoseOfTheWholeLaunch) {
    const auto sample = sums(8, {.multiprocessors = 1});
    const auto simulated = simulate(*sample, 16, smallGpu(), onOneMultiprocessor(), {.replayed = true});
    ASSERT_TRUE(simulated);
    const Counters counters = countersOf(*simulated, *sample, smallGpu());
    // Four blocks of sixteen warps stand beside each other, until the last ones end, one after the other.
    double there = 0, end = 0;
    for (const BlockTime& block : simulated->run.blocks) {
        there += 16 * (block.end - block.begin);
        end = std::max(end, block.end);
    }
    EXPECT_GT(there, 0.7 * 64 * end);
    EXPECT_NEAR(counters.at("achieved_occupancy"), 100 * there / (64 * end), 3);
    // Of eight floats of a sector the first is asked for; each store finds what its thread has read.
    EXPECT_NEAR(counters.at("l1_hit_rate"), 100.0 * (256 * 7.0 / 8 + 1) / 257, 0.1);
    EXPECT_DOUBLE_EQ(counters.at("dram_read_bytes"), 32.0 * 8 * 16 * 32);
    EXPECT_DOUBLE_EQ(counters.at("dram_write_bytes"), 32.0 * 8 * 16);
    EXPECT_NEAR(counters.at("issue_slot_utilization"), 100.0 * simulated->instructions / simulated->cycles / 4, 0.5);
}

TEST(SimulatedCounters, BlocksThatWereNotSimulatedHaveThePlacesThatOthersLeave) {
    // Blocks end one after the other: four alone leave places empty that more of them would fill.
    const auto occupancy = [](SampleOptions options) {
        const auto sample = sums(40, options);
        const auto simulated = simulate(*sample, 16, smallGpu(), onOneMultiprocessor(), {.replayed = true});
        EXPECT_TRUE(simulated);
        return countersOf(*simulated, *sample, smallGpu()).at("achieved_occupancy");
    };
    const double whole = occupancy({.multiprocessors = 1, .steps = 4'000'000});
    EXPECT_GT(whole, 85);
    EXPECT_NEAR(occupancy({.multiprocessors = 1, .blocks = 4}), whole, 5);
}

TEST(Simulation, OfWhatEarlierLaunchesTouchedAsMuchIsLeftAsL2Keeps) {
    const auto sample = sums(8, {.multiprocessors = 1});
    LaunchSample later = *sample;
    GpuSpec gpu = smallGpu();
    const auto shares = [&](double all, double last, double kept) {
        later.touchedCount = all;
        later.touchedLastCount = last;
        gpu.values["l2_kept_once"] = {kept * 32, "B", "a test"};
        const auto setting = settingOf(later, 16, gpu, onOneMultiprocessor());
        EXPECT_TRUE(setting);
        return std::pair(setting->warm.last, setting->warm.before);
    };
    EXPECT_EQ(shares(0, 0, 100), std::pair(0.0, 0.0)) << "it is the first";
    EXPECT_EQ(shares(50, 50, 100), std::pair(1.0, 0.0));
    EXPECT_EQ(shares(50, 20, 100), std::pair(1.0, 1.0));
    EXPECT_EQ(shares(220, 20, 100), std::pair(1.0, 0.4)) << "80 of 200";
    EXPECT_EQ(shares(400, 200, 100), std::pair(0.5, 0.0));
}

TEST(Simulation, WhatTheLastLaunchHasStoredInTheEndIsLeft) {
    LaunchSample later = *sums(8, {.multiprocessors = 1});
    later.touchedBefore = {true, true, true, false};
    later.touchedLast = {true, true, false, false};
    later.storedLast = {true, false, false, false};
    later.touchedCount = 300;
    later.touchedLastCount = 200;
    later.storedLastSince = 10;
    const WarmShares shares = WarmShares::of(later, 100);
    EXPECT_DOUBLE_EQ(shares.at(later, 0), 1);
    EXPECT_DOUBLE_EQ(shares.at(later, 1), 0.5);
    EXPECT_DOUBLE_EQ(shares.at(later, 2), 0);
    EXPECT_DOUBLE_EQ(shares.at(later, 3), 0);
    later.storedLastSince = 150;
    EXPECT_DOUBLE_EQ(WarmShares::of(later, 100).at(later, 0), 0.5) << "so much has come since that L2 lost some";
    EXPECT_DOUBLE_EQ(WarmShares::of(later, 250).before, 0.5);
}

TEST(Simulation, DramTakesWhatIsStoredBetweenReads) {
    const auto beside = [](std::uint32_t before) {
        LaunchSample sample = *sums(8, {.multiprocessors = 1});
        sample.touchedCount = before;
        return settingOf(sample, 16, smallGpu(), onOneMultiprocessor())->sharing.besideReads;
    };
    // Each warp reads 32 sectors and stores one.
    EXPECT_NEAR(beside(0), 1 / 32.0, 1e-9);
    EXPECT_DOUBLE_EQ(beside(1), 0) << "what later launches read may be in L2";
}

LaunchSample behindOneThatTouchedAll(LaunchSample sample) {
    sample.touchedBefore.assign(sample.sectorCount, true);
    sample.touchedLast = sample.touchedBefore;
    sample.touchedCount = sample.touchedLastCount = sample.sectorCount;
    return sample;
}

TEST(Simulation, WhatIsWarmComesFromL2) {
    const auto sample = sums(8, {.multiprocessors = 1});
    LaunchSample later = behindOneThatTouchedAll(*sample);
    GpuSpec gpu = smallGpu();
    Parameters p = onOneMultiprocessor();
    const auto run = [&](double kept) {
        gpu.values["l2_kept_once"] = {kept * later.sectorCount * 32, "B", "a test"};
        return simulate(later, 16, gpu, p)->run;
    };
    const double cold = simulate(*sample, 16, gpu, p)->run.traffic.dramSectors;
    const double stored = run(1).traffic.dramSectors;
    EXPECT_LT(stored, 0.1 * cold);
    EXPECT_NEAR(run(0.5).traffic.dramSectors - stored, (cold - stored) / 2, 0.1 * cold);
    const double before = run(1).end;
    p.warmFirst = 500;
    const double first = run(1).end;
    EXPECT_GT(first, before + 500);
    p.warmStart = 400;
    EXPECT_GT(run(1).end, first + 300);
    EXPECT_LT(run(1).end, first + 2 * 400) << "once, and not for each line";
}

TEST(Simulation, ASectorThatIsWarmWithoutItsNeighbourComesAsSoonAsAnyOther) {
    const auto sample = sums(8, {.multiprocessors = 1});
    LaunchSample later = behindOneThatTouchedAll(*sample);
    for (std::size_t sector = 1; sector < later.touchedBefore.size(); sector += 2) later.touchedBefore[sector] = false;
    later.touchedLast = later.touchedBefore;
    later.touchedCount = later.touchedLastCount = later.sectorCount / 2.0;
    Parameters p = onOneMultiprocessor();
    GpuSpec gpu = smallGpu();
    gpu.values["l2_kept_once"] = {32.0 * later.sectorCount, "B", "a test"};
    const double before = simulate(later, 16, gpu, p)->run.end;
    p.warmFirst = 500;
    EXPECT_DOUBLE_EQ(simulate(later, 16, gpu, p)->run.end, before);
}

/// Each warp reads the same kilobyte again and again, past L1.
constexpr const char* kRounds = R"(.version 8.0
.target sm_75
.address_size 64
.visible .entry rounds(.param .u64 values)
{
    .reg .pred %p<2>;
    .reg .b32 %r<5>;
    .reg .f32 %f<3>;
    .reg .b64 %d<5>;
    ld.param.u64 %d1, [values];
    mov.f32 %f2, 0f00000000;
    mov.u32 %r1, 0;
LOOP:
    shl.b32 %r2, %r1, 5;
    and.b32 %r2, %r2, 1023;
    cvt.u64.u32 %d2, %r2;
    add.s64 %d3, %d1, %d2;
    ld.global.cg.f32 %f1, [%d3];
    add.f32 %f2, %f2, %f1;
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p1, %r1, 2048;
    @%p1 bra LOOP;
    st.global.f32 [%d1], %f2;
    ret;
}
)";

TEST(Simulation, WhatALaunchHasReadItselfComesAsSoonAsAnythingInL2) {
    // What is kept of it has read everything: it goes on in L2.
    const auto sample = sampleOf(kRounds, 1, 32, 256, {.multiprocessors = 1, .steps = 4000});
    ASSERT_TRUE(sample->blocks.at(0).cut);
    Parameters p = onOneMultiprocessor();
    const double before = simulate(*sample, 16, smallGpu(), p)->cycles;
    p.warmFirst = p.warmStart = 500;
    EXPECT_DOUBLE_EQ(simulate(*sample, 16, smallGpu(), p)->cycles, before);
    p.l2Latency += 100;
    EXPECT_GT(simulate(*sample, 16, smallGpu(), p)->cycles, before + 1000) << "it comes from there";
}

TEST(Simulation, WhatIsInL2InPartComesFromDeviceMemory) {
    const auto sample = sums(8, {.multiprocessors = 1});
    LaunchSample later = behindOneThatTouchedAll(*sample);
    GpuSpec gpu = smallGpu();
    gpu.values["l2_kept_once"] = {32.0 * later.sectorCount, "B", "a test"};
    const auto run = [&] { return simulate(later, 16, gpu, onOneMultiprocessor())->run; };
    const MultiprocessorRun whole = run();
    // The first that a block reads.
    later.partlyBefore = {sample->sectors.at(0)};
    EXPECT_DOUBLE_EQ(run().traffic.dramSectors - whole.traffic.dramSectors, 1);
    EXPECT_GT(run().end, whole.end);
}

/// Each warp adds to 256 sums, one after the other, which are the same for all.
constexpr const char* kAdds = R"(.version 8.0
.target sm_75
.address_size 64
.visible .entry adds(.param .u64 sums)
{
    .reg .pred %p<2>;
    .reg .b32 %r<3>;
    .reg .b64 %d<3>;
    ld.param.u64 %d1, [sums];
    mov.u32 %r1, 0;
LOOP:
    red.global.add.f32 [%d1], 0f3F800000;
    add.s64 %d1, %d1, 4;
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p1, %r1, 256;
    @%p1 bra LOOP;
    ret;
}
)";

TEST(SimulatedCounters, WarpsOfAConvoyHaveTheirPlacesAsLongAsItTakes) {
    Parameters p = onOneMultiprocessor();
    p.multiprocessors = 16;
    p.atomicRate = 64;  // units
    p.atomicLane = 4;
    p.atomicFloatLane = 8;
    p.atomicQueue = 64;
    const auto sample = sampleOf(kAdds, 64, 32, 256, {.multiprocessors = 16});
    const auto simulated = simulate(*sample, 16, smallGpu(), p);
    ASSERT_TRUE(simulated);
    ASSERT_GT(simulated->byConvoy, 2);
    // Four blocks of a warp for each multiprocessor, to their ends.
    EXPECT_NEAR(countersOf(*simulated, *sample, smallGpu()).at("achieved_occupancy"), 100.0 * 4 / 64, 0.5);
    // Three blocks of 32 warps for each, of which two stand beside each other, all sampled or two of them.
    const auto occupancy = [&](std::size_t blocks) {
        const auto three =
            sampleOf(kAdds, 48, 1024, 256, {.multiprocessors = 16, .steps = 4'000'000, .blocks = blocks});
        const auto lastAlone = simulate(*three, 16, smallGpu(), p);
        EXPECT_TRUE(lastAlone && lastAlone->byConvoy > 1);
        EXPECT_EQ(lastAlone->all.blocks.size(), blocks < 3 ? 3U : 0U);
        return countersOf(*lastAlone, *three, smallGpu()).at("achieved_occupancy");
    };
    EXPECT_NEAR(occupancy(2), occupancy(3), 3);
    Simulated alone = *simulated;
    alone.byConvoy = 1;
    EXPECT_LT(countersOf(alone, *sample, smallGpu()).at("achieved_occupancy"), 100.0 * 2 / 64);
}

TEST(SimulatedCounters, AreOfALaunchThatHasRunJustBefore) {
    GpuSpec gpu = smallGpu();
    gpu.values["pairs_under_way"] = {8, "", "a test"};
    Parameters p = onOneMultiprocessor();
    p.memoryStart = p.memoryStartShare = p.pageMiss = 100;
    p.writeRoom = 1000;
    gpu.values["l2_copy_cycles"] = {60, "cycles", "a test"};
    const Parameters counted = asCounted(p, gpu);
    gpu.values["l2_start_cycles"] = {50, "cycles", "a test"};
    EXPECT_DOUBLE_EQ(counted.warmFirst, 60);
    EXPECT_DOUBLE_EQ(asCounted(p, gpu).warmStart, 50);
    EXPECT_DOUBLE_EQ(asReplayed(p, gpu).warmFirst + asReplayed(p, gpu).warmStart, 0) << "nothing comes in between";
    EXPECT_DOUBLE_EQ(counted.memoryStart + counted.memoryStartShare + counted.pageMiss, 0);
    EXPECT_DOUBLE_EQ(counted.writeRoom, 1000) << "L2 is as clean as when it is timed";
    EXPECT_DOUBLE_EQ(asReplayed(p, gpu).writeRoom, 0) << "it has what was stored the time before";
    EXPECT_DOUBLE_EQ(counted.pairsUnderWay, 8);
    EXPECT_DOUBLE_EQ(counted.constantLoadFirst + counted.constantShare, 0) << "its file does not tell it";
    gpu.values["constant_alone_cycles"] = {70, "cycles", "a test"};
    gpu.values["constant_share_cycles"] = {0.25, "cycles", "a test"};
    p.constantFirst = 100;
    const Parameters told = asCounted(p, gpu);
    EXPECT_DOUBLE_EQ(told.constantFirst, 100) << "as when it is timed";
    EXPECT_DOUBLE_EQ(asReplayed(p, gpu).constantFirst, 70);
    gpu.values["constant_replayed_cycles"] = {40, "cycles", "a test"};
    EXPECT_DOUBLE_EQ(asReplayed(p, gpu).constantFirst, 40);
    EXPECT_DOUBLE_EQ(asReplayed(p, gpu).constantLoadFirst, 40);
    EXPECT_DOUBLE_EQ(told.constantLoadFirst, 70);
    EXPECT_DOUBLE_EQ(told.constantShare, 0.25);
    EXPECT_DOUBLE_EQ(counted.dramLatency, p.dramLatency) << "data may come from DRAM all the same";
}

TEST(SimulatedCounters, CountWhatAllBlocksDoAndNotTheFullestMultiprocessorsAlone) {
    Parameters p = onOneMultiprocessor();
    p.multiprocessors = 4;
    const auto sample = sums(4, {.multiprocessors = 4});
    sample->isFullest = true;
    const auto used = [&] {
        const auto simulated = simulate(*sample, 16, smallGpu(), p, {.replayed = true});
        EXPECT_TRUE(simulated);
        return countersOf(*simulated, *sample, smallGpu()).at("issue_slot_utilization");
    };
    const double alike = used();
    sample->stepsPerBlock /= 2;  // others end at once, and are launched with it
    EXPECT_NEAR(used(), alike / 2, 1e-9);
}

/// Of four blocks one does something, on a multiprocessor each.
constexpr const char* kFirstWorks = R"(.version 8.0
.target sm_75
.address_size 64
.visible .entry works(.param .u64 values)
{
    .reg .b32 %r<5>;
    .reg .pred %p<3>;
    mov.u32 %r1, %ctaid.x;
    setp.ne.s32 %p1, %r1, 0;
    @%p1 bra done;
    mov.u32 %r2, 0;
again:
    add.s32 %r2, %r2, 1;
    setp.lt.s32 %p2, %r2, 500;
    @%p2 bra again;
done:
    ret;
}
)";

TEST(SimulatedCounters, KnowThatOtherMultiprocessorsAreNotAsLongAtWork) {
    const auto sample = sampleOf(kFirstWorks, 4, 32, 32, {.multiprocessors = 4});
    ASSERT_NE(sample->lightest, nullptr);
    EXPECT_EQ(sample->blocks.front().index, 0);
    EXPECT_NE(sample->lightest->blocks.front().index, 0);
    Parameters p = onOneMultiprocessor();
    p.multiprocessors = 4;
    const auto counted = [&](const SimulationOptions& how) {
        const auto simulated = simulate(*sample, 16, smallGpu(), p, how);
        EXPECT_TRUE(simulated);
        return std::pair(*simulated, countersOf(*simulated, *sample, smallGpu()));
    };
    const auto [simulated, counters] = counted({.counted = true});
    ASSERT_EQ(simulated.lightest.size(), 1);
    const double heavy = simulated.run.blocks.front().end, light = simulated.lightest.front().end;
    ASSERT_LT(light, heavy / 10);
    // Three of four are at work for a little while; warps are there as long as multiprocessors have any.
    const double alike = counted({.replayed = true}).second.at("issue_slot_utilization");
    EXPECT_NEAR(counters.at("issue_slot_utilization"), alike * 4 * heavy / (heavy + 3 * light), 0.02 * alike * 4);
    EXPECT_NEAR(counters.at("achieved_occupancy"), 100.0 / 64, 0.02);
}

TEST(SimulatedCounters, SeeABlockBeforeItsFirstInstruction) {
    const auto sample = sums(1, {.multiprocessors = 1});
    const auto simulated = simulate(*sample, 16, smallGpu(), onOneMultiprocessor(), {.replayed = true});
    ASSERT_TRUE(simulated);
    const BlockTime& block = simulated->run.blocks.front();
    const double cycles = block.end - block.begin;
    const double before = countersOf(*simulated, *sample, smallGpu()).at("achieved_occupancy") / 100 * 64;
    GpuSpec gpu = smallGpu();
    gpu.values["block_setup_cycles"] = {1000, "cycles", "a test"};
    EXPECT_NEAR(countersOf(*simulated, *sample, gpu).at("achieved_occupancy") / 100 * 64,
                (before * cycles + 16 * 1000) / (cycles + 1000), 0.01)
        << "sixteen warps";
    // Of several blocks, those that come when others have ended are seen for another time.
    const auto eight = sums(8, {.multiprocessors = 1});
    const auto all = simulate(*eight, 16, smallGpu(), onOneMultiprocessor(), {.replayed = true});
    ASSERT_TRUE(all);
    const auto occupancy = [&](double first, double further) {
        gpu.values["block_setup_cycles"] = {first, "cycles", "a test"};
        gpu.values["further_block_setup_cycles"] = {further, "cycles", "a test"};
        return countersOf(*all, *eight, gpu).at("achieved_occupancy");
    };
    ASSERT_LT(all->setting.resident, 8U);
    EXPECT_LT(occupancy(0, 0), occupancy(0, 100));
    EXPECT_LT(occupancy(0, 0), occupancy(100, 0));
}

TEST(SimulatedCounters, ReadABufferThatDoesNotFitIntoL2ForEachBlockThatComesToItAnew) {
    const auto sample = sums(8, {.multiprocessors = 1});
    ASSERT_EQ(std::ranges::count_if(sample->read, [](const BufferRead& one) { return one.distinct > 0; }), 1);
    const BufferRead& read = *std::ranges::max_element(sample->read, {}, &BufferRead::distinct);
    EXPECT_DOUBLE_EQ(read.distinct, 8 * 16 * 32);
    EXPECT_NEAR(read.apart, read.distinct, 1e-6) << "no block reads what another has read";
    auto shared = std::make_shared<LaunchSample>(*sample);
    for (BufferRead& one : shared->read) one.apart = 3 * one.distinct;
    const auto simulated = simulate(*shared, 16, smallGpu(), onOneMultiprocessor(), {.replayed = true});
    ASSERT_TRUE(simulated);
    GpuSpec gpu = smallGpu();
    const auto bytes = [&](double l2) {
        gpu.values["l2_size"] = {l2, "B", "a test"};
        return countersOf(*simulated, *shared, gpu).at("dram_read_bytes");
    };
    EXPECT_DOUBLE_EQ(bytes(32.0 * 8 * 16 * 32), 32.0 * 8 * 16 * 32) << "it fits";
    EXPECT_GT(bytes(32.0 * 8 * 16 * 32 - 1), 32.0 * 8 * 16 * 32);
}

TEST(SimulatedCounters, AreThoseOfAMeanMultiprocessorNotOfTheFullest) {
    Parameters p = onOneMultiprocessor();
    p.multiprocessors = 4;
    // Two of the four have two blocks, the others one: six of eight times sixteen warps.
    const auto sample = sums(6, {.multiprocessors = 4});
    const auto simulated = simulate(*sample, 16, smallGpu(), p, {.replayed = true});
    ASSERT_TRUE(simulated);
    EXPECT_NEAR(countersOf(*simulated, *sample, smallGpu()).at("achieved_occupancy"), 100.0 * 6 / 8 * 32 / 64, 2);
}

}  // namespace
}  // namespace lanescope::timing
