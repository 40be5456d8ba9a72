// SPDX-License-Identifier: GPL-3.0-or-later
// Timelines of whole plans, held against what an H200 took for all their steps.
#include "core/validation/plan_error_table.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/study/study_file.h"
#include "tests/core/algorithms/shipped_catalogue.h"

namespace lanescope {
namespace {

const GpuSpec& h200() {
    static const Result<GpuPresets> presets = GpuPresets::load(LANESCOPE_SOURCE_DIR "/resources");
    return **presets->find("h200");
}

/// Of the shipped recording, plans of these algorithms.
Study recorded(std::initializer_list<std::string_view> algorithms) {
    Result<Study> study = studyInFile(LANESCOPE_SOURCE_DIR "/resources/recordings/h200.json.gz");
    EXPECT_TRUE(study);
    std::erase_if(study->entries, [&](const StudyEntry& entry) {
        return std::ranges::find(algorithms, entry.algorithm) == algorithms.end();
    });
    return std::move(*study);
}

ErrorTable tableOf(const Study& study) {
    ErrorTableOptions options;
    options.maxLaunches = 0;  // cuBLAS, LAPACK and copies
    const Result<ErrorTable> table = planErrorTable(study, h200(), shippedCatalogue(), options, {});
    EXPECT_TRUE(table);
    return *table;
}

TEST(PlanErrorTable, PlansOfLibrariesAndCopiesTakeAsLongAsOnTheH200) {
    const ErrorTable table =
        tableOf(recorded({"cholesky.tiles", "cholesky.blocks", "cholesky.structured", "micro.copy"}));
    const ErrorRow& all = table.rows.front();
    EXPECT_EQ(all.statistics.compared, 128U);
    EXPECT_LT(all.statistics.mape, 0.08);
    EXPECT_LT(all.statistics.medianApe, 0.05);
    EXPECT_LT(std::abs(all.statistics.signedMean), 0.03);
    for (const ErrorRow& row : table.rows)
        if (row.family != "micro.copy") EXPECT_LT(row.statistics.worstApe, 0.4) << row.family;
}

TEST(PlanErrorTable, WhatIsNotComparedSaysWhy) {
    Study study = recorded({"vector.add", "cholesky.sequential", "cholesky.structured-own"});
    study.entries.push_back(study.entries.front());
    study.entries.back().measurement->provenance.gpu = "Another";
    const ErrorTable table = tableOf(study);
    for (const ErrorRow& row : table.rows)
        EXPECT_TRUE(row.family.empty() || row.family == "cholesky.structured-own")
            << "of one block, which launches none";
    EXPECT_TRUE(table.skipped.contains("The time is that of the launches alone."));
    EXPECT_TRUE(table.skipped.contains("The CPU alone was measured."));
    EXPECT_TRUE(table.skipped.contains("It was measured on Another."));
    EXPECT_TRUE(table.skipped.contains("There are too many launches to be simulated one by one (--launches)."));
}

}  // namespace
}  // namespace lanescope
