// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks on several threads: everything is as one thread leaves it, for independent blocks and for those that are not.
#include <gtest/gtest.h>

#include "core/simt/engine/block_workers.h"
#include "tests/core/algorithms/shipped_catalogue.h"
#include "tests/core/simt/run_ptx.h"

namespace lanescope::simt {
namespace {

void expectSameMemory(const DeviceMemory& one, const DeviceMemory& many) {
    ASSERT_EQ(one.size(), many.size());
    for (BufferId id = 0; id < one.size(); ++id) {
        EXPECT_EQ(one.allocation(id).data, many.allocation(id).data) << id;
        EXPECT_EQ(one.allocation(id).initialised, many.allocation(id).initialised) << id;
        EXPECT_EQ(one.allocation(id).uninitialisedWords, many.allocation(id).uninitialisedWords) << id;
    }
}
void expectSameReports(const Emulator& one, const Emulator& many) {
    ASSERT_EQ(one.reports().size(), many.reports().size());
    for (std::size_t i = 0; i < one.reports().size(); ++i) {
        const LaunchReport& a = one.reports()[i];
        const LaunchReport& b = many.reports()[i];
        EXPECT_EQ(a.counts, b.counts);
        EXPECT_EQ(a.sites, b.sites);
        EXPECT_EQ(a.blocksRun, b.blocksRun);
        ASSERT_EQ(a.fault.has_value(), b.fault.has_value());
        if (a.fault) {
            EXPECT_EQ(describe(*a.fault), describe(*b.fault));
        }
    }
}

/// Runs `trial` on one thread and on three.
void expectSame(const Trial& trial) {
    Trial runs[2];
    for (unsigned i = 0; i < 2; ++i) {
        runs[i].body = trial.body;
        runs[i].grid = trial.grid;
        runs[i].block = trial.block;
        runs[i].buffers = trial.buffers;
        runs[i].contents = trial.contents;
        runs[i].options = trial.options;
        runs[i].options.threads = i == 0 ? 1 : 3;
    }
    const Result<void> one = runs[0]();
    const Result<void> many = runs[1]();
    ASSERT_EQ(one.has_value(), many.has_value());
    if (!one) {
        EXPECT_EQ(describe(one.error()), describe(many.error()));
    }
    expectSameReports(*runs[0].emulator, *runs[1].emulator);
    expectSameMemory(runs[0].emulator->memory(), runs[1].emulator->memory());
}

/// %d0 = a, %r0 = %tid.x, %r1 = %ctaid.x, %r2 = the thread's number in the grid, %d1 = a + 4 × it, %d2 = a + 4 × block
const std::string kWhoAmI =
    "ld.param.u64 %d0, [a];\nmov.u32 %r0, %tid.x;\nmov.u32 %r1, %ctaid.x;\nmov.u32 %r3, %ntid.x;\n"
    "mad.lo.u32 %r2, %r1, %r3, %r0;\nmul.wide.u32 %d1, %r2, 4;\nadd.s64 %d1, %d0, %d1;\n"
    "mul.wide.u32 %d2, %r1, 4;\nadd.s64 %d2, %d0, %d2;\n";

Trial eightBlocks(const std::string& body) {
    return {.body = kWhoAmI + body + "\nret;", .grid = {8, 1, 1}, .contents = {bytesOf(countingUp(1024))}};
}

TEST(Threads, EveryKernelOfTheCatalogueIsTheSame) {
    for (const auto& algorithm : shippedCatalogue().algorithms()) {
        for (const std::uint64_t maxBlocks : {0U, 12U}) {
            SCOPED_TRACE(std::string(algorithm->id()) + " of " + std::to_string(maxBlocks));
            const Plan plan = algorithm->plan(asFarAsItGoes(*algorithm, {{"n", "96"}, {"block", "8"}})).value();
            Emulator one({.maxBlocks = maxBlocks, .threads = 1});
            Emulator many({.maxBlocks = maxBlocks, .threads = 3});
            ASSERT_TRUE(runPlan(plan, one, {}) && runPlan(plan, many, {}));
            expectSameReports(one, many);
            expectSameMemory(one.memory(), many.memory());
        }
    }
}

TEST(Threads, IndependentBlocks) {
    expectSame(eightBlocks("mul.lo.u32 %r4, %r2, %r2;\nst.global.u32 [%d1], %r4;"));
    // The memory begins uninitialised.
    Trial fresh = eightBlocks("st.global.u32 [%d1], %r2;");
    fresh.contents.clear();
    expectSame(fresh);
    // Beside each other in one word: the bytes of all blocks stay.
    expectSame(eightBlocks("cvt.u64.u32 %d3, %r1;\nadd.s64 %d3, %d0, %d3;\nst.global.u8 [%d3], %r1;"));
}

TEST(Threads, BlocksThatUseWhatOthersWrote) {
    expectSame(eightBlocks("st.global.u32 [%d0], %r1;"));  // the last one wins
    expectSame(eightBlocks("st.global.u32 [%d0+4], 1;"));  // the value that stands there
    expectSame(eightBlocks("ld.global.u32 %r4, [%d0];\nadd.u32 %r4, %r4, 1;\nst.global.u32 [%d0], %r4;"));
    expectSame(eightBlocks("ld.global.u32 %r4, [%d2];\nadd.u32 %r4, %r4, 7;\nst.global.u32 [%d2+4], %r4;"));  // a chain
    expectSame(eightBlocks("ld.global.u32 %r4, [%d1];\nadd.u32 %r4, %r4, 1;\nst.global.u32 [%d1], %r4;"));  // in place
    expectSame(eightBlocks("atom.global.add.u32 %r4, [%d0], 1;\nst.global.u32 [%d2+64], %r4;"));  // order of arrival
    expectSame(eightBlocks("red.global.add.u32 [%d0], %r0;"));
    // What block 0 writes, the others read through the memory's generic address.
    expectSame(eightBlocks("ld.u32 %r4, [%d0];\nst.u32 [%d2], %r4;"));
}

TEST(Threads, ABlockMayWaitForAnEarlierOne) {
    expectSame(
        eightBlocks("setp.eq.u32 %p0, %r1, 0;\n@%p0 st.global.u32 [%d0+4092], 0;\n"
                    "WAIT: ld.global.u32 %r4, [%d0+4092];\nsetp.ne.u32 %p1, %r4, 0;\n@%p1 bra WAIT;"));
}

TEST(Threads, TheFaultIsThatOfTheFirstBlockInTheRow) {
    const std::string outside = "setp.ge.u32 %p0, %r1, LIMIT;\n@%p0 add.s64 %d1, %d1, 8192;\nst.global.u32 [%d1], %r2;";
    for (const std::string limit : {"0", "2", "5", "7"}) {
        std::string body = outside;
        body.replace(body.find("LIMIT"), 5, limit);
        expectSame(eightBlocks(body));
    }
    // Uninitialised, but for what block 0 has written.
    Trial trial = eightBlocks(
        "setp.eq.u32 %p0, %r1, 0;\n@%p0 st.global.u32 [%d0], 5;\nld.global.u32 %r4, [%d0];\n"
        "setp.eq.u32 %p1, %r1, 6;\n@%p1 ld.global.u32 %r4, [%d2];");
    trial.contents.clear();
    expectSame(trial);
}

TEST(Threads, TheStepBudgetIsThatOfTheWholeLaunch) {
    for (const std::uint64_t budget : {1U, 30U, 70U, 88U, 1000U}) {
        Trial trial = eightBlocks("st.global.u32 [%d1], %r2;");
        trial.options.stepBudget = budget;
        expectSame(trial);
    }
}

TEST(Threads, StopsWhenAsked) {
    std::stop_source stop;
    const JobContext job{stop.get_token(), [&](double) { stop.request_stop(); }};
    const Plan plan = planFor("matmul.global", {{"n", "256"}, {"block", "8"}}).value();
    Emulator emulator({.threads = 2});
    const auto outcome = runPlan(plan, emulator, job);
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().code, ErrorCode::Cancelled);
}

TEST(Threads, KernelsThatMayTalkBetweenBlocksAreNotTried) {
    const auto may = [](const std::string& body) {
        return mayRunInParallel(*Program::decode(kernelOf(entryText(kWhoAmI + body + "\nret;"))).value());
    };
    EXPECT_TRUE(may("st.global.u32 [%d1], %r2;"));
    EXPECT_TRUE(may("ld.global.nc.u32 %r3, [%d1];"));
    EXPECT_FALSE(may("st.volatile.global.u32 [%d1], %r2;"));
    EXPECT_FALSE(may("atom.global.add.u32 %r4, [%d0], 1;"));
    EXPECT_FALSE(may("membar.gl;"));
}

}  // namespace
}  // namespace lanescope::simt
