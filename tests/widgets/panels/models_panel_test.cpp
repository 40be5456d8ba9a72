// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/models_panel.h"

#include <gtest/gtest.h>

#include <QLabel>
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
#include "widgets/panels/maps_panel.h"
#include "widgets/panels/models_text.h"
#include "widgets/panels/published_table.h"
#include "widgets/panels/waterfall_delegate.h"
#include "widgets/style/numbers.h"

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

TEST_F(WhyPanel, ErrorsAreNotCutHoweverLarge) {
    const auto expectRoomFor = [this](const QString& error) {
        ASSERT_FALSE(panel.tree()->isColumnHidden(ModelsPanel::Error)) << error.toStdString();
        EXPECT_LT(panel.tree()->fontMetrics().horizontalAdvance(error) + 6,  // the margins of a cell
                  panel.tree()->columnWidth(ModelsPanel::Error))
            << error.toStdString();
    };
    for (const double median : {5.0, 5e-2, 1e-5}) {
        ModelsInput input = someInput();
        input.measurement->median = median;
        panel.setInput(input);
        expectRoomFor(panel.tree()->topLevelItem(1)->text(ModelsPanel::Error));
    }
    ModelsInput parts = someInput();
    parts.measurement->parts[1].median = 1e-5;
    panel.setInput(parts);
    const QTreeWidgetItem* kernel = child(panel.rowOf(0), "kernel tiled");
    ASSERT_GT(kernel->text(ModelsPanel::Error).size(), panel.rowOf(0)->text(ModelsPanel::Error).size());
    expectRoomFor(kernel->text(ModelsPanel::Error));
    ModelsInput equal = someInput();
    equal.measurement->median = 8;
    equal.measurement->parts.clear();
    panel.setInput(equal);
    ASSERT_EQ(panel.rowOf(0)->text(ModelsPanel::Error), QStringLiteral("="));
    expectRoomFor(panel.tree()->headerItem()->text(ModelsPanel::Error));
}

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

// How far such a time may be off stands with it, where somebody knows.
TEST(ModelsPanel, ATimeStandsWithItsSpread) {
    ModelsInput input = someInput();
    const Model& model = *models()[0];
    EXPECT_FALSE(modelHtml(model, input.answers[0], input).contains(QStringLiteral("one in twenty")));
    input.spreads.assign(models().size(), {});
    input.spreads[0] = "usually within 3 %, one in twenty off by more than 10 % (<b> & others)";
    const QString html = modelHtml(model, input.answers[0], input);
    EXPECT_TRUE(html.contains(QStringLiteral("Usually within 3\u00a0%"))) << html.toStdString();
    EXPECT_TRUE(html.contains(QStringLiteral("&lt;b&gt; &amp; others"))) << "no markup of it";
    EXPECT_FALSE(modelHtml(*models()[2], input.answers[2], input).contains(QStringLiteral("one in twenty")));
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
    EXPECT_EQ(table.table()->item(0, ErrorsPanel::Signed)->text(), QString::fromUtf8("+1\u202F250"));
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
    EXPECT_EQ(numberOf(countText(1234567), QString()), 1234567);
    EXPECT_FALSE(numberOf(QStringLiteral("fast"), QStringLiteral("Hz")));
    EXPECT_FALSE(numberOf(QString(), QStringLiteral("Hz")));
}

AccuracyClaim someClaim(AccuracyClaim::Verdict verdict) {
    AccuracyClaim claim;
    claim.id = "off-by-25";
    claim.section = "9.3";
    claim.claim = "Off by less than 25 %.";
    claim.algorithms = {"cholesky.structured-own"};
    claim.model = "thesis";
    claim.verdict = verdict;
    claim.recomputed = "In 3 of 5 orders.";
    return claim;
}

// The verdict stands in the row, and in the box with the claim; at other models nothing is said.
TEST(ModelsPanel, AClaimStandsWithItsModelAndSaysWhetherItHolds) {
    ModelsPanel panel;
    ModelsInput input = someInput();
    input.claims = {someClaim(AccuracyClaim::Verdict::Fails)};
    panel.setInput(input);
    std::size_t with = 0;
    for (std::size_t model = 0; model < models().size(); ++model) {
        QTreeWidgetItem* row = panel.rowOf(model);
        ASSERT_NE(row, nullptr);
        QTreeWidgetItem* first = row->child(0);
        if (!first || !first->text(ModelsPanel::What).contains(QStringLiteral("claim"))) continue;
        ++with;
        EXPECT_EQ(models()[model]->id(), "thesis");
        EXPECT_TRUE(first->text(ModelsPanel::What).contains(QStringLiteral("does not hold")));
        for (QTreeWidgetItem* item : {row, first}) {
            panel.tree()->setCurrentItem(item);
            const QString words = panel.detail()->toPlainText();
            for (const char* part : {"does not hold", "section 9.3", "Off by less than 25 %", "In 3 of 5 orders"})
                EXPECT_TRUE(words.contains(QString::fromUtf8(part))) << part << " in " << words.toStdString();
        }
    }
    EXPECT_EQ(with, 1U);
}

