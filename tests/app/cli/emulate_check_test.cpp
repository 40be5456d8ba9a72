// SPDX-License-Identifier: GPL-3.0-or-later
// What emulate says of a student's bugs: the fields of a fault, and races with both sides.
#include <algorithm>

#include "tests/app/cli/cli.h"

namespace lanescope {
namespace {

using Json = nlohmann::ordered_json;

/// emulate on one of the kernels with a planted bug.
std::vector<std::string> planted(const std::string& name, const std::vector<std::string>& more) {
    std::vector<std::string> words{"emulate", "--ptx", LANESCOPE_SOURCE_DIR "/tests/core/simt/bugs/" + name + ".ptx",
                                   "--entry", "bug"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
}
std::vector<std::string> histogram(const std::vector<std::string>& more) {
    std::vector<std::string> words = planted(
        "histogram_shared", {"--grid", "1", "--block", "64", "--arg", "buf:i32:16:zero", "--arg", "buf:i32:64:ramp"});
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

TEST(EmulateCheck, ARaceHasBothSides) {
    const Json json = jsonOf(cli(histogram({"--json"})));
    ASSERT_EQ(json["races"].size(), 1U);
    const Json& races = json["races"][0];
    EXPECT_EQ(races["complete"], true);
    EXPECT_EQ(races["blocks_checked"], 1);
    ASSERT_FALSE(races["findings"].empty());
    const Json& finding = races["findings"][0];
    EXPECT_EQ(finding["kind"], "block race");
    EXPECT_EQ(finding["space"], "shared");
    EXPECT_EQ(finding["buffer"], "mine");
    for (const char* const side : {"first", "second"}) {
        EXPECT_EQ(finding[side]["source_file"], "histogram_shared.cu") << side;
        EXPECT_EQ(finding[side]["source_line"], 9) << side;
        EXPECT_EQ(finding[side]["block"], (Json{0, 0, 0})) << side;
    }
    EXPECT_NE(finding["first"]["thread"], finding["second"]["thread"]);
    EXPECT_NE(finding["hint"].get<std::string>().find("atomicAdd"), std::string::npos);
}

TEST(EmulateCheck, IsReadableWithoutJson) {
    const ProgramResult result = cli(histogram({}));
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_NE(result.out.find("\nchecks: "), std::string::npos) << result.out;
    EXPECT_NE(result.out.find("(histogram_shared.cu, line 9; PTX line "), std::string::npos) << result.out;
}

// Whoever asks for races wants to know by the exit code; the quick look that everybody gets only tells.
TEST(EmulateCheck, ErrorsThatWereAskedForMakeTheResultWrong) {
    EXPECT_EQ(cli(histogram({"--check", "races"})).exitCode, 6);
    const Json outcome = jsonOf(cli(histogram({"--json"})))["outcome"];
    EXPECT_EQ(outcome["verdict"], "ok");
    EXPECT_NE(outcome["sentence"].get<std::string>().find("; the checks found "), std::string::npos) << outcome;
    EXPECT_EQ(cli({"emulate", "matmul.tiled", "--check", "races"}).exitCode, 0);
}

TEST(EmulateCheck, CanBeLeftOut) {
    EXPECT_EQ(jsonOf(cli(histogram({"--check", "none", "--json"})))["races"], Json::array());
    EXPECT_EQ(errorOf(histogram({"--check", "everything"}), 2)["code"], "usage");
}

TEST(EmulateCheck, ThePublishedRaceOfTheCatalogueIsFound) {
    const auto findings = [](const std::string& variant) {
        const Json json = jsonOf(cli({"emulate", "matmul.rect2", "variant=" + variant, "n=64", "block=16", "--json"}));
        EXPECT_EQ(json["races"][0]["complete"], true);
        return json["races"][0]["findings"];
    };
    const Json published = findings("published");
    ASSERT_FALSE(published.empty());
    const auto isError = [](const Json& f) { return f["severity"] == "error" && f["buffer"] == "Bs"; };
    EXPECT_TRUE(std::any_of(published.begin(), published.end(), isError)) << published.dump();
    EXPECT_EQ(findings("corrected"), Json::array());
}

TEST(EmulateCheck, WhatIsTooLargeForAQuickLookSaysSo) {
    const Json json = jsonOf(cli({"emulate", "matmul.tiled", "n=512", "block=32", "--json"}));
    EXPECT_EQ(json["races"][0]["complete"], false);
    EXPECT_GT(json["races"][0]["blocks_checked"], 0);
    EXPECT_EQ(json["races"][0]["blocks"], 256);
}

TEST(EmulateCheck, AFaultHasAllItsFields) {
    const Json json =
        jsonOf(cli(planted("missing_guard", {"--grid", "2", "--block", "64", "--arg", "buf:f32:100:zero", "--arg",
                                             "buf:f32:100:ramp", "--arg", "i32:100", "--json"})));
    EXPECT_EQ(json["check"]["verdict"], "fault");
    const Json& fault = json["check"]["fault"];
    EXPECT_EQ(fault["kind"], "out of bounds");
    EXPECT_EQ(fault["block"], (Json{1, 0, 0}));
    EXPECT_EQ(fault["thread"], (Json{36, 0, 0}));
    EXPECT_EQ(fault["lanes"], 28);
    EXPECT_EQ(fault["source_file"], "missing_guard.cu");
    EXPECT_EQ(fault["source_line"], 6);
    EXPECT_EQ(fault["access"], "read");
    EXPECT_EQ(fault["space"], "global");
    EXPECT_EQ(fault["bytes"], 4);
    EXPECT_NE(fault["hint"].get<std::string>().find("if (i < n)"), std::string::npos);
}

}  // namespace
}  // namespace lanescope
