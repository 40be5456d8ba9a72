// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever is written is read as it was.
#include <gtest/gtest.h>

#include "core/worker/codec.h"
#include "tests/core/worker/random_messages.h"

namespace lanescope::worker {
namespace {

constexpr int kCount = 5000;

TEST(WorkerRoundTrip, OfRequests) {
    RandomMessages random(1);
    std::array<int, 4> kinds{};
    for (int i = 0; i < kCount; ++i) {
        const Request request = random.request();
        ++kinds.at(request.verb.index());
        const std::string line = write(request);
        EXPECT_EQ(line.find('\n'), line.size() - 1) << "one line";
        const auto read = readRequest(line);
        ASSERT_TRUE(read) << describe(read.error().error) << '\n' << line;
        ASSERT_EQ(*read, request) << line;
        ASSERT_EQ(write(*read), line);
    }
    for (const int kind : kinds) EXPECT_GT(kind, kCount / 10);
}

TEST(WorkerRoundTrip, OfAnswers) {
    RandomMessages random(2);
    std::array<int, 5> kinds{};
    for (int i = 0; i < kCount; ++i) {
        const Answer answer = random.answer();
        ++kinds.at(answer.event.index());
        const std::string line = write(answer);
        EXPECT_EQ(line.find('\n'), line.size() - 1) << "one line";
        const Result<Answer> read = readAnswer(line);
        ASSERT_TRUE(read) << describe(read.error()) << '\n' << line;
        ASSERT_EQ(*read, answer) << line;
        ASSERT_EQ(write(*read), line);
    }
    for (const int kind : kinds) EXPECT_GT(kind, kCount / 10);
}

TEST(WorkerRoundTrip, WithoutWhatMayBeLeftOut) {
    const auto request = readRequest(R"({"v":2,"id":1,"verb":"measure","algorithm":"a"})");
    ASSERT_TRUE(request);
    EXPECT_EQ(*request, (Request{1, Measure{"a", {}, {}}}));
    EXPECT_EQ(*readRequest(write(*request)), *request);
    for (const auto& [line, event] : std::map<std::string, decltype(Answer::event)>{
             {R"({"v":2,"event":"hello"})", Machine{}},
             {R"({"v":2,"event":"progress","fraction":1})", Progress{"", 1, {}}},
             {R"({"v":2,"event":"error","code":"cancelled"})", Failure{Error(ErrorCode::Cancelled), false}},
             {R"({"v":2,"event":"error","code":"of a later one","message":"m"})",
              Failure{Error(ErrorCode::WorkerProtocol, {{"reason", "m"}}), false}}}) {
        const Result<Answer> answer = readAnswer(line);
        ASSERT_TRUE(answer) << line;
        EXPECT_EQ(*answer, (Answer{{}, event})) << line;
        EXPECT_EQ(*readAnswer(write(*answer)), *answer) << line;
    }
}

// JSON has no such numbers.
TEST(WorkerRoundTrip, NumbersThatAreNotFiniteDoNotArrive) {
    for (const double none : {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
        EXPECT_EQ(*readAnswer(write(Answer{1, Progress{"time", 0.5, none}})), (Answer{1, Progress{"time", 0.5, {}}}));
        EXPECT_FALSE(readAnswer(write(Answer{1, Progress{"time", none, {}}})));
        MeasureChoice choice;
        choice.hangLimit = none;
        EXPECT_FALSE(readRequest(write(Request{1, Measure{"a", {}, choice}})));
    }
}

}  // namespace
}  // namespace lanescope::worker
