// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/models_panel.h"

#include <gtest/gtest.h>

#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTableWidget>
#include <QTest>
#include <QTextBrowser>
#include <QTreeWidget>

#include "core/base/resources.h"
#include "widgets/panels/errors_panel.h"
#include "widgets/panels/gpu_table.h"
#include "widgets/panels/waterfall_delegate.h"

namespace lanescope {
namespace {

const GpuSpec& h200() {
    static const GpuPresets presets = GpuPresets::load(resourceFolder().value()).value();
    return **presets.find("h200");
}

Estimate someEstimate() {
    Estimate estimate;
    estimate.kernelSeconds = 8;
    estimate.seconds = 10;
    estimate.terms = {{"copy to device", 2, std::nullopt, "bytes / rate", "copy to device"},
                      {"compute", 5, 500.0, "N · w (3.1)", "kernel tiled"},
                      {"global memory", 4, 400.0, "M · l (3.2)", "kernel tiled"},
                      {"hidden by overlap", -1, -100.0, "min (3.3)", "kernel tiled"}};
    estimate.caseTaken = "MWP = CWP = N: memory latency is exposed";
    estimate.outOfRange = "It was made for other GPUs.";
    estimate.inputs = {
        {"R", "clock", 1.98e9, "Hz", EstimateInput::From::Gpu, "clock: cuDeviceGetAttribute"},
        {"N_w", "warp instructions", 77, "", EstimateInput::From::Counter, "warp_instructions"},
        {"D", "depth", 30, "cycles", EstimateInput::From::Assumed, "It is taken to be 30."},
    };
    return estimate;
}

ModelsInput someInput() {
    ModelsInput input;
    input.title = QStringLiteral("matmul.tiled n=64");
    input.counts = QStringLiteral("what the warps did");
    input.gpu = h200();
    input.measurement.emplace();
    input.measurement->median = 5;
    input.measurement->provenance.gpu = "NVIDIA H200";
    input.measurement->provenance.date = "2026-11-20T19:17:04Z";
    input.measurement->origin = Origin::Replayed;
    input.measurement->parts = {{"copy to device", 1, 1, 1, 1}, {"kernel tiled", 1, 5, 4.9, 5.1}};
    for (std::size_t model = 0; model < models().size(); ++model) input.answers.emplace_back(someEstimate());
    input.answers[1] = fail(ErrorCode::ModelOutOfRange, {{"model", "x"}, {"reason", "no clock"}});
    return input;
}

struct WhyPanel : ::testing::Test {
    WhyPanel() {
        panel.resize(600, 700);
        panel.show();
    }
    QTreeWidgetItem* child(QTreeWidgetItem* parent, const char* text) {
        for (int i = 0; i < parent->childCount(); ++i)
            if (parent->child(i)->text(ModelsPanel::What).startsWith(QLatin1StringView(text))) return parent->child(i);
        return nullptr;
    }
    double bar(QTreeWidgetItem* item, int role) { return item->data(ModelsPanel::Bar, role).toDouble(); }
    ModelsPanel panel;
};

TEST_F(WhyPanel, TermsFollowOneAnotherWithinThePartsOfTheProgram) {
    panel.setInput(someInput());
    QTreeWidgetItem* model = panel.rowOf(0);
    ASSERT_NE(model, nullptr);
    EXPECT_EQ(model->text(ModelsPanel::Time), QStringLiteral("8.00 s")) << "without copies, as it was measured";
    EXPECT_EQ(model->text(ModelsPanel::Error), QStringLiteral("+60.0 %"));
    EXPECT_TRUE(model->text(ModelsPanel::What).startsWith(QStringLiteral("⚠")));
    QTreeWidgetItem* kernel = child(model, "kernel tiled");
    ASSERT_NE(kernel, nullptr);
    EXPECT_EQ(kernel->text(ModelsPanel::Error), QStringLiteral("+60.0 %")) << "8 s beside 5 s that were measured";
    EXPECT_EQ(child(model, "copy to device")->text(ModelsPanel::Error), QStringLiteral("+100.0 %"));
    ASSERT_EQ(kernel->childCount(), 3);
    EXPECT_EQ(kernel->child(0)->text(ModelsPanel::Cycles), QStringLiteral("500"));
    EXPECT_EQ(bar(kernel->child(0), WaterfallDelegate::From), 0) << "launches are timed: they begin side by side";
    EXPECT_EQ(bar(kernel->child(0), WaterfallDelegate::To), 5);
    EXPECT_EQ(bar(kernel->child(2), WaterfallDelegate::From), 9);
    EXPECT_EQ(bar(kernel->child(2), WaterfallDelegate::To), 8) << "what overlapping hides is taken back";
    QTreeWidgetItem* measured = panel.tree()->topLevelItem(0);
    EXPECT_EQ(measured->text(ModelsPanel::What), QStringLiteral("Replayed: NVIDIA H200, 2026-11-20"));
    ASSERT_EQ(measured->childCount(), 2);
    EXPECT_EQ(measured->child(0)->text(ModelsPanel::What), QStringLiteral("kernel tiled"));
    EXPECT_EQ(bar(measured->child(0), WaterfallDelegate::From), 0);
    EXPECT_EQ(bar(measured->child(1), WaterfallDelegate::To), 6);
    ModelsInput whole = someInput();
    whole.wholeProgram = true;
    panel.setInput(whole);
    EXPECT_EQ(bar(child(panel.rowOf(0), "kernel tiled")->child(0), WaterfallDelegate::From), 2);
    EXPECT_EQ(bar(panel.tree()->topLevelItem(0)->child(1), WaterfallDelegate::From), 1);
}

TEST_F(WhyPanel, SaysTheCaseTheFormulasAndWhyThereIsNoAnswer) {
    panel.setInput(someInput());
    panel.tree()->setCurrentItem(panel.rowOf(0));
    QString words = panel.detail()->toPlainText();
    for (const char* part : {"MWP = CWP = N", "made for other GPUs", "what the warps did", "1.980 GHz"})
        EXPECT_TRUE(words.contains(QString::fromUtf8(part))) << part << " in " << words.toStdString();
    panel.tree()->setCurrentItem(child(panel.rowOf(0), "kernel tiled")->child(1));
    words = panel.detail()->toPlainText();
    EXPECT_TRUE(words.contains(QString::fromUtf8("M · l (3.2)"))) << words.toStdString();
    EXPECT_TRUE(words.contains(QStringLiteral("400 cycles")));
    EXPECT_TRUE(words.contains(QStringLiteral("5.00 s"))) << "the measured part stands beside it";
    panel.tree()->setCurrentItem(panel.rowOf(1));
    EXPECT_TRUE(panel.detail()->toPlainText().contains(QStringLiteral("no clock")));
    EXPECT_EQ(panel.rowOf(1)->childCount(), 0);
}

TEST_F(WhyPanel, ClickingWhatWentInLeadsToItsSource) {
    panel.setInput(someInput());
    panel.tree()->setCurrentItem(panel.rowOf(0));
    Q_EMIT panel.detail()->anchorClicked(QUrl(QStringLiteral("input:R")));
    EXPECT_TRUE(panel.tree()->currentItem()->text(ModelsPanel::What).startsWith(QStringLiteral("R: clock")));
    EXPECT_TRUE(panel.detail()->toPlainText().contains(QStringLiteral("Source: cuDeviceGetAttribute")))
        << panel.detail()->toPlainText().toStdString();
    QSignalSpy gpu(&panel, &ModelsPanel::gpuValueWanted), metric(&panel, &ModelsPanel::metricWanted);
    Q_EMIT panel.detail()->anchorClicked(QUrl(QStringLiteral("gpu:clock")));
    Q_EMIT panel.detail()->anchorClicked(QUrl(QStringLiteral("metric:warp_instructions")));
    EXPECT_EQ(gpu.value(0).value(0).toString(), QStringLiteral("clock"));
    EXPECT_EQ(metric.value(0).value(0).toString(), QStringLiteral("warp_instructions"));
    QTreeWidgetItem* inputs = child(panel.rowOf(0), "What went in");
    panel.tree()->setCurrentItem(inputs->child(2));
    EXPECT_TRUE(panel.detail()->toPlainText().contains(QStringLiteral("It is taken to be 30.")));
}

TEST_F(WhyPanel, WhatWasOpenStaysOpen) {
    panel.setInput(someInput());
    panel.rowOf(2)->setExpanded(true);
    panel.tree()->setCurrentItem(panel.rowOf(2));
    panel.setInput(someInput());
    EXPECT_TRUE(panel.rowOf(2)->isExpanded());
    EXPECT_EQ(panel.tree()->currentItem(), panel.rowOf(2));
    ModelsInput asked = someInput();
    asked.model = 3;
    panel.setInput(asked);
    EXPECT_EQ(panel.tree()->currentItem(), panel.rowOf(3));
    EXPECT_TRUE(panel.rowOf(3)->isExpanded());
}

TEST_F(WhyPanel, WithoutAnythingItSaysWhy) {
    ModelsInput input;
    input.missing = QStringLiteral("It is being counted.");
    panel.setInput(input);
    EXPECT_EQ(panel.detail()->toPlainText(), QStringLiteral("It is being counted."));
}

TEST(ErrorsPanel, ShowsSharesWithTheirSignsAndSortsByNumber) {
    ErrorsPanel table;
    ErrorStatistics small, large;
    small.compared = large.compared = 2;
    small.mape = 0.05;
    small.signedMean = -0.05;
    large.mape = 12.5;
    large.signedMean = 12.5;
    table.setRows({{QStringLiteral("A"), {}, large}, {QStringLiteral("B"), QStringLiteral("n=1"), small}},
                  QStringLiteral("words"));
    EXPECT_EQ(table.table()->item(0, ErrorsPanel::Signed)->text(), QString::fromUtf8("+1\u2009250"));
    table.table()->sortByColumn(ErrorsPanel::Mape, Qt::AscendingOrder);
    EXPECT_EQ(table.table()->item(0, ErrorsPanel::Model)->text(), QStringLiteral("B, n=1"));
    EXPECT_EQ(table.table()->item(0, ErrorsPanel::Mape)->text(), QStringLiteral("5"));
    table.table()->sortByColumn(ErrorsPanel::Mape, Qt::DescendingOrder);
    EXPECT_EQ(table.table()->item(0, ErrorsPanel::Model)->text(), QStringLiteral("A"));
}

TEST(GpuTable, UnderstandsNumbersAsPeopleWriteThem) {
    EXPECT_EQ(numberOf(QStringLiteral("1.98e9"), QStringLiteral("Hz")), 1.98e9);
    EXPECT_EQ(numberOf(QStringLiteral("1.98 GHz"), QStringLiteral("Hz")), 1.98e9);
    EXPECT_DOUBLE_EQ(*numberOf(QStringLiteral(" 5 u s"), QStringLiteral("s")), 5e-6);
    EXPECT_EQ(numberOf(QStringLiteral("400"), QStringLiteral("cycles")), 400);
    EXPECT_FALSE(numberOf(QStringLiteral("fast"), QStringLiteral("Hz")));
    EXPECT_FALSE(numberOf(QString(), QStringLiteral("Hz")));
}

TEST(GpuTable, AsksForChangesAndShowsThem) {
    GpuTable table;
    table.resize(500, 400);
    table.show();
    table.setGpu(&h200(), {{"clock", 1e9}});
    const int row = table.model()->rowOf(QStringLiteral("clock"));
    ASSERT_GE(row, 0);
    const auto cell = [&](int column) {
        return table.model()->data(table.model()->index(row, column), Qt::DisplayRole).toString();
    };
    EXPECT_EQ(cell(GpuModel::Value), QStringLiteral("1.000 GHz"));
    EXPECT_TRUE(cell(GpuModel::Source).startsWith(QStringLiteral("what if; was 1.98"))) << cell(2).toStdString();
    EXPECT_TRUE(table.resetButton()->isEnabled());
    QSignalSpy wanted(&table, &GpuTable::changeWanted);
    table.edit(QStringLiteral("clock"));
    QTest::keyClick(table.view(), Qt::Key_Delete);
    ASSERT_EQ(wanted.count(), 1);
    EXPECT_EQ(wanted[0][0].toString(), QStringLiteral("clock"));
    EXPECT_FALSE(wanted[0][1].value<std::optional<double>>());
    table.setGpu(&h200(), {});
    EXPECT_FALSE(table.resetButton()->isEnabled());
}

}  // namespace
}  // namespace lanescope
