// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/choice_history.h"

#include <gtest/gtest.h>

#include "core/base/resources.h"

namespace lanescope {
namespace {

using namespace std::chrono_literals;

const Algorithm& tiled() {
    static const Catalogue catalogue = Catalogue::load(resourceFolder().value()).value();
    return **catalogue.find("matmul.tiled");
}

Chosen withN(const char* n, const char* block = "16") {
    return {.algorithm = &tiled(), .parameters = tiled().complete({{"n", n}, {"block", block}}).value()};
}

/// Changes come one after the other, `apart` in time.
struct History : ::testing::Test {
    void note(const Chosen& chosen, std::chrono::milliseconds apart = 5s) { history.note(chosen, now += apart); }
    ChoiceHistory history;
    ChoiceHistory::Clock::time_point now;
};

TEST_F(History, GoesBackAndForth) {
    EXPECT_FALSE(history.canUndo());
    note(withN("64"));
    EXPECT_FALSE(history.canUndo()) << "there is nothing before the first choice";
    note(withN("128"));
    note(withN("128", "32"));
    EXPECT_EQ(history.undo(), withN("128"));
    EXPECT_EQ(history.undo(), withN("64"));
    EXPECT_FALSE(history.canUndo());
    EXPECT_EQ(history.redo(), withN("128"));
    EXPECT_EQ(history.redo(), withN("128", "32"));
    EXPECT_FALSE(history.canRedo());
}

TEST_F(History, PinningIsAChangeOfItsOwn) {
    note(withN("64"));
    Chosen held = withN("64");
    held.baseline = pinned(held);
    note(held);
    EXPECT_EQ(changedNumber(withN("64"), held), "");
    Chosen next = withN("65");
    next.baseline = held.baseline;
    EXPECT_EQ(changedNumber(held, next), "n") << "what is held against it changes by a number";
    note(next);
    EXPECT_EQ(withPinned(*next.baseline, next), held);
    EXPECT_EQ(history.undo(), held);
    EXPECT_FALSE(history.undo().baseline);
}

TEST_F(History, WhatIsChosenAfterAnUndoTakesThePlaceOfWhatWasUndone) {
    note(withN("64"));
    note(withN("128"));
    history.undo();
    note(withN("96"));
    EXPECT_FALSE(history.canRedo());
    EXPECT_EQ(history.undo(), withN("64"));
    EXPECT_EQ(history.redo(), withN("96"));
}

TEST_F(History, QuickChangesOfOneNumberAreOne) {
    note(withN("64"));
    note(withN("65"));
    for (const char* n : {"66", "67", "68"}) note(withN(n), 100ms);
    EXPECT_EQ(history.undo(), withN("64"));
    EXPECT_EQ(history.redo(), withN("68"));
}

TEST_F(History, ANumberThatComesBackHasNotChanged) {
    note(withN("64", "32"));
    note(withN("64"));
    note(withN("65"));
    note(withN("64"), 100ms);
    EXPECT_EQ(history.undo(), withN("64", "32"));
}

TEST_F(History, SlowChangesAreSeveral) {
    note(withN("64"));
    note(withN("65"));
    note(withN("66"), ChoiceHistory::kQuick + 1ms);
    EXPECT_EQ(history.undo(), withN("65"));
}

TEST_F(History, QuickChangesOfDifferentThingsAreSeveral) {
    note(withN("64"));
    note(withN("65"), 10ms);
    note(withN("65", "8"), 10ms);  // a list: each is a choice
    note(withN("65", "4"), 10ms);
    EXPECT_EQ(history.undo(), withN("65", "8"));
    EXPECT_EQ(history.undo(), withN("65"));
    EXPECT_EQ(history.undo(), withN("64"));
}

TEST_F(History, TheOldestAreForgotten) {
    for (std::size_t n = 1; n <= ChoiceHistory::kMost + 10; ++n) note(withN(std::to_string(n).c_str()));
    std::size_t steps = 0;
    for (; history.canUndo(); ++steps) history.undo();
    EXPECT_EQ(steps, ChoiceHistory::kMost - 1);
}

TEST_F(History, NothingIsKeptBeforeAnAlgorithmIsChosen) {
    note({.gpu = "h200"});
    note(withN("64"));
    EXPECT_FALSE(history.canUndo());
}

TEST_F(History, OfAnotherSessionTakesThePlaceOfThisOne) {
    note(withN("64"));
    history.set({withN("1"), withN("2"), withN("3")}, 1);
    EXPECT_EQ(history.now(), withN("2"));
    EXPECT_EQ(history.redo(), withN("3"));
    history.undo();
    EXPECT_EQ(history.undo(), withN("1"));
    EXPECT_FALSE(history.canUndo());
    history.set({}, 0);
    EXPECT_FALSE(history.canRedo());
    EXPECT_EQ(history.now(), Chosen());
}

TEST_F(History, OfMoreThanThereIsRoomForKeepsWhatIsShown) {
    std::vector<Chosen> many;
    for (std::size_t i = 0; i < 3 * ChoiceHistory::kMost; ++i) many.push_back(withN(std::to_string(i + 16).c_str()));
    for (const std::size_t at : {std::size_t{0}, ChoiceHistory::kMost - 1, ChoiceHistory::kMost, many.size() - 1}) {
        history.set(many, at);
        EXPECT_EQ(history.now(), many[at]) << at;
        EXPECT_EQ(history.kept().size(), ChoiceHistory::kMost) << at;
    }
}

TEST(ChangedNumber, IsTheOneThatDiffers) {
    EXPECT_EQ(changedNumber(withN("64"), withN("65")), "n");
    EXPECT_EQ(changedNumber(withN("64"), withN("64", "8")), "") << "of a list";
    EXPECT_EQ(changedNumber(withN("64"), withN("65", "8")), "");
    Chosen watched = withN("64");
    watched.block = {1, 0, 0};
    EXPECT_EQ(changedNumber(withN("64"), watched), "/block");
    Chosen other = withN("65");
    other.gpu = "a100";
    EXPECT_EQ(changedNumber(withN("64"), other), "");
}

}  // namespace
}  // namespace lanescope
