// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <fstream>
#include <sstream>

#include "tests/app/cli/cli.h"
#include "tests/support/contract_counters.h"
#include "tests/support/temporary_folder.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

const fs::path kResources = fs::path(LANESCOPE_SOURCE_DIR) / "resources";

/// A copy of the data files that a verb reads.
void copyResources(const TemporaryFolder& folder) {
    for (const char* part : {"ptx", "gpus"})
        fs::copy(kResources / part, folder.path(part), fs::copy_options::recursive);
    fs::copy(fs::canonical(kResources / "kernels"), folder.path("kernels"), fs::copy_options::recursive);
}

/// Cuts a file off in its middle.
void truncate(const std::string& path) { fs::resize_file(path, fs::file_size(path) / 2); }

TEST(Emulate, KeepsItsContract) {
    const ProgramResult result = cli({"emulate", "matmul.tiled", "n=32", "block=16", "--json"});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_EQ(result.err, "");
    const Json json = jsonOf(result);
    EXPECT_EQ(json["algorithm"], "matmul.tiled");
    EXPECT_EQ(json["parameters"], (Json{{"variant", "corrected"}, {"n", "32"}, {"block", "16"}, {"type", "f32"}}));
    EXPECT_GT(json["seconds"], 0);
    EXPECT_EQ(json["check"]["verdict"], "correct");
    EXPECT_EQ(json["check"]["checked"], 1024);
    EXPECT_EQ(json["check"]["wrong"], 0);
    ASSERT_EQ(json["launches"].size(), 1U);
    const Json& launch = json["launches"][0];
    EXPECT_EQ(launch["kernel"], "tiled<16, float>");
    EXPECT_EQ(launch["grid"], (Json{2, 2, 1}));
    EXPECT_EQ(launch["block"], (Json{16, 16, 1}));
    EXPECT_EQ(launch["static_shared_bytes"], 2 * 16 * 16 * 4);
    EXPECT_EQ(launch["origin"], "emulated");
    EXPECT_EQ(launch["sampled"], false);
    // 4 blocks of 8 warps; each loads from A and B for 2 tiles and stores once.
    EXPECT_EQ(launch["counters"]["global_load_requests"], 4 * 8 * 2 * 2);
    EXPECT_EQ(launch["counters"]["global_load_efficiency"], 100);
    EXPECT_EQ(launch["counters"]["global_store_requests"], 4 * 8);
    EXPECT_EQ(launch["counters"]["fp_operations"], 2 * 32 * 32 * 32);
}

TEST(Emulate, TellsTheStepsOfAPlanWithoutLaunches) {
    const ProgramResult result = cli({"emulate", "cholesky.tiles", "n=32", "block=16", "--json"});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    const Json json = jsonOf(result);
    EXPECT_EQ(json["check"]["verdict"], "correct");
    EXPECT_TRUE(json["launches"].empty());
    EXPECT_GT(json["seconds"], 0);
    EXPECT_EQ(json["steps"][0], "copy A[0…31][0…15] to the device");
    const std::string words = cli({"emulate", "cholesky.tiles", "n=32", "block=16"}).out;
    EXPECT_NE(words.find("1 × cublasDtrsm, by a loop of ours on the CPU"), std::string::npos) << words;
    EXPECT_NE(words.find("no kernel was launched"), std::string::npos) << words;
}

TEST(Emulate, ShowsTheFirstOfManyLaunches) {
    const std::string words = cli({"emulate", "cholesky.structured-own"}).out;
    EXPECT_NE(words.find("× launch of divideColumn"), std::string::npos) << words;
    EXPECT_NE(words.find("and 85 launches more; --json has all of them"), std::string::npos) << words;
}

TEST(Emulate, HasEveryCounterOfTheContract) {
    const Json counters = jsonOf(cli({"emulate", "matmul.tiled", "--json"}))["launches"][0]["counters"];
    for (const char* id : kContractCounters) EXPECT_TRUE(counters.contains(id)) << id;
}

