// SPDX-License-Identifier: GPL-3.0-or-later
// What document 004 teaches of each round of a reduction by a block of 512 threads in doubles, found again in the
// trace.
#include <algorithm>
#include <map>
#include <set>

#include "tests/core/algorithms/emulated.h"

namespace lanescope {
namespace {

constexpr std::uint32_t kBlock = 512;
constexpr std::uint32_t kRounds = 9;  // 512 = 2^9

const Emulation& reductionOf512(const std::string& id) {
    static std::map<std::string, Emulation> runs;
    const auto [run, isNew] = runs.try_emplace(id);
    if (isNew)
        run->second = emulated(id, {{"variant", "published"}, {"n", "512"}, {"block", "512"}, {"type", "f64"}},
                               tracingFirstBlock());
    return run->second;
}

/// Shared loads of each round: the barrier after the loads opens phase 1, the first round.
std::vector<std::vector<simt::StepRecord>> loadsByRound(const BlockTrace& trace) {
    std::vector<std::vector<simt::StepRecord>> rounds(kRounds);
    for (std::uint64_t event = 0; event < trace.size(); ++event) {
        const std::uint32_t phase = trace.phase(event);
        const simt::StepRecord record = trace.record(event);
        if (phase >= 1 && phase <= kRounds && record.access == simt::AccessKind::Load &&
            record.space == program::Space::Shared && record.active != 0)
            rounds[phase - 1].push_back(record);
    }
    return rounds;
}

/// Warps whose lanes part, by round.
std::vector<std::uint32_t> dividedWarps(const std::string& id) {
    std::vector<std::uint32_t> divided;
    for (const auto& round : loadsByRound(*reductionOf512(id).traces.at(0))) {
        std::set<std::uint32_t> warps;
        for (const simt::StepRecord& load : round)
            if (load.active != 0xffffffff) warps.insert(load.warp);
        divided.push_back(static_cast<std::uint32_t>(warps.size()));
    }
    return divided;
}

TEST(RoundsOfAReduction, DivideTheLanesOfSoManyWarps) {
    using Rounds = std::vector<std::uint32_t>;
    EXPECT_EQ(dividedWarps("reduce.0"), (Rounds{16, 16, 16, 16, 16, 8, 4, 2, 1}));  // 95
    EXPECT_EQ(dividedWarps("reduce.1"), (Rounds{0, 0, 0, 0, 1, 1, 1, 1, 1}));       // 5
    EXPECT_EQ(dividedWarps("reduce.2"), (Rounds{0, 0, 0, 0, 1, 1, 1, 1, 1}));       // 5
}

// The engine counts the same, with one more: the thread that writes the result.
TEST(RoundsOfAReduction, AreCountedAsDivergentBranches) {
    EXPECT_EQ(reductionOf512("reduce.0").launches.at(0).counts.divergentBranches, 95U + 1);
    EXPECT_EQ(reductionOf512("reduce.1").launches.at(0).counts.divergentBranches, 5U + 1);
    EXPECT_EQ(reductionOf512("reduce.2").launches.at(0).counts.divergentBranches, 5U + 1);
}

/// How many lanes of a half warp want the same bank at most, when each takes two words of 4 bytes.
std::uint32_t waysOf(const simt::StepRecord& load, unsigned half) {
    std::map<std::uint64_t, std::set<std::uint64_t>> lanesOfBank;
    for (unsigned lane = half * 16; lane < half * 16 + 16; ++lane)
        if ((load.active >> lane & 1) != 0)
            for (const std::uint64_t word : {load.address[lane] / 4, load.address[lane] / 4 + 1})
                lanesOfBank[word % 32].insert(word);
    std::size_t most = 0;
    for (const auto& [bank, words] : lanesOfBank) most = std::max(most, words.size());
    return static_cast<std::uint32_t>(most);
}

std::vector<std::uint32_t> conflictsByRound(const std::string& id) {
    std::vector<std::uint32_t> ways;
    for (const auto& round : loadsByRound(*reductionOf512(id).traces.at(0))) {
        std::uint32_t most = 0;
        for (const simt::StepRecord& load : round) most = std::max({most, waysOf(load, 0), waysOf(load, 1)});
        ways.push_back(most);
    }
    return ways;
}

TEST(RoundsOfAReduction, ConflictInSoManyWays) {
    using Rounds = std::vector<std::uint32_t>;
    const Rounds none(kRounds, 1);
    EXPECT_EQ(conflictsByRound("reduce.0"), none);
    EXPECT_EQ(conflictsByRound("reduce.1"), (Rounds{2, 4, 8, 16, 16, 8, 4, 2, 1}));
    EXPECT_EQ(conflictsByRound("reduce.2"), none);
}

TEST(RoundsOfAReduction, AreCountedAsConflicts) {
    EXPECT_EQ(reductionOf512("reduce.2").launches.at(0).counts.sharedLoad.conflicts, 0U);
    EXPECT_GT(reductionOf512("reduce.1").launches.at(0).counts.sharedLoad.conflicts, 100U);
}

// Reduction 3 loads twice as much with as many threads, so that 1024 values are one block's.
TEST(RoundsOfAReduction, AreHalfAsManyBlocksAfterAddingWhileLoading) {
    const auto blocks = [](const std::string& id) {
        return emulated(id, {{"n", "4096"}, {"block", "512"}}).launches.at(0).grid.x;
    };
    EXPECT_EQ(blocks("reduce.2"), 8U);
    EXPECT_EQ(blocks("reduce.3"), 4U);
    EXPECT_EQ(blocks("reduce.5"), 4U);
}

}  // namespace
}  // namespace lanescope
