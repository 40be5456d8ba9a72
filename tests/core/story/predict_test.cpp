// SPDX-License-Identifier: GPL-3.0-or-later
// Captions, where bookmarks stand, and what a room's guesses come to.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/words.h"
#include "core/story/caption.h"
#include "core/story/position.h"
#include "core/story/reveal.h"

namespace lanescope::story {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const Library& library() {
    static const auto kLibrary =
        openLibrary(std::string(LANESCOPE_SOURCE_DIR) + "/resources", {LibraryPart::Catalogue}).value();
    return *kLibrary;
}

Bookmark ofTransposes() {
    Bookmark bookmark;
    bookmark.configuration.algorithm = "transpose.tiled";
    bookmark.configuration.parameters = {{"padded", "no"}};
    bookmark.configuration.beside = {{"transpose.tiled", {{"padded", "yes"}}}};
    bookmark.position.share = 0.5;
    return bookmark;
}

class Predict : public ::testing::Test {
protected:
    Runner runner{library()};
    Bookmark bookmark = ofTransposes();
    BookmarkRun run = runner.run(bookmark, {}).value();
    NumberSource source{library(), run};

    [[nodiscard]] std::string words(const std::string& reference) const {
        const FoundNumber number = source.find(reference);
        return number ? wordsOf(*number) : inWords(number.error());
    }
};

TEST(Caption, IsPlainTextButForWhatStandsBetweenBraces) {
    EXPECT_THAT(piecesOf("a {n } <b>{{x}} {open"),
                ElementsAre(CaptionPiece{"a ", false}, CaptionPiece{"n", true}, CaptionPiece{" <b>{x} {open", false}));
    EXPECT_TRUE(piecesOf("").empty());
}

TEST_F(Predict, NumbersAreOfTheSideThatIsNamed) {
    EXPECT_EQ(source.find("shared_load_conflicts")->value,
              countersOf(*run.sides[0].run, 0).at("shared_load_conflicts"));
    EXPECT_EQ(source.find("b:shared_load_conflicts")->value, 0);
    EXPECT_EQ(words("a:run.most_wavefronts"), "32");
    EXPECT_EQ(words("a:shared_load_wavefronts / b:shared_load_wavefronts"), "32.0×");
    EXPECT_EQ(words("global_load_efficiency"), "100 %");
    EXPECT_EQ(words("12.5"), "12.50");
}

TEST_F(Predict, WhatIsMissingSaysWhyAndWhatToDo) {
    EXPECT_THAT(words("shared_load_conflict"), HasSubstr("nothing is called"));
    EXPECT_THAT(words("shared_load_conflict"), HasSubstr("shared_load_conflicts"));
    EXPECT_THAT(words("c:n"), HasSubstr("no side c"));
    EXPECT_THAT(words("width / shared_store_conflicts"), HasSubstr("divided by is 0"));
    EXPECT_THAT(words("model.thesis"), HasSubstr("names no GPU"));
    EXPECT_THAT(words("measured"), HasSubstr("no recording holds"));
    const ResolvedCaption caption = resolved("It is {nothing}.", {}, source);
    EXPECT_EQ(caption.text, "It is ?.");
    EXPECT_FALSE(caption.isWhole());
}

TEST_F(Predict, ANumberThatReadsOtherwiseThanWhenItWasWrittenIsFlagged) {
    bookmark.caption = "{run.most_wavefronts} passes";
    Bookmark written = asWritten(bookmark, source);
    EXPECT_FALSE(resolved(written.caption, written.numbers, source).isChanged());
    written.numbers["run.most_wavefronts"].value = 16;
    const ResolvedCaption changed = resolved(written.caption, written.numbers, source);
    EXPECT_TRUE(changed.isChanged());
    EXPECT_EQ(changed.text, "32 passes");
    EXPECT_EQ(lastRead(written.caption, written.numbers), "16 passes");
    EXPECT_EQ(lastRead("{nobody.looked} of {{it}}", written.numbers), "… of {it}");
    EXPECT_EQ(changed.text.substr(changed.numbers.at(0).first, 2), "32");
}

TEST_F(Predict, APlaceIsFoundAgainWhereItWasAndInItsPartWhenTheEventIsAnother) {
    const flow::BlockFlow& flow = *run.sides[0].flow;
    for (std::uint64_t event = 0; event <= flow.trace().size(); event = flow.stops().next(event)) {
        const FoundPosition found = find(positionAt(flow, event), flow);
        EXPECT_EQ(found.event, event);
        EXPECT_EQ(found.how, FoundPosition::How::Exact);
        if (event == flow.trace().size()) break;
    }
    const std::uint64_t inStore = flow.phases().parts().back().first;
    Position position = positionAt(flow, flow.stops().next(flow.stops().next(inStore)));
    const std::uint64_t there = position.event;
    position.event += 30;  // as if the kernel had lost two stops and thirty instructions before it
    position.stop += 2;
    EXPECT_EQ(find(position, flow).event, there);
    EXPECT_EQ(find(position, flow).how, FoundPosition::How::Moved);
    position.part->kind = flow::PhaseKind::Exchange;
    EXPECT_EQ(find(position, flow).how, FoundPosition::How::Guessed);
}

TEST_F(Predict, ABookmarkOfNoSuchAlgorithmIsItsOwnErrorOnly) {
    Bookmark other;
    other.configuration.algorithm = "matmul.tyled";
    const Result<BookmarkRun> none = runner.run(other, {});
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, ErrorCode::UnknownAlgorithm);
    const Story story{.title = "t", .bookmarks = {bookmark, other}};
    EXPECT_THAT(sentenceOf(none.error(), story, 1, "l.json"), HasSubstr("l.json, bookmark 2"));
    other.configuration.algorithm = "matmul.tiled";
    other.configuration.parameters = {{"blok", "8"}};
    EXPECT_EQ(runner.run(other, {}).error().code, ErrorCode::UnknownParameter);
}

