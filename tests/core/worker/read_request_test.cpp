// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "core/worker/codec.h"
#include "core/worker/protocol.h"

namespace lanescope::worker {
namespace {

using ReadRequest = tl::expected<Request, BadRequest>;

ReadRequest measuring(const std::string& options) {
    return readRequest(R"({"v":2,"id":7,"verb":"measure","algorithm":"vector.add","options":)" + options + "}");
}

std::string reasonOf(const ReadRequest& request) { return request.error().error.arguments.at("reason"); }

TEST(WorkerRequest, AsksForTheUsualCountersUnlessItSaysMore) {
    for (const char* options : {"{}", R"({"all_counters":false})"}) {
        const ReadRequest request = measuring(options);
        ASSERT_TRUE(request) << reasonOf(request);
        EXPECT_EQ(std::get<Measure>(request->verb).choice, MeasureChoice{}) << options;
    }
    const ReadRequest all = measuring(R"({"all_counters":true})");
    ASSERT_TRUE(all) << reasonOf(all);
    EXPECT_EQ(std::get<Measure>(all->verb).choice.counterSet, MetricSet::Whole);
}

TEST(WorkerRequest, AnOptionThatIsNotPossibleIsNamed) {
    for (const char* name : {"all_counters", "counters", "samples", "time_limit", "hang_limit", "l2", "colour"}) {
        const ReadRequest request = measuring(std::string("{\"") + name + "\":-3}");
        ASSERT_FALSE(request) << name;
        EXPECT_EQ(request.error().id, 7);
        EXPECT_NE(reasonOf(request).find(std::string("options.") + name + ":"), std::string::npos) << reasonOf(request);
    }
}

// It was taken for -1.
TEST(WorkerRequest, AnIdIsANumberOf64BitsWithASign) {
    for (const char* id : {"9223372036854775807", "-1", "0"}) {
        const ReadRequest request = readRequest(std::string(R"({"v":2,"verb":"cancel","id":)") + id + "}");
        ASSERT_TRUE(request) << id << reasonOf(request);
        EXPECT_EQ(std::to_string(request->id), id);
    }
    for (const char* id : {"9223372036854775808", "18446744073709551615", "1.0", "1e3", "null", "\"1\"", "[1]"}) {
        const ReadRequest request = readRequest(std::string(R"({"v":2,"verb":"cancel","id":)") + id + "}");
        ASSERT_FALSE(request) << id;
        EXPECT_FALSE(request.error().id);
    }
}

// The numbers of a sender that writes them as such.
TEST(WorkerRequest, ParametersAreWordsOrNumbers) {
    const ReadRequest request = readRequest(
        R"({"v":2,"id":1,"verb":"measure","algorithm":"a","parameters":{"n":64,"type":"f32","block":"8"}})");
    ASSERT_TRUE(request) << reasonOf(request);
    EXPECT_EQ(std::get<Measure>(request->verb).parameters, (Parameters{{"n", "64"}, {"type", "f32"}, {"block", "8"}}));
}

TEST(WorkerRequest, LimitsAreKept) {
    const auto hello = [](std::size_t bytes) {
        const std::string line = R"({"v":2,"id":1,"verb":"hello","more":""})";
        return readRequest(line.substr(0, line.size() - 2) + std::string(bytes - line.size(), 'x') + "\"}");
    };
    EXPECT_TRUE(hello(kRequestLimit));
    EXPECT_FALSE(hello(kRequestLimit + 1));
    std::string many = R"({"v":2,"id":1,"verb":"measure","algorithm":"a","parameters":{)";
    for (int i = 0; i < 10'000; ++i) many += "\"" + std::to_string(i) + "\":1,";
    const ReadRequest request = readRequest(many + R"("n":1}})");
    ASSERT_FALSE(request);
    EXPECT_NE(reasonOf(request).find("10000"), std::string::npos) << reasonOf(request);
}

TEST(WorkerRequest, WhatIsNoRequestIsSaidInWords) {
    for (const std::size_t depth : {9U, 100'000U, 1'000'000U}) {
        std::string line = R"({"id":1,"v":2,"verb":)";
        for (std::size_t i = 0; i < depth; ++i) line += '[';
        const ReadRequest request = readRequest(line);
        ASSERT_FALSE(request);
        EXPECT_NE(reasonOf(request).find("more than 8 deep"), std::string::npos) << reasonOf(request);
    }
    for (const char* line : {"", "x", "[]", "{}", R"({"id":1})", R"({"id":1,"verb":"cancel"})", R"({"v":2,"id":1})",
                             R"({"v":2,"id":1,"verb":"dance"})", R"({"v":2,"id":1,"verb":"measure"})",
                             R"({"v":2,"id":1,"verb":"measure","algorithm":"a","parameters":3})",
                             R"({"v":[2],"versions":{},"id":1,"verb":"hello"})"}) {
        const ReadRequest request = readRequest(line);
        ASSERT_FALSE(request) << line;
        EXPECT_EQ(reasonOf(request).find("exception"), std::string::npos) << reasonOf(request);
    }
}

}  // namespace
}  // namespace lanescope::worker
