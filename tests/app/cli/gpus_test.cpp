// SPDX-License-Identifier: GPL-3.0-or-later
// gpus, and GPUs that a user brings.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/app/cli/cli.h"
#include "tests/support/temporary_folder.h"

namespace lanescope {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string kMine = R"({"id": "mine", "title": "My GPU", "compute_capability": "8.6", "values": {
  "sm_count": {"value": 10, "unit": "", "source": "I counted"},
  "cores_per_sm": {"value": 128, "unit": "", "source": "the guide"},
  "clock": {"value": 1.5e9, "unit": "Hz", "source": "the box"}}})";

TEST(GpusVerb, ListsPresetsAndTellsAllOfOne) {
    const ProgramResult list = cli({"gpus"});
    EXPECT_EQ(list.exitCode, 0);
    for (const char* id :
         {"c1060", "c2070", "c2075", "gtx560ti", "gt520m", "gt540m", "gtx1050", "h200", "a100", "l4", "t4", "rtx4090"})
        EXPECT_THAT(list.out, HasSubstr(id));
    const ProgramResult one = cli({"gpus", "H200"});
    EXPECT_EQ(one.exitCode, 0);
    EXPECT_THAT(one.out, HasSubstr("dram_latency"));
    EXPECT_THAT(one.out, HasSubstr("pointer ring in DRAM")) << "how it was measured";
    EXPECT_THAT(one.out, Not(HasSubstr("\n  dram_latency:"))) << "it is not missing";
    EXPECT_THAT(cli({"gpus", "c2070"}).out, HasSubstr("004 section 5.3"));
    EXPECT_THAT(cli({"gpus", "a100"}).out, HasSubstr("Missing:"));
    EXPECT_EQ(jsonOf(cli({"gpus", "t4", "--json"}))["id"], "t4");
    EXPECT_EQ(errorOf({"gpus", "gtx9999"}, 2)["code"], "unknown_gpu");
}

TEST(GpusVerb, TheDocumentsTableIsWhatItPrints) {
    std::ifstream file(LANESCOPE_SOURCE_DIR "/docs/calibration.md");
    std::ostringstream text;
    text << file.rdbuf();
    const ProgramResult table = cli({"gpus", "h200", "--markdown"});
    ASSERT_EQ(table.exitCode, 0);
    EXPECT_THAT(table.out, HasSubstr("| `l1_latency` | 32 | cycles |"));
    EXPECT_THAT(text.str(), HasSubstr(table.out));
}

TEST(GpusVerb, AUsersFolderAndFileAreTaken) {
    const TemporaryFolder folder;
    folder.write("mine.json", kMine);
    const std::map<std::string, std::string> mine{{"LANESCOPE_GPUS", folder.path()}};
    EXPECT_THAT(cli({"gpus"}, mine).out, HasSubstr("My GPU"));
    for (const auto& [gpu, environment] : {std::pair{std::string("mine"), mine}, {folder.path("mine.json"), {}}}) {
        const ProgramResult one = cli({"gpus", gpu}, environment);
        EXPECT_EQ(one.exitCode, 0) << one.err;
        EXPECT_THAT(one.out, HasSubstr("I counted"));
    }
}

TEST(GpusVerb, WhatIsWrongInAUsersFileIsNamed) {
    const TemporaryFolder folder;
    folder.write("mine.json",
                 R"({"id": "mine", "title": "My GPU", "compute_capability": "8.6", "values": {"clok": 1}})");
    for (const auto& [gpu, environment] :
         {std::pair{std::string("mine"), std::map<std::string, std::string>{{"LANESCOPE_GPUS", folder.path()}}},
          {folder.path("mine.json"), {}}}) {
        const auto error = errorOf({"estimate", "vector.add", "--gpu", gpu}, 1, environment);
        EXPECT_EQ(error["code"], "malformed_file");
        EXPECT_EQ(error["arguments"]["file"], folder.path("mine.json"));
        EXPECT_EQ(error["arguments"]["place"], "values.clok");
    }
    EXPECT_EQ(errorOf({"gpus"}, 1, {{"LANESCOPE_GPUS", "/nowhere"}})["code"], "cannot_open");
}

// A pipe was waited for, and nothing could start.
TEST(GpusVerb, WhatIsNoFileInAUsersFolderIsNamed) {
    const auto inFolder = [](const auto& make) {
        const TemporaryFolder folder;
        const std::string file = folder.path("mine.json");
        make(file);
        const auto error = errorOf({"gpus"}, 1, {{"LANESCOPE_GPUS", folder.path()}});
        EXPECT_EQ(error["code"], "cannot_open");
        EXPECT_EQ(error["arguments"]["file"], file);
        return error["arguments"]["reason"].template get<std::string>();
    };
    EXPECT_EQ(inFolder([](const std::string& file) { ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0); }),
              "it is a pipe and no regular file");
    EXPECT_EQ(inFolder([](const std::string& file) { std::filesystem::create_directory(file); }), "it is a folder");
    EXPECT_EQ(inFolder([](const std::string& file) { std::filesystem::create_symlink("/dev/zero", file); }),
              "it is no regular file");
    EXPECT_THAT(inFolder([](const std::string& file) { std::filesystem::create_symlink("nowhere", file); }),
                HasSubstr("it is a link"));
    EXPECT_THAT(inFolder([](const std::string& file) { std::ofstream(file) << std::string(2 << 20, ' '); }),
                HasSubstr("longer than 1 MiB"));
}

}  // namespace
}  // namespace lanescope
