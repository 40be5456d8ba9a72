// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/worker_client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include "tests/app/wait_for.h"
#include "tests/support/temporary_folder.h"

namespace lanescope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const QString kFakeWorker = QStringLiteral(LANESCOPE_FAKE_WORKER);

/// A worker in one of the fake's modes, with what it answered.
struct Worker {
    explicit Worker(const char* mode = "", const QString& program = kFakeWorker) {
        qputenv("FAKE_WORKER", mode);
        client = std::make_unique<WorkerClient>(program);
        QObject::connect(client.get(), &WorkerClient::measured, [this](const StudyEntry& entry, qint64 id) {
            measured = entry;
            answers.push_back(id);
        });
        QObject::connect(client.get(), &WorkerClient::failed, [this](const Error& error, qint64 id) {
            failed = error;
            errors[id] = error;
            answers.push_back(id);
        });
        QObject::connect(client.get(), &WorkerClient::progressed, [this](const worker::Progress& now, qint64 id) {
            progress = now;
            progressOf = id;
        });
    }
    /// `order` is what the fake is to do.
    qint64 measure(const char* order = "") {
        return client->measure("matmul.tiled", *order == 0 ? Parameters{} : Parameters{{"order", order}});
    }
    bool answered(std::size_t count = 1) {
        return waitFor([this, count] { return answers.size() >= count; });
    }
    bool begun() {
        return waitFor([this] { return progress.has_value(); });
    }

    std::unique_ptr<WorkerClient> client;
    std::optional<StudyEntry> measured;
    std::optional<Error> failed;
    std::map<qint64, Error> errors;
    std::vector<qint64> answers;  ///< in the order in which they came
    std::optional<worker::Progress> progress;
    qint64 progressOf = 0;
};

TEST(WorkerClient, SaysHello) {
    Worker worker;
    worker.client->sayHello();
    ASSERT_TRUE(waitFor([&] { return worker.client->machine().has_value(); }));
    EXPECT_EQ(worker.client->machine()->gpu, QStringLiteral("A GPU of tests"));
}

TEST(WorkerClient, Measures) {
    Worker worker;
    const qint64 id = worker.client->measure("matmul.tiled", {{"n", "64"}, {"block", "16"}});
    EXPECT_TRUE(worker.client->isMeasuring());
    EXPECT_TRUE(worker.answers.empty()) << "never from within the call";
    ASSERT_TRUE(worker.answered());
    ASSERT_TRUE(worker.measured) << describe(*worker.failed);
    EXPECT_EQ(worker.measured->algorithm, "matmul.tiled");
    EXPECT_EQ(worker.measured->parameters.value("n"), "64");
    EXPECT_DOUBLE_EQ(worker.measured->measurement->median, 2e-5);
    EXPECT_EQ(worker.measured->measurement->counters.front().at("global_load_sectors"), 1234);
    EXPECT_EQ(worker.progressOf, id);
    EXPECT_EQ(worker.progress->phase, "time");
    EXPECT_EQ(worker.progress->fraction, 0.5);
    EXPECT_EQ(worker.progress->secondsLeft, 1.5);
    EXPECT_FALSE(worker.client->isMeasuring());
}

TEST(WorkerClient, TimesComeBeforeTheCounters) {
    Worker worker("timed");
    std::vector<StudyEntry> timed;
    QObject::connect(worker.client.get(), &WorkerClient::timed, [&](const StudyEntry& entry, qint64) {
        EXPECT_FALSE(worker.measured) << "the counters come behind";
        timed.push_back(entry);
    });
    worker.client->measure("matmul.tiled", {{"n", "64"}});
    ASSERT_TRUE(worker.answered());
    ASSERT_TRUE(worker.measured);
    ASSERT_EQ(timed.size(), 1U);
    EXPECT_DOUBLE_EQ(timed.front().measurement->median, 2e-5);
    EXPECT_TRUE(timed.front().measurement->counters.empty());
    EXPECT_EQ(timed.front().measurement->countersMissing, "being read");
    EXPECT_EQ(worker.measured->measurement->counters.front().at("global_load_sectors"), 1234);
}

