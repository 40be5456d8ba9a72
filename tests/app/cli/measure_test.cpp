// SPDX-License-Identifier: GPL-3.0-or-later
// measure and record where there is no GPU, and where a library stands in for one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/study/study.h"
#include "tests/app/cli/fake_gpu.h"
#include "tests/support/temporary_folder.h"

namespace lanescope {
namespace {

using testing::HasSubstr;

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
                                           {"matmul.tiled --counters --no-counters", "--no-counters"}}) {
        const ProgramResult outcome = cliOn(fakeGpu("none"), std::string("measure ") + arguments);
        EXPECT_EQ(outcome.exitCode, 2) << arguments;
        EXPECT_THAT(outcome.err, HasSubstr(named)) << arguments;
    }
}

TEST(MeasureVerb, MeasuresOnWhateverTheDriverOffers) {
    const ProgramResult outcome =
        cliOn(fakeGpu(), "measure matmul.tiled n=32 type=i32 --no-counters --samples 5 --l2 warm --json");
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    const auto json = nlohmann::json::parse(outcome.out);
    EXPECT_EQ(json["algorithm"], "matmul.tiled");
    EXPECT_EQ(json["parameters"]["type"], "i32");
    EXPECT_EQ(json["parameters"]["block"], "16") << "defaults are filled in";
    const auto& measurement = json["measurement"];
    EXPECT_EQ(measurement["seconds"], std::vector<double>(5, 1e-3)) << "what the stand-in's events say";
    EXPECT_EQ(measurement["verdict"], "wrong") << "the stand-in computes nothing";
    EXPECT_EQ(measurement["origin"], "measured");
    EXPECT_EQ(measurement["counters_missing"], "not asked for");
    EXPECT_EQ(measurement["provenance"]["gpu"], "Fake GPU");
    EXPECT_EQ(measurement["provenance"]["l2"], "warm");
    EXPECT_TRUE(measurementFromJson(measurement.dump(), "stdout"));
}

TEST(MeasureVerb, AFailingKernelIsNamed) {
    const ProgramResult outcome = cliOn(fakeGpu("fault"), "measure matmul.tiled n=32");
    EXPECT_EQ(outcome.exitCode, 1);
    EXPECT_THAT(outcome.err, HasSubstr("tiled<16, float>"));
    EXPECT_THAT(outcome.err, HasSubstr("an illegal memory access was encountered"));
}

TEST(RecordVerb, EndsWhereTheDriverRefusesTheProcessAfterAFault) {
    const TemporaryFolder folder;
    const ProgramResult outcome =
        cliOn(fakeGpu("lost"),
              "record " + folder.path("lost.json") + " matmul.tiled variant=corrected n=32 type=f32 --no-counters");
    EXPECT_EQ(outcome.exitCode, 1);
    EXPECT_THAT(outcome.err, HasSubstr("time 1/6"));
    EXPECT_THAT(outcome.err, HasSubstr("an illegal memory access was encountered"));
    EXPECT_THAT(outcome.err, testing::Not(HasSubstr("time 2/6"))) << "nothing more can be measured";
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
    ASSERT_EQ(time.exitCode, 0) << "the time needs no permission: " << time.err;
    EXPECT_THAT(nlohmann::json::parse(time.out)["measurement"]["counters_missing"].get<std::string>(),
                HasSubstr("may not read hardware counters"));
#endif
}

TEST(RecordVerb, MakesAStudyAndKeepsWhatIsThere) {
    const TemporaryFolder scratch;
    const std::string file = scratch.path("study.json");
    const std::string what = " matmul.tiled variant=corrected n=32,33 block=8,16 type=f32 --no-counters --json";
    const ProgramResult first = cliOn(fakeGpu(), "record " + file + what);
    ASSERT_EQ(first.exitCode, 0) << first.err;
    EXPECT_EQ(nlohmann::json::parse(first.out)["measured"], 4);
    const auto study = studyFromJson(contentOf(file), file);
    ASSERT_TRUE(study) << describe(study.error());
    EXPECT_EQ(study->entries.size(), 4U);
    EXPECT_EQ(study->title, "Recorded on an Fake GPU");
    EXPECT_NE(study->find("matmul.tiled", {{"variant", "corrected"}, {"n", "33"}, {"block", "8"}, {"type", "f32"}}),
              nullptr);

    const ProgramResult second = cliOn(fakeGpu(), "record " + file + what);
    EXPECT_EQ(nlohmann::json::parse(second.out)["measured"], 0);
    EXPECT_EQ(nlohmann::json::parse(second.out)["kept"], 4);
    const ProgramResult third = cliOn(fakeGpu(), "record " + file + what + " --again");
    EXPECT_EQ(nlohmann::json::parse(third.out)["measured"], 4);
}

TEST(RecordVerb, LeavesOutWhatDoesNotGoTogether) {
    const TemporaryFolder scratch;
    const ProgramResult outcome =
        cliOn(fakeGpu(), "record " + scratch.path("s.json") +
                             " matmul.tiled variant=published n=32,33 block=16 type=f32 --no-counters --json");
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(nlohmann::json::parse(outcome.out)["measured"], 1);
    EXPECT_EQ(nlohmann::json::parse(outcome.out)["not_legal"], 1) << "33 is no multiple of 16";
}

TEST(RecordVerb, ABrokenFileIsRefusedAndLeftAlone) {
    const TemporaryFolder scratch;
    const std::string file = scratch.path("broken.json");
    std::ofstream(file) << "{\"format\":\"lanescope-study\",\"version\":1,\"title\":\"";
    const ProgramResult outcome = cliOn(fakeGpu(), "record " + file + " matmul.tiled n=32");
    EXPECT_EQ(outcome.exitCode, 1);
    EXPECT_THAT(outcome.err, HasSubstr("broken.json"));
    EXPECT_THAT(contentOf(file), HasSubstr("\"title\":\"")) << "nothing was written over";
}

TEST(RecordVerb, AFolderThatIsNotThereIsFoundBeforeMeasuring) {
    const ProgramResult outcome = cliOn(fakeGpu("hang"), "record /no/such/folder/study.json matmul.tiled n=32");
    EXPECT_EQ(outcome.exitCode, 1);
    EXPECT_THAT(outcome.err, HasSubstr("/no/such/folder/study.json"));
}

TEST(RecordVerb, CtrlCKeepsWhatWasMeasured) {
    const TemporaryFolder scratch;
    const std::string log = scratch.path("log");
    const std::string file = scratch.path("study.json");
    // Asked to end while the second of four configurations is being measured.
    const std::string script =
        std::string(LANESCOPE_CLI) + " record " + file +
        " matmul.tiled n=32 variant=corrected type=f32 block=4,8,16,32 --samples 100 --no-counters"
        " 2>" +
        log + " & until grep -q 'time 2/4' " + log + "; do sleep 0.02; done; kill -TERM $!; wait $!";
    const ProgramResult outcome = runProgram("/bin/sh", {"-c", script}, fakeGpu());
    EXPECT_EQ(outcome.exitCode, 1);
    EXPECT_THAT(contentOf(log), HasSubstr("Stopped."));
    const auto study = studyFromJson(contentOf(file), file);
    ASSERT_TRUE(study) << describe(study.error());
    EXPECT_GE(study->entries.size(), 1U);
    EXPECT_LT(study->entries.size(), 4U);
}

}  // namespace
}  // namespace lanescope
