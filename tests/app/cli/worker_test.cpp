// SPDX-License-Identifier: GPL-3.0-or-later
// The worker's protocol, spoken to the real program over pipes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "core/study/study.h"
#include "core/study/worker_protocol.h"
#include "tests/app/cli/fake_gpu.h"

namespace lanescope {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;

std::vector<Json> answersTo(const std::string& input, const std::map<std::string, std::string>& gpu = fakeGpu()) {
    const ProgramResult outcome = cliOn(gpu, "worker", input);
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    std::vector<Json> answers;
    std::stringstream lines(outcome.out);
    for (std::string line; std::getline(lines, line);) {
        answers.push_back(Json::parse(line));
        EXPECT_EQ(answers.back()["v"], worker::kProtocol);
    }
    return answers;
}

Json last(const std::vector<Json>& answers, const Json& id) {
    Json found;
    for (const Json& answer : answers)
        if (answer["id"] == id) found = answer;
    return found;
}

TEST(Worker, EndsWhereTheDriverRefusesTheProcessAfterAFault) {
    const ProgramResult outcome =
        cliOn(fakeGpu("lost"), "worker",
              R"({"v":2,"id":1,"verb":"measure","algorithm":"matmul.tiled","parameters":{"n":"32"}})"
              "\n"
              R"({"v":2,"id":2,"verb":"measure","algorithm":"matmul.tiled","parameters":{"n":"32"}})"
              "\n");
    EXPECT_EQ(outcome.exitCode, 1);
    EXPECT_THAT(outcome.out, HasSubstr("kernel_fault"));
    EXPECT_THAT(outcome.out, HasSubstr("\"ends\":true"));
    EXPECT_THAT(outcome.out, testing::Not(HasSubstr("\"id\":2"))) << "a new worker must do that";
    EXPECT_THAT(outcome.err, HasSubstr("refuses this process"));
}

TEST(Worker, SaysHelloWithWhatTheMachineCanDo) {
    const Json here = last(answersTo(R"({"v":2,"id":1,"verb":"hello"})"
                                     "\n"),
                           1);
    EXPECT_EQ(here["event"], "hello");
    EXPECT_EQ(here["gpu"]["name"], "Fake GPU");
    EXPECT_EQ(here["gpu_missing"], "");
    EXPECT_EQ(here["counters"], false);
    EXPECT_NE(here["counters_missing"], "");

    const Json none = last(answersTo(R"({"v":2,"id":1,"verb":"hello"})"
                                     "\n",
                                     fakeGpu("none")),
                           1);
    EXPECT_TRUE(none["gpu"].is_null());
    EXPECT_THAT(none["gpu_missing"].get<std::string>(), HasSubstr("no CUDA-capable device"));
}

TEST(Worker, AHelloOffersVersionsAndAnUnknownOneIsAnsweredInWords) {
    const auto answers = answersTo(R"({"v":9,"id":1,"verb":"hello","versions":[9,2]})"
                                   "\n"
                                   R"({"v":9,"id":2,"verb":"hello","versions":[9,8]})"
                                   "\n"
                                   R"({"v":9,"id":3,"verb":"measure","algorithm":"matmul.tiled"})"
                                   "\n");
    EXPECT_EQ(last(answers, 1)["event"], "hello");
    EXPECT_EQ(last(answers, 1)["versions"], Json::array({worker::kProtocol}));
    for (const int id : {2, 3}) {
        EXPECT_EQ(last(answers, id)["code"], "worker_protocol");
        EXPECT_THAT(last(answers, id)["message"].get<std::string>(), HasSubstr("speaks version 2 of the worker's"));
    }
}

TEST(Worker, MeasuresAndReportsProgress) {
    const auto answers =
        answersTo(R"({"v":2,"id":7,"verb":"measure","algorithm":"matmul.tiled","parameters":{"n":"32","block":8},)"
                  R"("options":{"samples":300,"counters":false}})"
                  "\n");
    const Json result = last(answers, 7);
    ASSERT_EQ(result["event"], "result") << result;
    EXPECT_EQ(result["parameters"]["variant"], "corrected");
    const auto measurement = measurementFromJson(result["measurement"].dump(), "worker");
    ASSERT_TRUE(measurement);
    EXPECT_EQ(measurement->seconds.size(), 300U);
    std::vector<double> fractions;
    bool knowsTimeLeft = false;
    for (const Json& answer : answers) {
        if (answer["event"] != "progress") continue;
        fractions.push_back(answer["fraction"]);
        EXPECT_EQ(answer["phase"], "time");
        if (answer["seconds_left"].is_number()) knowsTimeLeft = true;
    }
    ASSERT_GE(fractions.size(), 2U) << "300 ms at ten a second";
    EXPECT_EQ(fractions.front(), 0) << "that it has begun is said at once";
    EXPECT_TRUE(knowsTimeLeft);
    EXPECT_EQ(answers.back()["event"], "result") << "nothing follows the answer";
    EXPECT_LE(fractions.size(), 20U);
    EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
    EXPECT_LE(fractions.back(), 1.0);
}

TEST(Worker, SurvivesLinesThatAreNoRequests) {
    const std::string deep = R"({"v":2,"id":3,"verb":"measure","algorithm":"x","options":{"samples":)" +
                             std::string(200000, '[') + std::string(200000, ']') + "}}\n";
    const auto answers = answersTo(
        "nonsense\n"
        "\n"
        "[1,2]\n"
        "{\"v\":2,\"verb\":\"hello\"}\n"
        "{\"v\":1,\"id\":2,\"verb\":\"hello\"}\n" +
        deep +
        "{\"v\":2,\"id\":4,\"verb\":\"dance\"}\n"
        "{\"v\":2,\"id\":5,\"verb\":\"measure\",\"algorithm\":7}\n"
        "{\"v\":2,\"id\":6,\"verb\":\"cancel\"}\n"
        "{\"v\":2,\"id\":8,\"verb\":\"measure\",\"algorithm\":\"no.such\"}\n"
        "\xff\xfe\n"
        "{\"v\":2,\"id\":9,\"verb\":\"hello\"}\n");
    for (const int id : {2, 3, 4, 5, 6}) {
        EXPECT_EQ(last(answers, id)["event"], "error") << id;
        EXPECT_EQ(last(answers, id)["code"], "worker_protocol") << id;
    }
    EXPECT_EQ(last(answers, 8)["code"], "unknown_algorithm");
    EXPECT_EQ(last(answers, 9)["event"], "hello") << "it goes on";
}

TEST(Worker, SurvivesALineThatIsTooLong) {
    const auto answers =
        answersTo(std::string(worker::kRequestLimit + 5, 'x') + "\n{\"v\":2,\"id\":2,\"verb\":\"hello\"}\n");
    EXPECT_THAT(last(answers, nullptr)["message"].get<std::string>(), HasSubstr("longer than"));
    EXPECT_EQ(last(answers, 2)["event"], "hello");
}

TEST(Worker, CancelsWhatRunsAndWhatWaits) {
    const std::string measure = R"(,"verb":"measure","algorithm":"matmul.tiled","options":{"samples":100000}})"
                                "\n";
    const auto start = std::chrono::steady_clock::now();
    const auto answers = answersTo("{\"v\":2,\"id\":1" + measure + "{\"v\":2,\"id\":2" + measure +
                                   "{\"v\":2,\"id\":2,\"verb\":\"cancel\"}\n{\"v\":2,\"id\":1,\"verb\":\"cancel\"}\n"
                                   "{\"v\":2,\"id\":3,\"verb\":\"hello\"}\n");
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30)) << "100 s of samples were asked for";
    EXPECT_EQ(last(answers, 1)["code"], "cancelled");
    EXPECT_EQ(last(answers, 2)["code"], "cancelled");
    EXPECT_EQ(last(answers, 3)["event"], "hello");
}

