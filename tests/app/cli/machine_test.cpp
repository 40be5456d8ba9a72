// SPDX-License-Identifier: GPL-3.0-or-later
// The verbs about models that tell no time: machine, claims, maps; and errors.
#include <algorithm>
#include <cmath>
#include <set>

#include "tests/app/cli/cli.h"

namespace lanescope {
namespace {

using Json = nlohmann::ordered_json;

Json answered(std::vector<std::string> arguments) {
    arguments.emplace_back("--json");
    const ProgramResult result = cli(arguments);
    EXPECT_EQ(result.exitCode, 0) << result.out << result.err;
    return jsonOf(result);
}

TEST(Machine, KeepsItsContract) {
    const Json json = answered({"machine", "matmul.global", "n=32", "--gpu", "c2070"});
    EXPECT_EQ(json["origin"], "emulated");
    EXPECT_EQ(json["complete"], true);
    EXPECT_EQ(json["pram"]["processors"], 1024);
    ASSERT_EQ(json["pram"]["variants"].size(), 7U);
    const Json& erew = json["pram"]["variants"][0];
    EXPECT_EQ(erew["variant"], "EREW");
    EXPECT_EQ(erew["legality"], "illegal");
    EXPECT_EQ(erew["first_offence"]["cell"], "B[0][0]");
    EXPECT_GT(erew["first_offence"]["first"]["line"], 0);
    EXPECT_EQ(json["pram"]["variants"][1]["legality"], "legal");
    EXPECT_EQ(json["qrqw"]["lockstep"]["longest_queue"]["length"], 32);
    EXPECT_EQ(json["bsp"]["supersteps"], 1);
    EXPECT_GT(json["bsp"]["on_gpu"]["cycles"], 0);
    EXPECT_EQ(json["logp"]["messages_to_device"], 2);
    EXPECT_GT(json["logp"]["on_gpu"]["cycles"], 0);
    const Json one = answered({"machine", "vector.add", "--model", "pram"});
    EXPECT_TRUE(one.contains("pram"));
    EXPECT_FALSE(one.contains("bsp"));
}

TEST(Machine, WhatItIsAskedWronglyIsNamed) {
    EXPECT_EQ(errorOf({"machine", "matmul.none"}, 2)["code"], "unknown_algorithm");
    EXPECT_EQ(errorOf({"machine", "vector.add", "n=0"}, 2)["arguments"]["parameter"], "n");
    EXPECT_EQ(errorOf({"machine", "vector.add", "--gpu", "none"}, 2)["code"], "unknown_gpu");
    EXPECT_EQ(cli({"machine", "vector.add", "--model", "dram"}).exitCode, 2);
    EXPECT_EQ(cli({"machine", "vector.add", "--steps", "-1"}).exitCode, 2);
    EXPECT_EQ(cli({"machine", "vector.add", "--accesses", "0"}).exitCode, 2);
}

TEST(Claims, SayWhichDoNotHold) {
    const Json json = answered({"claims"});
    const auto failing =
        std::ranges::count_if(json["claims"], [](const Json& claim) { return claim["verdict"] == "does not hold"; });
    EXPECT_GE(failing, 3);
    EXPECT_EQ(answered({"claims", "cholesky.structured-own"})["claims"].size(), 2U);
    EXPECT_TRUE(answered({"claims", "transpose.tiled"})["claims"].empty());
}

TEST(Claims, OfAnAlgorithmThatIsUnknownOrHasNone) {
    EXPECT_EQ(errorOf({"claims", "xyz"}, 2)["code"], "unknown_algorithm");
    const ProgramResult unknown = cli({"claims", "xyz"});
    EXPECT_EQ(unknown.exitCode, 2);
    EXPECT_NE(unknown.err.find("xyz"), std::string::npos) << unknown.err;
    const ProgramResult none = cli({"claims", "transpose.tiled"});
    EXPECT_EQ(none.exitCode, 0);
    EXPECT_EQ(none.out, "Document 004 claims nothing of how accurate its models are for transpose.tiled.\n");
}

TEST(Claims, StandBesideTheModelWhereverItIsShown) {
    for (const Json& model : answered({"models"})["models"])
        EXPECT_EQ(model["claims"].empty(), model["id"] != "thesis" && model["id"] != "mukherjee-sum-cache")
            << model["id"];
    EXPECT_NE(cli({"models"}).out.find("does not hold: In 3 of 5 orders"), std::string::npos);
}

TEST(Maps, SetTheBoundBesideWhatWasRecorded) {
    const Json json = answered({"maps"});
    ASSERT_FALSE(json["maps"].empty());
    EXPECT_EQ(json["origin"], "replayed");
    for (const Json& map : json["maps"]) {
        EXPECT_GT(map["bound"], 0);
        EXPECT_EQ(map["improvements"][0]["workload"], "dummy");
    }
    EXPECT_EQ(errorOf({"maps", "--recording", "/nowhere.json"}, 1)["arguments"]["file"], "/nowhere.json");
}

TEST(Errors, AreToldByModelAndFamily) {
    const Json json = answered({"errors", "--most", "6", "--model", "thesis", "--points", "--ranking"});
    EXPECT_EQ(json["gpu"], "h200");
    EXPECT_EQ(json["counts"], "lockstep");
    EXPECT_EQ(json["points"].size(), 6U);
    ASSERT_GE(json["rows"].size(), 2U);
    EXPECT_EQ(json["rows"][0]["family"], "all");
    EXPECT_GT(json["rows"][0]["mape"], 0);
    EXPECT_TRUE(json["ranking"]["rows"].is_array());
    // As estimate takes them, and one by one.
    const Json both = answered({"errors", "--most", "2", "--model", "thesis,roofline"});
    const Json apart = answered({"errors", "--most", "2", "--model", "thesis", "--model", "roofline"});
    EXPECT_EQ(both, apart);
    std::set<std::string> models;
    for (const Json& row : both["rows"]) models.insert(row["model"].get<std::string>());
    EXPECT_EQ(models, (std::set<std::string>{"thesis", "roofline"}));
    EXPECT_EQ(errorOf({"errors", "--model", "none"}, 2)["code"], "unknown_model");
    EXPECT_EQ(errorOf({"errors", "--gpu", "none", "--most", "1"}, 2)["code"], "unknown_gpu");
    EXPECT_EQ(errorOf({"errors", "--recording", LANESCOPE_SOURCE_DIR "/README.md"}, 1)["code"], "malformed_file");
}

TEST(Errors, OfAGpuThatWasNotRecordedAreOfWhatOthersPublished) {
    const Json json = answered({"errors", "--gpu", "t4", "--model", "roofline", "--most", "3", "--blocks", "1"});
    EXPECT_EQ(json["configurations"], 0);
    const Json& published = json["published"];
    EXPECT_EQ(published["origin"], "published");
    EXPECT_EQ(published["configurations"], 3);
    EXPECT_EQ(published["rows"][0]["compared"], 3);
    double sum = 0;
    for (const Json& point : published["points"]) {
        const double measured = point["published"];
        const double estimated = point["answers"][0]["seconds"];
        const double error = point["answers"][0]["error"];
        EXPECT_NEAR(error, estimated / measured - 1, 1e-9);
        EXPECT_EQ(point["source"].size(), 2U);
        sum += std::abs(error);
    }
    EXPECT_NEAR(published["rows"][0]["mape"].get<double>(), sum / 3, 1e-9);
    const std::string text = cli({"errors", "--gpu", "t4", "--model", "roofline", "--most", "1", "--blocks", "1"}).out;
    EXPECT_TRUE(text.starts_with("No recording that Lanescope comes with is of NVIDIA T4.\n")) << text;
    EXPECT_NE(text.find("(origin: published)"), std::string::npos) << text;
    EXPECT_NE(text.find("Charles Zhao (2026)"), std::string::npos) << text;
}

TEST(Errors, SayWhatRecordingsAloneCanTell) {
    for (const std::string option : {"--plans", "--ranking", "--counters", "--accuracy=/nowhere.json"}) {
        const Json error = errorOf({"errors", "--gpu", "t4", option}, 2);
        EXPECT_EQ(error["code"], "illegal_value");
        EXPECT_EQ(error["arguments"]["value"], "t4");
        const std::string said = error["message"];
        EXPECT_NE(said.find(option.substr(0, option.find('='))), std::string::npos) << said;
        EXPECT_NE(said.find("NVIDIA T4"), std::string::npos) << said;
    }
}

TEST(Errors, SayOfAGpuThatNobodyTimedWhatThereIs) {
    const Json error = errorOf({"errors", "--gpu", "l4"}, 1);
    EXPECT_EQ(error["code"], "no_times");
    EXPECT_EQ(error["arguments"]["gpu"], "NVIDIA L4");
    EXPECT_EQ(error["arguments"]["recorded"], "NVIDIA H200");
    EXPECT_NE(error["arguments"]["published"].get<std::string>().find("NVIDIA T4"), std::string::npos);
    EXPECT_EQ(errorOf({"errors", "--gpu", "l4", "--recording", LANESCOPE_SOURCE_DIR "/README.md"}, 1)["code"],
              "malformed_file");
}

}  // namespace
}  // namespace lanescope