TEST(Emulate, HasWhatAGpuWouldCountBesideWhatThePtxDid) {
    const Json launch = jsonOf(cli({"emulate", "matmul.tiled", "n=32", "block=16", "--json"}))["launches"][0];
    EXPECT_EQ(launch["predicted"]["global_load_sectors"], launch["counters"]["global_load_sectors"]);
    EXPECT_LT(launch["predicted"]["shared_load_requests"], launch["counters"]["shared_load_requests"]);
    EXPECT_FALSE(launch.contains("predicted_missing"));
    const std::string text = cli({"emulate", "matmul.tiled", "n=32", "block=16"}).out;
    EXPECT_NE(text.find("predicted"), std::string::npos);
}

TEST(Emulate, AWrongResultIsAResult) {
    const ProgramResult result =
        cli({"emulate", "matmul.single-block", "variant=published", "n=8", "block=4", "--json"});
    EXPECT_EQ(result.exitCode, 6);
    const Json json = jsonOf(result);
    EXPECT_EQ(json["outcome"]["verdict"], "wrong");
    EXPECT_EQ(json["outcome"]["exit_code"], 6);
    const Json check = json["check"];
    EXPECT_EQ(check["verdict"], "wrong");
    EXPECT_EQ(check["wrong"], 48);  // all tiles equal the first; published/kernels.md counts 48 of 64
    EXPECT_EQ(check["first_differences"][0]["row"], 0);
    EXPECT_EQ(check["first_differences"][0]["column"], 4);
}

TEST(Emulate, TheSentenceStandsFirstAndLast) {
    const auto expect = [](const std::vector<std::string>& words, int exitCode, const std::string& sentence) {
        const ProgramResult result = cli(words);
        EXPECT_EQ(result.exitCode, exitCode) << result.err;
        EXPECT_TRUE(result.out.starts_with("result: " + sentence + "\n")) << result.out;
        EXPECT_TRUE(result.out.ends_with("\nresult: " + sentence + "\n")) << result.out;
    };
    expect({"emulate", "matmul.tiled"}, 0, "correct (0 of 4096 checked elements of C wrong)");
    expect({"emulate", "matmul.single-block", "variant=published", "n=8", "block=4"}, 6,
           "wrong (48 of 64 checked elements of C wrong)");
    expect({"emulate", "matmul.global", "n=256", "--max-blocks", "9"}, 0,
           "not checked: only 9 of 256 blocks were run, so the result is not complete");
}

TEST(Emulate, ASampleSaysSo) {
    const Json json = jsonOf(cli({"emulate", "matmul.global", "n=256", "--max-blocks", "9", "--json"}));
    EXPECT_EQ(json["launches"][0]["sampled"], true);
    EXPECT_LE(json["launches"][0]["blocks_run"], 9);
    EXPECT_EQ(json["check"]["verdict"], "not_checked");
    EXPECT_NE(json["check"]["note"].get<std::string>().find("of 256 blocks"), std::string::npos);
    // Counts stand for the whole grid: all blocks are alike here.
    EXPECT_EQ(json["launches"][0]["counters"]["global_load_requests"], 256 * 8 * 2 * 256);
}

TEST(Emulate, TellsTheTheoreticalOccupancy) {
    const Json json = jsonOf(cli({"emulate", "matmul.tiled", "block=32", "--gpu", "gtx1050", "--json"}));
    const Json occupancy = json["launches"][0]["theoretical_occupancy"];
    EXPECT_EQ(occupancy["percent"], 100);
    EXPECT_EQ(occupancy["blocks_per_sm"], 2);
    EXPECT_EQ(occupancy["limited_by"], "threads");
    const Json old = jsonOf(cli({"emulate", "matmul.tiled", "block=32", "--gpu", "c1060", "--json"}));
    EXPECT_NE(old["launches"][0]["theoretical_occupancy"]["impossible"].get<std::string>().find("at most 512 threads"),
              std::string::npos);
}

