// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/validation/error_table.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/core/algorithms/shipped_catalogue.h"

namespace lanescope {
namespace {

/// Says one second of everything that has launches, and nothing of n = 128.
class OneSecond final : public Model {
public:
    OneSecond() : Model({"one-second", "One second", "test", "", "", ""}) {}
    [[nodiscard]] Result<Estimate> estimate(const ModelInput& input, const GpuSpec& gpu) const override {
        if (input.launches.empty() || input.launches[0].blocks == 4)
            return fail(ErrorCode::ModelOutOfRange, {{"model", "one-second"}, {"reason", "four blocks"}});
        Estimate estimate;
        estimate.model = id();
        estimate.gpu = gpu.id;
        estimate.seconds = 3;
        estimate.kernelSeconds = 1;
        estimate.outOfRange = input.launches[0].blocks == 1 ? "one block" : "";
        return estimate;
    }
};

StudyEntry measured(const std::string& algorithm, Parameters parameters, double seconds) {
    StudyEntry entry;
    entry.algorithm = algorithm;
    entry.parameters = std::move(parameters);
    entry.measurement.emplace();
    entry.measurement->median = seconds;
    entry.measurement->provenance.gpu = "Test GPU";
    return entry;
}

GpuSpec testGpu() {
    GpuSpec gpu;
    gpu.id = "test";
    gpu.title = "Test GPU";
    return gpu;
}

Result<ErrorTable> tableOf(const Study& study, const JobContext& job = {}) {
    static const OneSecond model;
    ErrorTableOptions options;
    options.models = {&model};
    options.threads = 2;
    return errorTable(study, testGpu(), shippedCatalogue(), options, job);
}

TEST(ErrorTable, KeepsWhoPublishedATime) {
    Study study;
    study.entries.push_back(measured("vector.add", {{"n", "1000"}}, 4));
    study.entries.back().measurement->origin = Origin::Published;
    study.entries.back().measurement->notes = {"somebody", "another kernel"};
    study.entries.push_back(measured("vector.add", {{"n", "1000"}}, 2));
    study.entries.back().measurement->notes = {"the clock changed"};
    const Result<ErrorTable> table = tableOf(study);
    ASSERT_TRUE(table) << describe(table.error());
    EXPECT_EQ(table->points[0].origin, Origin::Published);
    EXPECT_EQ(table->points[0].notes, (std::vector<std::string>{"somebody", "another kernel"}));
    EXPECT_EQ(table->points[1].origin, Origin::Measured);
    EXPECT_TRUE(table->points[1].notes.empty());
    EXPECT_DOUBLE_EQ(table->rows.at(0).statistics.signedMean, (-0.75 - 0.5) / 2);
}

TEST(ErrorTable, ComparesWhatCanBeComparedAndSaysWhyTheRestCannot) {
    Study study;
    study.entries.push_back(measured("vector.add", {{"n", "1000"}}, 2));                      // 8 blocks: -50 %
    study.entries.push_back(measured("vector.add", {{"n", "100"}}, 0.5));                     // 1 block: +100 %
    study.entries.push_back(measured("vector.add", {{"n", "512"}}, 1));                       // 4 blocks: no answer
    study.entries.push_back(measured("matmul.global", {{"n", "32"}, {"block", "8"}}, 0.25));  // +300 %
    study.entries.push_back(measured("vector.add", {{"n", "none"}}, 1));
    study.entries.push_back(measured("vector.add", {{"n", "64"}}, 1));
    study.entries.back().measurement->provenance.gpu = "Another";
    study.entries.push_back(measured("vector.add", {{"n", "64"}}, 1));
    study.entries.back().measurement.reset();
    const Result<ErrorTable> table = tableOf(study);
    ASSERT_TRUE(table) << describe(table.error());
    ASSERT_EQ(table->points.size(), 7U);
    EXPECT_DOUBLE_EQ(table->points[0].answers.at(0).estimated.value(), 1) << "of the kernels, as was measured";
    EXPECT_NE(table->points[4].skipped.find("none"), std::string::npos);
    EXPECT_EQ(table->points[5].skipped, "It was measured on Another.");
    EXPECT_EQ(table->skipped.size(), 3U);
    ASSERT_EQ(table->rows.size(), 3U);
    const ErrorRow& all = table->rows[0];
    EXPECT_EQ(all.family, "");
    EXPECT_EQ(all.statistics.compared, 3U);
    EXPECT_DOUBLE_EQ(all.statistics.mape, (0.5 + 1 + 3) / 3);
    EXPECT_EQ(all.missing, 1U);
    EXPECT_EQ(all.outOfRange, 1U);
    EXPECT_EQ(all.reasons.at("one block"), 1U);
    EXPECT_EQ(table->rows[1].statistics.compared, 2U);
    EXPECT_EQ(table->rows[2].family, "Matrix multiplication");
    EXPECT_DOUBLE_EQ(table->rows[2].statistics.signedMean, 3);
}

TEST(ErrorTable, TheBestModelComesFirstAndOneThatSaysNothingLast) {
    ErrorPoint point;
    point.family = "Vectors";
    point.measured = 1;
    point.answers = {{.model = "silent", .estimated = {}, .bound = {}, .outOfRange = {}, .missing = "too old"},
                     {.model = "far", .estimated = 3.0, .bound = {}, .outOfRange = {}, .missing = {}},
                     {.model = "near", .estimated = 0.9, .bound = {}, .outOfRange = {}, .missing = {}}};
    std::vector<std::string> models;
    for (const ErrorRow& row : errorRows({point}))
        if (row.family.empty()) models.push_back(row.model);
    EXPECT_EQ(models, (std::vector<std::string>{"near", "far", "silent"}));
}

TEST(ErrorTable, EveryModelAnswersOrSaysWhyNot) {
    Study study;
    study.entries.push_back(measured("reduce.two-phase", {}, 1e-5));
    study.entries.back().measurement->provenance.gpu = "NVIDIA H200";
    const Result<GpuPresets> presets = GpuPresets::load(LANESCOPE_SOURCE_DIR "/resources");
    ASSERT_TRUE(presets);
    const Result<const GpuSpec*> gpu = presets->find("h200");
    ASSERT_TRUE(gpu);
    for (const CountSource counts : {CountSource::Lockstep, CountSource::Predicted}) {
        ErrorTableOptions options;
        options.counts = counts;
        const Result<ErrorTable> table = errorTable(study, **gpu, shippedCatalogue(), options, {});
        ASSERT_TRUE(table) << describe(table.error());
        ASSERT_EQ(table->points[0].answers.size(), models().size()) << table->points[0].skipped;
        for (const ErrorPoint::Answer& answer : table->points[0].answers)
            EXPECT_NE(answer.estimated.has_value(), !answer.missing.empty()) << answer.model;
    }
}

TEST(ErrorTable, CanBeStopped) {
    Study study;
    study.entries.push_back(measured("vector.add", {}, 1));
    std::stop_source stop;
    stop.request_stop();
    const Result<ErrorTable> table = tableOf(study, {.stop = stop.get_token(), .progress = {}});
    ASSERT_FALSE(table);
    EXPECT_EQ(table.error().code, ErrorCode::Cancelled);
}

}  // namespace
}  // namespace lanescope
