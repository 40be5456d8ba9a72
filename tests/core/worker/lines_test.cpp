// SPDX-License-Identifier: GPL-3.0-or-later
// The lines themselves, to the byte: the other machine may have another Lanescope, of which it is asked no more than
// that it speaks version 2. These were written by the one before there was a codec.
#include <gtest/gtest.h>

#include "core/worker/codec.h"
#include "core/worker/protocol.h"

namespace lanescope::worker {
namespace {

void expectLine(const Request& request, const std::string& line) {
    EXPECT_EQ(write(request), line + "\n");
    const auto read = readRequest(line);
    ASSERT_TRUE(read) << describe(read.error().error);
    EXPECT_EQ(*read, request);
}

void expectLine(const Answer& answer, const std::string& line) {
    EXPECT_EQ(write(answer), line + "\n");
    const auto read = readAnswer(line);
    ASSERT_TRUE(read) << describe(read.error());
    EXPECT_EQ(*read, answer);
}

TEST(WorkerLines, OfRequests) {
    expectLine({1, Hello{}}, R"({"id":1,"v":2,"verb":"hello","versions":[2]})");
    expectLine({7, Cancel{}}, R"({"id":7,"v":2,"verb":"cancel"})");
    expectLine({7, Measure{"matmul.tiled", {}, {}}},
               R"({"algorithm":"matmul.tiled","id":7,"options":{"counters":true,"hang_limit":20.0,)"
               R"("l2":"flushed","time_limit":1.0},"parameters":{},"v":2,"verb":"measure"})");
    MeasureChoice choice;
    choice.counters = false;
    choice.counterSet = MetricSet::Whole;
    choice.samples = 20;
    choice.timeLimit = 0.25;
    choice.l2 = L2State::Warm;
    choice.hangLimit = 1e-3;
    expectLine({9223372036854775807,
                Measure{"matmul.tiled", {{"block", "16"}, {"n", "64"}, {"ü \"\\\n\x01", "🔬/<�>"}}, choice}},
               R"({"algorithm":"matmul.tiled","id":9223372036854775807,"options":{"all_counters":true,)"
               R"("counters":false,"hang_limit":0.001,"l2":"warm","samples":20,"time_limit":0.25},)"
               R"("parameters":{"block":"16","n":"64","ü \"\\\n\u0001":"🔬/<�>"},"v":2,"verb":"measure"})");
}

TEST(WorkerLines, ParametersOfARequestAreInTheOrderOfTheirNames) {
    EXPECT_EQ(write(Request{1, Measure{"a", {{"n", "64"}, {"block", "16"}}, {}}}),
              write(Request{1, Measure{"a", {{"block", "16"}, {"n", "64"}}, {}}}));
}

TEST(WorkerLines, OfMachines) {
    expectLine({1, Machine{"0.1.0", Machine::Gpu{"NVIDIA H200", "9.0", "580.159.04", "13.0"}, "", ""}},
               R"({"v":2,"id":1,"event":"hello","versions":[2],"lanescope":"0.1.0","gpu":{"name":"NVIDIA )"
               R"(H200","compute_capability":"9.0","driver":"580.159.04","cuda":"13.0"},"gpu_missing":"",)"
               R"("counters":true,"counters_missing":""})");
    const std::string why = describe(Error(ErrorCode::NoDevice, {{"reason", "none plugged in"}}));
    expectLine({1, Machine{"0.1.0", {}, why, why}},
               R"({"v":2,"id":1,"event":"hello","versions":[2],"lanescope":"0.1.0","gpu":null,)"
               R"("gpu_missing":"No CUDA GPU can be used: none plugged in. Recordings are replayed, models )"
               R"(estimate and the emulator counts without one.","counters":false,"counters_missing":"No )"
               R"(CUDA GPU can be used: none plugged in. Recordings are replayed, models estimate and the )"
               R"(emulator counts without one."})");
}

TEST(WorkerLines, OfProgressThatKnowsTheTimes) {
    Measurement measurement;
    measurement.seconds = {1e-5};
    summarise(measurement);
    const Answer answer{7, Progress{"time", 1, {}, Measured{"vector.add", {{"n", "64"}}, measurement}}};
    const std::string line = write(answer);
    EXPECT_NE(line.find(R"("phase":"time","fraction":1)"), std::string::npos) << line;
    EXPECT_NE(line.find(R"("measurement":{)"), std::string::npos) << line;
    EXPECT_EQ(*readAnswer(line), answer);
}

TEST(WorkerLines, OfProgress) {
    expectLine({7, Progress{"time", 0, {}}},
               R"({"v":2,"id":7,"event":"progress","phase":"time","fraction":0.0,"seconds_left":null})");
    expectLine({7, Progress{"counters", 0.3, 1.25}},
               R"({"v":2,"id":7,"event":"progress","phase":"counters","fraction":0.3,"seconds_left":1.25})");
}

