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

// The model's answer, since it is one launch: with what launching takes, and how far that may be off.
TEST(Timeline, TellsSecondsWithTheirSpread) {
    const Json launch = jsonOf(cli({"timeline", "matmul.tiled", "n=128", "--gpu", "h200", "--json"}));
    const Json model = jsonOf(
        cli({"estimate", "matmul.tiled", "n=128", "--gpu", "h200", "--model", "simulation", "--json"}))["simulation"];
    EXPECT_NEAR(launch["seconds"].get<double>(),
                model["terms"]["launch overhead"].get<double>() +
                    launch["cycles"].get<double>() / launch["clock"].get<double>(),
                1e-12);
    EXPECT_EQ(launch["launch_seconds"], model["terms"]["launch overhead"]);
    EXPECT_EQ(launch["bound"], model["bound"]);
    EXPECT_EQ(launch["bound_text"], model["bound_text"]);
    EXPECT_EQ(launch["spread"], model["spread"]);
    EXPECT_GT(launch["spread"]["compared"], 19);
    EXPECT_EQ(launch["machine_code"], true);
    const std::string text = cli({"timeline", "matmul.tiled", "n=128", "--gpu", "h200"}).out;
    for (const char* words : {"of which launching it takes", "usually within", "one in twenty", "Machine code ran"})
        EXPECT_NE(text.find(words), std::string::npos) << words << '\n' << text;
    EXPECT_TRUE(
        jsonOf(cli({"timeline", "matmul.tiled", "n=128", "--gpu", "h200", "--replayed", "--json"}))["spread"].is_null())
        << "nobody times what a profiler replays";
}

TEST(Timeline, OfAGpuFromPublishedFiguresBeginsWithThat) {
    const std::string text = cli({"timeline", "vector.add", "--gpu", "t4"}).out;
    const std::size_t not_here = text.find("Not calibrated here"), figures = text.find("usually within");
    ASSERT_NE(not_here, std::string::npos) << text;
    EXPECT_LT(not_here, figures);
    const Json spread = jsonOf(cli({"timeline", "vector.add", "--gpu", "t4", "--json"}))["spread"];
    EXPECT_EQ(spread["calibrated"], false);
    EXPECT_EQ(spread["gpu"], "h200");
}

// Nsight Compute tells apart some states that are one here; the words are the window's.
TEST(Timeline, TellsWhatAProfilerCallsTheStates) {
    const Json json = jsonOf(cli({"timeline", "vector.add", "--gpu", "h200", "--json"}));
    EXPECT_EQ(json["nsight_compute"].size(), json["warp_cycles"].size());
    EXPECT_EQ(json["nsight_compute"]["global_memory"], Json::array({"Long Scoreboard"}));
    EXPECT_EQ(json["nsight_compute"]["pipe"], (Json::array({"Math Pipe Throttle", "Dispatch Stall"})));
    const std::string text = cli({"timeline", "vector.add", "--gpu", "h200"}).out;
    for (const char* words : {"Nsight Compute calls it", "Long Scoreboard", "LG Throttle, MIO Throttle"})
        EXPECT_NE(text.find(words), std::string::npos) << words << '\n' << text;
}

// What is waited with is an instruction: summed up, intervals are the instructions' times.
TEST(Timeline, IntervalsTellTheirInstruction) {
    const Json json = jsonOf(cli({"timeline", "transpose.tiled", "width=64", "height=64", "--gpu", "h200", "--by",
                                  "instruction", "--intervals", "10000000", "--json"}));
    std::vector<double> cycles(json["instructions"].size());
    for (const Json& one : json["intervals"]) {
        const auto at = one["instruction"].get<std::size_t>();
        ASSERT_LT(at, cycles.size());
        EXPECT_EQ(one["line"], json["instructions"][at]["line"]);
        EXPECT_EQ(one["ptx_line"], json["instructions"][at]["ptx_line"]);
        cycles[at] += one["to"].get<double>() - one["from"].get<double>();
    }
    for (std::size_t i = 0; i < cycles.size(); ++i)
        EXPECT_NEAR(cycles[i], json["instructions"][i]["cycles"].get<double>(), 1e-6 * (1 + cycles[i])) << i;
}

}  // namespace
}  // namespace lanescope
