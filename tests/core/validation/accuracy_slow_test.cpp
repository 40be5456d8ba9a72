// SPDX-License-Identifier: GPL-3.0-or-later
// The medians that the window shows (resources/accuracy) are those that `lanescope-cli errors` finds.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/library/library.h"
#include "core/validation/error_table.h"
#include "tests/core/study/h200_recording.h"

namespace lanescope {
namespace {

/// Half of the recording is not shown to these until they are done (docs/timing.md); they have rows of blind sets, too.
bool isOfHalves(const std::string& model) { return model == "interval" || model == "simulation" || model == "plan"; }

TEST(AccuracySlow, OfTheShippedRecordingIsFoundAgain) {
    const auto library = openLibrary({LibraryPart::Catalogue, LibraryPart::Accuracy}).value();
    for (const RecordedAccuracy& accuracy : library->accuracies().all) {
        const GpuSpec& gpu = *library->gpus().find(accuracy.gpu).value();
        ErrorTableOptions options;
        options.maxBlocks = 16;
        const auto table = errorTable(recording(), gpu, library->catalogue(), options, {});
        ASSERT_TRUE(table) << describe(table.error());
        std::size_t rows = 0;
        for (const ErrorRow& row : table->rows) {
            if (!row.family.empty() || row.statistics.compared == 0) continue;
            if (isOfHalves(row.model)) continue;
            ++rows;
            const RecordedAccuracy::Row* known = accuracy.find(row.model);
            ASSERT_NE(known, nullptr) << row.model;
            EXPECT_EQ(known->compared, row.statistics.compared) << row.model;
            EXPECT_NEAR(known->medianApe, row.statistics.medianApe, 6e-5) << row.model << ": " << accuracy.command;
        }
        const auto others =
            std::ranges::count_if(accuracy.rows, [](const auto& row) { return !isOfHalves(row.model); });
        EXPECT_EQ(rows, static_cast<std::size_t>(others));
    }
}

}  // namespace
}  // namespace lanescope
