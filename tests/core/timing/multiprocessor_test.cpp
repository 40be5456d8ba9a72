// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/multiprocessor.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "core/timing/bound.h"
#include "tests/core/timing/by_hand.h"

namespace lanescope::timing {
namespace {

double of(const MultiprocessorRun& run, Reason reason) { return run.warpCycles[static_cast<std::size_t>(reason)]; }

TEST(Multiprocessor, AResultIsThereAfterItsLatency) {
    EXPECT_DOUBLE_EQ(ByHand().fp32().fp32().warp().run().end, 2);     // 0, 1
    EXPECT_DOUBLE_EQ(ByHand().fp32().fp32({0}).warp().run().end, 5);  // 0, 4
    const MultiprocessorRun chain = ByHand().fp32().fp32({0}).fp32({1}).warp().run();
    EXPECT_DOUBLE_EQ(chain.end, 9);
    EXPECT_DOUBLE_EQ(of(chain, Reason::Issuing), 3);
    EXPECT_DOUBLE_EQ(of(chain, Reason::Result), 6);  // 1 to 4, 5 to 8
}

TEST(Multiprocessor, WarpsOfOneSchedulerHideEachOthersLatency) {
    // Warps 0, 4, 8 and 12 are one scheduler's, and so on: each has four chains of two.
    const MultiprocessorRun run = ByHand().fp32().fp32({0}).warp(16).run();
    EXPECT_DOUBLE_EQ(run.end, 8);
    EXPECT_DOUBLE_EQ(run.instructions, 32);
}

TEST(Multiprocessor, SchedulersShareTheLoadStoreUnit) {
    // One request in two cycles, whoever asks.
    EXPECT_DOUBLE_EQ(ByHand().op(Pipe::Memory, After::Shared).fp32({0}).warp(4).run().end, 30);  // 0, 2, 4, 6; 6 + 23
    EXPECT_DOUBLE_EQ(ByHand().op(Pipe::Memory, After::Shared).warp(4).run().requestBusy, 8);
}

TEST(Multiprocessor, ASchedulersRequestsWaitInAQueueAndThenItsWarps) {
    Parameters p = roundParameters();
    const auto twoEach = [] { return ByHand().op(Pipe::Memory, After::Shared).warp(8); };
    // One place each, and the unit holds one: it takes a request when the one before it begins, at 0, 0, 2 and 4.
    p.requestQueue = 1;
    EXPECT_DOUBLE_EQ(twoEach().run(p).end, 5);
    EXPECT_DOUBLE_EQ(of(twoEach().run(p), Reason::Requests), 1 + 3);  // a cycle each, another was chosen
    p.requestsHeld = 8;
    EXPECT_DOUBLE_EQ(twoEach().run(p).end, 2);
    p.requestsHeld = 1;
    p.requestQueue = 2;
    EXPECT_DOUBLE_EQ(twoEach().run(p).end, 2);
    EXPECT_DOUBLE_EQ(of(twoEach().run(p), Reason::Requests), 0);
    p.requestQueue = 1e18;  // what somebody asks "what if" with
    EXPECT_DOUBLE_EQ(twoEach().run(p).end, 2);
}

TEST(Multiprocessor, WhatWaitsForDataIsInNoQueue) {
    Parameters p = roundParameters();
    p.globalQueue = 1;
    p.requestsHeld = 8;
    // Each takes the banks 100 cycles. Of lines that are missed, all have been looked up long before that.
    const MultiprocessorRun missed =
        ByHand().load({0}).passes(50).load({4}).passes(50).load({8}).passes(50).load({12}).passes(50).warp().run(p);
    EXPECT_LT(missed.blocks[0].end, 10);
    ByHand found;
    found.load({0}).fp32({0});
    for (int i = 0; i < 3; ++i) found.load({0}).passes(50);
    found.fp32();
    const double there = 600 + 1 + 1;
    EXPECT_GT(found.warp().run(p).blocks[0].end, there + 100) << "the third waits for the second to begin";
}

TEST(Multiprocessor, WhoWaitsForTheLoadStoreUnitIsNotPassedOverByOtherInstructions) {
    Parameters p = roundParameters();
    p.request = 40;
    p.requestQueue = 1;
    // Warps 0 and 4 are of one scheduler.
    const auto waits = [&p](int others) {
        ByHand launch;
        for (int i = 0; i < others; ++i) launch.fp32();
        launch.warp();
        for (int i = 0; i < 3; ++i) launch.fp32().warp();
        for (int i = 0; i < 4; ++i) launch.op(Pipe::Memory, After::Shared);
        return of(launch.warp().run(p), Reason::Requests);
    };
    EXPECT_GT(waits(1), 30);
    EXPECT_DOUBLE_EQ(waits(20), waits(10)) << "ten more that another issues meanwhile";
}

TEST(Multiprocessor, ConversionsAndSpecialFunctionsShareAUnit) {
    Parameters p = roundParameters();
    p.conversion = 8;
    const auto both = [](Pipe one, Pipe other) { return ByHand().op(one, After::Sfu).op(other, After::Sfu).warp(); };
    EXPECT_DOUBLE_EQ(both(Pipe::Sfu, Pipe::Conversion).run(p).end, 9);
    EXPECT_DOUBLE_EQ(both(Pipe::Conversion, Pipe::Sfu).run(p).end, 9);
    EXPECT_DOUBLE_EQ(both(Pipe::Conversion, Pipe::Fp64).run(p).end, 2);
}

TEST(Multiprocessor, TheFirstTouchComesFromDramTheNextFromL1) {
    // Asked at 0, there at 600.
    EXPECT_DOUBLE_EQ(ByHand().load({0, 1, 2, 3}).fp32({0}).warp().run().end, 604);  // the fourth sector is 3 later
    const MultiprocessorRun again = ByHand().load({0, 1}).fp32({0}).load({0, 1}).fp32({2}).warp().run();
    EXPECT_DOUBLE_EQ(again.traffic.l1Requests, 4);
    EXPECT_DOUBLE_EQ(again.traffic.l1Hits, 2);
    EXPECT_DOUBLE_EQ(again.traffic.dramSectors, 2);
    EXPECT_GT(of(again, Reason::Global), 500);
}

TEST(Multiprocessor, ALoneSectorTakesTwoPlacesInL2) {
    EXPECT_DOUBLE_EQ(ByHand().load({0, 1}).warp().run().traffic.l2Sectors, 2);
    EXPECT_DOUBLE_EQ(ByHand().load({0, 8}).warp().run().traffic.l2Sectors, 4);
}

TEST(Multiprocessor, DramGivesTwoSectorsAtOnce) {
    EXPECT_DOUBLE_EQ(ByHand().load({0, 8}).warp().run().traffic.dramSectors, 4);
    EXPECT_DOUBLE_EQ(ByHand().load({0, 1}).warp().run().traffic.dramSectors, 2);
    // The neighbour has come with it, and only as far as L2.
    const MultiprocessorRun beside = ByHand().load({0}).fp32({0}).load({1}).fp32({2}).warp().run();
    const MultiprocessorRun apart = ByHand().load({0}).fp32({0}).load({2}).fp32({2}).warp().run();
    EXPECT_DOUBLE_EQ(beside.traffic.dramSectors, 2);
    EXPECT_DOUBLE_EQ(apart.traffic.dramSectors, 4);
    const Parameters p = roundParameters();
    EXPECT_DOUBLE_EQ(apart.end - beside.end, p.dramLatency - p.l2Latency);
    // Who asks for it before it is there waits as long as the other did.
    const MultiprocessorRun soon = ByHand().load({0}).load({1}).fp32({1}).warp().run();
    const MultiprocessorRun alone = ByHand().load({0}).fp32({0}).warp().run();
    EXPECT_NEAR(soon.end, alone.end, 4);
}

TEST(Multiprocessor, DramTakesLongerForLinesOfDifferentPages) {
    Parameters p = roundParameters();
    const auto end = [&p](std::vector<std::uint32_t> sectors) {
        return ByHand().load(std::move(sectors)).fp32({0}).warp().run(p).end;
    };
    const double near = end({0, 4, 8});
    const double far = end({0, 64, 128});
    p.dramLine = 11;
    EXPECT_DOUBLE_EQ(end({0, 4, 8}), near);
    EXPECT_DOUBLE_EQ(end({0, 64, 128}), far + 2 * 11);
    p.dramLine = 0;
    p.dramScattered = 3;
    // Two sectors a page: of the third, those before it.
    EXPECT_DOUBLE_EQ(end({0, 64, 128}), far + 2 * 2 * (3 - 1));
}

TEST(Multiprocessor, DramTakesLongerForLinesThatBlocksReadAlone) {
    Parameters p = roundParameters();
    p.dramLoneLine = 3;
    EXPECT_DOUBLE_EQ(ByHand().load({0, 1, 2, 3}).fp32({0}).warp().run(p).end, 604);
    EXPECT_DOUBLE_EQ(ByHand().load({0, 1, 2, 3}).fp32({0}).lone().warp().run(p).end, 604 + 3 * (3 - 1));
    EXPECT_DOUBLE_EQ(ByHand().load({32, 33, 34, 35}).fp32({0}).lone().warp().run(p).end, 604) << "of another page";
}

TEST(Multiprocessor, WhoComesToMemoryTogetherWaitsForDramTogether) {
    const Parameters p = roundParameters();
    // One block after the other. All that they read others have asked for, and L2 has it or will have.
    const auto end = [&p](double comeTogether) {
        ByHand launch;
        launch.load({0, 1}).fp32({0}).warp().block().load({32, 33}).fp32({0}).warp();
        LaunchSample sample = launch.sample();
        sample.comeTogether = comeTogether;
        const Sharing sharing{.newToGpu = 0, .firstRoundShare = 0};
        return timing::run(sample, launch.stream(), p, {.l1Bytes = p.l1Bytes, .sharing = sharing}).end;
    };
    EXPECT_DOUBLE_EQ(end(1), end(0) + p.dramLatency - p.l2Latency);
    EXPECT_DOUBLE_EQ(end(0.2), end(0)) << "less than every fourth sector is such";
}

TEST(Multiprocessor, WhereBlocksComeSeldomOthersHaveAskedLongBefore) {
    const Parameters p = roundParameters();
    const auto end = [&p](double comeTogether) {
        ByHand launch;
        launch.load({0, 1}).fp32({0});
        for (std::uint16_t i = 1; i < 1000; ++i) launch.fp32({i});
        launch.warp().block().load({32, 33}).fp32({0}).warp();
        LaunchSample sample = launch.sample();
        sample.comeTogether = comeTogether;
        const Sharing sharing{.newToGpu = 0, .firstRoundShare = 0};
        return timing::run(sample, launch.stream(), p, {.l1Bytes = p.l1Bytes, .sharing = sharing}).end;
    };
    EXPECT_GT(end(0), 6 * p.dramLatency);
    EXPECT_DOUBLE_EQ(end(1), end(0));
}

TEST(Multiprocessor, DramTakesLongerForWhatIsWritten) {
    Parameters p = roundParameters();
    p.dramWrite = 2;
    EXPECT_DOUBLE_EQ(ByHand().load({0, 1, 2, 3}).warp().run(p).dramBusy, 4);
    ByHand stores;
    stores.store({0, 1, 2, 3}).warp();
    EXPECT_DOUBLE_EQ(stores.run(p).dramBusy, 8);
    // Of a quarter of which L2 keeps when the launch ends.
    const MultiprocessorRun kept =
        timing::run(stores.sample(), stores.stream(), p, {.l1Bytes = p.l1Bytes, .sharing = {.writtenBack = 0.75}});
    EXPECT_DOUBLE_EQ(kept.dramBusy, 6);
    EXPECT_DOUBLE_EQ(kept.traffic.dramWrites, 4) << "in the end all are written";
}

TEST(Multiprocessor, DramTakesHalfOfWhatIsWrittenBetweenReadsThatWait) {
    Parameters p = roundParameters();
    p.dramWrite = 2;
    const auto run = [&p](double beside) {
        ByHand launch;
        launch.load({0, 1, 2, 3}).store({4, 5, 6, 7}).warp();
        return timing::run(launch.sample(), launch.stream(), p,
                           {.l1Bytes = p.l1Bytes, .sharing = {.besideReads = beside, .storedBeside = beside}});
    };
    EXPECT_DOUBLE_EQ(run(1).dramBusy, run(0).dramBusy) << "as much in all";
    // Who stores more than it reads has the rest alone.
    ByHand more;
    more.load({0}).store({4, 5, 6, 7, 8, 9, 10, 11}).warp();
    const MultiprocessorRun mostly = timing::run(
        more.sample(), more.stream(), p, {.l1Bytes = p.l1Bytes, .sharing = {.besideReads = 1, .storedBeside = 0.125}});
    EXPECT_DOUBLE_EQ(mostly.dramBusy, more.run(p).dramBusy);
    const auto loaded = [&p](double beside) {
        ByHand launch;
        launch.load({0, 1, 2, 3}).fp32({0}).warp();
        return timing::run(launch.sample(), launch.stream(), p,
                           {.l1Bytes = p.l1Bytes, .sharing = {.besideReads = beside}})
            .end;
    };
    EXPECT_DOUBLE_EQ(loaded(1) - loaded(0), 3) << "of three sectors before the last one, each two halves of two";
}

TEST(Multiprocessor, WhatLoadsOfManyLinesHaveWaitedForPassesTheBanksOneAfterTheOther) {
    const Parameters p = roundParameters();
    // All wait for one sector.
    const auto later = [&p](const std::vector<std::uint32_t>& warps) {
        const auto end = [&](std::uint8_t lines) {
            ByHand launch;
            for (const std::uint32_t loads : warps) {
                for (std::uint32_t i = 0; i < loads; ++i) launch.load({0}).passes(8).lines(lines);
                launch.fp32({loads - 1}).warp();
            }
            return launch.run(p).end;
        };
        return end(8) - end(7);
    };
    const double passes = 8 * p.request;
    EXPECT_NEAR(later({1}), passes - p.request, 1) << "one had been reckoned with";
    EXPECT_NEAR(later({1, 1, 1}), 3 * passes - p.request, 1) << "behind other warps'";
    EXPECT_NEAR(later({2}), passes - p.request, 1) << "its own come one after the other as it is";
}

TEST(Multiprocessor, WrittenSectorsTakeWhatL2TakesForThem) {
    Parameters p = roundParameters();
    p.l2Write = 2;
    p.l2PartialWrite = 3;
    p.l2LoneWrite = 5;
    EXPECT_DOUBLE_EQ(ByHand().store({0, 1, 2, 3}).warp().run(p).traffic.l2Sectors, 8);
    EXPECT_DOUBLE_EQ(ByHand().part({0, 1}).warp().run(p).traffic.l2Sectors, 6);
    EXPECT_DOUBLE_EQ(ByHand().part({0, 8}).warp().run(p).traffic.l2Sectors, 10) << "each alone in its 64 bytes";
}

TEST(Multiprocessor, LocalMemoryIsInL1OnceItWasWritten) {
    const Parameters p = roundParameters();
    const std::uint32_t word = kLocalSectors;
    const MultiprocessorRun kept =
        ByHand().local(simt::AccessKind::Store, {word}).local(simt::AccessKind::Load, {word}).fp32({1}).warp().run(p);
    EXPECT_DOUBLE_EQ(kept.traffic.l1Hits, 1);
    EXPECT_DOUBLE_EQ(kept.traffic.dramSectors, 0);
    EXPECT_DOUBLE_EQ(kept.traffic.l2Lookups, 1) << "stores go on to L2";
    // What L1 does not have any more comes from L2.
    const MultiprocessorRun gone = ByHand().local(simt::AccessKind::Load, {word}).fp32({0}).warp().run(p);
    EXPECT_DOUBLE_EQ(gone.traffic.l1Hits, 0);
    EXPECT_DOUBLE_EQ(gone.traffic.dramSectors, 0);
}

TEST(Multiprocessor, WhatIsStoredIsInL1IfItFillsItsSectors) {
    const Parameters p = roundParameters();
    EXPECT_DOUBLE_EQ(ByHand().store({0, 1}).load({0, 1}).warp().run(p).traffic.l1Hits, 2);
    EXPECT_DOUBLE_EQ(ByHand().part({0, 1}).load({0, 1}).warp().run(p).traffic.l1Hits, 0);
    EXPECT_DOUBLE_EQ(ByHand().load({0, 1}).part({0, 1}).load({0, 1}).warp().run(p).traffic.l1Hits, 2);
    // It takes the place of others: one line fits.
    Parameters small = p;
    small.l1Bytes = 128;
    small.l1Ways = 1;
    EXPECT_DOUBLE_EQ(ByHand().load({0}).store({8}).load({0}).warp().run(small).traffic.l1Hits, 0);
    EXPECT_DOUBLE_EQ(ByHand().load({0}).part({8}).load({0}).warp().run(small).traffic.l1Hits, 0);
}

TEST(Multiprocessor, AStoreJoinsOneToTheSameSectorsThatHasNotLeft) {
    Parameters p = roundParameters();
    const auto twice = [&p] { return ByHand().part({0}).part({0}).warp().run(p).traffic.l2Lookups; };
    EXPECT_DOUBLE_EQ(twice(), 2);
    p.joinedStores = 1;
    EXPECT_DOUBLE_EQ(twice(), 1);
    EXPECT_DOUBLE_EQ(ByHand().part({0}).part({8}).part({0}).warp().run(p).traffic.l2Lookups, 3);
    p.joinedStores = 2;
    EXPECT_DOUBLE_EQ(ByHand().part({0}).part({8}).part({0}).warp().run(p).traffic.l2Lookups, 2);
    EXPECT_DOUBLE_EQ(ByHand().part({0}).warp(2).run(p).traffic.l2Lookups, 2) << "another warp's stays by itself";
}

TEST(Multiprocessor, DramFillsWhatStoresLeaveOfASector) {
    const Parameters p = roundParameters();
    EXPECT_DOUBLE_EQ(ByHand().store({0, 1}).warp().run(p).traffic.dramSectors, 2);
    EXPECT_DOUBLE_EQ(ByHand().part({0, 1}).warp().run(p).traffic.dramSectors, 4);
    EXPECT_DOUBLE_EQ(ByHand().part({0}).warp().run(p).traffic.dramSectors, 3) << "64 bytes come";
    EXPECT_DOUBLE_EQ(ByHand().part({0}).part({0}).warp().run(p).traffic.dramSectors, 3) << "once";
    EXPECT_DOUBLE_EQ(ByHand().load({0}).part({0}).warp().run(p).traffic.dramSectors, 2 + 1) << "L2 has it";
    ByHand shared;
    shared.load({0}).part({0}).warp();
    LaunchSample sample = shared.sample();
    sample.partialShared = 1;
    const auto traffic = timing::run(sample, shared.stream(), p,
                                     {.l1Bytes = p.l1Bytes, .sharing = {.active = 2}, .warmData = WarmData::None})
                             .traffic;
    EXPECT_DOUBLE_EQ(traffic.dramSectors, 2 + 4 + 1) << "another multiprocessor writes the rest";
}

TEST(Multiprocessor, StoresOfAllToOneSectorComeOneAfterTheOther) {
    Parameters p = roundParameters();
    p.hotStore = 100;
    ByHand raises;
    for (int i = 0; i < 3; ++i) raises.part({0});
    raises.warp();
    LaunchSample sample = raises.sample();
    const auto end = [&] {
        return timing::run(sample, raises.stream(), p,
                           {.l1Bytes = p.l1Bytes, .sharing = {.active = 2}, .warmData = WarmData::None})
            .end;
    };
    const double apart = end();
    sample.hotSectors = {0};
    EXPECT_NEAR(end(), apart + 2 * 2 * 100, 10) << "the third waits for two stores of each multiprocessor";
}

TEST(Multiprocessor, LocalMemoryIsNobodyElses) {
    Parameters p = roundParameters();
    p.hotStore = 1000;
    ByHand own;
    own.part({0}).local(simt::AccessKind::Store, {kLocalSectors}).warp();
    LaunchSample sample = own.sample();
    sample.sectorCount = 16;  // which kLocalSectors is a multiple of
    sample.hotSectors = {0};
    const double end = timing::run(sample, own.stream(), p,
                                   {.l1Bytes = p.l1Bytes, .sharing = {.active = 2}, .warmData = WarmData::None})
                           .end;
    EXPECT_LT(end, 2000) << "its numbers lie behind those of global memory, and are none of them";
}

TEST(Multiprocessor, WritesLeaveItAtTheirPace) {
    Parameters p = roundParameters();
    p.l2Bytes = 1e9;
    const double before = ByHand().store({0, 1, 2, 3}).store({8, 9, 10, 11}).warp().run(p).end;
    p.storeSector = 50;
    EXPECT_NEAR(ByHand().store({0, 1, 2, 3}).store({8, 9, 10, 11}).warp().run(p).end, before + 7 * 50, 8);
}

TEST(Multiprocessor, AtomicOperationsWaitForTheirUnits) {
    Parameters p = roundParameters();
    p.atomicLatency = 100;
    p.atomicRate = 4;  // as many units, of which one is asked
    p.atomicLane = 200;
    p.atomicQueue = 1000;
    ByHand adds;
    for (int i = 0; i < 4; ++i) adds.atomic(0, 2);
    adds.load({64}).fp32({4}).warp();
    const MultiprocessorRun free = adds.run(p);
    EXPECT_DOUBLE_EQ(free.atomicBusy, 4 * 2 * 200);
    // Nobody awaits them, but the launch ends when they are done.
    EXPECT_NEAR(free.end, 4 * 2 * 200 + 100, 10);
    // With 32 lanes each of which only so many may wait, the load comes when the last but one is done.
    p.atomicQueue = 40;
    EXPECT_NEAR(adds.run(p).end, 3 * 2 * 200 + p.dramLatency, 20);
}

TEST(Multiprocessor, AWarpThatHasEndedWaitsForItsStores) {
    Parameters p = roundParameters();
    p.blockTurn = 1000;
    // The unit takes it at 0, and it is done 30 cycles later; the warp has ended at 1, which is a jump.
    EXPECT_DOUBLE_EQ(of(ByHand().store({0, 1, 2, 3}).warp().run(p), Reason::Drain), 19);
    EXPECT_DOUBLE_EQ(of(ByHand().store({0, 1, 2, 3}).warp().run(p), Reason::Fetch), 10);
    EXPECT_DOUBLE_EQ(of(ByHand().load({0, 1, 2, 3}).warp().run(p), Reason::Drain), 0);
    // It keeps its place for longer than that, if its stores take longer.
    ByHand two;
    two.store({0, 1, 2, 3}).warp().block().fp32().warp();
    EXPECT_DOUBLE_EQ(two.run(p).blocks[1].begin, 30 + 1000);
    p.storeExit = 125;
    EXPECT_DOUBLE_EQ(two.run(p).blocks[1].begin, 125 + 1000);
    EXPECT_DOUBLE_EQ(two.run(p).blocks[0].left, 125);
    EXPECT_DOUBLE_EQ(of(two.run(p), Reason::Drain), 20);
    EXPECT_DOUBLE_EQ(two.run(p).held, 124);
}

TEST(Multiprocessor, TheBlockThatCameFirstIssuesFirst) {
    // Each scheduler has a warp of each block, and all could issue in each cycle.
    ByHand launch;
    for (int block = 0; block < 2; ++block) launch.block().fp32().fp32().fp32().fp32().warp(4);
    const MultiprocessorRun run = launch.run(roundParameters(), 2);
    EXPECT_DOUBLE_EQ(run.blocks[0].end, 4);
    EXPECT_DOUBLE_EQ(run.blocks[1].end, 8);
    // Warps of one block take turns.
    ByHand one;
    one.fp32().fp32().fp32().fp32().warp(8);
    const MultiprocessorRun both = one.run();
    std::array<double, 8> ends{};
    for (const Interval& interval : both.intervals)
        if (interval.reason == Reason::Issuing) ends[interval.warp] = std::max(ends[interval.warp], interval.to);
    EXPECT_DOUBLE_EQ(ends[0], 7);
    EXPECT_DOUBLE_EQ(ends[4], 8);
}

TEST(Multiprocessor, FirstWarpsOfBlocksAreWithEachSchedulerInTurn) {
    // The first warp of each block does more than the others: with one scheduler alone they would take four times.
    ByHand launch;
    for (int block = 0; block < 4; ++block) {
        launch.block();
        for (int i = 0; i < 40; ++i) launch.fp32();
        launch.warp().fp32().warp(3);
    }
    EXPECT_LT(launch.run(roundParameters(), 4).end, 50);
}

TEST(Multiprocessor, L2IsAskedForEachLaneThatAddsAFloatAndForWhatComesAlong) {
    const auto lookups = [](bool floats) {
        MachineStream stream;
        ByHand launch;
        launch.atomic(0, 4).warp();
        stream = launch.stream();
        stream.regions.front().ops.front().floats = floats;
        return timing::run(launch.sample(), stream, roundParameters(), {.l1Bytes = 1 << 16, .sharing = {}})
            .traffic.l2Lookups;
    };
    EXPECT_DOUBLE_EQ(lookups(false), 1);
    EXPECT_DOUBLE_EQ(lookups(true), 32);
    EXPECT_DOUBLE_EQ(ByHand().load({0}).fp32({0}).load({1}).warp().run().traffic.l2Lookups, 2 + 1);
}

TEST(Multiprocessor, ALineHasPlacesForSomeThatWaitForIt) {
    Parameters p = roundParameters();
    const auto busy = [&p](std::size_t warps) { return ByHand().load({0, 1, 2, 3}).warp(warps).run(p).requestBusy; };
    EXPECT_DOUBLE_EQ(busy(4), 4 * 2);
    p.lineWaiters = 2;  // beside the one that has asked for it
    EXPECT_DOUBLE_EQ(busy(3), 3 * 2);
    EXPECT_DOUBLE_EQ(busy(5), 5 * 2 + 2 * 2);
    // Who comes when it is there does not wait.
    const MultiprocessorRun later = ByHand().load({0}).fp32({0}).load({0}).load({0}).load({0}).load({0}).warp().run(p);
    EXPECT_DOUBLE_EQ(later.requestBusy, 5 * 2);
}

TEST(Multiprocessor, ABarrierWaitsForTheLast) {
    ByHand launch;
    launch.op(Pipe::Barrier, After::Nothing).fp32().warp();
    launch.fp32().fp32({0}).op(Pipe::Barrier, After::Nothing, {1}).fp32().warp();
    const MultiprocessorRun run = launch.run();
    EXPECT_DOUBLE_EQ(run.end, 8 + 16 + 1);  // 0, 4, 8; 16 behind the last arrival
    EXPECT_GT(of(run, Reason::Barrier), 20);
}

TEST(Multiprocessor, ArrivalsAtABarrierAreNotedOneAfterTheOther) {
    Parameters p = roundParameters();
    p.barrierWarp = 2;
    ByHand launch;
    for (int warp = 0; warp < 4; ++warp) launch.op(Pipe::Barrier, After::Nothing).fp32().warp();
    EXPECT_DOUBLE_EQ(launch.run(p).end, 4 * 2 + 16 + 1);  // all four come at cycle 0
    ByHand late;
    late.op(Pipe::Barrier, After::Nothing).fp32().warp();
    late.fp32().fp32({0}).op(Pipe::Barrier, After::Nothing, {1}).fp32().warp();
    EXPECT_DOUBLE_EQ(late.run(p).end, 8 + 2 + 16 + 1);  // the first has long been noted
}

TEST(Multiprocessor, RequestsDoNotHoldAWarpUpThatComesToABarrier) {
    Parameters p = roundParameters();
    p.requestQueue = 8;
    ByHand launch;
    for (int request = 0; request < 3; ++request) launch.op(Pipe::Memory, After::Shared);
    launch.op(Pipe::Barrier, After::Nothing).fp32().warp();
    EXPECT_DOUBLE_EQ(launch.run(p).end, 3 + 16 + 1);  // the last request begins at 4
}

TEST(Multiprocessor, NoRequestComesInWhileABarrierOpens) {
    Parameters p = roundParameters();
    p.barrierOpening = 100;
    ByHand launch;
    launch.op(Pipe::Barrier, After::Nothing).op(Pipe::Memory, After::Shared).fp32({1}).warp();
    EXPECT_DOUBLE_EQ(launch.run(p).end, 100 + 23 + 1);
    EXPECT_DOUBLE_EQ(launch.run().end, 16 + 23 + 1);
}

TEST(Multiprocessor, SpecialRegistersOfLanesComeThroughTheLoadStoreUnit) {
    Parameters p = roundParameters();
    p.laneRegister = 2;
    const MultiprocessorRun run = ByHand().op(Pipe::Memory, After::LaneRegister).fp32({0}).warp(4).run(p);
    EXPECT_DOUBLE_EQ(run.requestBusy, 4 * 2);
    EXPECT_DOUBLE_EQ(run.end, 2 + 4 + 23 + 1) << "two at once, each for four cycles";
    // In the row of requests to shared memory: who has no place there does not begin.
    p.requestQueue = 1;
    p.laneRegister = 100;
    const auto second = [&p](int warps) {
        return ByHand().op(Pipe::Memory, After::LaneRegister).fp32({0}).warp(warps).run(p);
    };
    EXPECT_GT(of(second(12), Reason::Requests), of(second(4), Reason::Requests) + 100);
}

TEST(Multiprocessor, RegistersOfTheWholeWarpComeLaterThanConstants) {
    Parameters p = roundParameters();
    const auto end = [&p](After after) { return ByHand().op(Pipe::Constant, after).fp32({0}).warp().run(p).end; };
    p.uniformRegister = 10;
    p.warpSum = 13;
    EXPECT_DOUBLE_EQ(end(After::Constant), 26 + 1);
    EXPECT_DOUBLE_EQ(end(After::UniformRegister), 36 + 1);
    EXPECT_DOUBLE_EQ(end(After::WarpSum), 39 + 1);
    p.constantWord = 50;
    const MultiprocessorRun both =
        ByHand().op(Pipe::Constant, After::Constant).op(Pipe::Constant, After::WarpSum).fp32({1}).warp().run(p);
    EXPECT_DOUBLE_EQ(both.end, 50 + 39 + 1) << "one unit has them, one after the other";
}

TEST(Multiprocessor, ConstantsHoldWarpsUpWhereTheirUnitIsBehind) {
    Parameters p = roundParameters();
    p.constantWord = 10;
    p.constantQueue = 1;
    const MultiprocessorRun run = ByHand().op(Pipe::Constant, After::Constant).warp(8).run(p);
    EXPECT_DOUBLE_EQ(run.end, 31) << "four have begun at 0, 10, 20 and 30, and then the others issue";
    EXPECT_GT(of(run, Reason::Requests), 50);
    p.constantQueue = 2;
    EXPECT_DOUBLE_EQ(ByHand().op(Pipe::Constant, After::Constant).warp(8).run(p).end, 2);
}

TEST(Multiprocessor, SpecialFunctionsAreAwaitedLikeSharedMemory) {
    const MultiprocessorRun run = ByHand().op(Pipe::Sfu, After::Sfu).fp32({0}).warp(8).run();
    EXPECT_GT(of(run, Reason::Shared), 8 * 10);
    EXPECT_DOUBLE_EQ(of(run, Reason::Result), 0);
    EXPECT_GT(of(run, Reason::Requests), 0) << "their queue is that of requests";
    EXPECT_DOUBLE_EQ(of(run, Reason::Pipe), 0);
}

TEST(Multiprocessor, AWarpIsSeenBeforeItsFirstInstructionAndAfterItsLast) {
    Parameters p = roundParameters();
    p.warpStart = 7;
    p.warpExit = 5;
    const MultiprocessorRun run = ByHand().fp32().warp().run(p);
    EXPECT_DOUBLE_EQ(run.end, 8);
    EXPECT_DOUBLE_EQ(of(run, Reason::Fetch), 7 + 10);
    EXPECT_DOUBLE_EQ(of(run, Reason::Drain), 5);
}

TEST(Multiprocessor, ABlockBeginsWhereOneHasGone) {
    Parameters p = roundParameters();
    p.blockTurn = 100;
    ByHand launch;
    launch.fp32().warp().block().fp32().warp();
    EXPECT_DOUBLE_EQ(launch.run(p).end, 1 + 100 + 1);
    EXPECT_DOUBLE_EQ(launch.run(p, 2).end, 1 + 1);  // at once, and an end a cycle is heard of
}

TEST(Multiprocessor, IsFilledBlockByBlockAndWarpByWarp) {
    Parameters p = roundParameters();
    p.blockFill = 3;
    p.warpFill = 2;
    p.warpSpacing = 1;
    ByHand blocks;
    for (int block = 0; block < 3; ++block) blocks.block().fp32().warp(2);
    const MultiprocessorRun run = blocks.run(p, 3);
    EXPECT_DOUBLE_EQ(run.blocks[1].begin, 4) << "its warps take longer than a block does at least";
    EXPECT_DOUBLE_EQ(run.blocks[2].begin, 8);
    EXPECT_DOUBLE_EQ(run.blocks[0].end, 2) << "the second warp comes a cycle later";
    p.blockFill = 9;
    EXPECT_DOUBLE_EQ(blocks.run(p, 3).blocks[1].begin, 9);
}

TEST(Multiprocessor, TheGpuHearsOfOneEndAfterTheOther) {
    Parameters p = roundParameters();
    p.blockRate = 0.01;
    p.blockTurn = 5;
    ByHand blocks;
    for (int block = 0; block < 4; ++block) blocks.block().fp32().warp();
    const MultiprocessorRun run = blocks.run(p, 2);
    EXPECT_DOUBLE_EQ(run.blocks[1].begin, 0) << "the first come to all places at once";
    EXPECT_DOUBLE_EQ(run.blocks[2].begin, 1 + 5);
    EXPECT_DOUBLE_EQ(run.blocks[3].begin, 101 + 5);
    EXPECT_DOUBLE_EQ(run.heard, 301);
    EXPECT_DOUBLE_EQ(run.end, 301) << "and then it is over";
}

TEST(Multiprocessor, BlocksOfTwoWarpsStayWhereNoMoreComeThanEnd) {
    Parameters p = roundParameters();
    p.blockRate = 0.01;
    const auto blocks = [](int warps) {
        ByHand launch;
        for (int block = 0; block < 6; ++block) launch.block().fp32().warp(warps);
        return launch;
    };
    const MultiprocessorRun without = blocks(2).run(p, 3);
    p.pairsUnderWay = 2;
    const MultiprocessorRun pairs = blocks(2).run(p, 3);
    EXPECT_GT(of(pairs, Reason::Drain), of(without, Reason::Drain) + 200);
    EXPECT_GT(pairs.held, without.held + 400);
    EXPECT_DOUBLE_EQ(pairs.end, without.end) << "it is counted, and takes no time";
    EXPECT_DOUBLE_EQ(blocks(3).run(p, 3).held, 0) << "others do not";
    // Of a launch whose blocks all come at once nothing follows that would be held up.
    EXPECT_DOUBLE_EQ(blocks(2).run(p, 6).held, 0);
}

/// Cycles that each of so many lines, which a warp reads one after the other, comes later than on average.
std::vector<double> latenessOf(std::size_t lines, Parameters p) {
    const double spread = std::exchange(p.dramSpread, 0);
    std::vector<double> late;
    ByHand reads;
    double before = 0, usual = 0;
    for (std::uint32_t line = 0; line < lines; ++line) {
        reads.load({4 * line}).fp32({static_cast<std::uint16_t>(2 * line)});
        ByHand warp = reads;
        p.dramSpread = 0;
        const double none = warp.warp().run(p).end;
        warp = reads;
        p.dramSpread = spread;
        const double end = warp.warp().run(p).end;
        late.push_back(end - before - (none - usual));
        before = end;
        usual = none;
    }
    return late;
}

TEST(Multiprocessor, LinesComeFromDramSoonerAndLaterThanOnAverage) {
    Parameters p = roundParameters();
    p.dramSpread = 100;
    constexpr std::size_t kLines = 64;
    const std::vector<double> late = latenessOf(kLines, p);
    EXPECT_NEAR(late[0], 0, 1) << "one alone tells what many do on average";
    EXPECT_NEAR(std::accumulate(late.begin(), late.end(), 0.0) / kLines, 0, 4);
    EXPECT_NEAR(std::accumulate(late.begin(), late.begin() + 16, 0.0) / 16, 0, 12) << "and so do few";
    EXPECT_NEAR(*std::ranges::min_element(late), -125, 15)
        << "a Rayleigh distribution's mean, in its parameters: the square root of pi over 2";
    EXPECT_NEAR(*std::ranges::max_element(late), 100 * std::sqrt(2 * std::log(kLines)) - 125, 100);
    EXPECT_EQ(latenessOf(kLines, p), late) << "the same each time";
    p.dramSpread = 1e6;
    EXPECT_DOUBLE_EQ(std::ranges::min(latenessOf(kLines, p)), p.l2Latency - p.dramLatency) << "no sooner than from L2";
}

TEST(Multiprocessor, TheSlowestOfSeveralWarpsIsAsFarOffAsByChance) {
    constexpr std::uint32_t kReads = 8;
    constexpr int kTries = 2000;
    std::mt19937 random(1);
    std::uniform_real_distribution<double> share(0, 1);
    const double mean = std::sqrt(std::numbers::pi / 2);
    for (const std::uint32_t warps : {4U, 8U, 13U, 21U}) {
        const auto endOf = [warps](double spread) {
            Parameters p = roundParameters();
            p.dramSpread = spread;
            ByHand blocks;
            for (std::uint32_t warp = 0; warp < warps; ++warp) {
                for (std::uint32_t i = 0; i < kReads; ++i)
                    blocks.load({4 * (warp * kReads + i)}).fp32({static_cast<std::uint16_t>(2 * i)});
                blocks.warp();
            }
            return blocks.run(p).end;
        };
        double slowest = 0;
        for (int i = 0; i < kTries; ++i) {
            double most = -1e9;
            for (std::uint32_t warp = 0; warp < warps; ++warp) {
                double sum = 0;
                for (std::uint32_t read = 0; read < kReads; ++read)
                    sum += std::sqrt(-2 * std::log1p(-share(random))) - mean;
                most = std::max(most, sum);
            }
            slowest += most / kTries;
        }
        const double late = (endOf(100) - endOf(0)) / 100;
        EXPECT_NEAR(late, slowest, 2.2) << warps << " warps";  // twice what chance does
    }
}

TEST(Multiprocessor, FurtherBlocksDoTheSameElsewhere) {
    ByHand blocks;
    blocks.load({0, 1}).fp32({0}).warp().block().load({0, 1}).fp32({0}).warp();
    MultiprocessorOptions options{.resident = 1, .further = 3, .l1Bytes = 1 << 16, .sharing = {}};
    const MultiprocessorRun all = timing::run(blocks.sample(), blocks.stream(), roundParameters(), options);
    ASSERT_EQ(all.blocks.size(), 5U);
    EXPECT_DOUBLE_EQ(all.traffic.dramSectors, 3 * 2) << "the second finds what the first has read, and so on";
    EXPECT_EQ(all.blocks[2].index, 0U);
    EXPECT_EQ(all.ops, 4U) << "of those that were sampled";
    EXPECT_EQ(all.blocks[4].issued, 10U);
    options.until = 2;
    const MultiprocessorRun some = timing::run(blocks.sample(), blocks.stream(), roundParameters(), options);
    EXPECT_GT(some.blocks[2].end, 1.5 * some.blocks[0].end) << "two were over sooner than that";
    EXPECT_EQ(some.blocks[3].issued, 0U);
}

TEST(Multiprocessor, ASchedulerIsActiveWhileItHasWarps) {
    // Blocks 0, 4 and 8 are with the first scheduler. The last one is sent when the first has ended, and comes long
    // after the one that waits for memory.
    ByHand blocks;
    blocks.fp32().warp();
    for (int i = 1; i < 9; ++i) {
        blocks.block();
        if (i == 4) blocks.load({0, 1});
        blocks.fp32(i == 4 ? std::vector<std::uint16_t>{0} : std::vector<std::uint16_t>{}).warp();
    }
    Parameters p = roundParameters();
    p.blockTurn = 1000;
    const MultiprocessorRun run = blocks.run(p, 5);
    const std::vector<Span>& active = run.schedulerActive[0];
    ASSERT_EQ(active.size(), 2U);
    EXPECT_DOUBLE_EQ(active[0].from, 0);
    EXPECT_DOUBLE_EQ(active[0].to, run.blocks[4].end);
    EXPECT_DOUBLE_EQ(active[1].from, run.blocks[8].begin);
    EXPECT_DOUBLE_EQ(active[1].to, run.blocks[8].end);
    EXPECT_GT(active[1].from, active[0].to + 300);
}

TEST(Multiprocessor, ASchedulerHasWarpsThatDrain) {
    const MultiprocessorRun run = ByHand().store({0, 1}).warp().run();
    EXPECT_DOUBLE_EQ(run.schedulerActive[0].front().to, run.blocks[0].left);
    EXPECT_GT(run.blocks[0].left, run.blocks[0].end);
    const MultiprocessorRun atomic = ByHand().atomic(0, 32).warp().run();
    EXPECT_DOUBLE_EQ(atomic.blocks[0].left, roundParameters().storeExit) << "as behind a store";
    const MultiprocessorRun lanes = ByHand().atomic(0, 32).atOneAddress().warp().run();
    EXPECT_DOUBLE_EQ(lanes.blocks[0].left, roundParameters().storeExit + 30) << "until its last lane has been sent";
}

TEST(Multiprocessor, AWarpAwaitsWhatAtomicOperationsGiveBack) {
    Parameters p = roundParameters();
    p.atomicLatency = 500;
    EXPECT_LT(ByHand().atomic(0, 1).warp().run(p).blocks[0].left, 100);
    EXPECT_GT(ByHand().atomic(0, 1).givesBack().warp().run(p).blocks[0].end, 500);
}

TEST(Multiprocessor, WhatSeveralReadAtOnceComesSooner) {
    Parameters p = roundParameters();
    ByHand loads;
    loads.load({0, 1, 2, 3}).fp32({0}).warp();
    const auto endOf = [&](double newToGpu) {
        return timing::run(loads.sample(), loads.stream(), p,
                           {.resident = 1, .l1Bytes = p.l1Bytes, .sharing = {.newToGpu = newToGpu}})
            .end;
    };
    const double alone = endOf(1);
    const double others = endOf(0);
    p.joinedRead = 47;
    EXPECT_DOUBLE_EQ(endOf(0), others - 47);
    EXPECT_DOUBLE_EQ(endOf(1), alone) << "nobody else has asked for it";
}

TEST(Multiprocessor, IntervalsFillAWarpsTime) {
    const MultiprocessorRun run = ByHand().load({0, 1}).fp32({0}).fp32({1}).warp(8).run();
    double told = 0;
    for (const Interval& interval : run.intervals) told += interval.to - interval.from;
    EXPECT_NEAR(told, std::accumulate(run.warpCycles.begin(), run.warpCycles.end(), 0.0), 1e-9);
    for (const Interval& interval : run.intervals) EXPECT_LT(interval.slot, 8U);
}

TEST(Bound, IsTheUnitThatIsBusyElseTheLongestWait) {
    const Parameters p = roundParameters();
    // Four schedulers issue all the time.
    EXPECT_EQ(boundOf(ByHand().fp32().fp32({0}).warp(16).run(), p).unit, BusyUnit::Issue);
    EXPECT_EQ(boundOf(ByHand().op(Pipe::Memory, After::Shared).warp(16).run(), p).unit, BusyUnit::Requests);
    const Bound waits = boundOf(ByHand().load({0, 1, 2, 3}).fp32({0}).warp().run(), p);
    EXPECT_FALSE(waits.unit);
    EXPECT_EQ(waits.reason, Reason::Global);
    EXPECT_GT(waits.share, 0.9);
}

}  // namespace
}  // namespace lanescope::timing
