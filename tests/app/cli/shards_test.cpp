// SPDX-License-Identifier: GPL-3.0-or-later
// Sweeps on several machines: record and emulate by shards, and merge.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "core/study/study_file.h"
#include "tests/app/cli/cli.h"
#include "tests/app/cli/fake_gpu.h"
#include "tests/support/temporary_folder.h"

namespace lanescope {
namespace {

using testing::HasSubstr;

/// Lines of the entries: what a study holds, whatever the order.
std::vector<std::string> entriesOf(const std::string& file) {
    std::istringstream text(contentOf(file));
    std::vector<std::string> lines;
    for (std::string line; std::getline(text, line);)
        if (line.starts_with("{\"algorithm\"")) lines.push_back(line.substr(0, line.find_last_of('}') + 1));
    std::ranges::sort(lines);
    return lines;
}

ProgramResult emulated(const std::string& file, const std::string& shard = {}) {
    std::vector<std::string> arguments{"emulate", "--into", file, "--json"};
    if (!shard.empty()) arguments.insert(arguments.end(), {"--shard", shard});
    arguments.insert(arguments.end(), {"matmul.tiled", "variant=corrected", "n=32,64,96", "block=8,16", "type=f32"});
    return cli(arguments);
}

TEST(ShardsVerb, EmulatedShardsPutTogetherAreTheWholeSweep) {
    const TemporaryFolder scratch;
    ASSERT_EQ(emulated(scratch.path("whole.json")).exitCode, 0);
    std::vector<std::string> merge{"merge", scratch.path("all.json"), "--json"};
    for (const char* shard : {"1/3", "2/3", "3/3"}) {
        const std::string file = scratch.path(std::string("part") + shard[0] + ".json.gz");
        const auto outcome = emulated(file, shard);
        ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
        EXPECT_EQ(jsonOf(outcome)["emulated"], 2);
        merge.push_back(file);
    }
    const auto outcome = cli(merge);
    EXPECT_EQ(outcome.exitCode, 0) << outcome.out << outcome.err;
    EXPECT_EQ(jsonOf(outcome)["configurations"], 6);
    EXPECT_EQ(entriesOf(scratch.path("all.json")), entriesOf(scratch.path("whole.json")));
    EXPECT_EQ(entriesOf(scratch.path("all.json")).size(), 6U);
}

TEST(ShardsVerb, ALostShardIsNamedAndNothingIsWritten) {
    const TemporaryFolder scratch;
    const std::string one = scratch.path("1.json"), all = scratch.path("all.json");
    ASSERT_EQ(emulated(one, "1/3").exitCode, 0);
    ASSERT_EQ(emulated(scratch.path("3.json"), "3/3").exitCode, 0);
    const auto outcome = cli({"merge", all, one, scratch.path("3.json")});
    EXPECT_EQ(outcome.exitCode, 1);
    EXPECT_THAT(outcome.out, HasSubstr("run the sweep again with --shard 2/3"));
    EXPECT_FALSE(std::filesystem::exists(all));
    const auto partial = cli({"merge", all, one, scratch.path("3.json"), "--partial"});
    EXPECT_EQ(partial.exitCode, 1) << "it is still not whole";
    EXPECT_EQ(entriesOf(all).size(), 4U);
}

TEST(ShardsVerb, AShardGoesOnInItsOwnFileOnly) {
    const TemporaryFolder scratch;
    const std::string file = scratch.path("1.json");
    ASSERT_EQ(emulated(file, "1/3").exitCode, 0);
    EXPECT_EQ(jsonOf(emulated(file, "1/3"))["kept"], 2);
    const auto before = contentOf(file);
    const auto other = emulated(file, "2/3");
    EXPECT_EQ(other.exitCode, 2);
    EXPECT_THAT(other.out, HasSubstr("holds shard 1/3 of a sweep"));
    EXPECT_EQ(emulated(file).exitCode, 2) << "nor does the whole sweep";
    EXPECT_EQ(contentOf(file), before);
    for (const char* wrong : {"0/3", "4/3", "x"})
        EXPECT_THAT(emulated(scratch.path("x.json"), wrong).out, HasSubstr("part K from 1 to N")) << wrong;
    EXPECT_FALSE(std::filesystem::exists(scratch.path("x.json")));
}

TEST(ShardsVerb, RecordedShardsArePutTogether) {
    const TemporaryFolder scratch;
    const std::string what =
        " matmul.tiled variant=corrected n=32,33 block=8,16 type=f32 --no-counters --samples 3 --shard ";
    const std::string one = scratch.path("1.json"), two = scratch.path("2.json");
    EXPECT_EQ(cliOn(fakeGpu(), "record " + one + what + "1/2").exitCode, 0);
    EXPECT_EQ(cliOn(fakeGpu(), "record " + two + what + "2/2").exitCode, 0);
    EXPECT_EQ(cli({"merge", scratch.path("all.json"), two, one}).exitCode, 0);
    const auto all = studyInFile(scratch.path("all.json"));
    ASSERT_TRUE(all) << describe(all.error());
    EXPECT_EQ(all->entries.size(), 4U);
    for (const StudyEntry& entry : all->entries) EXPECT_TRUE(entry.measurement);

    // The same measured anew is no longer the same: nothing is chosen in silence.
    const std::string again = scratch.path("again.json");
    EXPECT_EQ(cliOn(fakeGpu(), "record " + again + what + "1/2 --hot").exitCode, 0);
    const auto twice = cli({"merge", scratch.path("b.json"), one, two, again});
    EXPECT_EQ(twice.exitCode, 1);
    EXPECT_THAT(twice.err, HasSubstr("tell different things of matmul.tiled"));
    EXPECT_EQ(cli({"merge", scratch.path("b.json"), one, two, again, "--keep", "last"}).exitCode, 0);
}

TEST(ShardsVerb, WhatIsNoStudyIsNamed) {
    const TemporaryFolder scratch;
    const auto missing = cli({"merge", scratch.path("all.json"), scratch.path("none.json")});
    EXPECT_EQ(missing.exitCode, 1);
    EXPECT_THAT(missing.err, HasSubstr("none.json"));
}

}  // namespace
}  // namespace lanescope