TEST(Worker, AFaultInOneMeasurementDoesNotEndIt) {
    const auto answers =
        answersTo(R"({"v":2,"id":1,"verb":"measure","algorithm":"matmul.tiled","parameters":{"n":"32"}})"
                  "\n"
                  R"({"v":2,"id":2,"verb":"hello"})"
                  "\n",
                  fakeGpu("fault"));
    EXPECT_EQ(last(answers, 1)["code"], "kernel_fault");
    EXPECT_EQ(last(answers, 2)["event"], "hello");
}

// What the window does with a kernel that never ends: the process is killed, and only the process.
TEST(Worker, CanBeKilledInTheMiddleOfAMeasurement) {
    std::array<int, 2> toWorker{};
    std::array<int, 2> fromWorker{};
    ASSERT_EQ(pipe(toWorker.data()), 0);
    ASSERT_EQ(pipe(fromWorker.data()), 0);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        dup2(toWorker[0], STDIN_FILENO);
        dup2(fromWorker[1], STDOUT_FILENO);
        for (const int end : {toWorker[0], toWorker[1], fromWorker[0], fromWorker[1]}) close(end);
        setenv("LD_LIBRARY_PATH", LANESCOPE_BINARY_DIR "/tests/gpu/fake", 1);
        setenv("FAKE_CUDA", "hang", 1);
        execl(LANESCOPE_CLI, "lanescope-cli", "worker", nullptr);
        _exit(127);
    }
    close(toWorker[0]);
    close(fromWorker[1]);
    const std::string request = R"({"v":2,"id":1,"verb":"measure","algorithm":"matmul.tiled","parameters":{"n":"32"}})"
                                "\nnonsense\n";
    ASSERT_EQ(write(toWorker[1], request.data(), request.size()), static_cast<ssize_t>(request.size()));
    std::array<char, 4096> answer{};
    // The error to the second line shows that the worker still listens, and the progress that the first was taken up.
    std::string heard;
    while (heard.find("worker_protocol") == std::string::npos || heard.find("progress") == std::string::npos) {
        const ssize_t bytes = read(fromWorker[0], answer.data(), answer.size() - 1);
        ASSERT_GT(bytes, 0) << heard;
        heard.append(answer.data(), static_cast<std::size_t>(bytes));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    ASSERT_EQ(kill(child, SIGKILL), 0);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status)) << "it was still at work";
    heard.clear();
    for (ssize_t bytes = 1; bytes > 0; heard.append(answer.data(), static_cast<std::size_t>(bytes)))
        bytes = std::max<ssize_t>(0, read(fromWorker[0], answer.data(), answer.size()));
    EXPECT_TRUE(heard.empty() || heard.back() == '\n') << "no half answer: " << heard;
    close(toWorker[1]);
    close(fromWorker[0]);
}

}  // namespace
}  // namespace lanescope