// What stands in the window for good must not say that something is still coming.
TEST(WorkerClient, TimesWhoseCountersNeverComeSayWhy) {
    Worker worker("timed-wait");
    std::vector<StudyEntry> timed;
    QObject::connect(worker.client.get(), &WorkerClient::timed,
                     [&](const StudyEntry& entry, qint64) { timed.push_back(entry); });
    const qint64 id = worker.measure();
    ASSERT_TRUE(waitFor([&] { return timed.size() == 1; }));
    worker.client->cancel(id);
    ASSERT_TRUE(worker.answered());
    ASSERT_EQ(timed.size(), 2U);
    EXPECT_DOUBLE_EQ(timed[1].measurement->median, 2e-5);
    EXPECT_EQ(timed[1].measurement->countersMissing, describe(Error(ErrorCode::Cancelled)));
}

TEST(WorkerClient, PassesErrorsOnWithTheirArguments) {
    Worker worker("error");
    worker.measure();
    ASSERT_TRUE(worker.answered());
    ASSERT_TRUE(worker.failed);
    EXPECT_EQ(*worker.failed, Error(ErrorCode::NoDevice, {{"reason", "none plugged in"}}));
}

TEST(WorkerClient, AnswersSeveralInTheirOrder) {
    Worker worker;
    const qint64 one = worker.measure();
    const qint64 two = worker.measure("error");
    const qint64 three = worker.measure();
    ASSERT_EQ(worker.client->queue().size(), 3U);
    EXPECT_EQ(worker.client->queue()[1].id, two);
    ASSERT_TRUE(worker.answered(3));
    EXPECT_THAT(worker.answers, ElementsAre(one, two, three));
    EXPECT_EQ(worker.errors.size(), 1U);
}

TEST(WorkerClient, OneOfSeveralIsTakenBackAndTheOthersAreMeasured) {
    Worker worker;
    const qint64 running = worker.measure("wait");
    const qint64 waiting = worker.measure();
    const qint64 other = worker.measure();
    ASSERT_TRUE(worker.begun());
    worker.client->cancel(waiting);
    EXPECT_THAT(worker.answers, ElementsAre(waiting)) << "it had not begun: there is nothing to wait for";
    worker.client->cancel(running);
    ASSERT_TRUE(worker.answered(3));
    EXPECT_THAT(worker.answers, ElementsAre(waiting, running, other));
    EXPECT_EQ(worker.errors.at(waiting).code, ErrorCode::Cancelled);
    EXPECT_EQ(worker.errors.at(running).code, ErrorCode::Cancelled);
    EXPECT_FALSE(worker.errors.contains(other));
}

TEST(WorkerClient, AllAreCancelled) {
    Worker worker;
    for (int i = 0; i < 3; ++i) worker.measure("wait");
    ASSERT_TRUE(worker.begun());
    worker.client->cancelAll();
    ASSERT_TRUE(worker.answered(3));
    EXPECT_EQ(worker.errors.size(), 3U);
    for (const auto& [id, error] : worker.errors) EXPECT_EQ(error.code, ErrorCode::Cancelled);
    EXPECT_FALSE(worker.client->isMeasuring());
}

TEST(WorkerClient, KilledInTheMiddleCostsOneMeasurementAndANewWorkerDoesTheRest) {
    Worker worker;
    const qint64 first = worker.measure("silent");
    const qint64 second = worker.measure();
    ASSERT_TRUE(worker.begun());
    const qint64 process = worker.client->processId();
    ASSERT_EQ(::kill(static_cast<pid_t>(process), SIGKILL), 0);
    ASSERT_TRUE(worker.answered(2));
    EXPECT_THAT(worker.answers, ElementsAre(first, second));
    EXPECT_EQ(worker.errors.at(first).code, ErrorCode::WorkerDied);
    EXPECT_TRUE(worker.measured);
    EXPECT_NE(worker.client->processId(), process);
}

