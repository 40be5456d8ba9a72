// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/algorithms/emulated.h"

namespace lanescope {
namespace {
using Verdict = CheckResult::Verdict;

TEST(MicroCopy, BringsBackWhatWent) {
    for (const std::string memory : {"pageable", "pinned"})
        for (const std::string n : {"1", "1000", "65537"}) expectCorrect("micro.copy", {{"memory", memory}, {"n", n}});
    EXPECT_TRUE(emulated("micro.copy", {}).launches.empty());
}

TEST(MicroLaunch, DoesNothingWithAnyArgumentsAndBlocks) {
    for (const std::string arguments : {"0", "1", "3", "6"})
        for (const std::string blocks : {"1", "16", "64"}) {
            const Parameters chosen{{"arguments", arguments}, {"blocks", blocks}};
            expectCorrect("micro.launch", chosen);
            const Emulation run = emulated("micro.launch", chosen);
            EXPECT_EQ(run.launches.at(0).grid.x, static_cast<std::uint32_t>(std::stoi(blocks)));
            EXPECT_EQ(run.launches.at(0).counts.warpInstructions, run.launches.at(0).grid.x);  // the return
            EXPECT_EQ(launchOf(const_cast<Plan&>(run.plan)).arguments.size(), std::stoul(arguments));
        }
}

TEST(MicroBranches, AreRightForEverySize) {
    for (const std::string id : {"micro.divergence", "micro.merged"})
        for (const std::string n : {"1", "100", "256", "1001"})
            for (const std::string block : {"1", "17", "64", "128"}) expectCorrect(id, {{"n", n}, {"block", block}});
    expectCorrect("micro.divergence", {{"variant", "published"}, {"n", "8192"}, {"block", "128"}});
}

// 98 of 100 elements differ: in blocks of 64, thread 0 of each block adds the root of 0.
TEST(MicroMerged, IsNotTheSameProgramAsPublished) {
    const Emulation run = emulated("micro.merged", {{"variant", "published"}, {"n", "100"}, {"block", "64"}});
    EXPECT_EQ(run.check.verdict, Verdict::Wrong);
    EXPECT_EQ(run.check.wrong, 98U);
    EXPECT_FALSE(run.check.wrongElements.at(0));
    EXPECT_FALSE(run.check.wrongElements.at(64));
}

// 64 blocks of 128 threads: each of the 256 warps parts once (an H200 counts 256 too); merged, none does.
TEST(MicroDivergence, PartsEveryWarp) {
    const Parameters documents{{"n", "8192"}, {"block", "128"}};
    EXPECT_EQ(emulated("micro.divergence", documents).launches.at(0).counts.divergentBranches, 256U);
    EXPECT_EQ(emulated("micro.merged", documents).launches.at(0).counts.divergentBranches, 0U);
    // The condition that nobody uses is not evaluated: one comparison a warp (i < n), as in the document's listing 5.5.
    const Emulation published = emulated("micro.merged", {{"variant", "published"}, {"n", "8192"}, {"block", "128"}});
    EXPECT_EQ(published.launches.at(0).counts.branches, 256U);
}

TEST(MicroDivergenceWays, IsRightForAllWaysAndWarps) {
    for (const std::string ways : {"1", "2", "3", "8", "31", "32"})
        for (const std::string warps : {"1", "2", "32"})
            expectCorrect("micro.divergence-ways", {{"ways", ways}, {"warps", warps}});
    const Emulation run = emulated("micro.divergence-ways", {{"ways", "5"}}, withIndependentThreads());
    EXPECT_EQ(run.check.verdict, Verdict::Correct);
}

// A warp goes each way once, however few lanes it has there: additions grow with the ways, those of a lane do not. This
// is the document's 24 cycles × 32 additions × ways.
TEST(MicroDivergenceWays, CostsTheSumOfTheWays) {
    for (const std::uint64_t ways : {2U, 4U, 16U, 32U}) {
        const Emulation run = emulated("micro.divergence-ways", {{"ways", std::to_string(ways)}, {"warps", "3"}});
        const simt::LaunchReport& launch = run.launches.at(0);
        const program::Entry& entry = run.plan.launches().at(0)->kernel->code();
        std::uint64_t warps = 0;
        std::uint64_t lanes = 0;
        for (std::size_t i = 0; i < launch.sites.size(); ++i)
            if (entry.instructions[i].opcode == program::Opcode::Add && launch.sites[i].fpOperations > 0) {
                warps += launch.sites[i].warps;
                lanes += launch.sites[i].lanes;
            }
        EXPECT_EQ(warps, 3 * (32 * ways + 1)) << ways;  // and the addition of the two ends
        EXPECT_EQ(lanes, 3 * 32 * (32 + 1)) << ways;
    }
}

TEST(MicroAtomics, AreRightForEveryOperationAndMethod) {
    for (const std::string operation : {"add", "sub", "min", "max", "inc", "dec", "and", "or", "xor", "exch", "cas"})
        for (const std::string method : {"atomic", "register", "global"})
            for (const std::string n : {"1", "16", "101", "102", "610", "1024"})
                expectCorrect("micro.atomics", {{"operation", operation}, {"method", method}, {"n", n}});
}

TEST(MicroAtomics, AskForMemoryAsTheMethodSays) {
    const auto counts = [](const std::string& method) {
        return emulated("micro.atomics", {{"method", method}, {"n", "1024"}}).launches.at(0).counts;
    };
    EXPECT_EQ(counts("atomic").atomicRequests, 32U);
    EXPECT_EQ(counts("register").globalLoad.requests, 1U);
    EXPECT_EQ(counts("register").globalStore.requests, 1U);
    EXPECT_EQ(counts("global").globalLoad.requests, 1024U);
    EXPECT_EQ(counts("global").globalStore.requests, 1024U);
}

}  // namespace
}  // namespace lanescope
