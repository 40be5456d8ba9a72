// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/worker_request.h"

#include <gtest/gtest.h>

namespace lanescope::cli {
namespace {

ReadRequest measuring(const std::string& options) {
    return readWorkerRequest(R"({"v":2,"id":7,"verb":"measure","algorithm":"vector.add","options":)" + options + "}");
}

TEST(WorkerRequest, AsksForTheUsualCountersUnlessItSaysMore) {
    for (const char* options : {"{}", R"({"all_counters":false})"}) {
        const ReadRequest request = measuring(options);
        ASSERT_TRUE(request) << request.error().reason;
        EXPECT_TRUE(request->options.counters);
        EXPECT_EQ(request->options.counterSet, MetricSet::Default) << options;
    }
    const ReadRequest all = measuring(R"({"all_counters":true})");
    ASSERT_TRUE(all) << all.error().reason;
    EXPECT_EQ(all->options.counterSet, MetricSet::Whole);
}

TEST(WorkerRequest, AnOptionThatIsNotPossibleIsNamed) {
    for (const char* name : {"all_counters", "counters", "samples", "time_limit", "hang_limit", "l2", "colour"}) {
        const ReadRequest request = measuring(std::string("{\"") + name + "\":-3}");
        ASSERT_FALSE(request) << name;
        EXPECT_EQ(request.error().id, 7);
        EXPECT_NE(request.error().reason.find(std::string("options.") + name + ":"), std::string::npos)
            << request.error().reason;
    }
}

// It was taken for -1.
TEST(WorkerRequest, AnIdIsANumberOf64BitsWithASign) {
    for (const char* id : {"9223372036854775807", "-1", "0"}) {
        const ReadRequest request = readWorkerRequest(std::string(R"({"v":2,"verb":"cancel","id":)") + id + "}");
        ASSERT_TRUE(request) << id << request.error().reason;
        EXPECT_EQ(std::to_string(request->id), id);
    }
    for (const char* id : {"9223372036854775808", "18446744073709551615", "1.0", "1e3", "null", "\"1\"", "[1]"}) {
        const ReadRequest request = readWorkerRequest(std::string(R"({"v":2,"verb":"cancel","id":)") + id + "}");
        ASSERT_FALSE(request) << id;
        EXPECT_FALSE(request.error().id);
    }
}

TEST(WorkerRequest, WhatIsNoRequestIsSaidInWords) {
    for (const std::size_t depth : {9U, 100'000U, 1'000'000U}) {
        std::string line = R"({"id":1,"v":2,"verb":)";
        for (std::size_t i = 0; i < depth; ++i) line += '[';
        const ReadRequest request = readWorkerRequest(line);
        ASSERT_FALSE(request);
        EXPECT_NE(request.error().reason.find("more than 8 deep"), std::string::npos) << request.error().reason;
    }
    for (const char* line : {"", "x", "[]", "{}", R"({"id":1})", R"({"id":1,"verb":"cancel"})", R"({"v":2,"id":1})",
                             R"({"v":2,"id":1,"verb":"dance"})", R"({"v":2,"id":1,"verb":"measure"})",
                             R"({"v":2,"id":1,"verb":"measure","algorithm":"a","parameters":3})",
                             R"({"v":[2],"versions":{},"id":1,"verb":"hello"})"}) {
        const ReadRequest request = readWorkerRequest(line);
        ASSERT_FALSE(request) << line;
        EXPECT_EQ(request.error().reason.find("exception"), std::string::npos) << request.error().reason;
    }
}

}  // namespace
}  // namespace lanescope::cli
