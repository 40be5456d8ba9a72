// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/playback/selection.h"

#include <gtest/gtest.h>

#include <QSignalSpy>

namespace lanescope {
namespace {

Focus threadFocus(std::uint32_t warp, std::uint32_t lane) {
    Focus focus;
    focus.thread = ThreadRef{warp, lane};
    return focus;
}

TEST(Selection, HoveredIsShownBeforePinnedPartByPart) {
    Selection selection;
    Focus pinned = threadFocus(1, 2);
    pinned.sourceLine = 7;
    selection.setPinned(pinned);
    selection.setHovered(threadFocus(0, 5));
    EXPECT_EQ(selection.shown().thread, (ThreadRef{0, 5}));
    EXPECT_EQ(selection.shown().sourceLine, 7U);
    selection.clearHovered();
    EXPECT_EQ(selection.shown(), pinned);
}

TEST(Selection, TellsOnlyOfChanges) {
    Selection selection;
    QSignalSpy changed(&selection, &Selection::changed);
    selection.setHovered(threadFocus(0, 1));
    selection.setHovered(threadFocus(0, 1));
    EXPECT_EQ(changed.count(), 1);
    selection.clear();
    EXPECT_EQ(changed.count(), 2);
    EXPECT_TRUE(selection.shown().empty());
}

TEST(Selection, TogglingTwiceUnpins) {
    Selection selection;
    selection.togglePinned(threadFocus(3, 4));
    EXPECT_EQ(selection.pinned(), threadFocus(3, 4));
    selection.togglePinned(threadFocus(3, 4));
    EXPECT_TRUE(selection.pinned().empty());
}

}  // namespace
}  // namespace lanescope
