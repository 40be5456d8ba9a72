// SPDX-License-Identifier: GPL-3.0-or-later
// How far every model is from what a recording measured: each recorded configuration is counted in the emulator, as
// `estimate` does it, and every model answers. No model is fitted to a recording.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/base/job_context.h"
#include "core/models/errors.h"
#include "core/models/model.h"
#include "core/run/counting_policy.h"
#include "core/sass/machine_codes.h"
#include "core/study/study.h"

namespace lanescope {

struct ErrorTableOptions {
    std::vector<const Model*> models;            ///< none = all
    CountSource counts = CountSource::Lockstep;  ///< or Predicted
    std::uint64_t maxBlocks = kBlocksOfErrors;   ///< of a launch that are counted; they stand for the rest
    std::uint64_t stepBudget = 400'000'000;      ///< warp instructions of a launch; more is "too much to count"
    std::size_t maxLaunches = 20'000;            ///< of a plan; more is "too much to count"
    const sass::MachineCodes* codes = nullptr;   ///< who has registers and machine code; nullptr = nobody
    unsigned threads = 0;  ///< configurations that are counted at once; 0 = as the machine has cores
};

/// One recorded configuration beside the models' answers.
struct ErrorPoint {
    std::string algorithm;
    std::string family;
    Parameters parameters;
    double measured = 0;               ///< seconds, the median
    Origin origin = Origin::Replayed;  ///< of that time: Measured, Replayed or Published
    std::vector<std::string> notes{};  ///< of a published one: who published it, and what is to be said of it
    struct Answer {
        std::string model;
        std::optional<double> estimated;   ///< seconds of what the plan's time is of
        std::string bound;                 ///< Estimate::bound
        std::string outOfRange;            ///< the model answers, and says why it should not be believed
        std::string missing;               ///< why it does not answer
        std::vector<Counters> counters{};  ///< Estimate::counters
    };
    std::vector<Answer> answers;       ///< of each model; none where skipped
    std::vector<Counters> counters{};  ///< measured, of each launch; none where the plan has others
    bool countedAsTimed = false;       ///< those: countedAsTimed(Measurement)
    std::vector<double> footprints{};  ///< of these launches, the bytes of the buffers that they are given
    std::string skipped;               ///< why no model was asked; empty if they were
};

/// One model over one family, or over all.
struct ErrorRow {
    std::string model;
    std::string family;  ///< empty = all
    ErrorStatistics statistics;
    std::size_t outOfRange = 0;  ///< of those compared: the model says itself that it should not be believed
    std::size_t missing = 0;     ///< not compared, because the model does not answer
    std::map<std::string, std::size_t> reasons;  ///< of `missing` and `outOfRange`: sentence → how often
};

struct ErrorTable {
    std::string gpu;  ///< id
    CountSource counts = CountSource::Lockstep;
    std::vector<ErrorPoint> points;              ///< in the recording's order
    std::vector<ErrorRow> rows;                  ///< by model, first over all, then by family
    std::map<std::string, std::size_t> skipped;  ///< configurations that no model was asked for: sentence → how many
};

/// Entries without a measurement, of the CPU alone, or of another GPU than `gpu` are skipped, and said. Errors:
/// Cancelled.
[[nodiscard]] Result<ErrorTable> errorTable(const Study& recording, const GpuSpec& gpu, const Catalogue& catalogue,
                                            const ErrorTableOptions& options, const JobContext& job);

/// The rows from points: for tests, and for a choice of points. The model with the least median error comes first.
[[nodiscard]] std::vector<ErrorRow> errorRows(const std::vector<ErrorPoint>& points);

}  // namespace lanescope
