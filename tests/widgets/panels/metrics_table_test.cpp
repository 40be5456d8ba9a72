// SPDX-License-Identifier: GPL-3.0-or-later
// The table of metrics at the width that a window of 1280 × 720 leaves for it.
#include "widgets/panels/metrics_table.h"

#include <gtest/gtest.h>

#include <QHeaderView>
#include <QLabel>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTableView>
#include <QTest>

namespace lanescope {
namespace {

constexpr int kNarrow = 480;

MetricsInput fullInput() {
    MetricsInput input;
    for (const char* id : {"global_load_requests", "global_load_bytes", "warp_instructions", "thread_instructions"})
        (*(input.emulated = input.emulated.value_or(Counters{})))[id] = 1'234'567'891;
    input.predicted = Prediction{*input.emulated, {}, {}};
    input.measurement.emplace();
    input.measurement->counters = {*input.emulated};
    input.measurement->median = 1e-5;
    input.published = {{"time", 5.4e-5, "0,054 ms", "003 Tabela 1", "NVIDIA GTX 1050", ""}};
    return input;
}

struct Table : ::testing::Test {
    Table() {
        table.resize(kNarrow, 300);
        table.show();
    }
    /// Columns that are hidden are laid out anew a moment later.
    void give(MetricsInput input) {
        table.setInput(std::move(input));
        QCoreApplication::processEvents();
    }
    int lastEdge() {
        QTableView* view = table.view();
        return view->columnViewportPosition(MetricsModel::Published) + view->columnWidth(MetricsModel::Published);
    }
    MetricsTable table;
};

TEST_F(Table, AllOriginsAreInSightHoweverLargeTheNumbers) {
    give(fullInput());
    EXPECT_LE(lastEdge(), table.view()->viewport()->width());
    EXPECT_EQ(table.view()->horizontalScrollBar()->maximum(), 0);
    EXPECT_TRUE(table.model()->isShort());
    // No number is cut.
    for (int row = 0; row < table.model()->rowCount(); ++row)
        for (int column = MetricsModel::Emulated; column < MetricsModel::ColumnCount; ++column) {
            if (table.view()->isColumnHidden(column)) continue;
            EXPECT_LT(table.view()->fontMetrics().horizontalAdvance(
                          table.model()->data(table.model()->index(row, column), Qt::DisplayRole).toString()),
                      table.view()->columnWidth(column));
        }
    const int row = table.model()->rowOf("warp_instructions");
    const QModelIndex cell = table.model()->index(row, MetricsModel::Emulated);
    EXPECT_EQ(table.model()->data(cell, Qt::DisplayRole).toString(), QStringLiteral("1.235 G"));
    EXPECT_TRUE(table.model()->data(cell, Qt::ToolTipRole).toString().remove(QChar(0x202F)).contains(u"1234567891"));
    // Where there is room, all digits are shown.
    table.resize(2 * kNarrow, 300);
    EXPECT_FALSE(table.model()->isShort());
}

// Cut short, the names of loads and of stores would look alike.
TEST_F(Table, NamesAreReadInFullHoweverNarrowTheyAre) {
    give(fullInput());
    QTableView* const view = table.view();
    const auto expectAllWords = [&] {
        // Qt keeps so much of a cell free beside its text, and draws the grid within it.
        const int margins = 2 * (view->style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, view) + 1) + 1;
        for (int row = 0; row < table.model()->rowCount(); ++row) {
            const QString name = table.model()->index(row, MetricsModel::Name).data().toString();
            for (const QString& word : name.split(QRegularExpression(QStringLiteral("(?<=-)| "))))
                EXPECT_LE(view->fontMetrics().horizontalAdvance(word) + margins, view->columnWidth(MetricsModel::Name))
                    << word.toStdString();
        }
    };
    const auto lines = [&](const char* id) {
        return view->rowHeight(table.model()->rowOf(id)) / view->fontMetrics().height();
    };
    expectAllWords();
    ASSERT_LT(view->columnWidth(MetricsModel::Name),
              view->fontMetrics().horizontalAdvance(QStringLiteral("Global load requests")));
    EXPECT_EQ(lines("global_load_requests"), 2);
    table.resize(3 * kNarrow, 300);
    EXPECT_EQ(lines("global_load_requests"), 1) << "there is room for it in one";
    QFont large = table.font();
    large.setPointSizeF(2 * large.pointSizeF());
    table.setFont(large);
    table.resize(kNarrow, 300);
    expectAllWords();
}

TEST_F(Table, OriginsWithoutANumberHaveNoColumnAndSayWhy) {
    MetricsInput input = fullInput();
    input.published.clear();
    input.publishedMissing = QStringLiteral("no document gives numbers");
    input.measurement.reset();
    input.measurementMissing = QStringLiteral("It was not measured.");
    table.setInput(input);
    EXPECT_TRUE(table.view()->isColumnHidden(MetricsModel::Measured));
    EXPECT_TRUE(table.view()->isColumnHidden(MetricsModel::Published));
    EXPECT_FALSE(table.view()->isColumnHidden(MetricsModel::Predicted));
    bool said = false;
    for (const QLabel* label : table.findChildren<QLabel*>())
        said = said || (label->isVisible() && label->text().contains(u"not measured") &&
                        label->text().contains(u"no document gives numbers"));
    EXPECT_TRUE(said);
    give(fullInput());
    EXPECT_FALSE(table.view()->isColumnHidden(MetricsModel::Published));
}

TEST_F(Table, TheSelectedCellIsExplainedByKeyboard) {
    give(fullInput());
    table.view()->setFocus();
    table.view()->setCurrentIndex(table.model()->index(0, MetricsModel::Name));
    QTest::keyClick(table.view(), Qt::Key_Down);
    QTest::keyClick(table.view(), Qt::Key_Right);
    bool said = false;
    for (const QLabel* label : table.findChildren<QLabel*>())
        said = said || (label->isVisible() && label->text().contains(u"Static shared memory"));
    EXPECT_TRUE(said);
}

}  // namespace
}  // namespace lanescope
