// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/metrics_model.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include "core/metrics/dictionary.h"
#include "widgets/style/numbers.h"

namespace lanescope {
namespace {

MetricsInput someInput() {
    MetricsInput input;
    input.emulated = Counters{{"global_load_sectors", 1000},
                              {"global_load_bytes", 18000},
                              {"global_load_efficiency", 56.25},
                              {"warp_instructions", 500}};
    input.staticSharedBytes = 2048;
    Measurement m;
    m.seconds = {1e-5, 2e-5, 3e-5};
    m.median = 2e-5;
    m.lowerQuartile = 1.5e-5;
    m.upperQuartile = 2.5e-5;
    m.counters = {{{"global_load_sectors", 1000}, {"warp_instructions", 400}}};
    m.provenance.gpu = "NVIDIA H200";
    m.origin = Origin::Replayed;
    input.measurement = m;
    input.published = {{"global_load_efficiency", 56.25, "56,25%", "003 Tabela 1", "NVIDIA GTX 1050", ""},
                       {"gflops_as_printed", 12.4, "12,4 GFlop/s", "003 Tabela 1", "NVIDIA GTX 1050", ""}};
    return input;
}

QString cell(const MetricsModel& model, const char* id, int column, int role = Qt::DisplayRole) {
    const int row = model.rowOf(id);
    EXPECT_GE(row, 0) << id;
    return model.data(model.index(row, column), role).toString();
}

TEST(MetricsModel, KeepsTheRulesOfItemModels) {
    MetricsModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setInput(someInput());
    model.setInput({});
    EXPECT_GE(model.rowCount(), static_cast<int>(metricDictionary().size()));
}

TEST(MetricsModel, ShowsTheThreeOriginsSideBySide) {
    MetricsModel model;
    model.setInput(someInput());
    EXPECT_EQ(cell(model, "global_load_efficiency", MetricsModel::Emulated), QStringLiteral("56.25 %"));
    EXPECT_EQ(cell(model, "global_load_efficiency", MetricsModel::Published), QStringLiteral("56.25 %"));
    EXPECT_EQ(cell(model, "time", MetricsModel::Measured), timeText(2e-5));
    EXPECT_EQ(cell(model, "gflops_as_printed", MetricsModel::Published), QStringLiteral("12,4 GFlop/s"));
    EXPECT_EQ(model.headerData(MetricsModel::Measured, Qt::Horizontal, Qt::DisplayRole).toString(),
              QStringLiteral("Replayed"));
}

TEST(MetricsModel, ShowsWhatAGpuWouldCount) {
    MetricsModel model;
    MetricsInput input = someInput();
    input.predicted = Prediction{{{"warp_instructions", 410}}, {{"branches", "the kernel calls functions"}}, {}};
    model.setInput(input);
    EXPECT_EQ(cell(model, "warp_instructions", MetricsModel::Predicted), countText(410));
    EXPECT_TRUE(cell(model, "warp_instructions", MetricsModel::Predicted, Qt::ToolTipRole).contains(u"ptxas"));
    EXPECT_TRUE(cell(model, "branches", MetricsModel::Predicted, Qt::ToolTipRole).contains(u"calls functions"));
    EXPECT_EQ(cell(model, "time", MetricsModel::Predicted), QStringLiteral("–"));
}

TEST(MetricsModel, MarksEqualAndDifferentInText) {
    MetricsModel model;
    model.setInput(someInput());
    EXPECT_TRUE(cell(model, "global_load_sectors", MetricsModel::Measured).endsWith(QStringLiteral(" =")));
    EXPECT_TRUE(cell(model, "warp_instructions", MetricsModel::Measured).contains(QStringLiteral("≠")));
}

TEST(MetricsModel, HoverHasDefinitionFormulaWithValuesAndOtherNames) {
    MetricsModel model;
    model.setInput(someInput());
    const QString hover = cell(model, "global_load_efficiency", MetricsModel::Emulated, Qt::ToolTipRole);
    const Metric* metric = findMetric("global_load_efficiency");
    EXPECT_TRUE(
        hover.contains(QString::fromUtf8(metric->nvprof.data(), static_cast<qsizetype>(metric->nvprof.size()))));
    EXPECT_TRUE(hover.contains(QStringLiteral("smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct")));
    EXPECT_TRUE(hover.contains(countText(18000))) << hover.toStdString();
}

TEST(MetricsModel, SaysWhyThereIsNoNumber) {
    MetricsModel model;
    MetricsInput input;
    input.emulatedMissing = QStringLiteral("not run yet");
    input.measurementMissing = QStringLiteral("no recording of this configuration");
    input.publishedMissing = QStringLiteral("no document gives it");
    model.setInput(input);
    for (const auto& [column, reason] :
         {std::pair{MetricsModel::Emulated, "not run yet"}, std::pair{MetricsModel::Measured, "no recording"},
          std::pair{MetricsModel::Published, "no document"}}) {
        EXPECT_EQ(cell(model, "branches", column), QStringLiteral("–"));
        EXPECT_TRUE(cell(model, "branches", column, Qt::ToolTipRole).contains(QLatin1String(reason)));
    }
}

TEST(MetricsModel, KeepsRowsWhenOnlyValuesChange) {
    MetricsModel model;
    model.setInput(someInput());
    const QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    const QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
    MetricsInput input = someInput();
    input.staticSharedBytes = 4096;
    model.setInput(input);
    EXPECT_EQ(resets.count(), 0);
    EXPECT_EQ(changes.count(), 1);
}

TEST(MetricsModel, FormulaKeepsWhatHasNoValue) {
    EXPECT_EQ(formulaWithValues(QStringLiteral("100 × global_load_bytes / (32 × global_load_sectors)"),
                                {{"global_load_bytes", 64}}),
              QStringLiteral("100 × 64 / (32 × global_load_sectors)"));
}

TEST(MetricsModel, NumbersShowHowFarTheyLieFromTheBaselinesOfTheSameKind) {
    MetricsInput baseline = someInput();
    baseline.emulated->at("global_load_sectors") = 8000;
    baseline.emulated->at("global_load_efficiency") = 31.25;
    baseline.measurement->median = 1e-5;
    baseline.measurement->origin = Origin::Measured;
    baseline.measurement->counters = {{{"warp_instructions", 400}}};
    MetricsInput input = someInput();
    input.baseline = std::make_shared<const MetricsInput>(baseline);
    input.baselineName = QStringLiteral("matmul.global n 64");
    MetricsModel model;
    model.setInput(input);
    const auto difference = [&](const char* id, int column) {
        return cell(model, id, column, MetricsModel::DifferenceRole);
    };
    EXPECT_EQ(difference("global_load_sectors", MetricsModel::Emulated), QStringLiteral("▼ −87.5 %"));
    EXPECT_TRUE(cell(model, "global_load_sectors", MetricsModel::Emulated).endsWith(QStringLiteral("▼ −87.5 %")));
    EXPECT_FALSE(cell(model, "global_load_sectors", MetricsModel::Emulated, MetricsModel::NumberRole)
                     .contains(QStringLiteral("▼")));
    EXPECT_EQ(difference("global_load_efficiency", MetricsModel::Emulated), QStringLiteral("▲ +25 points"));
    EXPECT_EQ(difference("time", MetricsModel::Measured), QStringLiteral("▲ +100.0 %"));
    const auto said = [&](const char* id, int column) {
        return cell(model, id, column, Qt::AccessibleDescriptionRole);
    };
    EXPECT_TRUE(said("time", MetricsModel::Measured).contains(QStringLiteral("replayed against measured")));
    EXPECT_TRUE(
        said("global_load_sectors", MetricsModel::Emulated).contains(QStringLiteral("Baseline: matmul.global n 64, ")));
    EXPECT_EQ(difference("global_load_sectors", MetricsModel::Measured), QString()) << "not counted of the baseline";
    EXPECT_TRUE(said("global_load_sectors", MetricsModel::Measured)
                    .contains(QStringLiteral("of the baseline there is no such number")));
    // What is as it was has no sign in the table.
    EXPECT_EQ(difference("warp_instructions", MetricsModel::Emulated), QStringLiteral("="));
    EXPECT_EQ(cell(model, "warp_instructions", MetricsModel::Emulated),
              cell(model, "warp_instructions", MetricsModel::Emulated, MetricsModel::NumberRole));
}

}  // namespace
}  // namespace lanescope
