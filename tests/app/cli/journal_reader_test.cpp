// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/journal_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lanescope::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string problemOf(const std::string& text) {
    const auto content = readJournal(text, "r.json.journal");
    return content ? "" : describe(content.error());
}

std::string doneLine() {
    Measurement measurement;
    measurement.seconds = {1e-5};
    summarise(measurement);
    return R"({"done":"a","entry":{"algorithm":"vector.add","parameters":{"n":"64"},"measurement":)" +
           toJson(measurement) + "}}\n";
}

TEST(JournalReader, ReadsWhatWasBegunMeasuredAndFailed) {
    const auto content =
        readJournal("{\"begin\":\"a\"}\n" + doneLine() +
                        "{\"begin\":\"b\"}\n{\"begin\":\"b\"}\n{\"failed\":\"c\",\"reason\":\"why\"}\n",
                    "r.json.journal");
    ASSERT_TRUE(content) << describe(content.error());
    ASSERT_EQ(content->measured.size(), 1U);
    EXPECT_EQ(content->measured[0].algorithm, "vector.add");
    EXPECT_EQ(content->measured[0].measurement->median, 1e-5);
    EXPECT_EQ(content->begun, (std::map<std::string, int>{{"b", 2}}));
    EXPECT_EQ(content->failed.at("c"), "why");
}

TEST(JournalReader, ADamagedLineIsNamedWithAWayOn) {
    EXPECT_EQ(problemOf("{\"begin\":\"a\"}\n{\"begin\":}\n"),
              "r.json.journal is not what it should be, at line 2, column 10: this is not JSON. It is the journal of a "
              "recording that was broken off: move it away to begin anew, or cut it off before line 2 to keep what was "
              "measured until then. What is in the recording itself stays.");
    std::string incomplete = doneLine();
    incomplete.replace(incomplete.find("\"median\""), 8, "\"medium\"");
    EXPECT_THAT(problemOf(doneLine() + incomplete), HasSubstr("at line 2, entry.measurement.medium: nothing of this"));
    for (const char* line :
         {"", "null", "[]", "{}", "\"begin\"", "{\"begin\":1}", "{\"failed\":\"a\"}", "{\"done\":\"a\"}",
          "{\"done\":\"a\",\"entry\":[]}", "\xff", "{\"begin\":\"a\"}{\"begin\":\"b\"}"}) {
        EXPECT_THAT(problemOf(std::string(line) + "\n"), HasSubstr("line 1, ")) << line;
        EXPECT_THAT(problemOf(std::string(line) + "\n"), Not(HasSubstr("exception"))) << line;
    }
}

// It ended the program.
TEST(JournalReader, DepthIsNoDanger) {
    for (const std::size_t depth : {100'000U, 1'000'000U}) {
        std::string line;
        for (std::size_t i = 0; i < depth; ++i) line += "[";
        EXPECT_THAT(problemOf("{\"begin\":\"a\"}\n" + line + "\n"), HasSubstr("line 2, column 65: lists and objects"));
    }
}

}  // namespace
}  // namespace lanescope::cli
