// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include "tests/app/cli/cli.h"

namespace lanescope {
namespace {

using testing::HasSubstr;

TEST(MachineCodeVerb, PrintsInstructionsWithWhatTheyDo) {
    const ProgramResult text = cli({"machine-code", "vector.add", "type=f32", "--arch", "sm_90"});
    EXPECT_EQ(text.exitCode, 0) << text.err;
    EXPECT_THAT(text.out, HasSubstr("vectorAdd<float> for sm_90: 20 instructions, 12 registers a thread"));
    EXPECT_THAT(text.out, HasSubstr("LDG.E R3, desc[UR4][R2.64]"));
    EXPECT_THAT(text.out, HasSubstr("R3 becomes what stands in global memory at desc[UR4][R2.64]"));
    const auto json = jsonOf(cli({"machine-code", "vector.add", "type=f32", "--arch", "sm_75,sm_90", "--json"}));
    ASSERT_EQ(json["kernels"].size(), 2U);
    const auto& kernel = json["kernels"][1];
    EXPECT_EQ(kernel["architecture"], "sm_90");
    EXPECT_EQ(kernel["kept"], true);
    EXPECT_EQ(kernel["spill_store_bytes"], 0);
    const auto& load = kernel["instructions"][13];
    EXPECT_EQ(load["text"], "LDG.E R3, desc[UR4][R2.64]");
    EXPECT_EQ(load["encoding"], "0x000ee2000c1e19000000000402037981");
    EXPECT_EQ(load["line"], 10);
    EXPECT_EQ(load["control"]["stall"], 1);
    EXPECT_EQ(load["control"]["write_scoreboard"], 3);
    EXPECT_EQ(load["control"]["read_scoreboard"], nullptr);
}

TEST(MachineCodeVerb, PutsTwoSideBySide) {
    const ProgramResult text = cli({"machine-code", "vector.add", "--arch", "sm_90", "--beside", "sm_75"});
    EXPECT_EQ(text.exitCode, 0) << text.err;
    EXPECT_THAT(text.out, HasSubstr("LDG.E.64.SYS"));
    EXPECT_THAT(text.out, HasSubstr("for sm_75: "));
    const auto json =
        jsonOf(cli({"machine-code", "matmul.tiled", "block=16", "--beside", "block=32", "sm_80", "--json"}));
    const auto& pair = json["compared"][0];
    EXPECT_EQ(pair["left"]["architecture"], "sm_90");
    EXPECT_EQ(pair["right"]["architecture"], "sm_80");
    EXPECT_NE(pair["left"]["kernel"], pair["right"]["kernel"]);
    EXPECT_GT(pair["rows"].size(), 50U);
}

TEST(MachineCodeVerb, SaysWhatCannotBe) {
    errorOf({"machine-code"}, 2);
    errorOf({"machine-code", "vector.add", "--arch", "90"}, 2);
    errorOf({"machine-code", "vector.add", "--arch", "sm_75,sm_90", "--beside", "sm_80"}, 2);
    errorOf({"machine-code", "vector.sum"}, 2);
    const std::string ptx = LANESCOPE_SOURCE_DIR "/examples/ptx/saxpy.ptx";
    const auto missing = errorOf({"machine-code", "--ptx", ptx}, 1, {{"LANESCOPE_PTXAS", "/nowhere/ptxas"}});
    EXPECT_EQ(missing["code"], "no_library");
    EXPECT_THAT(missing["message"].get<std::string>(), HasSubstr("It comes with the CUDA toolkit"));
}

TEST(MachineCodeVerb, AllArchitecturesStandInOneTable) {
    const std::vector<const char*> wanted{"sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120"};
    const ProgramResult text =
        cli({"emulate", "matmul.tiled", "n=32", "block=16", "--code", "machine", "--arch", "all"});
    EXPECT_EQ(text.exitCode, 0);
    for (const char* architecture : wanted) EXPECT_NE(text.out.find(architecture), std::string::npos);
    EXPECT_NE(text.out.find("what makes the difference"), std::string::npos);

    const auto json =
        jsonOf(cli({"emulate", "matmul.tiled", "n=32", "block=16", "--code", "machine", "--arch", "all", "--json"}));
    const auto& launch = json["launches"].at(0);
    for (const char* architecture : wanted) {
        const auto& machine = launch["machine"][architecture];
        for (const char* counter :
             {"global_load_requests", "global_load_sectors", "shared_store_wavefronts", "barriers", "fp32_operations"})
            EXPECT_EQ(machine[counter], launch["counters"][counter]) << architecture << " " << counter;
        EXPECT_LT(machine["shared_load_requests"], launch["counters"]["shared_load_requests"]) << architecture;
    }
    const auto one =
        jsonOf(cli({"emulate", "matmul.tiled", "n=32", "block=16", "--code", "machine", "--arch", "sm_90", "--json"}));
    EXPECT_EQ(launch["machine"]["sm_90"]["warp_instructions"], one["launches"].at(0)["machine"]["warp_instructions"]);
    EXPECT_EQ(launch["different_opcodes"]["LDC"]["sm_75"], 0) << "it came with sm_90";
    errorOf({"validate", "--recording", "x", "--code", "machine", "--arch", "all"}, 2);
}

}  // namespace
}  // namespace lanescope