TEST_F(Predict, OfASliderEachGuessHasItsDistance) {
    const Question question{.kind = Question::Kind::Slider, .answer = "run.most_wavefronts", .from = 1, .to = 64};
    const Reveal reveal = revealOf(question, source).value();
    EXPECT_EQ(wordsOf(reveal), "32");
    EXPECT_DOUBLE_EQ(distanceOf({.number = 16}, question, reveal), 0.5);
    const Room room =
        roomOf({{.number = 16, .count = 3}, {.number = 32, .count = 2}, {.number = 64}}, question, reveal);
    EXPECT_EQ(room.hands, 6U);
    EXPECT_EQ(room.right, 2U);
    EXPECT_DOUBLE_EQ(room.median, 24);
    Question doubling = question;
    doubling.logarithmic = true;
    EXPECT_DOUBLE_EQ(distanceOf({.number = 8}, doubling, reveal), 2);
}

TEST_F(Predict, OfAChoiceTheNumbersDecide) {
    Question question{.kind = Question::Kind::Choice,
                      .options = {{"plain", "a:shared_load_wavefronts"}, {"padded", "b:shared_load_wavefronts"}},
                      .rule = Question::Rule::Smallest};
    const Reveal reveal = revealOf(question, source).value();
    EXPECT_FALSE(reveal.options[0].right);
    EXPECT_TRUE(reveal.options[1].right);
    const Room room = roomOf({{.option = 0, .count = 20}, {.option = 1, .count = 5}}, question, reveal);
    EXPECT_THAT(room.perOption, ElementsAre(20, 5));
    EXPECT_EQ(room.right, 5U);
    question.rule = Question::Rule::Nearest;
    question.answer = "b:run.most_wavefronts";
    question.options = {{"1", "1"}, {"16", "16"}, {"also 1", "1"}};
    const Reveal nearest = revealOf(question, source).value();
    EXPECT_TRUE(nearest.options[0].right);
    EXPECT_FALSE(nearest.options[1].right);
    EXPECT_TRUE(nearest.options[2].right) << "what is as near is as right";
}

TEST_F(Predict, OfDrawnThreadsTheShareThatIsMarkedWronglyCounts) {
    const Question question{.kind = Question::Kind::Threads, .drawn = Question::Drawn::Active};
    const Reveal reveal = revealOf(question, source).value();
    ASSERT_EQ(reveal.of, 256U);
    ASSERT_EQ(reveal.drawn.size(), 32U);
    EXPECT_EQ(distanceOf({.drawn = reveal.drawn}, question, reveal), 0);
    EXPECT_DOUBLE_EQ(distanceOf({}, question, reveal), 32.0 / 256);
    const Room room = roomOf({{.drawn = {0, 1}, .count = 4}, {.drawn = {1}}}, question, reveal);
    EXPECT_EQ(room.perPlace[0], 4U);
    EXPECT_EQ(room.perPlace[1], 5U);
}

}  // namespace
}  // namespace lanescope::story