TEST(Emulate, IsReadableWithoutJson) {
    const ProgramResult result = cli({"emulate", "matmul.tiled", "--gpu", "h200"});
    EXPECT_EQ(result.exitCode, 0);
    EXPECT_NE(result.out.find("matmul.tiled  variant=corrected n=64 block=16 type=f32"), std::string::npos);
    EXPECT_NE(result.out.find("global_load_efficiency"), std::string::npos);
    EXPECT_NE(result.out.find("result: correct"), std::string::npos);
    EXPECT_NE(result.out.find("theoretical occupancy on NVIDIA H200: 100 %"), std::string::npos);
    EXPECT_EQ(result.err, "");  // no progress where stderr is no terminal
}

TEST(Emulate, BadInputIsNamed) {
    const Json algorithm = errorOf({"emulate", "matmul.tile"}, 2);
    EXPECT_EQ(algorithm["code"], "unknown_algorithm");
    EXPECT_EQ(algorithm["arguments"]["algorithm"], "matmul.tile");
    const auto illegal = [](std::vector<std::string> words, const std::string& parameter, const std::string& value) {
        words.insert(words.begin(), "emulate");
        const Json error = errorOf(words, 2);
        EXPECT_EQ(error["code"], "illegal_value");
        EXPECT_EQ(error["arguments"]["parameter"], parameter);
        EXPECT_EQ(error["arguments"]["value"], value);
        EXPECT_NE(error["message"].get<std::string>().find("\"" + value + "\""), std::string::npos);
    };
    illegal({"matmul.tiled", "block=5"}, "block", "5");
    illegal({"matmul.tiled", "n=0"}, "n", "0");
    illegal({"matmul.tiled", "n=-1"}, "n", "-1");
    illegal({"matmul.tiled", "n=64x"}, "n", "64x");
    illegal({"matmul.tiled", "n=99999999999999999999"}, "n", "99999999999999999999");
    illegal({"matmul.tiled", "n="}, "n", "");
    illegal({"matmul.tiled", "type=f16"}, "type", "f16");
    illegal({"matmul.tiled", "n=64", "n=32"}, "n", "32");
    illegal({"matmul.tiled", "n"}, "parameter", "n");
    illegal({"matmul.rect2", "variant=published", "n=60"}, "n", "60");
    const Json parameter = errorOf({"emulate", "matmul.tiled", "size=64"}, 2);
    EXPECT_EQ(parameter["code"], "unknown_parameter");
    EXPECT_EQ(parameter["arguments"]["parameter"], "size");
    const Json gpu = errorOf({"emulate", "matmul.tiled", "--gpu", "gtx9999"}, 2);
    EXPECT_EQ(gpu["code"], "unknown_gpu");
    EXPECT_EQ(gpu["arguments"]["gpu"], "gtx9999");
    EXPECT_EQ(errorOf({"emulate"}, 2)["code"], "usage");
    EXPECT_EQ(errorOf({"emulate", "matmul.tiled", "--max-blocks", "many"}, 2)["code"], "illegal_value");
    EXPECT_EQ(errorOf({"emulate", "matmul.tiled", "--blocks", "3"}, 2)["code"], "usage");
}

TEST(Emulate, WithoutJsonAnErrorIsASentenceOnStderr) {
    const ProgramResult result = cli({"emulate", "matmul.tiled", "n=0"});
    EXPECT_EQ(result.exitCode, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.err, "lanescope-cli: n = \"0\" is not possible: it must be a whole number from 1 to 16384.\n");
}

TEST(Emulate, TellsWhatTheAlgorithmStates) {
    const Json json = jsonOf(cli({"emulate", "triangle.bb", "n=64", "block=8", "--json"}));
    const auto idle = std::ranges::find_if(json["facts"], [](const Json& fact) { return fact["id"] == "blocks_idle"; });
    ASSERT_NE(idle, json["facts"].end());
    EXPECT_EQ((*idle)["value"], 28);
    EXPECT_EQ((*idle)["unit"], "blocks");
    const ProgramResult text = cli({"emulate", "triangle.bb", "n=64", "block=8"});
    EXPECT_NE(text.out.find("Idle blocks "), std::string::npos) << text.out;
}

