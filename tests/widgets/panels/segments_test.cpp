// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/segments.h"

#include <gtest/gtest.h>

#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

namespace lanescope {
namespace {

struct SegmentsTest : testing::Test {
    SegmentsTest() : segments(theme) {
        for (const char* title : {"Tiles", "Warps", "Memory"}) segments.add(QLatin1StringView(title), QString());
        segments.show();
    }
    Theme theme;
    Segments segments;
};

TEST_F(SegmentsTest, AClickChoosesOneAndOnlyOne) {
    QSignalSpy changed(&segments, &Segments::currentChanged);
    QTest::mouseClick(segments.button(2), Qt::LeftButton);
    EXPECT_EQ(segments.current(), 2);
    ASSERT_EQ(changed.count(), 1);
    EXPECT_EQ(changed[0][0].toInt(), 2);
    EXPECT_TRUE(segments.button(2)->isChecked());
    EXPECT_FALSE(segments.button(0)->isChecked());
    QTest::mouseClick(segments.button(2), Qt::LeftButton);
    EXPECT_EQ(changed.count(), 1) << "it was chosen already";
    EXPECT_TRUE(segments.button(2)->isChecked());
}

TEST_F(SegmentsTest, ArrowsGoAlongTheRowAndNoFurther) {
    segments.button(0)->setFocus();
    QTest::keyClick(&segments, Qt::Key_Right);
    EXPECT_EQ(segments.current(), 1);
    QTest::keyClick(&segments, Qt::Key_Right);
    QTest::keyClick(&segments, Qt::Key_Right);
    EXPECT_EQ(segments.current(), 2);
    for (int i = 0; i < 4; ++i) QTest::keyClick(&segments, Qt::Key_Left);
    EXPECT_EQ(segments.current(), 0);
}

TEST_F(SegmentsTest, FoldedItIsOneButtonThatListsThemAll) {
    const int row = segments.rowWidth();
    segments.setFolded(true);
    auto* one = segments.findChild<QToolButton*>(QStringLiteral("folded"));
    ASSERT_NE(one, nullptr);
    EXPECT_TRUE(one->isVisible());
    EXPECT_FALSE(segments.button(0)->isVisible());
    EXPECT_LT(segments.sizeHint().width(), row);
    EXPECT_EQ(segments.rowWidth(), row) << "whether there is room for the row does not depend on what is shown";
    ASSERT_EQ(one->menu()->actions().size(), 3);
    one->menu()->actions()[1]->trigger();
    EXPECT_EQ(segments.current(), 1);
    EXPECT_EQ(one->text(), QStringLiteral("Warps"));
}

}  // namespace
}  // namespace lanescope
