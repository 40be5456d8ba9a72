// SPDX-License-Identifier: GPL-3.0-or-later
// Many measurements in a row, with all that can happen to a worker mixed in: nothing is lost but what is at fault, and
// nothing grows.
#include <gtest/gtest.h>
#include <signal.h>

#include <array>
#include <fstream>
#include <iostream>
#include <random>
#include <set>

#include "app/worker/worker_client.h"
#include "tests/app/wait_for.h"

namespace lanescope {
namespace {

/// Bytes of memory that this process holds.
std::size_t heldMemory() {
    std::ifstream file("/proc/self/statm");
    std::size_t all = 0;
    std::size_t resident = 0;
    file >> all >> resident;
    return resident * 4096;
}

/// What is to happen to measurement number `i`: nothing to four of five.
std::string orderOf(std::mt19937& random) {
    constexpr std::array kTroubles{"lost", "hung", "die", "garbage", "error", "silent", "version"};
    if (random() % 5 != 0) return "";
    return kTroubles[random() % kTroubles.size()];
}

TEST(Robustness, FiveHundredMeasurementsLoseOnlyWhatIsAtFault) {
    constexpr int kCount = 500;
    std::mt19937 random(20261121);
    qputenv("FAKE_WORKER", "");
    WorkerClient client(QStringLiteral(LANESCOPE_FAKE_WORKER));
    client.setSilenceLimit(std::chrono::milliseconds(500));
    std::set<qint64> faulty;
    std::map<qint64, bool> answers;  // id → measured?
    int twice = 0;
    const auto answer = [&](qint64 id, bool measured) {
        if (!answers.emplace(id, measured).second) ++twice;
    };
    QObject::connect(&client, &WorkerClient::measured, [&](const StudyEntry&, qint64 id) { answer(id, true); });
    QObject::connect(&client, &WorkerClient::failed, [&](const Error&, qint64 id) { answer(id, false); });
    // Somebody kills the worker now and then, whatever it is at; that costs the measurement which it is at, if any.
    std::set<qint64> killed;
    QObject::connect(&client, &WorkerClient::progressed, [&](const worker::Progress&, qint64 id) {
        if (id % 40 != 0) return;
        killed.insert(id);
        ::kill(static_cast<pid_t>(client.processId()), SIGKILL);
    });

    std::size_t afterHundred = 0;
    for (int i = 0; i < kCount; ++i) {
        const std::string order = orderOf(random);
        const qint64 id = client.measure("matmul.tiled", order.empty() ? Parameters{} : Parameters{{"order", order}});
        if (!order.empty()) faulty.insert(id);
        if (i % 25 != 24) continue;  // they come by 25
        ASSERT_TRUE(waitFor([&] { return answers.size() == static_cast<std::size_t>(i + 1); }, 120'000)) << i;
        if (i == 99) afterHundred = heldMemory();
    }
    EXPECT_EQ(twice, 0);
    EXPECT_FALSE(client.isMeasuring());
    EXPECT_GT(faulty.size(), 60U);
    EXPECT_GE(killed.size(), 5U);
    for (const auto& [id, measured] : answers) {
        if (faulty.contains(id)) {
            EXPECT_FALSE(measured) << id;
        } else if (!killed.contains(id)) {
            EXPECT_TRUE(measured) << id << " was lost";
        }
    }
    EXPECT_LT(heldMemory(), afterHundred + (std::size_t{4} << 20)) << "memory grows";

    client.measure("matmul.tiled", {});
    EXPECT_TRUE(waitFor([&] { return answers.size() == kCount + 1; })) << "it is still alive";
}

/// lanescope-cli worker, with every 50th result damaged on its way. $LANESCOPE_CLI is another program of that name.
QStringList damagingWorker() {
    const QString program = qEnvironmentVariable("LANESCOPE_CLI", QStringLiteral(LANESCOPE_CLI));
    return {QStringLiteral("-c"),
            QStringLiteral("'%1' worker | sed -u '/\"id\":[0-9]*[05]0,\"event\":\"result\"/s/\"measurement\"/\"measu/'")
                .arg(program)};
}

TEST(RobustnessOnGpu, FiveHundredMeasurementsLoseOnlyWhatIsAtFault) {
    constexpr int kCount = 500;
    std::mt19937 random(20261121);
    WorkerClient client(QStringLiteral("/bin/sh"), damagingWorker());
    client.sayHello();
    ASSERT_TRUE(waitFor([&] { return client.machine().has_value(); }, 60'000));
    const QString gpu = client.machine()->gpu;
    if (gpu.isEmpty() || gpu == QStringLiteral("Fake GPU")) GTEST_SKIP() << client.machine()->gpuMissing.toStdString();
    std::map<qint64, std::string> faulty;  // id → what was done to it
    std::map<qint64, bool> answers;
    std::map<std::string, int> errors;
    QObject::connect(&client, &WorkerClient::measured, [&](const StudyEntry&, qint64 id) { answers[id] = true; });
    QObject::connect(&client, &WorkerClient::failed, [&](const Error& error, qint64 id) {
        answers[id] = false;
        ++errors[codeName(error.code)];
    });
    QObject::connect(&client, &WorkerClient::progressed, [&](const worker::Progress&, qint64 id) {
        if (faulty[id] == "kill") ::kill(static_cast<pid_t>(client.processId()), SIGKILL);
    });
    std::size_t afterHundred = 0;
    for (int i = 0; i < kCount; ++i) {
        MeasureChoice choice;
        choice.counters = i % 20 == 0;
        choice.timeLimit = 0.05;
        const auto trouble = random() % 30;  // a kernel of 90 ms where 2 are allowed, and a write outside of a matrix
        if (trouble == 0) choice.hangLimit = 0.002;
        const qint64 id =
            trouble == 0   ? client.measure("matmul.global", {{"n", "4096"}, {"block", "4"}}, choice)
            : trouble == 1 ? client.measure("transpose.tiled",
                                            {{"variant", "published"}, {"width", "16384"}, {"height", "16353"}}, choice)
                           : client.measure("matmul.tiled", {{"n", std::to_string(64 << random() % 4)}}, choice);
        if (trouble < 3) faulty[id] = trouble == 0 ? "hang" : trouble == 1 ? "fault" : "kill";
        if (id % 50 == 0) faulty[id] = "damaged";
        if (i % 25 != 24) continue;
        ASSERT_TRUE(waitFor([&] { return answers.size() == static_cast<std::size_t>(i + 1); }, 120'000)) << i;
        if (i == 99) afterHundred = heldMemory();
    }
    std::map<std::string, int> done;
    for (const auto& [id, measured] : answers) {
        const auto what = faulty.find(id);
        const bool harmless = what == faulty.end() || what->second.empty();
        EXPECT_TRUE(measured || !harmless) << id << " was lost";
        if (!harmless) ++done[what->second + (measured ? " measured" : " failed")];
    }
    for (const auto& [what, count] : done) std::cout << what << ": " << count << '\n';
    for (const auto& [code, count] : errors) std::cout << "error " << code << ": " << count << '\n';
    std::cout << "memory after 100: " << afterHundred / 1024 << " KiB, after " << kCount << ": " << heldMemory() / 1024
              << " KiB\n";
    EXPECT_LT(heldMemory(), afterHundred + (std::size_t{4} << 20)) << "memory grows";
}

/// From the click to the numbers, with a worker that is warm: as the window has it.
TEST(ClickToNumbersOnGpu, TakesOneSecondForTimeAndTwoWithCounters) {
    const QString program = qEnvironmentVariable("LANESCOPE_CLI", QStringLiteral(LANESCOPE_CLI));
    WorkerClient client(program);
    client.sayHello();
    ASSERT_TRUE(waitFor([&] { return client.machine().has_value(); }, 60'000));
    if (client.machine()->gpu.isEmpty()) GTEST_SKIP() << client.machine()->gpuMissing.toStdString();
    for (const char* algorithm : {"matmul.tiled", "matmul.global"})
        for (const bool counters : {false, true})
            for (int round = 0; round < 3; ++round) {
                QElapsedTimer clock;
                bool done = false;
                qint64 begun = -1;
                qint64 counting = -1;
                const auto progressed =
                    QObject::connect(&client, &WorkerClient::progressed, [&](const worker::Progress& progress) {
                        if (begun < 0) begun = clock.elapsed();
                        if (counting < 0 && progress.phase == "counters") counting = clock.elapsed();
                    });
                const auto measured = QObject::connect(&client, &WorkerClient::measured, [&] { done = true; });
                const auto failed = QObject::connect(&client, &WorkerClient::failed, [&](const Error& error) {
                    ADD_FAILURE() << describe(error);
                    done = true;
                });
                clock.start();
                MeasureChoice choice;
                choice.counters = counters;
                client.measure(algorithm, {{"n", "1024"}}, choice);
                ASSERT_TRUE(waitFor([&] { return done; }, 60'000));
                const qint64 all = clock.elapsed();
                std::cout << algorithm << (counters ? " with counters" : " time only") << ", round " << round << ": "
                          << all << " ms; begun after " << begun << ", counters begun after " << counting << " ms\n";
                if (round > 0) {
                    EXPECT_LT(all, counters ? 2000 : 1000);
                }
                for (const auto& connection : {progressed, measured, failed}) QObject::disconnect(connection);
            }
}

}  // namespace
}  // namespace lanescope
