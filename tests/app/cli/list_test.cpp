// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "tests/app/cli/cli.h"

namespace lanescope {
namespace {

TEST(List, GivesEveryAlgorithmWithItsLegalValues) {
    const ProgramResult result = cli({"list", "--json"});
    EXPECT_EQ(result.exitCode, 0);
    const auto json = jsonOf(result);
    std::vector<std::string> ids;
    for (const auto& algorithm : json["algorithms"]) {
        ids.push_back(algorithm["id"]);
        for (const char* key : {"title", "family", "document", "summary"})
            EXPECT_FALSE(algorithm[key].get<std::string>().empty()) << ids.back() << " " << key;
        for (const std::string variant : algorithm["variant"])
            EXPECT_FALSE(algorithm["verdict"][variant].get<std::string>().empty()) << ids.back() << " " << variant;
        for (const auto& parameter : algorithm["parameters"]) {
            EXPECT_TRUE(parameter.contains("default"));
            EXPECT_TRUE(parameter.contains("values") ||
                        (parameter.contains("minimum") && parameter.contains("maximum")));
        }
    }
    for (const char* id : {"matmul.single-block", "matmul.global", "matmul.tiled", "matmul.rect2",
                           "matmul.rect2-prefetch", "matmul.rect4-prefetch", "triangle.bb", "triangle.ltm",
                           "triangle.rb", "triangle.rec", "triangle.utm", "triangle.h"})
        EXPECT_EQ(std::count(ids.begin(), ids.end(), id), 1) << id;
}

TEST(List, GivesTheParametersOfAMultiply) {
    const auto tiled = jsonOf(cli({"--json", "list"}))["algorithms"][2];
    ASSERT_EQ(tiled["id"], "matmul.tiled");
    EXPECT_EQ(tiled["variant"], (nlohmann::ordered_json{"published", "corrected"}));
    std::vector<std::string> names;
    for (const auto& parameter : tiled["parameters"]) names.push_back(parameter["name"]);
    EXPECT_EQ(names, (std::vector<std::string>{"variant", "n", "block", "type", "rows"}));
    EXPECT_EQ(tiled["parameters"][1]["minimum"], 1);
    EXPECT_EQ(tiled["parameters"][3]["values"], (nlohmann::ordered_json{"f32", "f64", "i32"}));
}

TEST(List, IsReadableWithoutJson) {
    const ProgramResult result = cli({"list"});
    EXPECT_EQ(result.exitCode, 0);
    EXPECT_NE(result.out.find("matmul.tiled: Square tiles"), std::string::npos);
    EXPECT_NE(result.out.find("1 … 16384"), std::string::npos);
}

TEST(List, TakesNothingElse) { EXPECT_EQ(errorOf({"list", "matmul.tiled"}, 2)["code"], "usage"); }

TEST(List, SaysWhenItsFilesAreMissing) {
    const auto error = errorOf({"list"}, 1, {{"LANESCOPE_RESOURCES", "/nowhere"}});
    EXPECT_EQ(error["code"], "cannot_open");
    EXPECT_EQ(error["arguments"]["file"], "/nowhere/ptx");
}

}  // namespace
}  // namespace lanescope