TEST(WorkerLines, OfResults) {
    Measurement measurement;
    measurement.seconds = {1e-5, 2e-5, 3e-5};
    summarise(measurement);
    measurement.counters = {{{"global_load_sectors", 1234}, {"achieved_occupancy", 0.5}}};
    measurement.counterPasses = 3;
    measurement.counterReadings = 9;
    measurement.histogram = Histogram{1e-5, 3e-5, {1, 1, 1}};
    measurement.parts = {{"kernel k", 2, 1e-5, 1e-5, 2e-5, 3}};
    measurement.notes = {"A note — \"quoted\"."};
    measurement.verdict = CheckResult::Verdict::Correct;
    measurement.provenance.gpu = "A GPU";
    measurement.provenance.computeCapability = "9.0";
    measurement.provenance.ecc = true;
    measurement.provenance.l2 = "flushed";
    measurement.provenance.mode = "cold";
    measurement.provenance.smClockHz = 1.98e9;
    expectLine(
        {7, Measured{"matmul.tiled", {{"n", "64"}, {"block", "16"}}, measurement}},
        R"({"v":2,"id":7,"event":"result","algorithm":"matmul.tiled","parameters":{"n":"64",)"
        R"("block":"16"},"measurement":{"origin":"measured","seconds":[1e-05,2e-05,3e-05],)"
        R"("median":2e-05,"lower_quartile":1.5000000000000002e-05,"upper_quartile":2.5e-05,)"
        R"("samples_taken":3,"throttled_samples":0,"batch":1,"histogram":{"from":1e-05,"to":3e-05,)"
        R"("counts":[1,1,1]},"parts":[{"name":"kernel k","steps":2,"median":1e-05,)"
        R"("lower_quartile":1e-05,"upper_quartile":2e-05,"runs":3}],"notes":["A note — )"
        R"(\"quoted\"."],"counters":[{"achieved_occupancy":0.5,"global_load_sectors":1234.0}],)"
        R"("counters_missing":"","counter_passes":3,"counter_readings":9,"verdict":"correct","provenance":{"gpu":"A GPU",)"
        R"("compute_capability":"9.0","driver":"","cuda":"","cupti":"","date":"","lanescope":"",)"
        R"("sm_clock_hz":1980000000.0,"memory_clock_hz":0.0,"throttled":false,"l2":"flushed",)"
        R"("host":"","mode":"cold","sm_clock_hz_lowest":0.0,"sm_clock_hz_highest":0.0,"ecc":true}}})");
}

TEST(WorkerLines, OfFailures) {
    expectLine(
        {7, Failure{Error(ErrorCode::IllegalValue, {{"parameter", "n"}, {"value", "�\n"}, {"legal", "1 … 9"}}), false}},
        R"({"v":2,"id":7,"event":"error","code":"illegal_value","message":"n = \"�\n\" is not )"
        R"(possible: 1 … 9.","arguments":{"legal":"1 … 9","parameter":"n","value":"�\n"},)"
        R"("ends":false})");
    expectLine({7, Failure{Error(ErrorCode::KernelHung, {{"kernel", "k"}, {"limit", "1 s"}}), true}},
               R"({"v":2,"id":7,"event":"error","code":"kernel_hung","message":"The kernel k did not end )"
               R"(within 1 s, the time that was allowed for it. Nothing can stop a kernel but the end of )"
               R"(the process that launched it, so that process ends and another takes its place. The )"
               R"(emulator can say whether it waits for something that never comes.",)"
               R"("arguments":{"kernel":"k","limit":"1 s"},"ends":true})");
    expectLine({{}, Failure{Error(ErrorCode::WorkerProtocol, {{"reason", "x"}}), false}},
               R"({"v":2,"id":null,"event":"error","code":"worker_protocol","message":"The window and its )"
               R"(measuring process did not understand each other: x.","arguments":{"reason":"x"},)"
               R"("ends":false})");
}

TEST(WorkerLines, WhatIsNoUtf8BecomesAReplacementSign) {
    EXPECT_EQ(write(Answer{7, Progress{"\xff", 0, {}}}), write(Answer{7, Progress{"�", 0, {}}}));
    EXPECT_EQ(write(Request{7, Measure{"\xc0", {{"n", "a\x80"}}, {}}}),
              write(Request{7, Measure{"�", {{"n", "a�"}}, {}}}));
}

TEST(WorkerLines, AnAnswerThatIsTooLongIsAnErrorInItsPlace) {
    const std::string around = write(Answer{7, Progress{"", 0, {}}});
    const auto ofLength = [&](std::size_t bytes) {
        return write(Answer{7, Progress{std::string(bytes - around.size(), 'x'), 0, {}}});
    };
    const Result<Answer> longest = readAnswer(ofLength(kAnswerLimit));
    ASSERT_TRUE(longest);
    EXPECT_TRUE(std::holds_alternative<Progress>(longest->event));
    EXPECT_EQ(ofLength(kAnswerLimit + 1),
              R"({"v":2,"id":7,"event":"error","code":"too_large","message":"The answer needs 16777217 )"
              R"(bytes, but only 16777216 can be had.","arguments":{"available":"16777216",)"
              R"("needed":"16777217 bytes","what":"The answer"},"ends":false})"
              "\n");
}

}  // namespace
}  // namespace lanescope::worker
