// SPDX-License-Identifier: GPL-3.0-or-later
// calibrate where there is no GPU, and where a library stands in for one whose kernels do nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/gpus/gpu_spec.h"
#include "tests/app/cli/fake_gpu.h"
#include "tests/support/temporary_folder.h"

namespace lanescope {
namespace {

using testing::HasSubstr;

TEST(CalibrateVerb, SaysWhatItMeasuresWithoutAGpu) {
    const ProgramResult text = cliOn(fakeGpu("none"), "calibrate --explain");
    EXPECT_EQ(text.exitCode, 0);
    EXPECT_THAT(text.out, HasSubstr("gives: dram_latency"));
    const auto json = nlohmann::json::parse(cliOn(fakeGpu("none"), "calibrate --explain --json").out, nullptr, false);
    ASSERT_TRUE(json.is_array());
    EXPECT_EQ(json[0]["quantities"][0], "l1_latency");
}

TEST(CalibrateVerb, WithoutAGpuExitsWith3) {
    const ProgramResult outcome = cliOn(fakeGpu("none"), "calibrate");
    EXPECT_EQ(outcome.exitCode, 3);
    EXPECT_THAT(outcome.err, HasSubstr("cuInit says"));
}

TEST(CalibrateVerb, WhatIsAskedForIsCheckedBeforeTheGpu) {
    const ProgramResult outcome = cliOn(fakeGpu("none"), "calibrate --only l1_latency,l3_latency");
    EXPECT_EQ(outcome.exitCode, 2);
    EXPECT_THAT(outcome.err, HasSubstr("l3_latency"));
}

TEST(CalibrateVerb, WritesWhatItFoundAndWhyTheRestIsMissing) {
    const TemporaryFolder folder;
    const std::string file = folder.path("stand-in.json");
    const ProgramResult outcome = cliOn(fakeGpu(), "calibrate --only l1_latency,launch_overhead --json --output " +
                                                       file + " --points " + folder.path("points.json"));
    ASSERT_EQ(outcome.exitCode, 0) << outcome.out << outcome.err;
    const auto points = nlohmann::json::parse(contentOf(folder.path("points.json")), nullptr, false);
    ASSERT_EQ(points["launch_overhead"].size(), 51U) << "each sample";
    EXPECT_NEAR(points["launch_overhead"][50][1].get<double>(), 1e-3, 1e-4);
    EXPECT_FALSE(points.contains("l1_latency"));
    const auto gpu = parseGpuSpec(contentOf(file), file);
    ASSERT_TRUE(gpu) << describe(gpu.error());
    EXPECT_EQ(gpu->id, "stand-in") << "as a preset's file must be named";
    EXPECT_EQ(gpu->title, "Fake GPU");
    EXPECT_EQ(gpu->find("sm_count")->value, 4);
    const GpuValue& launch = *gpu->find("launch_overhead");
    EXPECT_NEAR(launch.value, 1e-3, 1e-4) << "what the stand-in's events say";
    ASSERT_TRUE(launch.spread);
    EXPECT_LT(*launch.spread, 0.1);
    EXPECT_EQ(launch.benchmark, "launches of nothing");
    EXPECT_THAT(launch.source, HasSubstr("on Fake GPU"));
    EXPECT_THAT(gpu->missing.at("l1_latency"), HasSubstr("clock did not go on"));
    EXPECT_EQ(gpu->missing.size(), 1U);
}

TEST(CalibrateVerb, TooLittleMemoryIsTheReason) {
    const ProgramResult outcome = cliOn(fakeGpu("small"), "calibrate --only dram_bandwidth,block_launch_rate --json");
    ASSERT_EQ(outcome.exitCode, 0) << outcome.out << outcome.err;
    const auto gpu = parseGpuSpec(outcome.out, "stdout");
    ASSERT_TRUE(gpu) << describe(gpu.error());
    EXPECT_THAT(gpu->missing.at("dram_bandwidth"), HasSubstr("only 1 MiB can be had"));
}

TEST(CalibrateVerb, AKernelThatFailsIsAnError) {
    const ProgramResult outcome = cliOn(fakeGpu("fault"), "calibrate --only l1_latency --json");
    EXPECT_EQ(outcome.exitCode, 5);
    EXPECT_EQ(nlohmann::json::parse(outcome.out)["error"]["code"], "kernel_fault");
}

TEST(CalibrateVerb, AFileThatCannotBeWrittenIsFoundBeforeMeasuring) {
    for (const auto& [file, reason] :
         {std::pair{"/nowhere/x.json", "its folder /nowhere: No such file or directory"}, {"/tmp", "it is a folder"}}) {
        const ProgramResult outcome =
            cliOn(fakeGpu("none"), std::string("calibrate --only block_launch_rate --output ") + file);
        EXPECT_EQ(outcome.exitCode, 1) << "else 3, because there is no GPU";
        EXPECT_THAT(outcome.err, HasSubstr(std::string("Cannot write ") + file + ": " + reason));
    }
}

}  // namespace
}  // namespace lanescope
