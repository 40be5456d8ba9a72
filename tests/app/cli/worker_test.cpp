// SPDX-License-Identifier: GPL-3.0-or-later
// The worker's protocol, spoken to the real program over pipes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/sass/machine_file.h"
#include "core/sass/toolkit.h"
#include "core/study/study.h"
#include "core/worker/codec.h"
#include "core/worker/protocol.h"
#include "tests/app/cli/fake_gpu.h"
#include "tests/app/cli/worker_process.h"

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

TEST(Worker, MakesMachineCodeWhereThereIsAToolkit) {
    const Json request{{"v", 2},
                       {"id", 1},
                       {"verb", "machine_code"},
                       {"module", "/somewhere/mine.ptx"},
                       {"ptx", ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry empty() { ret; }\n"},
                       {"architectures", {"sm_75", "sm_90"}}};
    auto nowhere = fakeGpu();
    nowhere["LANESCOPE_PTXAS"] = "/nowhere/ptxas";
    const Json missing = last(answersTo(request.dump() + "\n", nowhere), 1);
    EXPECT_EQ(missing["event"], "error");
    EXPECT_EQ(missing["code"], "no_library");
    EXPECT_THAT(missing["message"].get<std::string>(), HasSubstr("/nowhere/ptxas"));
    if (const auto toolkit = sass::findToolkit(); !toolkit) GTEST_SKIP() << describe(toolkit.error());
    const Result<worker::Answer> answer = worker::readAnswer(last(answersTo(request.dump() + "\n"), 1).dump());
    ASSERT_TRUE(answer) << describe(answer.error());
    const auto* made = std::get_if<worker::Assembled>(&answer->event);
    ASSERT_NE(made, nullptr);
    const Result<sass::MachineFile> file = sass::MachineFile::read(made->packed, "answer");
    ASSERT_TRUE(file) << describe(file.error());
    EXPECT_EQ(file->made().module, "mine.ptx");
    EXPECT_EQ(file->kernels(), std::vector<std::string>{"empty"});
    EXPECT_EQ(file->listing("sm_90", "empty")->instructions.back().opcode, "NOP");
}

// The window may be gone while its end of the input is still held by somebody else.
TEST(Worker, EndsWhenNobodyReadsItsAnswers) {
    WorkerProcess worker("");
    worker.stopReading();
    worker.send(R"({"v":2,"id":1,"verb":"hello"})");
    EXPECT_EQ(worker.exitCode(), 141);
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
    // A line that is read no further has no id.
    EXPECT_TRUE(std::ranges::any_of(answers, [](const Json& answer) {
        return answer["id"].is_null() && answer["message"].get<std::string>().find("8 deep") != std::string::npos;
    }));
    for (const int id : {2, 4, 5, 6}) {
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

TEST(Worker, SoManyRequestsMayWaitAndNoMore) {
    std::string input = R"({"v":2,"id":1,"verb":"measure","algorithm":"matmul.tiled","options":{"samples":100000}})"
                        "\n";
    for (std::size_t id = 2; id < worker::kMostWaiting + 12; ++id)
        input += "{\"v\":2,\"id\":" + std::to_string(id) + ",\"verb\":\"measure\",\"algorithm\":\"no.such\"}\n";
    const auto answers = answersTo(input + "{\"v\":2,\"id\":1,\"verb\":\"cancel\"}\n");
    EXPECT_EQ(last(answers, 1)["code"], "cancelled");
    EXPECT_EQ(last(answers, 2)["code"], "unknown_algorithm");
    const Json refused = last(answers, worker::kMostWaiting + 11);
    EXPECT_EQ(refused["code"], "worker_protocol");
    EXPECT_THAT(refused["message"].get<std::string>(), HasSubstr("too many requests wait"));
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

const std::string kSmall = R"("algorithm":"matmul.tiled","parameters":{"n":"32"})";

TEST(Worker, CanBeKilledInTheMiddleOfAMeasurement) {
    WorkerProcess worker("hang");
    worker.measure(1, kSmall);
    ASSERT_TRUE(worker.waitFor([](const Json& answer) { return answer["event"] == "progress"; }));
    worker.send("nonsense");
    ASSERT_TRUE(worker.waitFor([](const Json& answer) { return answer["code"] == "worker_protocol"; })) << "it listens";
    ASSERT_EQ(kill(worker.id(), SIGKILL), 0);
    EXPECT_FALSE(worker.answerTo(1));
    EXPECT_EQ(worker.exitCode(), -1) << "it was still at work";
    EXPECT_EQ(worker.rest(), "") << "no half answer";
}

TEST(Worker, AKernelThatTakesLongerThanAllowedEndsTheWorkerThatSaysSo) {
    WorkerProcess worker("hang");
    worker.measure(1, kSmall + R"(,"options":{"hang_limit":0.3})");
    worker.measure(2, kSmall);
    const auto answer = worker.answerTo(1);
    ASSERT_TRUE(answer);
    EXPECT_EQ((*answer)["code"], "kernel_hung");
    EXPECT_EQ((*answer)["ends"], true);
    EXPECT_THAT((*answer)["message"].get<std::string>(), HasSubstr("tiled<16, float> did not end within 0.3 s"));
    EXPECT_FALSE(worker.answerTo(2)) << "a new one must do that";
    EXPECT_EQ(worker.exitCode(), worker::kExitHung);
}

TEST(Worker, ADriverThatDoesNotReturnEndsTheWorkerToo) {
    WorkerProcess worker("stuck", {"--patience", "0.5"});
    worker.measure(1, kSmall + R"(,"options":{"hang_limit":0.1})");
    const auto answer = worker.answerTo(1);
    ASSERT_TRUE(answer);
    EXPECT_EQ((*answer)["code"], "kernel_hung");
    EXPECT_EQ((*answer)["ends"], true);
    EXPECT_EQ(worker.exitCode(), worker::kExitHung);
}

// The machine that tests may be busy: the best of three counts.
TEST(Worker, StopsWithin200MillisecondsBetweenLaunches) {
    auto best = std::chrono::milliseconds::max();
    WorkerProcess worker("");
    for (int id = 1; id <= 3; ++id) {
        worker.measure(id, kSmall + R"(,"options":{"samples":100000})");
        ASSERT_TRUE(worker.waitFor([id](const Json& a) { return a["id"] == id && a.value("fraction", 0.0) > 0; }));
        const auto asked = WorkerProcess::Clock::now();
        worker.send(R"({"v":2,"id":)" + std::to_string(id) + R"(,"verb":"cancel"})");
        const auto answer = worker.answerTo(id);
        best =
            std::min(best, std::chrono::duration_cast<std::chrono::milliseconds>(WorkerProcess::Clock::now() - asked));
        ASSERT_TRUE(answer);
        EXPECT_EQ((*answer)["code"], "cancelled");
    }
    EXPECT_LT(best.count(), 200);
}

TEST(Worker, PatienceIsANumberOfSeconds) {
    for (const char* wrong : {"0", "-1", "nan", "inf", "long"}) {
        const ProgramResult outcome = cliOn(fakeGpu("none"), std::string("worker --patience ") + wrong);
        EXPECT_EQ(outcome.exitCode, 2) << wrong;
        EXPECT_NE(outcome.err.find("--patience = \"" + std::string(wrong) + "\" is not possible: it must be a number"),
                  std::string::npos)
            << outcome.err;
    }
}

}  // namespace
}  // namespace lanescope
