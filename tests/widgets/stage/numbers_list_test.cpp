// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/numbers_list.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>

namespace lanescope {
namespace {

struct NumbersListTest : testing::Test {
    NumbersListTest() : list(theme) {
        list.setRows(
            QStringLiteral("This launch"), {},
            {{QStringLiteral("a"),
              QStringLiteral("Sectors"),
              {QStringLiteral("4 096")},
              Origin::Emulated,
              QStringLiteral("what it is")},
             {QStringLiteral("b"), QStringLiteral("Time"), {QStringLiteral("6.24 µs")}, Origin::Replayed, {}}});
        list.resize(list.sizeHint());
        list.show();
    }
    Theme theme;
    NumbersList list;
};

TEST_F(NumbersListTest, IsAsHighAsItsRowsAndGrowsWithThem) {
    const int two = list.sizeHint().height();
    list.setRows(QStringLiteral("This launch"), {}, {list.rows().front()});
    EXPECT_LT(list.sizeHint().height(), two);
}

TEST_F(NumbersListTest, AClickAsksForTheMetric) {
    QSignalSpy chosen(&list, &NumbersList::chosen);
    QTest::mouseClick(&list, Qt::LeftButton, {}, QPoint(20, list.height() - 6));
    ASSERT_EQ(chosen.count(), 1);
    EXPECT_EQ(chosen[0][0].toString(), QStringLiteral("b"));
    QTest::mouseClick(&list, Qt::LeftButton, {}, QPoint(20, 2));
    EXPECT_EQ(chosen.count(), 1) << "the head is no metric";
}

TEST_F(NumbersListTest, KeysDoTheSame) {
    QSignalSpy chosen(&list, &NumbersList::chosen);
    list.setFocus();
    QTest::keyClick(&list, Qt::Key_Return);
    QTest::keyClick(&list, Qt::Key_Down);
    QTest::keyClick(&list, Qt::Key_Down);
    QTest::keyClick(&list, Qt::Key_Return);
    ASSERT_EQ(chosen.count(), 2);
    EXPECT_EQ(chosen[0][0].toString(), QStringLiteral("a"));
    EXPECT_EQ(chosen[1][0].toString(), QStringLiteral("b"));
}

TEST_F(NumbersListTest, SaysItsNumbersToThoseWhoHearThem) {
    EXPECT_EQ(list.accessibleDescription(), QStringLiteral("Sectors: 4 096; Time: 6.24 µs"));
}

TEST_F(NumbersListTest, TheSignOfAReplayedNumberIsNotThatOfAnEmulatedOne) {
    const QImage picture = list.grab().toImage();
    const int row = picture.height() / 3;
    const QRect first(picture.width() - 24, picture.height() - 2 * row + 2, 24, row - 6);
    const QRect second(picture.width() - 24, picture.height() - row + 2, 24, row - 6);
    EXPECT_NE(picture.copy(first), picture.copy(second));
}

}  // namespace
}  // namespace lanescope
