// SPDX-License-Identifier: GPL-3.0-or-later
// PRAM and QRQW on accesses that are written down by hand.
#include "core/models/abstract/pram.h"

#include <gtest/gtest.h>

#include <map>

#include "core/models/abstract/qrqw.h"

namespace lanescope {
namespace {

using enum CellUse;

/// One block of two threads and one phase of four steps, unless a test says otherwise.
LaunchAccesses launchOf(std::vector<CellAccess> accesses) {
    LaunchAccesses launch;
    launch.kernel = "k";
    launch.grid = {1, 1, 1};
    launch.block = {2, 1, 1};
    launch.accesses = std::move(accesses);
    launch.phases = {{.steps = 4, .mostReads = 1, .mostWrites = 1, .mostOperations = 3}};
    launch.warpSteps = {{4}};
    launch.blocks = launch.blocksSeen = 1;
    launch.nameOf = [](std::uint64_t cell) { return "A[" + std::to_string(cell) + "]"; };
    launch.placeOf = [](const CellAccess& access) {
        return AccessPlace{{0, 0, 0}, {access.thread, 0, 0}, "k.cu", access.instruction + 1, 0};
    };
    return launch;
}

CellAccess accessOf(std::uint32_t thread, std::uint32_t step, std::uint64_t cell, CellUse use, std::uint32_t value = 0,
                    bool resultUsed = false) {
    CellAccess access;
    access.cell = cell;
    access.step = step;
    access.thread = thread;
    access.value = use == Read && value == 0 ? CellAccess::kNeverUsed : value;
    access.use = use;
    access.resultUsed = resultUsed;
    return access;
}

PramCounts judged(std::vector<CellAccess> accesses) {
    LaunchAccesses launch = launchOf(std::move(accesses));
    Pram pram;
    EXPECT_TRUE(pram.add(launch, {}));
    return pram.counts();
}

/// "EREW CREW …" of the variants that are legal.
std::string legalIn(const PramCounts& answer) {
    std::string names;
    for (const Verdict& verdict : answer.verdicts)
        if (verdict.legality == Legality::Legal) names += (names.empty() ? "" : ", ") + std::string(verdict.variant);
    return names;
}

TEST(Pram, WhatEachVariantAllows) {
    EXPECT_EQ(legalIn(judged({accessOf(0, 0, 5, Read), accessOf(1, 1, 5, Read)})),
              "EREW, CREW, ERCW, CRCW common, CRCW arbitrary, CRCW priority, CRCW sum")
        << "one after the other";
    EXPECT_EQ(legalIn(judged({accessOf(0, 0, 5, Read), accessOf(1, 0, 5, Read)})),
              "CREW, CRCW common, CRCW arbitrary, CRCW priority, CRCW sum");
    EXPECT_EQ(legalIn(judged({accessOf(0, 0, 5, Write, 7), accessOf(1, 0, 5, Write, 7)})),
              "ERCW, CRCW common, CRCW arbitrary, CRCW priority");
    EXPECT_EQ(legalIn(judged({accessOf(0, 0, 5, Write, 7), accessOf(1, 0, 5, Write, 8)})),
              "ERCW, CRCW arbitrary, CRCW priority");
    EXPECT_EQ(legalIn(judged({accessOf(0, 0, 5, AtomicAdd), accessOf(1, 0, 5, AtomicAdd)})), "ERCW, CRCW sum");
    EXPECT_EQ(legalIn(judged({accessOf(0, 0, 5, AtomicAdd, 0, true), accessOf(1, 0, 5, AtomicAdd, 0, true)})), "");
    EXPECT_EQ(legalIn(judged({accessOf(0, 0, 5, AtomicExchange), accessOf(1, 0, 5, AtomicExchange)})),
              "ERCW, CRCW arbitrary, CRCW priority");
    EXPECT_EQ(legalIn(judged({accessOf(0, 0, 5, AtomicOther), accessOf(1, 0, 5, AtomicOther)})), "");
    EXPECT_EQ(legalIn(judged({accessOf(0, 0, 5, Read), accessOf(1, 0, 5, Write)})),
              "CRCW common, CRCW arbitrary, CRCW priority, CRCW sum")
        << "who reads gets what was there before";
    EXPECT_EQ(legalIn(judged({accessOf(0, 0, 5, Write), accessOf(1, 0, 5, AtomicAdd)})), "");
}

TEST(Pram, TheFirstOffenceIsTheEarliestStep) {
    const PramCounts answer = judged({accessOf(0, 3, 1, Read), accessOf(1, 3, 1, Read), accessOf(0, 2, 9, Read),
                                      accessOf(1, 2, 9, Read), accessOf(0, 2, 4, Read), accessOf(1, 2, 4, Read)});
    const Verdict& erew = answer.verdicts[0];
    ASSERT_TRUE(erew.first);
    EXPECT_EQ(erew.cells, 3U);
    EXPECT_EQ(erew.first->step, 2U);
    EXPECT_EQ(erew.first->cell, "A[4]");
    EXPECT_EQ(erew.first->first.thread.x, 0U);
    EXPECT_EQ(erew.first->second.thread.x, 1U);
    EXPECT_EQ(describe(*erew.first),
              "Step 2, k: thread (0, 0, 0) of block (0, 0, 0) reads A[4] (k.cu:1) while thread (1, 0, "
              "0) of block (0, 0, 0) reads it (k.cu:1): two threads read one cell.");
    EXPECT_EQ(answer.steps, 4U);
    EXPECT_EQ(answer.accessSteps, 2U);
}

TEST(Pram, StepsGoOnFromLaunchToLaunch) {
    Pram pram;
    LaunchAccesses first = launchOf({});
    LaunchAccesses second = launchOf({accessOf(0, 1, 3, Read), accessOf(1, 1, 3, Read)});
    second.accesses[0].phase = second.accesses[1].phase = 1;
    second.phases.push_back({.steps = 6});
    second.launch = 1;
    EXPECT_TRUE(pram.add(first, {}));
    EXPECT_TRUE(pram.add(second, {}));
    const PramCounts answer = pram.counts();
    EXPECT_EQ(answer.steps, 4U + 4U + 6U);
    EXPECT_EQ(answer.phases, 3U);
    ASSERT_TRUE(answer.verdicts[0].first);
    EXPECT_EQ(answer.verdicts[0].first->step, 4U + 4U + 1U);
    EXPECT_EQ(answer.verdicts[0].first->phase, 1U);
}

TEST(Pram, WhatWasNotSeenIsNotCalledLegal) {
    LaunchAccesses launch = launchOf({accessOf(0, 0, 5, Read), accessOf(1, 0, 5, Read)});
    launch.accessesCut = true;
    Pram pram;
    EXPECT_TRUE(pram.add(launch, {}));
    const PramCounts answer = pram.counts();
    EXPECT_EQ(answer.verdicts[0].legality, Legality::Illegal) << "that is certain";
    EXPECT_EQ(answer.verdicts[1].legality, Legality::NotSeenWhole);
    EXPECT_FALSE(answer.complete);
}

QrqwCounts queued(LaunchAccesses launch) {
    Qrqw qrqw;
    EXPECT_TRUE(qrqw.add(launch, {}));
    return qrqw.counts();
}

TEST(Qrqw, AStepTakesAsLongAsItsLongestQueue) {
    // Step 0: both read cell 5; step 2: both write cells of their own.
    const QrqwCounts answer = queued(launchOf(
        {accessOf(0, 0, 5, Read), accessOf(0, 2, 0, Write), accessOf(1, 0, 5, Read), accessOf(1, 2, 1, Write)}));
    EXPECT_EQ(answer.lockstep, 5U) << "4 steps, one of which takes 2";
    EXPECT_EQ(answer.lockstepQueue.length, 2U);
    EXPECT_EQ(answer.lockstepQueue.cell, "A[5]");
    EXPECT_EQ(answer.synchronous, 3U) << "max of 1 read, 3 operations, 1 write and a queue of 2";
    EXPECT_EQ(answer.synchronousQueue.length, 2U);
}

TEST(Qrqw, AContendedPhaseCostsItsLongestQueue) {
    LaunchAccesses launch = launchOf({});
    launch.block = {8, 1, 1};
    for (std::uint32_t t = 0; t < 8; ++t) launch.accesses.push_back(accessOf(t, 0, 5, AtomicAdd));
    const QrqwCounts answer = queued(launch);
    EXPECT_EQ(answer.synchronous, 8U);
    EXPECT_EQ(answer.lockstep, 4U + 7U);
    EXPECT_EQ(answer.asynchronous, 8U) << "the last is served at 8, and nobody waits for it but the end";
}

TEST(Qrqw, WhoIsAsynchronousWaitsWhereAValueIsUsed) {
    // Both read cell 5 in step 0: served at 1 and at 2. Who uses the value in step 1 waits until then.
    const auto stepsWithUseIn = [](std::uint32_t step) {
        return queued(launchOf({accessOf(0, 0, 5, Read, step), accessOf(1, 0, 5, Read, step)})).asynchronous;
    };
    EXPECT_EQ(stepsWithUseIn(1), 5U) << "the second thread loses a step";
    EXPECT_EQ(stepsWithUseIn(2), 4U) << "the value is there when it is used";
}

TEST(Qrqw, BarriersOfABlockHoldUpOnlyThatBlock) {
    // Two blocks of one thread and two phases of 4 steps. Block 0 has a queue of 6 reads of one cell, used at once.
    LaunchAccesses launch = launchOf({});
    launch.grid = {2, 1, 1};
    launch.block = {1, 1, 1};
    launch.blocks = launch.blocksSeen = 2;
    launch.phases = {{.steps = 4}, {.steps = 4}};
    launch.warpSteps = {{4, 4}, {4, 4}};
    for (std::uint64_t i = 0; i < 6; ++i) launch.accesses.push_back(accessOf(0, 0, 5, Write));
    EXPECT_EQ(queued(launch).asynchronous, 6U + 4U) << "the barrier waits for what was sent";
    launch.accesses.clear();
    EXPECT_EQ(queued(launch).asynchronous, 8U);
}

TEST(Qrqw, CanBeStopped) {
    LaunchAccesses launch = launchOf({});
    Qrqw qrqw;
    std::stop_source stop;
    stop.request_stop();
    const Result<void> added = qrqw.add(launch, {.stop = stop.get_token(), .progress = {}});
    ASSERT_FALSE(added);
    EXPECT_EQ(added.error().code, ErrorCode::Cancelled);
}

}  // namespace
}  // namespace lanescope
