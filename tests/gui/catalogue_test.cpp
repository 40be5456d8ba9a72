// SPDX-License-Identifier: GPL-3.0-or-later
// What the window tells of an algorithm: the tree, the explanation, the published table, the wrong lines and elements.
#include <gtest/gtest.h>

#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QTableWidget>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QToolButton>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>

#include "app/zones/explain_panel.h"
#include "tests/gui/window_fixture.h"
#include "widgets/panels/algorithm_picker.h"
#include "widgets/panels/chip.h"
#include "widgets/panels/correctness_badge.h"
#include "widgets/panels/published_table.h"

namespace lanescope {
namespace {

struct WrongKernel : Window {
    WrongKernel() {
        window.workbench().chooseAlgorithm(QStringLiteral("matmul.rect4-prefetch"));
        window.workbench().choose({{"variant", "published"}, {"n", "64"}, {"block", "16"}, {"type", "f32"}});
        settle();
    }
};

TEST_F(Window, TheExplanationIsInTheListOfPanels) {
    auto* chooser = window.explainPanel()->findChild<QToolButton*>(QStringLiteral("explained"));
    ASSERT_NE(chooser, nullptr);
    Q_EMIT chooser->menu()->aboutToShow();
    for (QAction* action : chooser->menu()->actions())
        if (action->text() == QStringLiteral("About")) action->trigger();
    QTextBrowser* about = window.explainPanel()->about();
    ASSERT_TRUE(about->isVisible());
    const Algorithm& algorithm = *window.workbench().algorithm();
    const std::string text = about->toPlainText().toStdString();
    const std::string_view explanation = algorithm.explanation();
    EXPECT_NE(text.find(explanation.substr(0, 60)), std::string::npos) << text;
    EXPECT_NE(text.find(algorithm.document()), std::string::npos);
    EXPECT_NE(text.find(algorithm.verdict(window.workbench().parameters())), std::string::npos);
}

TEST_F(WrongKernel, AWrongElementIsClickedAndIsThenSelectedInItsBlock) {
    CorrectnessBadge* badge = window.choiceBar()->badge();
    window.workbench().chooseBlock({1, 1, 0});
    settle();
    window.choiceBar()->correctnessChip()->openPopup();
    // By key: Tab goes to the first link, Return opens it.
    badge->detailsLabel()->setFocus();
    QTest::keyClick(badge->detailsLabel(), Qt::Key_Tab);
    QTest::keyClick(badge->detailsLabel(), Qt::Key_Return);
    settle();
    const CheckResult::Difference& first = window.workbench().emulation()->check.first.front();
    ASSERT_TRUE(window.selection().pinned().element);
    EXPECT_EQ(window.selection().pinned().element->row, first.row);
    EXPECT_EQ(window.selection().pinned().element->column, first.column);
    EXPECT_EQ(window.playback().trace()->block(), (Dim3{0, 0, 0}));
    EXPECT_TRUE(window.playback().atEnd());
}

TEST_F(WrongKernel, ThePublishedTableStandsBesideOurOwnNumbers) {
    window.explainPanel()->show(window.explainPanel()->published());
    ASSERT_TRUE(waitFor([&] { return window.workbench().published().complete(); }, 60'000));
    settle();
    const std::vector<PublishedLine> lines = window.workbench().published().lines();
    ASSERT_FALSE(lines.empty());
    bool found = false;
    for (const PublishedLine& line : lines) {
        if (!line.present || line.row.value.metric != "static_shared_bytes") continue;
        found = true;
        EXPECT_EQ(line.own, line.row.value.value);
    }
    EXPECT_TRUE(found);
    QTableWidget* table = window.explainPanel()->published()->table();
    ASSERT_TRUE(table->isVisible());
    EXPECT_GT(table->rowCount(), static_cast<int>(lines.size())) << "a head for each configuration";
    EXPECT_LE(table->horizontalScrollBar()->maximum(), 2) << "all columns are in sight";
    // Return on a row chooses its configuration, and what is known of it is said.
    int other = -1;
    for (int row = 0; row < table->rowCount(); ++row)
        if (table->item(row, 0)->text().startsWith(QStringLiteral("n=64 block=8 ·"))) other = row + 1;
    ASSERT_GE(other, 0);
    table->setFocus();
    table->setCurrentCell(other, 0);
    EXPECT_TRUE(window.explainPanel()->published()->remark().contains(QStringLiteral("003")));
    QTest::keyClick(table, Qt::Key_Return);
    settle();
    EXPECT_EQ(parameter("block"), "8");
}

TEST_F(Window, AnAlgorithmWithoutPublishedNumbersSaysSo) {
    window.workbench().chooseAlgorithm(QStringLiteral("matmul.rect2-prefetch"));
    settle();
    window.explainPanel()->show(window.explainPanel()->published());
    const bool none = window.workbench().library().published().rowsOf("matmul.rect2-prefetch").empty();
    EXPECT_EQ(window.explainPanel()->published()->table()->isVisible(), !none);
}

TEST_F(Window, FamiliesOpenByKeyAndASearchOpensThoseThatMatch) {
    window.choiceBar()->findAlgorithm();
    QTreeWidget* tree = window.choiceBar()->picker()->tree();
    ASSERT_GE(tree->topLevelItemCount(), 1);
    EXPECT_TRUE(tree->topLevelItem(0)->isExpanded()) << "the family of what is chosen";
    QLineEdit* search = window.choiceBar()->picker()->search();
    search->setFocus();
    QTest::keyClicks(search, QStringLiteral("no such thing"));
    bool said = false;
    for (const QLabel* label : window.choiceBar()->picker()->findChildren<QLabel*>())
        said = said || (label->isVisible() && label->text().contains(u"no such thing"));
    EXPECT_TRUE(said);
    search->clear();
    QTest::keyClicks(search, QStringLiteral("prefetch"));
    int shown = 0;
    for (QTreeWidgetItemIterator it(tree, QTreeWidgetItemIterator::NotHidden); *it; ++it)
        shown += (*it)->childCount() == 0 ? 1 : 0;
    EXPECT_GE(shown, 1);
    QTest::keyClick(search, Qt::Key_Down);
    EXPECT_TRUE(tree->topLevelItem(0)->isExpanded());
    const QString found = window.choiceBar()->picker()->current();
    EXPECT_TRUE(found.contains(QStringLiteral("prefetch"))) << found.toStdString();
    search->clear();
    tree->setCurrentItem(tree->topLevelItem(0));
    EXPECT_EQ(window.choiceBar()->picker()->current(), found) << "a family is no choice";
    QTest::keyClick(tree, Qt::Key_Left);
    EXPECT_FALSE(tree->topLevelItem(0)->isExpanded());
    QTest::keyClick(tree, Qt::Key_Right);
    EXPECT_TRUE(tree->topLevelItem(0)->isExpanded());
}

}  // namespace
}  // namespace lanescope
