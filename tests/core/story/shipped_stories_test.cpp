// SPDX-License-Identifier: GPL-3.0-or-later
// Every shipped story runs, and what its captions say is what its runs say.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "core/story/caption.h"
#include "core/story/reveal.h"
#include "core/story/story_file.h"

namespace lanescope::story {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestCaption = 110;  // letters that are read from the last row

const fs::path& resources() {
    static const fs::path kResources = fs::path(LANESCOPE_SOURCE_DIR) / "resources";
    return kResources;
}

const Library& library() {
    static const auto kLibrary = openLibrary(resources().string(), {LibraryPart::Catalogue}).value();
    return *kLibrary;
}

std::vector<std::string> shipped() {
    std::vector<std::string> names;
    for (const auto& file : fs::directory_iterator(resources() / "stories"))
        names.push_back(file.path().stem().string());
    std::ranges::sort(names);
    return names;
}

std::size_t lettersIn(const std::string& utf8) {
    return static_cast<std::size_t>(std::ranges::count_if(utf8, [](char c) { return (c & 0xc0) != 0x80; }));
}

class ShippedStory : public ::testing::TestWithParam<std::string> {
protected:
    Story story = storyInFile((resources() / "stories" / (GetParam() + ".json")).string()).value();
};

TEST_P(ShippedStory, IsOneThatALecturerUsesAsItIs) {
    EXPECT_GE(story.bookmarks.size(), 5U);
    EXPECT_LE(story.bookmarks.size(), 9U);
    EXPECT_FALSE(story.about.empty());
    const auto questions = std::ranges::count_if(story.bookmarks, [](const auto& b) { return b.question.has_value(); });
    EXPECT_GE(questions, 1);
    EXPECT_TRUE(std::ranges::any_of(story.bookmarks, [](const auto& b) { return !b.note.empty(); }));
}

TEST_P(ShippedStory, EveryNumberIsStillTrueAndEveryPlaceStillThere) {
    Runner runner(library());
    for (std::size_t i = 0; i < story.bookmarks.size(); ++i) {
        const Bookmark& bookmark = story.bookmarks[i];
        SCOPED_TRACE("bookmark " + std::to_string(i + 1) + ": " + bookmark.caption);
        const Result<BookmarkRun> run = runner.run(bookmark, {});
        ASSERT_TRUE(run) << describe(run.error());
        EXPECT_FALSE(run->moved);
        const NumberSource source(library(), *run);
        for (const std::string* text : {&bookmark.caption, &bookmark.note})
            for (const CaptionNumber& number : resolved(*text, bookmark.numbers, source).numbers) {
                EXPECT_EQ(number.missing, "") << number.reference;
                EXPECT_TRUE(number.written) << number.reference << " was never looked at";
                EXPECT_FALSE(number.changed) << number.reference;
            }
        EXPECT_LE(lettersIn(resolved(bookmark.caption, bookmark.numbers, source).text), kLongestCaption);
        if (!bookmark.question) continue;
        const auto reveal = revealOf(*bookmark.question, source);
        ASSERT_TRUE(reveal);
        EXPECT_NE(wordsOf(*reveal), "");
        if (reveal->kind != Question::Kind::Slider) continue;
        EXPECT_GE(reveal->number->value, bookmark.question->from) << "nobody can say the answer";
        EXPECT_LE(reveal->number->value, bookmark.question->to);
    }
}

TEST_P(ShippedStory, IsWrittenAsTheProgramWritesIt) {
    const Result<std::string> text = readFile((resources() / "stories" / (GetParam() + ".json")).string());
    ASSERT_TRUE(text);
    EXPECT_EQ(*text, toJson(story));
}

INSTANTIATE_TEST_SUITE_P(All, ShippedStory, ::testing::ValuesIn(shipped()), [](const auto& one) {
    std::string name = one.param;
    std::ranges::replace(name, '-', '_');
    return name;
});

TEST(ShippedStories, EachSubjectHasOne) {
    EXPECT_THAT(shipped(), ::testing::IsSupersetOf({"tiling", "prefetching", "divergence", "coalescing",
                                                    "bank-conflicts", "triangle-maps", "reductions", "matrix-vector",
                                                    "cholesky", "atomics", "wrong-kernels", "old-models"}));
}

Reveal revealed(const std::string& name, std::size_t bookmark) {
    const Story story = storyInFile((resources() / "stories" / (name + ".json")).string()).value();
    Runner runner(library());
    const BookmarkRun run = runner.run(story.bookmarks.at(bookmark), {}).value();
    return revealOf(story.bookmarks.at(bookmark).question.value(), NumberSource(library(), run)).value();
}

// What captions say in words, by another way than their numbers come by.

TEST(ShippedStories, TheTilesStandWhereTheirCaptionsSay) {
    const Story story = storyInFile((resources() / "stories" / "tiling.json").string()).value();
    Runner runner(library());
    const BookmarkRun loading = runner.run(story.bookmarks.at(2), {}).value();
    const flow::Phase& phase = loading.sides[0].flow->phases().partAt(loading.position - 1);
    EXPECT_EQ(phase.kind, flow::PhaseKind::Load);
    EXPECT_EQ(phase.round, 1U);
    const BookmarkRun multiplying = runner.run(story.bookmarks.at(3), {}).value();
    EXPECT_EQ(multiplying.sides[0].flow->phases().partAt(multiplying.position - 1).kind, flow::PhaseKind::Multiply);
}

TEST(ShippedStories, TheIdleBlocksOfTheBoxAreThoseAboveTheDiagonal) {
    std::vector<std::uint32_t> above;
    for (std::uint32_t row = 0; row < 8; ++row)
        for (std::uint32_t column = row + 1; column < 8; ++column) above.push_back(row * 8 + column);
    EXPECT_EQ(revealed("triangle-maps", 0).drawn, above);
}

TEST(ShippedStories, OfTwoWaysTheOtherHalfOfTheWarpWaits) { EXPECT_EQ(revealed("divergence", 1).drawn.size(), 16U); }

TEST(ShippedStories, ModelsStandBesideAMeasuredAnswerAndOneIsOffByHundreds) {
    const Reveal reveal = revealed("old-models", 0);
    ASSERT_FALSE(reveal.models.empty());
    const auto thesis = std::ranges::find(reveal.models, "thesis", &Reveal::ModelAnswer::model);
    ASSERT_NE(thesis, reveal.models.end());
    EXPECT_GT(thesis->number->value / reveal.number->value, 100);
    const Reveal choice = revealed("old-models", 6);
    EXPECT_TRUE(std::ranges::any_of(choice.models, &Reveal::ModelAnswer::right));
}

}  // namespace
}  // namespace lanescope::story
