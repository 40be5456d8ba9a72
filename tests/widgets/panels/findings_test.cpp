// SPDX-License-Identifier: GPL-3.0-or-later
// The list of findings and the printed output, by mouse and key.
#include <gtest/gtest.h>

#include <QCheckBox>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "widgets/panels/findings_panel.h"
#include "widgets/panels/output_panel.h"

namespace lanescope {
namespace {

using simt::Finding;

simt::RaceReport raceReport() {
    Finding race;
    race.kernel = "scan";
    race.space = program::Space::Shared;
    race.buffer = "values";
    race.element = "values[4]";
    race.address = 16;
    race.count = 12;
    race.first = {{1, 0, 0}, {4, 0, 0}, simt::AccessKind::Store, 17, "scan.cu", 20, 90};
    race.second = {{1, 0, 0}, {5, 0, 0}, simt::AccessKind::Load, 12, "scan.cu", 18, 80};
    race.hint = simt::hintFor(race);
    Finding division;
    division.kind = Finding::Kind::DivisionByZero;
    division.kernel = "scan";
    division.first = {{0, 0, 0}, {7, 0, 0}, simt::AccessKind::None, 3, "scan.cu", 12, 60};
    simt::RaceReport report;
    report.findings = {race, division};
    report.notKept = 5;
    report.blocksChecked = 3;
    report.blocks = 8;
    return report;
}

FindingsInput someFindings() {
    FindingsInput input;
    input.faults.resize(2);
    simt::Fault fault;
    fault.kernel = "add";
    fault.block = {2, 0, 0};
    fault.thread = {3, 0, 0};
    fault.sourceFile = "add.cu";
    fault.sourceLine = 9;
    fault.ptxLine = 44;
    fault.instruction = 6;
    fault.hint = "Look at the bound.";
    input.faults[1] = fault;
    input.reports = {raceReport(), {}};
    input.canLookFurther = true;
    return input;
}

TEST(FindingRows, SayWhatAndWhereAndWhichLaunch) {
    const std::vector<FindingRow> rows = findingRows(someFindings());
    ASSERT_EQ(rows.size(), 6U);
    EXPECT_TRUE(rows[0].text.startsWith(QStringLiteral("✗ Error: In scan, thread (4, 0, 0) of block (1, 0, 0) writes")))
        << rows[0].text.toStdString();
    EXPECT_TRUE(rows[0].text.contains(QStringLiteral("12 times")));
    EXPECT_TRUE(rows[0].text.contains(QStringLiteral("\n→ "))) << "the hint";
    EXPECT_TRUE(rows[1].side && rows[2].side);
    EXPECT_TRUE(rows[2].text.contains(QStringLiteral("Thread (5, 0, 0) of block (1, 0, 0) reads")));
    const FindingPlace reader{0, {1, 0, 0}, {5, 0, 0}, 12, 18, 80, 16, FindingPlace::Other{{4, 0, 0}, 17, true}};
    EXPECT_EQ(rows[2].place, reader);
    EXPECT_TRUE(rows[3].text.contains(QStringLiteral("divides a whole number by zero")));
    EXPECT_TRUE(rows[4].text.contains(QStringLiteral("5 more")));
    EXPECT_FALSE(rows[4].place);
    EXPECT_TRUE(rows[5].text.startsWith(QStringLiteral("✗ Fault: ")));
    EXPECT_EQ(rows[5].place->launch, 1U);
    EXPECT_EQ(rows[5].place->block, (Dim3{2, 0, 0}));
    EXPECT_EQ(countOf(someFindings()), 8U);
}

TEST(FindingRows, TheSummaryTellsNothingFoundFromNobodyLooked) {
    FindingsInput input;
    const QString nobody = findingsSummary(input);
    input.reports.resize(1);
    input.reports[0].blocksChecked = input.reports[0].blocks = 4;
    EXPECT_EQ(findingsSummary(input), QStringLiteral("Nothing found; all 4 blocks were checked."));
    EXPECT_NE(findingsSummary(input), nobody);
    input.reports[0].allGlobalWords = false;
    EXPECT_TRUE(findingsSummary(input).contains(QStringLiteral("may be missing")));
    EXPECT_TRUE(findingsSummary(someFindings()).contains(QStringLiteral("3 of 8 blocks")));
    input.failed = QStringLiteral("no memory");
    EXPECT_TRUE(findingsSummary(input).contains(QStringLiteral("no memory")));
}

struct Panel : ::testing::Test {
    Panel() {
        panel.resize(460, 300);
        panel.setInput(someFindings());
        panel.show();
    }
    FindingsPanel panel;
};

TEST_F(Panel, AClickAndReturnAskForThePlace) {
    QSignalSpy chosen(&panel, &FindingsPanel::placeChosen);
    QListWidget* list = panel.list();
    list->scrollToItem(list->item(2));
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(list->item(2)).center());
    ASSERT_EQ(chosen.count(), 1);
    EXPECT_EQ(chosen.last().front().value<FindingPlace>().thread, (Dim3{5, 0, 0}));
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Down);
    QTest::keyClick(list, Qt::Key_Return);
    ASSERT_EQ(chosen.count(), 2);
    EXPECT_EQ(chosen.last().front().value<FindingPlace>().thread, (Dim3{7, 0, 0}));
}

