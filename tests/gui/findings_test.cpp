// SPDX-License-Identifier: GPL-3.0-or-later
// Findings and the scheduling policy in the whole window, by mouse and key.
#include <gtest/gtest.h>

#include <QComboBox>
#include <QListWidget>
#include <QPushButton>
#include <QTest>

#include "app/zones/choice_bar.h"
#include "app/zones/explain_panel.h"
#include "tests/gui/window_fixture.h"
#include "widgets/panels/configuration_form.h"
#include "widgets/panels/findings_panel.h"
#include "widgets/panels/output_panel.h"
#include "widgets/views/step_view.h"

namespace lanescope {
namespace {

struct Findings : Window {
    Findings() {
        window.workbench().chooseAlgorithm(QStringLiteral("matmul.rect2"));
        window.workbench().choose({{"variant", "published"}, {"n", "64"}, {"block", "16"}});
        settle();
    }
    QListWidget* list() { return window.explainPanel()->findings()->list(); }
};

TEST_F(Findings, AreLookedForUnaskedAndAClickOnTheirButtonShowsThem) {
    EXPECT_EQ(window.workbench().checks().state(), RaceChecks::State::Done);
    const std::uint64_t found = window.workbench().checks().findings();
    EXPECT_GT(found, 0U);
    QPushButton* button = window.choiceBar()->findingsButton();
    ASSERT_TRUE(button->isVisibleTo(window.choiceBar()));
    EXPECT_TRUE(button->text().contains(QString::number(found)));
    EXPECT_FALSE(list()->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_TRUE(list()->isVisible());
    EXPECT_TRUE(window.explainPanel()->titleOf(window.explainPanel()->findings()).contains(QString::number(found)));
    EXPECT_GE(list()->count(), static_cast<int>(found));

    window.workbench().choose({{"variant", "corrected"}, {"n", "64"}, {"block", "16"}});
    settle();
    EXPECT_EQ(window.workbench().checks().findings(), 0U);
    EXPECT_FALSE(button->isVisibleTo(window.choiceBar()));
    EXPECT_EQ(list()->count(), 0);
    EXPECT_TRUE(window.explainPanel()->findings()->summary().startsWith(QStringLiteral("Nothing found")));
}

TEST_F(Findings, AClickOnASideGoesToItsThreadAndLine) {
    window.explainPanel()->showFindings();
    list()->scrollToItem(list()->item(2));
    QTest::mouseClick(list()->viewport(), Qt::LeftButton, {}, list()->visualItemRect(list()->item(2)).center());
    settle();
    const simt::Finding& finding = window.workbench().checks().reports().front().findings.front();
    const Focus& pinned = window.selection().pinned();
    ASSERT_TRUE(pinned.thread && pinned.sourceLine && pinned.element);
    EXPECT_EQ(*pinned.sourceLine, finding.second.sourceLine);
    EXPECT_EQ(pinned.element->array.kind, ArrayRef::Kind::Shared);
    const BlockTrace& trace = *window.playback().trace();
    const std::uint64_t event = window.playback().position() - 1;
    EXPECT_EQ(trace.instruction(event), finding.second.instruction);
    EXPECT_EQ(trace.record(event).address[pinned.thread->lane], finding.address);
    // The other side is where the two meet: before this one, with no barrier between.
    QTest::mouseClick(list()->viewport(), Qt::LeftButton, {}, list()->visualItemRect(list()->item(1)).center());
    settle();
    const std::uint64_t earlier = window.playback().position() - 1;
    EXPECT_EQ(trace.instruction(earlier), finding.first.instruction);
    EXPECT_LT(earlier, event);
    EXPECT_EQ(trace.phase(earlier), trace.phase(event));
}

TEST_F(Findings, ReturnOnOneGoesToAnotherBlock) {
    window.workbench().chooseBlock({1, 2, 0});
    settle();
    ASSERT_EQ(window.playback().trace()->block(), (Dim3{1, 2, 0}));
    window.explainPanel()->showFindings();
    list()->setCurrentRow(0);
    QTest::keyClick(list(), Qt::Key_Return);
    settle();
    EXPECT_EQ(window.playback().trace()->block(),
              window.workbench().checks().reports().front().findings.front().first.block);
    EXPECT_EQ(window.workbench().block(), window.playback().trace()->block());
    EXPECT_TRUE(window.selection().pinned().thread);
}

TEST_F(Findings, AWholeCheckHoldsNobodyUpAndCanBeStopped) {
    window.workbench().chooseAlgorithm(QStringLiteral("matmul.tiled"));
    window.workbench().choose({{"variant", "corrected"}, {"n", "512"}, {"block", "16"}});
    settle();
    FindingsPanel* panel = window.explainPanel()->findings();
    window.explainPanel()->showFindings();
    ASSERT_TRUE(panel->checkAllButton()->isVisible()) << panel->summary().toStdString();
    const auto before = window.workbench().checks().reports().front().blocksChecked;
    QTest::mouseClick(panel->checkAllButton(), Qt::LeftButton);
    ASSERT_TRUE(panel->stopButton()->isVisible());
    EXPECT_TRUE(window.workbench().checks().isLooking());
    // Meanwhile another block is watched and stepped through.
    window.workbench().chooseBlock({3, 1, 0});
    ASSERT_TRUE(waitFor([&] { return !window.workbench().jobs().isBusy(); }));
    EXPECT_EQ(window.playback().trace()->block(), (Dim3{3, 1, 0}));
    EXPECT_TRUE(window.workbench().checks().isLooking()) << "of 1024 blocks";
    const quint64 stood = window.playback().position();
    QTest::keyClick(&window, Qt::Key_F5);
    EXPECT_GT(window.playback().position(), stood);
    QTest::mouseClick(panel->stopButton(), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return !window.workbench().checks().isLooking(); }));
    EXPECT_EQ(window.workbench().checks().reports().front().blocksChecked, before) << "what was known stays";
    EXPECT_TRUE(panel->checkAllButton()->isVisible());
}

TEST_F(Window, TheSchedulingOfLanesIsChosenByKey) {
    QComboBox* box = nullptr;
    for (QComboBox* each : window.choiceBar()->form()->findChildren<QComboBox*>())
        if (each->accessibleName() == QStringLiteral("Scheduling of lanes")) box = each;
    ASSERT_NE(box, nullptr);
    const auto before = window.workbench().emulation();
    EXPECT_EQ(window.workbench().scheduling(), simt::Scheduling::ReconvergenceStack);
    box->setFocus();
    QTest::keyClick(box, Qt::Key_Down);
    settle();
    EXPECT_EQ(window.workbench().scheduling(), simt::Scheduling::IndependentThreads);
    EXPECT_NE(window.workbench().emulation(), before);
    EXPECT_EQ(window.workbench().emulation()->check.verdict, CheckResult::Verdict::Correct);
    window.workbench().chooseAlgorithm(QStringLiteral("matmul.global"));
    settle();
    EXPECT_EQ(box->currentIndex(), 1) << "it stays with another algorithm";
}

TEST_F(Window, TheOutputOfAKernelThatPrintsNothingSaysSo) {
    window.explainPanel()->show(window.explainPanel()->output());
    EXPECT_TRUE(window.explainPanel()->output()->isVisible());
    EXPECT_TRUE(window.explainPanel()->output()->text().isEmpty());
}

}  // namespace
}  // namespace lanescope
