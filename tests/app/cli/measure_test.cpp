// SPDX-License-Identifier: GPL-3.0-or-later
// measure where there is no GPU, and where a library stands in for one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/study/study.h"
#include "tests/app/cli/fake_gpu.h"

namespace lanescope {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(MeasureVerb, WithoutAGpuExitsWith3AndOneSentence) {
    const ProgramResult outcome = cliOn(fakeGpu("none"), "measure matmul.tiled n=64");
    EXPECT_EQ(outcome.exitCode, 3);
    EXPECT_THAT(outcome.err, HasSubstr("No CUDA GPU can be used: cuInit says: no CUDA-capable device is detected"));
    EXPECT_EQ(outcome.out, "");
}

TEST(MeasureVerb, WithoutAGpuSaysSoInJsonToo) {
    const ProgramResult outcome = cliOn(fakeGpu("none"), "measure matmul.tiled n=64 --json");
    EXPECT_EQ(outcome.exitCode, 3);
    const auto json = nlohmann::json::parse(outcome.out, nullptr, false);
    ASSERT_TRUE(json.is_object()) << outcome.out;
    EXPECT_EQ(json["error"]["code"], "no_device");
}

TEST(MeasureVerb, WhatIsAskedForIsCheckedBeforeTheGpu) {
    for (const auto& [arguments, named] : {std::pair{"matmul.tield", "matmul.tield"},
                                           {"matmul.tiled n=0", "\"0\""},
                                           {"matmul.tiled block=5", "\"5\""},
                                           {"matmul.tiled colour=red", "colour"},
                                           {"matmul.tiled n", "\"n\""},
                                           {"matmul.tiled --l2 hot", "hot"},
                                           {"matmul.tiled --cold --hot", "--hot"},
                                           {"matmul.tiled --hang-limit 0", "--hang-limit"},
                                           {"matmul.tiled --hang-limit nan", "it must be a number from 0.1 to 86400"},
                                           {"matmul.tiled --time-limit nan", "--time-limit"},
                                           {"matmul.tiled --time-limit 1s", "1s"},
                                           {"matmul.tiled --samples -5", "--samples"},
                                           {"matmul.tiled --counters --no-counters", "--no-counters"}}) {
        const ProgramResult outcome = cliOn(fakeGpu("none"), std::string("measure ") + arguments);
        EXPECT_EQ(outcome.exitCode, 2) << arguments;
        EXPECT_THAT(outcome.err, HasSubstr(named)) << arguments;
    }
}

TEST(MeasureVerb, MeasuresOnWhateverTheDriverOffers) {
    const ProgramResult outcome =
        cliOn(fakeGpu(), "measure matmul.tiled n=32 type=i32 --no-counters --samples 5 --l2 warm --json");
    ASSERT_EQ(outcome.exitCode, 6) << outcome.err;
    const auto json = nlohmann::json::parse(outcome.out);
    EXPECT_EQ(json["algorithm"], "matmul.tiled");
    EXPECT_EQ(json["parameters"]["type"], "i32");
    EXPECT_EQ(json["parameters"]["block"], "16") << "defaults are filled in";
    const auto& measurement = json["measurement"];
    EXPECT_EQ(measurement["seconds"], std::vector<double>(5, 1e-3)) << "what the stand-in's events say";
    EXPECT_EQ(measurement["verdict"], "wrong") << "the stand-in computes nothing";
    EXPECT_EQ(json["outcome"]["verdict"], "wrong");
    EXPECT_EQ(json["outcome"]["exit_code"], 6);
    EXPECT_EQ(measurement["origin"], "measured");
    EXPECT_EQ(measurement["counters_missing"], "not asked for");
    EXPECT_EQ(measurement["provenance"]["gpu"], "Fake GPU");
    EXPECT_EQ(measurement["provenance"]["l2"], "warm");
    EXPECT_TRUE(measurementFromJson(measurement.dump(), "stdout"));
}

TEST(MeasureVerb, AFailingKernelIsNamed) {
    const ProgramResult outcome = cliOn(fakeGpu("fault"), "measure matmul.tiled n=32");
    EXPECT_EQ(outcome.exitCode, 5);
    EXPECT_THAT(outcome.err, HasSubstr("tiled<16, float>"));
    EXPECT_THAT(outcome.err, HasSubstr("an illegal memory access was encountered"));
}

TEST(MeasureVerb, TellsPartsModeSamplesAndQuartiles) {
    const ProgramResult outcome =
        cliOn(fakeGpu(), "measure matmul.tiled n=32 --no-counters --samples 12 --hot --hang-limit 5");
    ASSERT_EQ(outcome.exitCode, 6) << outcome.err;
    EXPECT_THAT(outcome.out, testing::StartsWith("result: wrong\n"));
    EXPECT_THAT(outcome.out, testing::EndsWith("\nresult: wrong\n"));
    EXPECT_THAT(outcome.out, HasSubstr("on Fake GPU (driver 999.1, CUDA 13.0, ECC on)"));
    EXPECT_THAT(outcome.out, HasSubstr("time: 1 ms, hot (median of 12 samples; middle half 1 ms to 1 ms)"));
    EXPECT_THAT(outcome.out, HasSubstr("SM clock: 1980 MHz"));
    EXPECT_THAT(outcome.out, HasSubstr("  copy to device               2 "));
    EXPECT_THAT(outcome.out, HasSubstr("kernel tiled<16, float>"));
    EXPECT_THAT(outcome.out, HasSubstr("  copy from device             1 "));
    EXPECT_THAT(outcome.out, Not(HasSubstr("note:")));
}

TEST(MeasureVerb, WhatTheCpuDoesAloneIsMeasuredWithoutAGpu) {
    const ProgramResult outcome = cliOn(fakeGpu("none"), "measure matmul.sequential n=32 --samples 5 --json");
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    const auto measurement = nlohmann::json::parse(outcome.out)["measurement"];
    EXPECT_EQ(measurement["verdict"], "correct");
    EXPECT_EQ(measurement["samples_taken"], 5);
    EXPECT_EQ(measurement["provenance"]["gpu"], "");
    EXPECT_NE(measurement["provenance"]["host"], "");
    EXPECT_EQ(measurement["parts"][0]["name"], "host multiply by three loops");
    const ProgramResult text = cliOn(fakeGpu("none"), "measure cholesky.sequential n=32 --samples 5");
    ASSERT_EQ(text.exitCode, 0) << text.err;
    EXPECT_THAT(text.out, HasSubstr("result: correct"));
    EXPECT_THAT(text.out, HasSubstr("no counters: the CPU does all of it"));
}

TEST(MeasureVerb, TooLittleDeviceMemoryIsFoundBeforeAllocating) {
    const ProgramResult outcome = cliOn(fakeGpu("small"), "measure matmul.tiled n=1024");
    EXPECT_EQ(outcome.exitCode, 1);
    EXPECT_THAT(outcome.err, HasSubstr("needs 12 MiB, but only 1 MiB can be had"));
}

// The stand-in's CUPTI refuses, as the real one does where the administrator keeps counters to himself.
TEST(MeasureVerb, CountersThatAreDemandedButForbiddenExitWith4) {
#ifndef LANESCOPE_FAKE_CUPTI
    GTEST_SKIP() << "built without CUPTI's headers";
#else
    const ProgramResult outcome = cliOn(fakeGpu(), "measure matmul.tiled n=32 --counters");
    EXPECT_EQ(outcome.exitCode, 4);
    EXPECT_THAT(outcome.err, HasSubstr("may not read hardware counters"));
    EXPECT_THAT(outcome.err, HasSubstr("CUPTI_ERROR_INSUFFICIENT_PRIVILEGES"));

    const ProgramResult time = cliOn(fakeGpu(), "measure matmul.tiled n=32 --json");
    ASSERT_EQ(time.exitCode, 6) << "the time needs no permission: " << time.err;
    EXPECT_THAT(nlohmann::json::parse(time.out)["measurement"]["counters_missing"].get<std::string>(),
                HasSubstr("may not read hardware counters"));
    const auto counters = nlohmann::json::parse(time.out)["measurement"]["counters"];
    ASSERT_EQ(counters.size(), 1U) << "what the driver tells needs no permission";
    EXPECT_EQ(counters[0]["registers_per_thread"], 1024) << "what the stand-in says of everything";
    EXPECT_EQ(counters[0]["resident_blocks"], 8);
    EXPECT_FALSE(counters[0].contains("warp_instructions"));
#endif
}

TEST(RunVerb, DoesThePlansStepsAndNothingElse) {
    const ProgramResult outcome = cliOn(fakeGpu(), "run matmul.tiled n=32 type=i32 --times 3 --json");
    ASSERT_EQ(outcome.exitCode, 6) << outcome.err;
    const auto json = nlohmann::json::parse(outcome.out);
    EXPECT_EQ(json["launches"], 1);
    EXPECT_EQ(json["times"], 3);
    EXPECT_EQ(json["verdict"], "wrong") << "the stand-in computes nothing";
    EXPECT_EQ(cliOn(fakeGpu("none"), "run matmul.tiled").exitCode, 3);
    EXPECT_EQ(cliOn(fakeGpu("fault"), "run matmul.tiled n=32").exitCode, 5);
    EXPECT_EQ(cliOn(fakeGpu(), "run matmul.tiled --times 0").exitCode, 2);
}

}  // namespace
}  // namespace lanescope
