// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/job_runner.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QThread>
#include <atomic>
#include <stdexcept>

#include "tests/app/wait_for.h"

namespace lanescope {
namespace {

const QString kKind = QStringLiteral("count");

Result<int> untilStopped(const JobContext& job) {
    while (!job.stopRequested()) QThread::msleep(1);
    return fail(ErrorCode::Cancelled);
}

TEST(JobRunner, WorksOffTheGuiThreadAndAnswersOnIt) {
    JobRunner jobs;
    const QThread* gui = QThread::currentThread();
    std::atomic<QThread*> worked = nullptr;
    QThread* answered = nullptr;
    int value = 0;
    jobs.start<int>(
        kKind, {},
        [&](const JobContext&) -> Result<int> {
            worked = QThread::currentThread();
            return 42;
        },
        [&](Result<int> result) {
            answered = QThread::currentThread();
            value = result.value_or(-1);
        });
    EXPECT_TRUE(jobs.isBusy(kKind));
    ASSERT_TRUE(waitFor([&] { return value != 0; }));
    EXPECT_EQ(value, 42);
    EXPECT_NE(worked.load(), gui);
    EXPECT_EQ(answered, gui);
    EXPECT_FALSE(jobs.isBusy());
}

TEST(JobRunner, ANewerJobReplacesAnOlderOneOfItsKind) {
    JobRunner jobs;
    int oldAnswers = 0, newAnswers = 0;
    jobs.start<int>(kKind, {}, untilStopped, [&](const Result<int>&) { ++oldAnswers; });
    jobs.start<int>(
        kKind, {}, [](const JobContext&) -> Result<int> { return 1; }, [&](const Result<int>&) { ++newAnswers; });
    ASSERT_TRUE(waitFor([&] { return newAnswers == 1; }));
    EXPECT_EQ(oldAnswers, 0) << "the late result of the older job must be dropped";
}

TEST(JobRunner, CancelAnswersAndDropDoesNot) {
    JobRunner jobs;
    std::optional<Error> answer;
    jobs.start<int>(kKind, {}, untilStopped, [&](Result<int> result) { answer = result.error(); });
    jobs.cancel(kKind);
    ASSERT_TRUE(waitFor([&] { return answer.has_value(); }));
    EXPECT_EQ(answer->code, ErrorCode::Cancelled);

    answer.reset();
    jobs.start<int>(kKind, {}, untilStopped, [&](Result<int> result) { answer = result.error(); });
    jobs.drop(kKind);
    EXPECT_FALSE(jobs.isBusy());
    bool done = false;
    jobs.start<int>(
        QStringLiteral("other"), {}, [](const JobContext&) -> Result<int> { return 1; },
        [&](const Result<int>&) { done = true; });
    ASSERT_TRUE(waitFor([&] { return done; }));
    EXPECT_FALSE(answer.has_value());
}

TEST(JobRunner, AnExceptionBecomesAnError) {
    JobRunner jobs;
    std::optional<Error> answer;
    jobs.start<int>(
        kKind, {}, [](const JobContext&) -> Result<int> { throw std::runtime_error("out of beans"); },
        [&](Result<int> result) { answer = result.error(); });
    ASSERT_TRUE(waitFor([&] { return answer.has_value(); }));
    EXPECT_EQ(answer->code, ErrorCode::Internal);
    EXPECT_NE(describe(*answer).find("out of beans"), std::string::npos);
}

TEST(JobRunner, ProgressIsThrottled) {
    JobRunner jobs;
    const QSignalSpy progress(&jobs, &JobRunner::progressed);
    bool done = false;
    jobs.start<int>(
        kKind, {},
        [](const JobContext& job) -> Result<int> {
            for (int i = 0; i < 100'000; ++i) job.report(i / 1e5);
            return 1;
        },
        [&](const Result<int>&) { done = true; });
    ASSERT_TRUE(waitFor([&] { return done; }));
    EXPECT_GE(progress.count(), 1);
    EXPECT_LT(progress.count(), 100);
}

TEST(JobRunner, GoesAwayWhileAJobRuns) {
    bool answered = false;
    {
        JobRunner jobs;
        jobs.start<int>(kKind, {}, untilStopped, [&](const Result<int>&) { answered = true; });
        QThread::msleep(5);
    }
    QCoreApplication::processEvents();
    EXPECT_FALSE(answered);
}

}  // namespace
}  // namespace lanescope
