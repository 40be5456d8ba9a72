// SPDX-License-Identifier: GPL-3.0-or-later
// Guesses that students hand in, and curves that they draw.
#include "core/story/guesses.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/story/story_file.h"
#include "tests/support/temporary_folder.h"

namespace lanescope::story {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Asks at its second to fifth bookmark.
Story asking() {
    Story story;
    for (int i = 0; i < 5; ++i) {
        story.bookmarks.emplace_back();
        story.bookmarks.back().caption = "…";
        story.bookmarks.back().configuration.algorithm = "matmul.tiled";
    }
    story.bookmarks[1].question = Question{.kind = Question::Kind::Slider, .answer = "8", .from = 1, .to = 64};
    story.bookmarks[2].question =
        Question{.kind = Question::Kind::Choice, .options = {{"a", "1"}, {"b", "2"}, {"c", "3"}}};
    story.bookmarks[3].question = Question{.kind = Question::Kind::Threads};
    story.bookmarks[4].question = Question{.kind = Question::Kind::Curve,
                                           .answer = "measured",
                                           .from = 1e-6,
                                           .to = 1,
                                           .logarithmic = true,
                                           .over = "n",
                                           .values = {"256", "512", "1024"}};
    return story;
}

std::string handedIn(const std::string& guesses, const std::string& who = "Ada") {
    return R"({"format": "lanescope-guesses", "version": 1, )" + (who.empty() ? "" : "\"who\": \"" + who + "\", ") +
           "\"guesses\": " + guesses + "}";
}

std::string whyNot(const std::string& guesses) {
    const auto read = guessesFromJson(handedIn(guesses), "x.json", asking());
    return read ? "it was read" : describe(read.error());
}

TEST(Guesses, AreReadAsTheirQuestionsAsk) {
    const auto read = guessesFromJson(handedIn(R"({"2": 32, "3": "B", "4": "0-2, 31,1", "5": [1e-5, 2e-5, 4e-4]})"),
                                      "x.json", asking());
    ASSERT_TRUE(read) << describe(read.error());
    EXPECT_EQ(read->guesses.at(1).number, 32);
    EXPECT_EQ(read->guesses.at(1).who, "Ada");
    EXPECT_EQ(read->guesses.at(2).option, 1U);
    EXPECT_THAT(read->guesses.at(3).drawn, ElementsAre(0U, 1U, 2U, 31U));
    EXPECT_THAT(read->guesses.at(4).curve, ElementsAre(1e-5, 2e-5, 4e-4));
}

TEST(Guesses, NobodyIsNamedButByWhatTheFileSays) {
    EXPECT_EQ(guessesFromJson(handedIn(R"({"2": 1})", ""), "group 7.json", asking())->guesses.at(1).who,
              "group 7.json");
}

TEST(Guesses, WhatDoesNotFitSaysWhereAndWhatWould) {
    EXPECT_THAT(whyNot(R"({"1": 3})"), HasSubstr("bookmark 1 of this story asks nothing"));
    EXPECT_THAT(whyNot(R"({"6": 3})"), HasSubstr("asks nothing"));
    EXPECT_THAT(whyNot(R"({"3": "D"})"), HasSubstr("letter of the choice"));
    EXPECT_THAT(whyNot(R"({"3": 4})"), HasSubstr("letter of the choice"));
    EXPECT_THAT(whyNot(R"({"4": "5-1"})"), HasSubstr("0-5, 12"));
    EXPECT_THAT(whyNot(R"({"4": "0-999999"})"), HasSubstr("0-5, 12"));
    EXPECT_THAT(whyNot(R"({"5": [1, 2]})"), HasSubstr("3 numbers"));
    EXPECT_THAT(whyNot(R"({"2": "many"})"), HasSubstr("guesses"));
    EXPECT_THAT(describe(guessesFromJson(R"({"format": "other", "version": 1})", "x.json", asking()).error()),
                HasSubstr("lanescope-guesses"));
    EXPECT_THAT(
        describe(guessesFromJson(R"({"format": "lanescope-guesses", "version": 2})", "x.json", asking()).error()),
        HasSubstr("version 2"));
}

TEST(Guesses, OfAFolderAreThoseThatCanBeRead) {
    const TemporaryFolder folder;
    folder.write("ada/guess.json", handedIn(R"({"2": 8, "3": "a"})"));
    folder.write("ben.json", handedIn(R"({"2": 16})", "Ben"));
    folder.write("cut.json", handedIn(R"({"2": 16})").substr(0, 40));
    folder.write("notes.txt", "16");
    const auto room = readGuesses(folder.path(), asking(), {});
    ASSERT_TRUE(room) << describe(room.error());
    EXPECT_EQ(room->files.size(), 2U);
    EXPECT_EQ(room->leftOut.size(), 2U);
    EXPECT_EQ(room->at(1).size(), 2U);
    EXPECT_EQ(room->at(2).size(), 1U);
    EXPECT_THAT(room->at(0), IsEmpty());
    EXPECT_EQ(readGuesses(folder.path("ben.json"), asking(), {})->at(1).front().who, "Ben");
    EXPECT_FALSE(readGuesses(folder.path("none"), asking(), {}));
    EXPECT_FALSE(readGuesses(folder.path("cut.json"), asking(), {}));
}

TEST(Curve, IsKeptInTheFile) {
    const Story story = asking();
    const auto again = storyFromJson(toJson(story), "x.json");
    ASSERT_TRUE(again) << describe(again.error());
    EXPECT_EQ(*again->bookmarks[4].question, *story.bookmarks[4].question);
    Story other = story;
    other.bookmarks[4].question->answer = "global_load_sectors";
    EXPECT_THAT(describe(storyFromJson(toJson(other), "x.json").error()), HasSubstr("measured or published"));
    other = story;
    other.bookmarks[4].question->values = {"1"};
    EXPECT_THAT(describe(storyFromJson(toJson(other), "x.json").error()), HasSubstr("2 to 24 values"));
}

TEST(Curve, IsOfTheRecordingsOfAllItsValues) {
    const auto library =
        openLibrary(std::string(LANESCOPE_SOURCE_DIR) + "/resources", {LibraryPart::Catalogue}).value();
    Runner runner(*library);
    Bookmark bookmark;
    bookmark.configuration.algorithm = "matmul.tiled";
    bookmark.configuration.parameters = {{"block", "16"}, {"type", "f32"}, {"variant", "corrected"}};
    const Question question = *asking().bookmarks[4].question;
    const BookmarkRun run = runner.run(bookmark, {}).value();
    const NumberSource source(*library, run);
    const auto reveal = revealOf(question, source);
    ASSERT_TRUE(reveal);
    ASSERT_EQ(reveal->curve.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
        Parameters at = run.sides[0].parameters;
        at.set("n", question.values[i]);
        EXPECT_EQ(reveal->curve[i].value, library->recordings().find("matmul.tiled", at)->median);
    }
    EXPECT_THAT(reveal->origin, HasSubstr("replayed"));
    // Twice, as long, four times as long: the middle one is one doubling off.
    const Guess guess{.curve = {reveal->curve[0].value * 2, reveal->curve[1].value, reveal->curve[2].value * 4}};
    EXPECT_NEAR(distanceOf(guess, question, *reveal), 1, 1e-12);
    EXPECT_EQ(distanceInWords(1, question), "off by 2.00×");
    const Room room = roomOf({guess, Guess{.curve = {1e-3, 1e-4, 1e-5}}}, question, *reveal);
    EXPECT_EQ(room.right, 1U) << "where it is lowest";
    EXPECT_EQ(room.curve.size(), 3U);
    Question wrong = question;
    wrong.over = "nothing";
    EXPECT_FALSE(revealOf(wrong, source));
}

}  // namespace
}  // namespace lanescope::story
