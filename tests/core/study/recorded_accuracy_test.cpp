// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/recorded_accuracy.h"

#include <gmock/gmock.h>

#include "tests/support/temporary_folder.h"

namespace lanescope {
namespace {

TEST(RecordedAccuracy, IsReadStrictly) {
    const auto read = recordedAccuracyFrom(
        R"({"gpu": "h200", "command": "errors", "rows": [{"model": "volkov", "compared": 1466, "median_ape": 0.7274}]})",
        "a.json");
    ASSERT_TRUE(read) << describe(read.error());
    EXPECT_EQ(read->gpu, "h200");
    ASSERT_NE(read->find("volkov"), nullptr);
    EXPECT_EQ(read->find("volkov")->compared, 1466U);
    EXPECT_DOUBLE_EQ(read->find("volkov")->medianApe, 0.7274);
    EXPECT_EQ(read->find("sim"), nullptr);
    for (const char* wrong :
         {"", "{}", R"({"gpu": 1, "command": "", "rows": []})", R"({"gpu": "h200", "command": "", "rows": [], "x": 1})",
          R"({"gpu": "h200", "command": "", "rows": [{"model": "v", "compared": 0, "median_ape": 1}]})",
          R"({"gpu": "h200", "command": "", "rows": [{"model": "v", "compared": 2, "median_ape": -1}]})"}) {
        const auto refused = recordedAccuracyFrom(wrong, "a.json");
        ASSERT_FALSE(refused) << wrong;
        EXPECT_THAT(describe(refused.error()), testing::HasSubstr("a.json"));
    }
}

TEST(RecordedAccuracy, ABrokenFileIsNamedAndTheOthersCount) {
    const TemporaryFolder folder;
    EXPECT_TRUE(loadRecordedAccuracies(folder.path()).problems.empty()) << "no folder, no accuracy";
    folder.write("accuracy/a.json", R"({"gpu": "a", "command": "", "rows": []})");
    folder.write("accuracy/b.json", "{");
    const RecordedAccuracies read = loadRecordedAccuracies(folder.path());
    EXPECT_NE(read.find("a"), nullptr);
    ASSERT_EQ(read.problems.size(), 1U);
    EXPECT_THAT(describe(read.problems[0]), testing::HasSubstr("b.json"));
}

}  // namespace
}  // namespace lanescope