TEST(Emulate, TooLargeForMemoryIsSaidAndNotTried) {
    // The child may have 2 GiB of address space; three matrices of 16384 × 16384 doubles need 6.
    const ProgramResult result = runProgram(
        "/bin/sh",
        {"-c", "ulimit -v 2097152; exec \"$0\" emulate matmul.tiled n=16384 type=f64 --json", LANESCOPE_CLI});
    EXPECT_EQ(result.exitCode, 1) << result.err;
    EXPECT_EQ(jsonOf(result)["error"]["code"], "too_large") << result.out;
}

TEST(Emulate, TruncatedPtxIsNamedWithItsLine) {
    const TemporaryFolder folder;
    copyResources(folder);
    truncate(folder.path("ptx/matmul.ptx"));
    const Json error = errorOf({"emulate", "matmul.tiled"}, 1, {{"LANESCOPE_RESOURCES", folder.path()}});
    // Cut off within an instruction it may look like one that does not exist.
    EXPECT_TRUE(error["code"] == "ptx_syntax" || error["code"] == "ptx_unsupported") << error;
    EXPECT_EQ(error["arguments"]["file"], "matmul.ptx");
    EXPECT_TRUE(error["arguments"].contains("line"));
}

TEST(Emulate, ABrokenGpuPresetIsNamed) {
    const TemporaryFolder folder;
    copyResources(folder);
    truncate(folder.path("gpus/c2070.json"));
    const Json error =
        errorOf({"emulate", "matmul.tiled", "--gpu", "h200"}, 1, {{"LANESCOPE_RESOURCES", folder.path()}});
    EXPECT_EQ(error["code"], "malformed_file");
    EXPECT_EQ(error["arguments"]["file"], folder.path("gpus/c2070.json"));
}

TEST(Emulate, HoldsItsCountsAgainstABaseline) {
    // What is not given is as in this one: n = 32, blocks of 16.
    const ProgramResult result =
        cli({"emulate", "matmul.tiled", "n=32", "block=16", "--baseline", "matmul.global", "--json"});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    const Json json = jsonOf(result);
    const Json& baseline = json["baseline"];
    EXPECT_EQ(baseline["algorithm"], "matmul.global");
    EXPECT_EQ(baseline["parameters"]["n"], "32");
    EXPECT_EQ(baseline["parameters"]["block"], "16");
    const Json alone = jsonOf(cli({"emulate", "matmul.global", "n=32", "block=16", "--json"}));
    const Json& loads = baseline["launches"][0]["counters"]["global_load_requests"];
    EXPECT_EQ(loads["baseline"], alone["launches"][0]["counters"]["global_load_requests"]);
    EXPECT_EQ(loads["value"], json["launches"][0]["counters"]["global_load_requests"]);
    EXPECT_DOUBLE_EQ(loads["percent"], -93.75);
    EXPECT_FALSE(alone.contains("baseline"));

    const ProgramResult text = cli({"emulate", "matmul.tiled", "n=32", "block=16", "--baseline", "block=8"});
    EXPECT_EQ(text.exitCode, 0) << text.err;
    EXPECT_NE(text.out.find("against the baseline, matmul.tiled  variant=corrected n=32 block=8 type=f32\n"),
              std::string::npos)
        << text.out;
    EXPECT_NE(text.out.find("▼ −50.0 %"), std::string::npos) << text.out;

    EXPECT_NE(cli({"emulate", "matmul.tiled", "--baseline", "matmul.nosuch"}).exitCode, 0);
    EXPECT_NE(cli({"emulate", "matmul.tiled", "--baseline", "block=13"}).exitCode, 0);
}

}  // namespace
}  // namespace lanescope