TEST(WorkerClient, WhatTheWorkerHadNotBegunWhenItDiedIsAskedForAgain) {
    const TemporaryFolder folder;
    qputenv("FAKE_WORKER_FLAG", folder.path("flag").c_str());
    Worker worker;
    worker.measure("unheard");
    ASSERT_TRUE(worker.answered());
    EXPECT_TRUE(worker.measured) << describe(*worker.failed);
}

TEST(WorkerClient, AWorkerThatSaysThatItEndsGetsNothingMore) {
    for (const char* order : {"hung", "lost"}) {
        Worker worker;
        const qint64 first = worker.measure(order);
        const qint64 second = worker.measure();
        ASSERT_TRUE(worker.answered(2)) << order;
        EXPECT_THAT(worker.answers, ElementsAre(first, second)) << order;
        EXPECT_TRUE(worker.measured) << order;
    }
}

TEST(WorkerClient, AWorkerThatDoesNotObeyIsKilled) {
    Worker worker;
    worker.measure("silent");
    ASSERT_TRUE(worker.begun());
    worker.client->cancelAll();
    ASSERT_TRUE(worker.answered());
    EXPECT_EQ(worker.failed->code, ErrorCode::Cancelled);
    EXPECT_EQ(worker.client->processId(), 0);
}

TEST(WorkerClient, AWorkerThatSaysNothingForTooLongIsTakenForDead) {
    Worker worker;
    worker.client->setSilenceLimit(std::chrono::milliseconds(300));
    worker.measure("silent");
    worker.measure();
    ASSERT_TRUE(worker.answered(2));
    EXPECT_EQ(worker.failed->code, ErrorCode::WorkerDied);
    EXPECT_THAT(describe(*worker.failed), HasSubstr("said nothing for 0.3 s"));
    EXPECT_TRUE(worker.measured);
}

TEST(WorkerClient, NonsenseIsAProtocolErrorAndCostsOneMeasurement) {
    for (const auto& [order, says] : {std::pair{"garbage", "at line 1, column 2: this is not JSON"},
                                      {"endless", "longer than 16777216 bytes"},
                                      {"version", "version 9"},
                                      {"deep", "more than 64 deep"},  // 60,000 took 1.5 GB, 100,000 ended the window
                                      {"id", "at id: the number is too large"},  // which was taken for -1
                                      {"doubled", "there are two of this name"},
                                      {"binary", "not UTF-8"},
                                      {"greeting", "it greets"}}) {
        Worker worker;
        worker.measure(order);
        worker.measure();
        ASSERT_TRUE(worker.answered(2)) << order;
        EXPECT_EQ(worker.failed->code, ErrorCode::WorkerProtocol) << order;
        EXPECT_THAT(describe(*worker.failed), HasSubstr(says));
        EXPECT_THAT(describe(*worker.failed), Not(HasSubstr("exception"))) << order;
        EXPECT_TRUE(worker.measured) << order;
    }
}

TEST(WorkerClient, AMissingProgramIsNamed) {
    Worker worker("", QStringLiteral("/nowhere/lanescope-cli"));
    worker.client->sayHello();
    ASSERT_TRUE(waitFor([&] { return worker.client->machine().has_value(); }));
    EXPECT_TRUE(worker.client->machine()->gpu.isEmpty());
    EXPECT_TRUE(worker.client->machine()->gpuMissing.contains(QStringLiteral("/nowhere/lanescope-cli")));
    for (int i = 0; i < 3; ++i) worker.measure();
    ASSERT_TRUE(worker.answered(3));
    EXPECT_EQ(worker.failed->code, ErrorCode::WorkerDied);
}

TEST(WorkerClient, WhatAWorkerSaysInDyingIsPassedOn) {
    Worker worker("deaf");
    for (int i = 0; i < 50; ++i) worker.measure();
    ASSERT_TRUE(worker.answered(50));
    EXPECT_EQ(worker.errors.size(), 50U);
    EXPECT_THAT(describe(*worker.failed), HasSubstr("exit code 255: nobody is at home"));

    qputenv("FAKE_WORKER", "");  // somebody came home
    worker.measure();
    ASSERT_TRUE(worker.answered(51));
    EXPECT_TRUE(worker.measured);
}

}  // namespace
}  // namespace lanescope
