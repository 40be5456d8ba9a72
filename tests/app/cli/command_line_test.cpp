// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli/cli.h"

namespace lanescope {
namespace {

TEST(CommandLine, HelpAndVersionAreNoErrors) {
    const ProgramResult help = cli({"--help"});
    EXPECT_EQ(help.exitCode, 0);
    EXPECT_NE(help.out.find("--json"), std::string::npos);
    EXPECT_NE(help.out.find("Exit codes: 0 ok, 1 failed"), std::string::npos) << help.out;
    EXPECT_NE(cli({"emulate", "--help"}).out.find("6 its result is wrong"), std::string::npos);
    const ProgramResult version = cli({"--version"});
    EXPECT_EQ(version.exitCode, 0);
    EXPECT_EQ(version.out.substr(0, 10), "Lanescope ");
}

TEST(CommandLine, WithoutAVerbItIsAUsageError) {
    const ProgramResult result = cli({});
    EXPECT_EQ(result.exitCode, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.err.find("--help"), std::string::npos);
}

TEST(CommandLine, AnUnknownVerbIsNamed) {
    const auto error = errorOf({"emulte"}, 2);
    EXPECT_EQ(error["code"], "usage");
    EXPECT_NE(error["message"].get<std::string>().find("emulte"), std::string::npos);
}

}  // namespace
}  // namespace lanescope
