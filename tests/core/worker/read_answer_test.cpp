// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/worker/codec.h"

namespace lanescope::worker {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

template <typename Event>
Event eventIn(const std::string& line) {
    const Result<Answer> answer = readAnswer(line);
    if (!answer) ADD_FAILURE() << describe(answer.error());
    const Event* event = answer ? std::get_if<Event>(&answer->event) : nullptr;
    EXPECT_NE(event, nullptr) << line;
    return event == nullptr ? Event{} : *event;
}

std::string problemOf(const std::string& line) {
    const Result<Answer> answer = readAnswer(line);
    if (answer) return "";
    EXPECT_EQ(answer.error().code, ErrorCode::WorkerProtocol) << line;
    return describe(answer.error());
}

TEST(WorkerAnswer, EachKindIsRead) {
    const auto machine = eventIn<Machine>(
        R"({"v":2,"id":1,"event":"hello","versions":[2],"gpu":{"name":"G"},"gpu_missing":"","counters_missing":"why"})");
    ASSERT_TRUE(machine.gpu);
    EXPECT_EQ(machine.gpu->name, "G");
    EXPECT_EQ(machine.gpu->driver, "");
    EXPECT_EQ(machine.countersMissing, "why");
    const auto without = eventIn<Machine>(R"({"v":2,"id":1,"event":"hello","gpu":null,"gpu_missing":"none"})");
    EXPECT_FALSE(without.gpu);
    EXPECT_EQ(without.gpuMissing, "none");

    const auto progress =
        eventIn<Progress>(R"({"v":2,"id":7,"event":"progress","phase":"time","fraction":0.5,"seconds_left":1.5})");
    EXPECT_EQ(progress.phase, "time");
    EXPECT_EQ(progress.fraction, 0.5);
    EXPECT_EQ(progress.secondsLeft, 1.5);
    EXPECT_FALSE(
        eventIn<Progress>(R"({"v":2,"id":7,"event":"progress","fraction":1,"seconds_left":null})").secondsLeft);

    const auto failure = eventIn<Failure>(
        R"({"v":2,"id":7,"event":"error","code":"no_device","message":"m","arguments":{"reason":"none"},"ends":true})");
    EXPECT_EQ(failure.error, Error(ErrorCode::NoDevice, {{"reason", "none"}}));
    EXPECT_TRUE(failure.ends);
    EXPECT_EQ(eventIn<Failure>(R"({"v":2,"id":null,"event":"error","code":"new","message":"m"})").error,
              Error(ErrorCode::WorkerProtocol, {{"reason", "m"}}));

    Measurement measurement;
    measurement.seconds = {1e-5};
    summarise(measurement);
    const auto result =
        eventIn<Measured>(R"({"v":2,"id":7,"event":"result","algorithm":"a","parameters":{"n":"4"},"measurement":)" +
                          toJson(measurement) + "}");
    EXPECT_EQ(result, (Measured{"a", {{"n", "4"}}, measurement}));
}

TEST(WorkerAnswer, AnIdIsANumberOf64BitsWithASign) {
    const auto idOf = [](const std::string& id) {
        return readAnswer(R"({"v":2,"event":"progress","fraction":0,"id":)" + id + "}");
    };
    EXPECT_EQ(idOf("9223372036854775807")->id, std::numeric_limits<std::int64_t>::max());
    EXPECT_FALSE(idOf("null")->id);
    for (const char* id : {"9223372036854775808", "18446744073709551615", "1.0", "\"1\"", "{}"})
        EXPECT_THAT(problemOf(R"({"v":2,"event":"progress","fraction":0,"id":)" + std::string(id) + "}"),
                    HasSubstr("an answer is wrong at id: "))
            << id;
}

TEST(WorkerAnswer, WhatIsNoneIsSaidInWords) {
    for (const char* line : {"", "this is no JSON", "[]", "{}", "null", R"({"v":2})", R"({"v":2,"id":1})",
                             R"({"v":2,"id":1,"event":"dance"})", R"({"v":2,"id":1,"event":"progress","fraction":2})",
                             R"({"v":2,"id":1,"event":"progress","fraction":1e999})",
                             R"({"v":2,"id":1,"event":"progress"})", R"({"v":2,"id":1,"event":"error"})",
                             R"({"v":2,"id":1,"event":"result","algorithm":"a","parameters":{},"measurement":{}})",
                             R"({"v":2,"id":1,"event":"hello","gpu":3})", R"({"v":2,"id":1,"event":"hello","id":2})",
                             "{\"v\":2,\"\xff\":1}"})
        EXPECT_THAT(problemOf(line), AllOf(HasSubstr("an answer is wrong at "), Not(HasSubstr("exception")))) << line;
    EXPECT_THAT(problemOf(R"({"v":9,"id":1,"event":"progress"})"), HasSubstr("it speaks version 9 of the worker's"));
    EXPECT_THAT(problemOf(R"({"v":[],"id":1,"event":"progress"})"), HasSubstr("it speaks version ? of the worker's"));
}

// 100,000 deep ended the window; 60,000 took 1.5 GB.
TEST(WorkerAnswer, DepthIsNoDanger) {
    for (const std::size_t depth : {60'000U, 100'000U, 1'000'000U})
        for (const char* open : {"[", "{\"a\":"}) {
            std::string line = R"({"v":2,"id":1,"event":"result","measurement":)";
            for (std::size_t i = 0; i < depth; ++i) line += open;
            EXPECT_THAT(problemOf(line), HasSubstr("more than 64 deep"));
        }
}

}  // namespace
}  // namespace lanescope::worker
