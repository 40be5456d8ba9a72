// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker_client.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <QSignalSpy>

#include "tests/app/wait_for.h"

namespace lanescope {
namespace {

const QString kFakeWorker = QStringLiteral(LANESCOPE_FAKE_WORKER);

/// A worker in one of the fake's modes, with what it answered.
struct Worker {
    explicit Worker(const char* mode, const QString& program = kFakeWorker) {
        qputenv("FAKE_WORKER", mode);
        client = std::make_unique<WorkerClient>(program);
        QObject::connect(client.get(), &WorkerClient::measured, [this](const StudyEntry& entry) { measured = entry; });
        QObject::connect(client.get(), &WorkerClient::failed, [this](const Error& error) { failed = error; });
        QObject::connect(client.get(), &WorkerClient::progressed, [this](double fraction) { progress = fraction; });
    }
    bool answered() {
        return waitFor([this] { return measured || failed; });
    }

    std::unique_ptr<WorkerClient> client;
    std::optional<StudyEntry> measured;
    std::optional<Error> failed;
    double progress = 0;
};

TEST(WorkerClient, SaysHello) {
    Worker worker("");
    worker.client->sayHello();
    ASSERT_TRUE(waitFor([&] { return worker.client->machine().has_value(); }));
    EXPECT_EQ(worker.client->machine()->gpu, QStringLiteral("A GPU of tests"));
}

TEST(WorkerClient, Measures) {
    Worker worker("");
    worker.client->measure("matmul.tiled", {{"n", "64"}, {"block", "16"}});
    EXPECT_TRUE(worker.client->isMeasuring());
    ASSERT_TRUE(worker.answered());
    ASSERT_TRUE(worker.measured) << describe(*worker.failed);
    EXPECT_EQ(worker.measured->algorithm, "matmul.tiled");
    EXPECT_EQ(valueOf(worker.measured->parameters, "n"), "64");
    EXPECT_DOUBLE_EQ(worker.measured->measurement->median, 2e-5);
    EXPECT_EQ(worker.measured->measurement->counters.front().at("global_load_sectors"), 1234);
    EXPECT_EQ(worker.progress, 0.5);
    EXPECT_FALSE(worker.client->isMeasuring());
}

TEST(WorkerClient, PassesErrorsOnWithTheirArguments) {
    Worker worker("error");
    worker.client->measure("matmul.tiled", {});
    ASSERT_TRUE(worker.answered());
    ASSERT_TRUE(worker.failed);
    EXPECT_EQ(*worker.failed, Error(ErrorCode::NoDevice, {{"reason", "none plugged in"}}));
}

TEST(WorkerClient, KilledInTheMiddleIsSaidAndTheNextRequestStartsANewOne) {
    Worker worker("hang");
    worker.client->measure("matmul.tiled", {});
    ASSERT_TRUE(waitFor([&] { return worker.progress > 0; }));
    const qint64 first = worker.client->processId();
    ASSERT_EQ(::kill(static_cast<pid_t>(first), SIGKILL), 0);
    ASSERT_TRUE(worker.answered());
    ASSERT_TRUE(worker.failed);
    EXPECT_EQ(worker.failed->code, ErrorCode::WorkerDied);
    EXPECT_FALSE(worker.client->isMeasuring());

    worker.failed.reset();
    qputenv("FAKE_WORKER", "");
    worker.client->measure("matmul.tiled", {});
    ASSERT_TRUE(worker.answered());
    EXPECT_TRUE(worker.measured);
    EXPECT_NE(worker.client->processId(), first);
}

TEST(WorkerClient, ACrashIsSaid) {
    Worker worker("die");
    worker.client->measure("matmul.tiled", {});
    ASSERT_TRUE(worker.answered());
    ASSERT_TRUE(worker.failed);
    EXPECT_EQ(worker.failed->code, ErrorCode::WorkerDied);
}

TEST(WorkerClient, CancelEndsTheMeasurement) {
    Worker worker("wait");
    worker.client->measure("matmul.tiled", {});
    ASSERT_TRUE(waitFor([&] { return worker.progress > 0; }));
    worker.client->cancel();
    ASSERT_TRUE(worker.answered());
    EXPECT_EQ(worker.failed->code, ErrorCode::Cancelled);
}

TEST(WorkerClient, AWorkerThatDoesNotObeyIsKilled) {
    Worker worker("hang");
    worker.client->measure("matmul.tiled", {});
    ASSERT_TRUE(waitFor([&] { return worker.progress > 0; }));
    worker.client->cancel();
    ASSERT_TRUE(worker.answered());
    EXPECT_EQ(worker.failed->code, ErrorCode::Cancelled);
    EXPECT_EQ(worker.client->processId(), 0);
}

TEST(WorkerClient, GarbageIsAProtocolError) {
    Worker worker("garbage");
    worker.client->measure("matmul.tiled", {});
    ASSERT_TRUE(worker.answered());
    EXPECT_EQ(worker.failed->code, ErrorCode::WorkerProtocol);
}

TEST(WorkerClient, AMissingProgramIsNamed) {
    Worker worker("", QStringLiteral("/nowhere/lanescope-cli"));
    worker.client->sayHello();
    ASSERT_TRUE(waitFor([&] { return worker.client->machine().has_value(); }));
    EXPECT_TRUE(worker.client->machine()->gpu.isEmpty());
    EXPECT_TRUE(worker.client->machine()->gpuMissing.contains(QStringLiteral("/nowhere/lanescope-cli")));
    worker.client->measure("matmul.tiled", {});
    ASSERT_TRUE(worker.answered());
    EXPECT_EQ(worker.failed->code, ErrorCode::WorkerDied);
}

}  // namespace
}  // namespace lanescope
