// SPDX-License-Identifier: GPL-3.0-or-later
// timeline: waves, which are all multiprocessors, and launches as a profiler runs them.
#include <gtest/gtest.h>

#include <set>

#include "tests/app/cli/cli.h"

namespace lanescope {
namespace {

using Json = nlohmann::ordered_json;

Json wavesOf(const std::vector<std::string>& what) {
    std::vector<std::string> arguments{"timeline"};
    arguments.insert(arguments.end(), what.begin(), what.end());
    arguments.insert(arguments.end(), {"--gpu", "h200", "--intervals", "0", "--waves", "--json"});
    return jsonOf(cli(arguments))["waves"];
}

TEST(Timeline, WavesAreOfAllBlocksAndMultiprocessors) {
    const Json waves = wavesOf({"triangle.bb", "n=1024"});
    std::set<std::uint64_t> multiprocessors;
    double last = 0;
    std::set<std::uint64_t> steps;
    for (const Json& block : waves["blocks"]) {
        multiprocessors.insert(block["multiprocessor"].get<std::uint64_t>());
        steps.insert(block["steps"].get<std::uint64_t>());
        last = std::max(last, block["end"].get<double>());
    }
    EXPECT_EQ(multiprocessors.size(), 132U);
    EXPECT_DOUBLE_EQ(last, waves["cycles"]);
    EXPECT_GE(steps.size(), 2U) << "blocks above the diagonal do nothing";
    EXPECT_NEAR(waves["waves"], waves["blocks"].size() / (132.0 * waves["resident_blocks"].get<double>()), 1e-9);
    const Json even = wavesOf({"triangle.ltm", "n=1024"});
    EXPECT_LT(even["blocks"].size(), 0.6 * waves["blocks"].size());
    EXPECT_LT(even["cycles"], waves["cycles"]);
}

TEST(Timeline, WavesAreToldInWords) {
    const ProgramResult text = cli({"timeline", "triangle.bb", "n=512", "--gpu", "h200", "--waves"});
    for (const char* words : {"all multiprocessors, simulated", "waves", "the tail", "of 132", "Assumed"})
        EXPECT_NE(text.out.find(words), std::string::npos) << words << text.out << text.err;
    EXPECT_EQ(cli({"timeline", "triangle.bb", "n=512", "--gpu", "h200"}).out.find("the tail"), std::string::npos);
}

TEST(Timeline, WhatIsReplayedWaitsLessForItsDataAndNotForItsCode) {
    const std::vector<std::string> launch{"timeline", "matmul.tiled", "n=128", "--gpu", "h200", "--json"};
    std::vector<std::string> replay = launch;
    replay.emplace_back("--replayed");
    const Json once = jsonOf(cli(launch)), again = jsonOf(cli(replay));
    EXPECT_LT(again["cycles"], once["cycles"]);
    EXPECT_LT(again["warp_cycles"]["global_memory"], once["warp_cycles"]["global_memory"]);
    EXPECT_LT(again["warp_cycles"]["fetch"], 0.5 * once["warp_cycles"]["fetch"].get<double>());
}

// Blocks of two warps that come no faster than they end are seen to stay, by counters alone.
TEST(Timeline, WhatIsReplayedIsAsAProfilerSeesIt) {
    const std::vector<std::string> launch{"timeline", "micro.merged", "n=4194304",   "block=64", "--gpu",
                                          "h200",     "--json",       "--intervals", "0"};
    std::vector<std::string> replay = launch;
    replay.emplace_back("--replayed");
    const Json once = jsonOf(cli(launch)), again = jsonOf(cli(replay));
    EXPECT_GT(again["warp_cycles"]["drain"], 3 * once["warp_cycles"]["drain"].get<double>());
}

}  // namespace
}  // namespace lanescope
