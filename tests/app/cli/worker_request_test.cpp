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
        EXPECT_NE(request.error().reason.find(std::string("\"") + name + "\""), std::string::npos)
            << request.error().reason;
    }
}

}  // namespace
}  // namespace lanescope::cli
