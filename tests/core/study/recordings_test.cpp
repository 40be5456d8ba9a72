// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "core/base/gzip.h"
#include "core/base/resources.h"
#include "tests/core/study/example_study.h"
#include "tests/support/temporary_folder.h"

namespace lanescope {
namespace {

TEST(Recordings, AreReplayed) {
    const TemporaryFolder folder;
    folder.write("recordings/h200.json", toJson(exampleStudy()));
    folder.write("recordings/README.md", "not a recording");
    const Recordings recordings = loadRecordings(folder.path());
    EXPECT_TRUE(recordings.problems.empty());
    const StudyEntry entry = exampleStudy().entries[0];
    const Measurement* found = recordings.find(entry.algorithm, entry.parameters);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->origin, Origin::Replayed);
    EXPECT_EQ(found->median, entry.measurement->median);
    EXPECT_EQ(recordings.find("matmul.global", {{"n", "8"}}), nullptr);  // an entry without a measurement
}

TEST(Recordings, ABrokenFileDoesNotHideTheOthers) {
    const TemporaryFolder folder;
    folder.write("recordings/a.json", "{\"format\": ");
    folder.write("recordings/b.json", toJson(exampleStudy()));
    const Recordings recordings = loadRecordings(folder.path());
    EXPECT_EQ(recordings.studies.size(), 1U);
    ASSERT_EQ(recordings.problems.size(), 1U);
    EXPECT_EQ(recordings.problems[0].code, ErrorCode::MalformedFile);
    EXPECT_EQ(recordings.problems[0].arguments.at("file"), folder.path() + "/recordings/a.json");
}

TEST(Recordings, APackedFileIsReadAndADamagedOneCostsOnlyItself) {
    const TemporaryFolder folder;
    const std::string packed = gzip(toJson(exampleStudy()));
    folder.write("recordings/a.json.gz", packed.substr(0, packed.size() / 2));
    folder.write("recordings/b.json.gz", packed);
    folder.write("recordings/c.gz", packed);
    folder.write("recordings/sets/catalogue.json", "no recording");
    const Recordings recordings = loadRecordings(folder.path());
    EXPECT_EQ(recordings.studies.size(), 1U);
    ASSERT_EQ(recordings.problems.size(), 1U);
    EXPECT_EQ(recordings.problems[0].code, ErrorCode::MalformedFile);
    EXPECT_EQ(recordings.problems[0].arguments.at("file"), folder.path() + "/recordings/a.json.gz");
}

TEST(Recordings, NoFolderMeansNoRecordings) {
    const TemporaryFolder folder;
    const Recordings recordings = loadRecordings(folder.path());
    EXPECT_TRUE(recordings.studies.empty());
    EXPECT_TRUE(recordings.problems.empty());
}

}  // namespace
}  // namespace lanescope
