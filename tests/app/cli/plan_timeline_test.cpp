// SPDX-License-Identifier: GPL-3.0-or-later
// timeline --plan: copies, launches, calls of libraries and the host.
#include <gtest/gtest.h>

#include "tests/app/cli/cli.h"

namespace lanescope {
namespace {

using Json = nlohmann::ordered_json;

Json planOf(std::vector<std::string> what) {
    what.insert(what.begin(), "timeline");
    what.insert(what.end(), {"--gpu", "h200", "--plan", "--json"});
    return jsonOf(cli(what));
}

TEST(TimelineOfAPlan, SpansTellWhatEachStepTook) {
    const Json plan = planOf({"matmul.tiled", "n=128"});
    ASSERT_EQ(plan["steps"].size(), 4U);
    EXPECT_EQ(plan["steps"][0]["does"], "copy A to the device");
    EXPECT_EQ(plan["steps"][2]["origin"], "simulated");
    EXPECT_EQ(plan["steps"][3]["origin"], "estimated");
    double end = 0, device = 0;
    for (const Json& span : plan["spans"]) {
        EXPECT_LT(span["from"], span["to"]);
        end = std::max(end, span["to"].get<double>());
        if (span["track"] == "device") device += span["to"].get<double>() - span["from"].get<double>();
    }
    EXPECT_DOUBLE_EQ(end, plan["seconds"]);
    EXPECT_EQ(plan["origins"], (Json{"simulated", "estimated"}));
    EXPECT_NEAR(device, plan["tracks"]["device"]["busy"], 1e-12);
    EXPECT_NEAR(device, plan["steps"][2]["seconds"], 1e-12);
}

// Behind another a launch takes less than alone, and the parts are the sums of the steps.
TEST(TimelineOfAPlan, StepsAddUpToTheirParts) {
    const Json plan = planOf({"matmul.quadrants-8-launches", "n=512", "block=16"});
    double launches = 0;
    bool less = false;
    for (const Json& step : plan["steps"])
        if (step["origin"] == "simulated") {
            launches += step["seconds"].get<double>();
            less = less || step["seconds"] < step["seconds_alone"];
        }
    for (const Json& part : plan["parts"])
        if (part["origin"] == "simulated") EXPECT_NEAR(part["seconds"], launches, 1e-12);
    EXPECT_TRUE(less);
}

TEST(TimelineOfAPlan, SaysHowFarItMayBeOff) {
    const Json h200 = planOf({"cholesky.tiles", "n=256", "block=64"});
    EXPECT_LT(h200["spread"]["usual"], 0.1);
    const ProgramResult text = cli({"timeline", "cholesky.tiles", "--gpu", "t4", "--plan"});
    EXPECT_NE(text.out.find("Not calibrated here"), std::string::npos) << text.out << text.err;
    const ProgramResult launch = cli({"timeline", "vector.add", "--gpu", "h200", "--plan", "--replayed"});
    EXPECT_NE(launch.exitCode, 0) << "a profiler replays launches, not plans";
}

// The launch takes as long there as the model says by itself.
TEST(TimelineOfAPlan, ALaunchTakesWhatTheSimulationSays) {
    const Json plan = planOf({"transpose.tiled", "width=512", "height=512"});
    const Json estimate = jsonOf(cli({"estimate", "transpose.tiled", "width=512", "height=512", "--gpu", "h200",
                                      "--model", "simulation", "--json"}));
    EXPECT_NEAR(plan["tracks"]["device"]["busy"], estimate["simulation"]["seconds"], 1e-9);
}

TEST(TimelineOfAPlan, LibrariesHaveOneToo) {
    const Json plan = planOf({"cholesky.tiles", "n=256", "block=64"});
    EXPECT_EQ(plan["unknown_steps"], 0);
    EXPECT_GT(plan["overlapped_seconds"], 0);
    EXPECT_GT(plan["tracks"]["host"]["busy"], 0);
    EXPECT_NEAR(plan["seconds"], 378.7e-6, 0.1 * 378.7e-6) << "the H200's, of the recording";
    const ProgramResult launch = cli({"timeline", "cholesky.tiles", "--gpu", "h200"});
    EXPECT_NE(launch.exitCode, 0);
    EXPECT_NE(launch.err.find("--plan shows what all its steps take"), std::string::npos) << launch.err;
}

TEST(TimelineOfAPlan, IsToldInWords) {
    const ProgramResult text = cli({"timeline", "vector.add", "--gpu", "h200", "--plan"});
    for (const char* words :
         {"the whole plan", "copy to device", "simulated", "estimated", "the host waits", "Assumed"})
        EXPECT_NE(text.out.find(words), std::string::npos) << words << text.out << text.err;
}

TEST(TimelineOfAPlan, WhatTheGpuHasNoNumberForIsSaid) {
    const Json plan = jsonOf(cli({"timeline", "vector.add", "--gpu", "c2070", "--plan", "--json"}));
    EXPECT_GT(plan["unknown_steps"], 0);
    for (const Json& step : plan["steps"])
        if (step["origin"].is_null()) {
            EXPECT_TRUE(step["seconds"].is_null());
            EXPECT_NE(step["how"], "");
        }
}

TEST(TimelineOfAPlan, NothingKnownIsNoTimeOfZero) {
    const ProgramResult text = cli({"timeline", "vector.add", "--gpu", "c2070", "--plan"});
    EXPECT_NE(text.out.find("nothing is known of its time"), std::string::npos) << text.out << text.err;
    EXPECT_EQ(text.out.find("0 s"), std::string::npos);
}

TEST(TimelineOfAPlan, SoManySpansAsOneAsksFor) {
    const Json all = planOf({"matmul.quadrants-8-launches", "n=64", "block=8"});
    const Json some = planOf({"matmul.quadrants-8-launches", "n=64", "block=8", "--intervals", "5"});
    EXPECT_EQ(some["spans"].size(), 5U);
    EXPECT_EQ(some["spans_left_out"], all["spans"].size() - 5);
}

}  // namespace
}  // namespace lanescope