TEST(PublishedTable, ClaimsStandBelowTheNumbersWithTheirVerdicts) {
    PublishedTable table;
    EXPECT_TRUE(table.claims()->isHidden());
    table.setClaims({someClaim(AccuracyClaim::Verdict::Holds), someClaim(AccuracyClaim::Verdict::HoldsInPart),
                     someClaim(AccuracyClaim::Verdict::Fails), someClaim(AccuracyClaim::Verdict::CannotBeTold)});
    EXPECT_FALSE(table.claims()->isHidden());
    const QString words = table.claims()->toPlainText();
    for (const char* part : {"✓ holds", "✗ holds in part", "✗ does not hold", "? cannot be told", "Thesis"})
        EXPECT_TRUE(words.contains(QString::fromUtf8(part))) << part << " in " << words.toStdString();
    table.setClaims({});
    EXPECT_TRUE(table.claims()->isHidden());
}

MappingCost someMap(const char* name, std::uint64_t n, double improvement) {
    MappingCost cost;
    cost.gpu = "NVIDIA H200";
    cost.algorithm = "triangle.ltm";
    cost.map = name;
    cost.n = n;
    cost.block = 16;
    cost.rows = n / 16;
    cost.operations.roots = 1;
    cost.operations.additions = 7;
    cost.beta = 2e-9;
    cost.tau = 2e-9;
    cost.bound = 2;
    cost.improvements = {{"dummy", improvement * 1e-3, 1e-3, improvement}};
    return cost;
}

TEST(MapsPanel, ShowsTheChosenSizeAndTheBoundBesideWhatWasRecorded) {
    MapsPanel panel;
    MappingCost chosen = someMap("LTM", 1024, 1);
    chosen.improvements.clear();
    panel.setMaps(chosen, {someMap("BB", 256, 1), someMap("BB", 1024, 1), someMap("LTM", 1024, 1.75)});
    QTableWidget* table = panel.table();
    ASSERT_EQ(table->rowCount(), 2) << "those of n = 1024";
    EXPECT_EQ(table->currentRow(), 1);
    EXPECT_EQ(table->item(1, MapsPanel::InPtx)->text(), QStringLiteral("1√ + 7"));
    EXPECT_EQ(table->item(1, MapsPanel::OnPaper)->text(), QStringLiteral("–")) << "the document counts none";
    EXPECT_EQ(table->item(1, MapsPanel::Bound)->text(), QStringLiteral("2.00×"));
    EXPECT_EQ(table->item(1, MapsPanel::Dummy)->text(), QStringLiteral("1.75×"));
    EXPECT_EQ(table->item(1, MapsPanel::Distances)->text(), QStringLiteral("–"));
    const QString words = panel.detail()->toPlainText();
    for (const char* part : {"Replayed from NVIDIA H200", "β = 2 ns", "counted in our PTX", "published, 002 P7",
                             "Document 002 counts no operations"})
        EXPECT_TRUE(words.contains(QString::fromUtf8(part))) << part << " in " << words.toStdString();
    for (const char* origin : {"counted", "published", "bound", "replayed"}) {
        bool told = false;
        for (int column = 0; column < table->columnCount(); ++column)
            told |= table->horizontalHeaderItem(column)->text().contains(QLatin1StringView(origin));
        EXPECT_TRUE(told) << origin;
    }
}

// What was not recorded is grey, and a sentence says so.
TEST(MapsPanel, SaysWhatWasNotRecorded) {
    MapsPanel panel;
    MappingCost chosen = someMap("UTM", 1000, 1);
    chosen.improvements.clear();
    panel.setMaps(chosen, {someMap("BB", 256, 1), someMap("BB", 1024, 1)});
    ASSERT_EQ(panel.table()->rowCount(), 2);
    EXPECT_EQ(panel.table()->item(0, MapsPanel::Map)->text(), QStringLiteral("UTM"));
    EXPECT_EQ(panel.table()->item(0, MapsPanel::Bound)->text(), QStringLiteral("–"));
    EXPECT_NE(panel.table()->item(0, MapsPanel::Bound)->foreground(),
              panel.table()->item(0, MapsPanel::InPtx)->foreground());
    EXPECT_TRUE(panel.words()->text().contains(QStringLiteral("were not recorded")));
    EXPECT_TRUE(panel.words()->text().contains(QStringLiteral("n = ") + countText(1024)));
    EXPECT_TRUE(panel.detail()->toPlainText().contains(QStringLiteral("No recording holds this map")));
    panel.setMaps(chosen, {});
    EXPECT_EQ(panel.table()->rowCount(), 1);
    EXPECT_TRUE(panel.words()->text().contains(QStringLiteral("only operations are known")));
}

// The names of the numbers were two letters wide, because the table had not been given its room when they were fitted.
TEST(GpuTable, NamesHaveRoomWhenThePanelIsShown) {
    GpuTable table;
    table.setGpu(&h200(), {});
    table.resize(500, 400);
    table.show();
    QCoreApplication::processEvents();
    const int room = table.view()->viewport()->width();
    ASSERT_GT(room, 400);
    const int names = table.view()->columnWidth(GpuModel::Quantity);
    EXPECT_GT(names, room / 4);
    EXPECT_LE(names, room * 2 / 5);
    table.resize(900, 400);
    QCoreApplication::processEvents();
    EXPECT_GT(table.view()->columnWidth(GpuModel::Quantity), names) << "with more room more of a name is seen";
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
