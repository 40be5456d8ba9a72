// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include "tests/app/cli/cli.h"

namespace lanescope {
namespace {

using testing::HasSubstr;

TEST(OccupancyVerb, TellsOfABlockGivenInNumbers) {
    const auto json = jsonOf(
        cli({"occupancy", "--threads", "256", "--registers", "40", "--shared", "30000", "--gpu", "8.6", "--json"}));
    EXPECT_EQ(json["compute_capability"], "8.6");
    ASSERT_EQ(json["launches"].size(), 1U);
    const auto& launch = json["launches"][0];
    EXPECT_EQ(launch["blocks_per_sm"], 3);
    EXPECT_EQ(launch["percent"], 50);
    EXPECT_EQ(launch["limited_by"], "shared memory");
    EXPECT_EQ(launch["blocks_by_limit"]["registers"], 6);
    EXPECT_EQ(launch["registers_from"], "given");
    EXPECT_EQ(launch["curves"]["threads"].size(), 32U);
    EXPECT_EQ(launch["curves"]["registers"].size(), 255U);
    EXPECT_EQ(launch["curves"]["shared"].back()["shared"], 99 * 1024);
    const ProgramResult text = cli({"occupancy", "--threads", "256", "--registers", "40", "--curve", "registers"});
    EXPECT_THAT(text.out,
                HasSubstr("on NVIDIA H200: 75 % (6 blocks, 48 warps a multiprocessor), limited by registers"));
    EXPECT_THAT(text.out, HasSubstr("over registers a thread"));
}

TEST(OccupancyVerb, TellsOfAnAlgorithmAndWhatItDoesNotKnow) {
    const auto launch =
        jsonOf(cli({"occupancy", "matmul.tiled", "n=512", "block=32", "--gpu", "c2070", "--json"}))["launches"][0];
    EXPECT_EQ(launch["threads_per_block"], 1024);
    EXPECT_EQ(launch["shared_bytes_per_block"], 8192);
    EXPECT_EQ(launch["blocks_per_sm"], 1);
    EXPECT_FALSE(launch.contains("registers_per_thread"));
    EXPECT_THAT(launch["notes"].dump(), HasSubstr("Registers are not looked at"));
    const auto known = jsonOf(cli({"occupancy", "matmul.tiled", "n=512", "--registers", "255", "--json"}));
    EXPECT_EQ(known["launches"][0]["limited_by"], "registers");
}

TEST(OccupancyVerb, NamesWhatCannotBe) {
    EXPECT_THAT(errorOf({"occupancy", "--threads", "1024", "--gpu", "c1060"}, 1)["message"].get<std::string>(),
                HasSubstr("at most 512 threads"));
    EXPECT_THAT(errorOf({"occupancy", "--threads", "1024", "--registers", "65"}, 1)["message"].get<std::string>(),
                HasSubstr("at most 65536 registers"));
    errorOf({"occupancy"}, 2);
    errorOf({"occupancy", "--threads", "0"}, 2);
    errorOf({"occupancy", "--threads", "64", "--registers", "256"}, 2);
    errorOf({"occupancy", "matmul.tiled", "--threads", "64"}, 2);
    errorOf({"occupancy", "matmul.tiled", "--shared", "64"}, 2);
    errorOf({"occupancy", "matmul.tield"}, 2);
    errorOf({"occupancy", "--threads", "64", "--gpu", "voodoo2"}, 2);
}

}  // namespace
}  // namespace lanescope