TEST_F(Panel, LongSentencesAreWrappedNotCut) {
    const QRect rect = panel.list()->visualItemRect(panel.list()->item(0));
    EXPECT_GE(rect.height(), 3 * panel.fontMetrics().height());
    EXPECT_LE(rect.width(), panel.list()->viewport()->width());
}

TEST_F(Panel, OffersToLookFurtherAndToStop) {
    QSignalSpy all(&panel, &FindingsPanel::checkAllWanted);
    QSignalSpy stop(&panel, &FindingsPanel::stopWanted);
    ASSERT_TRUE(panel.checkAllButton()->isVisible());
    EXPECT_FALSE(panel.stopButton()->isVisible());
    QTest::mouseClick(panel.checkAllButton(), Qt::LeftButton);
    EXPECT_EQ(all.count(), 1);
    FindingsInput input = someFindings();
    input.looking = true;
    panel.setInput(input);
    EXPECT_FALSE(panel.checkAllButton()->isVisible());
    QTest::mouseClick(panel.stopButton(), Qt::LeftButton);
    EXPECT_EQ(stop.count(), 1);
}

std::shared_ptr<Emulation> printingRun() {
    auto run = std::make_shared<Emulation>();
    run->launches.resize(3);
    run->launches[0].kernel = "hello";
    run->launches[0].output.texts = {{{0, 0, 0}, {1, 0, 0}, "Hello\nworld\n"}, {{1, 0, 0}, {2, 0, 0}, "x = 3"}};
    run->launches[2].kernel = "bye";
    run->launches[2].output.texts = {{{0, 0, 0}, {0, 0, 0}, "Bye\n"}};
    run->launches[2].output.cut = true;
    return run;
}

TEST(OutputPanel, ShowsWhatWasPrintedAndByWhomIfAsked) {
    OutputPanel panel;
    panel.show();
    EXPECT_FALSE(panel.whoPrinted()->isEnabled());
    panel.setRun(printingRun());
    EXPECT_EQ(panel.printed(), 3U);
    EXPECT_TRUE(panel.text().startsWith(QStringLiteral("— launch 1: hello —\nHello\nworld\nx = 3\n— launch 3: bye —")))
        << panel.text().toStdString();
    EXPECT_TRUE(panel.text().contains(QStringLiteral("printed more"))) << "the rest is missing";
    QTest::keyClick(panel.whoPrinted(), Qt::Key_Space);
    EXPECT_TRUE(panel.text().contains(QStringLiteral("Thread (1, 0, 0) of block (0, 0, 0): world\n")))
        << panel.text().toStdString();
    panel.setRun(nullptr);
    EXPECT_TRUE(panel.text().isEmpty());
}

}  // namespace
}  // namespace lanescope
