// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/story_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lanescope::story {
namespace {

using ::testing::HasSubstr;

/// Everything that a bookmark can hold, none of it as usual.
Story wholeStory() {
    Bookmark first;
    first.configuration = {.algorithm = "matmul.tiled",
                           .parameters = {{"n", "64"}, {"block", "16"}},
                           .launch = 1,
                           .block = {2, 3, 0},
                           .scheduling = simt::Scheduling::IndependentThreads,
                           .gpu = "h200",
                           .beside = {{"matmul.global", {}}, {"matmul.tiled", {{"block", "8"}}}}};
    first.view = "memory";
    first.position = {
        .part = Position::Part{flow::PhaseKind::Multiply, 2, 3}, .stopInPart = 4, .stop = 77, .event = 1234};
    first.until = Position{.share = 0.75};
    first.zoom = {2.5, 0.25, 0.125};
    first.spotlight =
        Spotlight{.kind = Spotlight::Kind::Tile, .array = "A", .row = 16, .column = 32, .rows = 4, .columns = 8};
    first.marks = {{Mark::Kind::Arrow, {{0.1, 0.2}, {0.3, 0.4}}}, {Mark::Kind::Pen, {{0, 0}, {0.5, 0.5}, {1, 1}}}};
    first.caption = "It is {global_load_efficiency} <b>here</b>";
    first.note = "Ask first.";
    first.numbers["global_load_efficiency"] = {62.5, "%", "emulated"};
    first.question = Question{.kind = Question::Kind::Choice,
                              .text = "Which?",
                              .options = {{"One", "a:blocks"}, {"Two", "32"}},
                              .rule = Question::Rule::Smallest};
    first.seconds = 12.5;
    first.baseline = Configuration{.algorithm = "matmul.global",
                                   .parameters = {{"n", "64"}},
                                   .launch = 1,
                                   .block = {1, 0, 0},
                                   .scheduling = simt::Scheduling::IndependentThreads,
                                   .gpu = "h200"};
    Bookmark second;
    second.configuration.algorithm = "triangle.bb";
    second.view = "map";
    second.position.clock = 15;
    second.spotlight = Spotlight{.kind = Spotlight::Kind::Thread, .warp = 1, .lane = 31};
    second.question = Question{.kind = Question::Kind::Slider,
                               .text = "How many?",
                               .answer = "global_load_sectors",
                               .from = 1,
                               .to = 1024,
                               .logarithmic = true};
    Bookmark third;
    third.question = Question{.kind = Question::Kind::Blocks, .text = "Which idle?", .drawn = Question::Drawn::Writing};
    third.spotlight = Spotlight{.kind = Spotlight::Kind::Warp, .warp = 7};
    return {.title = "Tiles", .about = "What they save.", .author = "A. N.", .bookmarks = {first, second, third}};
}

std::string storyWith(const std::string& bookmarks) {
    return R"({"format":"lanescope-story","version":1,"title":"t","bookmarks":[)" + bookmarks + "]}";
}

/// The sentence of the error that a text gives; empty if it is a story.
std::string sentenceOf(const std::string& json) {
    const Result<Story> story = storyFromJson(json, "lecture.json");
    return story ? std::string() : describe(story.error());
}

TEST(StoryFile, ReadsWhatItWrote) {
    const Story story = wholeStory();
    const std::string text = toJson(story);
    const Result<Story> again = storyFromJson(text, "lecture.json");
    ASSERT_TRUE(again) << describe(again.error()) << '\n' << text;
    EXPECT_EQ(*again, story);
    EXPECT_EQ(toJson(*again), text);
}

TEST(StoryFile, ABookmarkNeedsItsCaptionAndItsAlgorithmAlone) {
    const Result<Story> story = storyFromJson(storyWith(R"({"caption":"c","algorithm":"vector.add"})"), "lecture.json");
    ASSERT_TRUE(story) << describe(story.error());
    EXPECT_EQ(story->bookmarks.at(0).view, "tiles");
    EXPECT_EQ(story->bookmarks.at(0).position, Position{});
    EXPECT_EQ(storyFromJson(toJson(*story), "lecture.json").value(), *story);
}

TEST(StoryFile, TextsStayAsTheyAreWhateverTheyLookLike) {
    const std::string markup = "<img src=x onerror=alert(1)> **bold** {{n}} $(reboot) javascript:x";
    const Result<Story> story =
        storyFromJson(storyWith("{\"algorithm\":\"a\",\"caption\":\"" + markup + "\"}"), "lecture.json");
    ASSERT_TRUE(story);
    EXPECT_EQ(story->bookmarks.at(0).caption, markup);
}

TEST(StoryFile, SaysWhatIsWrongWhereAndWhatToDo) {
    std::string many;
    for (int i = 0; i < 300; ++i) many += std::string(i == 0 ? "" : ",") + R"({"caption":"c","algorithm":"a"})";
    EXPECT_THAT(sentenceOf(storyWith(many)),
                HasSubstr("it has 300 bookmarks, and a story has at most 250; make several"));
    EXPECT_THAT(sentenceOf(storyWith(R"({"caption":"c","algorithm":"a"},{"caption":3,"algorithm":"a"})")),
                HasSubstr("lecture.json is not what it should be, at bookmark 2, caption"));
    EXPECT_THAT(sentenceOf(storyWith(R"({"caption":"c"})")), HasSubstr("bookmark 1, algorithm"));
    EXPECT_THAT(sentenceOf(storyWith(R"({"caption":"c","algorithm":"a","run":"rm"})")), HasSubstr("bookmark 1, run"));
    EXPECT_THAT(sentenceOf(storyWith(R"({"caption":"c","algorithm":"a","position":{"phase":"cook"}})")),
                HasSubstr("\"cook\" is unknown here; write setup, load, multiply"));
    EXPECT_THAT(sentenceOf(storyWith(R"({"caption":"c","algorithm":"a","position":{"round":-1,"phase":"load"}})")),
                HasSubstr("a whole number from 0"));
    EXPECT_THAT(sentenceOf(storyWith("7")), HasSubstr("bookmark 1"));
    EXPECT_THAT(sentenceOf(R"({"format":"lanescope-study","version":2})"),
                HasSubstr("this is no story but \"lanescope-study\""));
    EXPECT_THAT(sentenceOf(R"({"slides":[]})"), HasSubstr("this is no Lanescope story"));
    EXPECT_THAT(sentenceOf("[]"), HasSubstr("this is no Lanescope story"));
    EXPECT_THAT(sentenceOf("# Tiling"), HasSubstr("line 1, column 1"));
    EXPECT_THAT(sentenceOf(R"({"format":"lanescope-story","version":2,"scenes":[]})"),
                HasSubstr("has version 2; this program reads up to version 1"));
}

TEST(StoryFile, QuestionsThatHaveNoAnswerAreRefused) {
    const auto asked = [](const std::string& question) {
        return sentenceOf(storyWith(R"({"caption":"c","algorithm":"a","question":)" + question + "}"));
    };
    EXPECT_THAT(asked(R"({"kind":"slider","text":"?","answer":"n","from":4,"to":4})"), HasSubstr("ends above"));
    EXPECT_THAT(asked(R"({"kind":"slider","text":"?","answer":"n","from":0,"to":4,"step":0})"),
                HasSubstr("step is above 0"));
    EXPECT_THAT(asked(R"({"kind":"slider","text":"?","answer":"n","from":0,"to":4,"logarithmic":true})"),
                HasSubstr("begins above 0"));
    EXPECT_THAT(asked(R"({"kind":"choice","text":"?","right":"largest","options":[{"text":"x","number":"1"}]})"),
                HasSubstr("2 to 9"));
    EXPECT_THAT(asked(R"({"kind":"blocks","text":"?","right":"active"})"), HasSubstr("idle or writing"));
    EXPECT_EQ(asked(R"({"kind":"threads","text":"?","right":"active"})"), "");
}

TEST(StoryFile, AMissingFileHasItsSentence) {
    const Result<Story> story = storyInFile("/nowhere/lecture.json");
    ASSERT_FALSE(story);
    EXPECT_EQ(story.error().code, ErrorCode::CannotOpen);
}

TEST(Story, PlaysAtThePaceOfReadingUnlessItSaysOtherwise) {
    Bookmark bookmark;
    bookmark.caption = std::string(60, 'x');
    EXPECT_DOUBLE_EQ(secondsOf(bookmark), 9);
    bookmark.seconds = 2;
    EXPECT_DOUBLE_EQ(secondsOf(bookmark), 2);
}

}  // namespace
}  // namespace lanescope::story
