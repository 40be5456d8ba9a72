// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include <filesystem>

#include "tests/app/cli/cli.h"

namespace lanescope {
namespace {

using ::testing::HasSubstr;

const std::string kKept = LANESCOPE_SOURCE_DIR "/tests/core/session/kept/version_1.lanescope";

TEST(SessionVerb, SaysWhatIsInOne) {
    const ProgramResult result = cli({"session", kKept});
    EXPECT_EQ(result.exitCode, 0);
    for (const char* words :
         {"matmul.tiled n=64 block=16", "number 2 is shown", "2 configurations: NVIDIA H200, 2026-11-20",
          "Tiles, 2 bookmarks", "matmul.cu, matmul.ptx; today's are others", "machine code of sm_90"})
        EXPECT_THAT(result.out, HasSubstr(words));
    const auto json = jsonOf(cli({"session", kKept, "--json"}));
    EXPECT_EQ(json["shown"]["algorithm"], "matmul.tiled");
    EXPECT_EQ(json["choices"], 3);
    EXPECT_EQ(json["measured"][0]["gpu"], "NVIDIA H200");
    EXPECT_EQ(json["kernels"][0]["changed"], true);
    EXPECT_EQ(json["kernels"][1]["changed"], false) << "the program shows no launch of it now";
}

TEST(SessionVerb, RefusesWhatIsNone) {
    const ProgramResult other = cli({"session", LANESCOPE_SOURCE_DIR "/README.md"});
    EXPECT_EQ(other.exitCode, 1);
    EXPECT_THAT(other.err, HasSubstr("README.md"));
    EXPECT_THAT(other.err, HasSubstr("this is no Lanescope session"));
    EXPECT_EQ(cli({"session", "/nowhere.lanescope"}).exitCode, 1);
    EXPECT_EQ(cli({"session"}).exitCode, 2);
}

TEST(SessionVerb, OfTheExamplesHasNothingToComplainOf) {
    std::size_t count = 0;
    for (const auto& file : std::filesystem::directory_iterator(LANESCOPE_SOURCE_DIR "/examples/sessions")) {
        if (file.path().extension() != ".lanescope") continue;
        const ProgramResult result = cli({"session", file.path().string(), "--json"});
        EXPECT_EQ(result.exitCode, 0) << file.path();
        EXPECT_FALSE(jsonOf(result).contains("problem")) << file.path();
        ++count;
    }
    EXPECT_GE(count, 3U);
}

}  // namespace
}  // namespace lanescope
