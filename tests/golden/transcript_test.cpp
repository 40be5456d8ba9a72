// SPDX-License-Identifier: GPL-3.0-or-later
// A difference is found, and told so that one knows what to look at.
#include "tests/golden/transcript.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lanescope::golden {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Transcript, HasCommandExitCodeOutputAndErrors) {
    EXPECT_EQ(transcriptOf("lanescope-cli list", {.exitCode = 2, .out = "one\n\ntwo\n", .err = "wrong\n"}),
              "$ lanescope-cli list\nexit code 2\n> one\n> \n> two\n! wrong\n");
}

TEST(Transcript, EveryByteCounts) {
    const auto with = [](const std::string& out, const std::string& err = {}) {
        return transcriptOf("x", {.exitCode = 0, .out = out, .err = err});
    };
    EXPECT_NE(with("a\n"), with("a"));
    EXPECT_NE(with("a\n"), with("a\n\n"));
    EXPECT_NE(with("a\n"), with("", "a\n"));
    EXPECT_NE(with(""), with("\n"));
    EXPECT_NE(with("a"), with("a\n(the last line is not ended)\n"));
}

TEST(FirstDifference, IsNoneOfEqualTexts) {
    EXPECT_FALSE(firstDifference("", ""));
    EXPECT_FALSE(firstDifference("$ a\n> b\n", "$ a\n> b\n"));
}

TEST(FirstDifference, NamesLineAndCommand) {
    const auto found = firstDifference("$ first\n> 1\n$ second\n> 2\n> 3\n", "$ first\n> 1\n$ second\n> 2\n> 4\n");
    ASSERT_TRUE(found);
    EXPECT_EQ(found->line, 5U);
    EXPECT_EQ(found->command, "second");
    EXPECT_EQ(found->frozen, "> 3");
    EXPECT_EQ(found->now, "> 4");
}

TEST(FirstDifference, SeesWhatIsMissingAndWhatIsNew) {
    const auto missing = firstDifference("$ a\n> 1\n", "$ a\n");
    ASSERT_TRUE(missing);
    EXPECT_EQ(missing->line, 2U);
    EXPECT_EQ(missing->command, "a");
    EXPECT_FALSE(missing->now);
    EXPECT_THAT(describe(*missing), HasSubstr("now:    (nothing more)"));
    const auto more = firstDifference("$ a\n", "$ a\n> 1\n");
    ASSERT_TRUE(more);
    EXPECT_FALSE(more->frozen);
}

TEST(FirstDifference, IsToldInAFewLines) {
    const std::string before(100'000, 'x');
    const auto found = firstDifference("$ list --json\n> " + before + "a" + before + "\n",
                                       "$ list --json\n> " + before + "b" + before + "\n");
    ASSERT_TRUE(found);
    const std::string told = describe(*found);
    EXPECT_LT(told.size(), 1000U);
    EXPECT_THAT(told, HasSubstr("line 2, column 100003"));
    EXPECT_THAT(told, HasSubstr("list --json"));
    EXPECT_THAT(told, HasSubstr("xxxaxxx"));
    EXPECT_THAT(told, HasSubstr("xxxbxxx"));
    EXPECT_THAT(told, Not(HasSubstr(std::string(300, 'x'))));
}

}  // namespace
}  // namespace lanescope::golden
