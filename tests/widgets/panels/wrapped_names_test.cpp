// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/wrapped_names.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QHeaderView>
#include <QScrollBar>
#include <QTableWidget>
#include <QTest>

namespace lanescope {
namespace {

struct Wrapped : ::testing::Test {
    Wrapped() {
        table.setRowCount(40);
        table.setColumnCount(3);
        table.verticalHeader()->hide();
        for (int row = 0; row < table.rowCount(); ++row)
            table.setItem(row, 0, new QTableWidgetItem(QStringLiteral("Requested global load throughput")));
        table.resize(360, 300);
        table.show();
        QCoreApplication::processEvents();
    }
    int lines(int row) { return table.rowHeight(row) / table.fontMetrics().height(); }
    /// The table fits the ranges of its scroll bars to its rows and columns some time after they have changed.
    bool rangesFollowed() {
        return QTest::qWaitFor([this] {
            return table.verticalScrollBar()->maximum() ==
                       table.verticalHeader()->length() - table.viewport()->height() &&
                   table.horizontalScrollBar()->maximum() ==
                       table.horizontalHeader()->length() - table.viewport()->width();
        });
    }
    QTableWidget table;
    WrappedNames names{&table, 0};
};

TEST_F(Wrapped, RowsAreAsHighAsTheirNamesNeed) {
    table.setColumnWidth(0, 600);
    names.fitRows();
    EXPECT_EQ(lines(7), 1);
    table.setColumnWidth(0, 150);
    names.fitRows();
    EXPECT_GE(lines(7), 2);
}

TEST_F(Wrapped, AHeadKeepsToWhatIsSeenOfItsColumns) {
    table.setSpan(0, 0, 1, 3);
    for (int column = 0; column < 3; ++column) table.setColumnWidth(column, 400);
    const int wide = table.fontMetrics().horizontalAdvance(table.item(0, 0)->text());
    table.resize(wide, 300);
    QCoreApplication::processEvents();
    names.fitRows();
    EXPECT_EQ(lines(1), 1);
    EXPECT_EQ(lines(0), 2) << "of 1200 pixels " << table.viewport()->width() << " are seen";
}

TEST_F(Wrapped, WhatIsAtTheTopStaysThere) {
    constexpr int kInto = 7, kAside = 60;  // pixels
    table.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table.setColumnWidth(1, 600);
    table.setColumnWidth(0, 600);
    names.fitRows();
    ASSERT_TRUE(rangesFollowed());
    table.verticalScrollBar()->setValue(table.verticalHeader()->sectionPosition(20) + kInto);
    table.horizontalScrollBar()->setValue(kAside);
    ASSERT_EQ(table.rowAt(0), 20);
    ASSERT_EQ(table.horizontalScrollBar()->value(), kAside);
    table.setColumnWidth(0, 150);
    names.fitRows();
    ASSERT_TRUE(rangesFollowed());
    ASSERT_GE(lines(20), 2);
    EXPECT_EQ(table.rowAt(0), 20);
    EXPECT_EQ(table.rowViewportPosition(20), -kInto);
    EXPECT_EQ(table.horizontalScrollBar()->value(), kAside);
    table.setColumnWidth(0, 600);
    names.fitRows();
    ASSERT_TRUE(rangesFollowed());
    EXPECT_EQ(table.rowAt(0), 20);
}

}  // namespace
}  // namespace lanescope
