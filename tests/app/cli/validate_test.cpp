// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "core/base/gzip.h"
#include "tests/app/cli/cli.h"
#include "tests/support/temporary_folder.h"

namespace lanescope {
namespace {

using testing::HasSubstr;

/// A recording of one configuration with so many global load requests; 1024 are right.
std::string recordingOf(int requests) {
    return R"({"format":"lanescope-study","version":1,"title":"T","entries":[{"algorithm":"matmul.tiled",)"
           R"("parameters":{"variant":"corrected","n":"64","block":"16","type":"f32"},"measurement":{"origin":"measured",)"
           R"("seconds":[1e-5],"median":1e-5,"lower_quartile":1e-5,"upper_quartile":1e-5,"counters":[{)"
           R"("global_load_requests":)" +
           std::to_string(requests) +
           R"(,"warp_instructions":1}],"counters_missing":"","verdict":"correct","provenance":{"gpu":"G",)"
           R"("compute_capability":"9.0","driver":"","cuda":"","cupti":"","date":"","lanescope":"","sm_clock_hz":0,)"
           R"("memory_clock_hz":0,"throttled":false,"l2":"flushed"}}}]})";
}

TEST(ValidateVerb, AnEqualRecordingExitsWith0AndOneSummaryLineLast) {
    const TemporaryFolder folder;
    folder.write("r.json", recordingOf(1024));
    const ProgramResult outcome = cli({"validate", "--recording", folder.path("r.json")});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.out << outcome.err;
    const std::string last = outcome.out.substr(outcome.out.rfind('\n', outcome.out.size() - 2) + 1);
    EXPECT_THAT(last, HasSubstr("1 of 1 configurations compared"));
    EXPECT_THAT(last, HasSubstr("of 1 counts that must be equal, 1 are"));
}

TEST(ValidateVerb, ADifferentOneExitsWith1AndNamesIt) {
    const TemporaryFolder folder;
    folder.write("r.json", recordingOf(1000));
    const ProgramResult text = cli({"validate", "--recording", folder.path("r.json")});
    EXPECT_EQ(text.exitCode, 1);
    EXPECT_THAT(text.out, HasSubstr("global_load_requests is 1024 emulated, 1000 measured"));
    EXPECT_EQ(text.err, "");

    const ProgramResult outcome = cli({"validate", "--recording", folder.path("r.json"), "--json"});
    EXPECT_EQ(outcome.exitCode, 1);
    const auto json = jsonOf(outcome);
    ASSERT_EQ(json["failures"].size(), 1U);
    EXPECT_EQ(json["failures"][0]["counter"], "global_load_requests");
    EXPECT_EQ(json["emulated"][0]["worst"]["measured"], 1000);
}

// Else a file without counters would pass for one that agrees.
TEST(ValidateVerb, ARecordingThatConfirmsNothingExitsWith1) {
    const TemporaryFolder folder;
    folder.write("r.json", recordingOf(1024));
    const ProgramResult other = cli({"validate", "--recording", folder.path("r.json"), "vector.add"});
    EXPECT_EQ(other.exitCode, 1) << "there is none of it";
    EXPECT_THAT(other.err, HasSubstr("r.json: nothing in it could be compared"));
}

TEST(ValidateVerb, WhatIsAskedForIsChecked) {
    const TemporaryFolder folder;
    folder.write("r.json", recordingOf(1024));
    EXPECT_EQ(errorOf({"validate", "--recording", folder.path("none.json")}, 1)["code"], "cannot_open");
    folder.write("cut.json", recordingOf(1024).substr(0, 200));
    EXPECT_EQ(errorOf({"validate", "--recording", folder.path("cut.json")}, 1)["code"], "malformed_file");
    EXPECT_EQ(errorOf({"validate", "--recording", folder.path("r.json"), "no.such"}, 2)["code"], "unknown_algorithm");
    EXPECT_EQ(errorOf({"validate"}, 2)["code"], "usage");
    for (const char* work : {"0", "-1", "nan", "inf"})
        EXPECT_EQ(errorOf({"validate", "--recording", folder.path("r.json"), "--work", work}, 2)["code"],
                  "illegal_value")
            << work;
}

// /dev/zero was read without end, and 0.9 MB of gzip took 12 GB and were called a bug of ours.
TEST(ValidateVerb, WhatCannotBeARecordingIsSaidAtOnce) {
    const TemporaryFolder folder;
    ASSERT_EQ(::mkfifo(folder.path("fifo").c_str(), 0600), 0);
    std::string lists;
    for (int i = 0; i < 10'000'000; ++i) lists += "[],";
    folder.write("bomb.json.gz", gzip("[" + lists));
    folder.write("deep.json", std::string(1'000'000, '['));
    for (const auto& [file, code, reason] :
         {std::tuple{std::string("/dev/zero"), "cannot_open", "it is no regular file"},
          {folder.path("fifo"), "cannot_open", "it is a pipe"},
          {folder.path(), "cannot_open", "it is a folder"},
          {folder.path("bomb.json.gz"), "malformed_file", "more than 2000000 values"},
          {folder.path("deep.json"), "malformed_file", "more than 64 deep"}}) {
        const auto error = errorOf({"validate", "--recording", file}, 1);
        EXPECT_EQ(error["code"], code) << file;
        EXPECT_EQ(error["arguments"]["file"], file);
        EXPECT_THAT(error["arguments"]["reason"].get<std::string>(), HasSubstr(reason)) << file;
    }
}

}  // namespace
}  // namespace lanescope
