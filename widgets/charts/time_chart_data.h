// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the chart of time against n for one algorithm from what is known of it: measurements, recordings, models
// (evaluated here, from emulated counts) and what the documents published.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/study/study.h"
#include "widgets/charts/chart_data.h"

namespace lanescope {

/// What the chart is made of. Pointers are not owned and may be null.
struct TimeChartInput {
    std::string algorithm;
    std::string title;      ///< of the algorithm
    Parameters parameters;  ///< complete; n is what varies
    const Recordings* recordings = nullptr;
    const Published* published = nullptr;
    std::vector<StudyEntry> measured;                 ///< measured in this session, any algorithm
    std::map<std::uint64_t, ModelInput> modelInputs;  ///< by n, from emulated counts
    const GpuSpec* gpu = nullptr;                     ///< that the models are asked about
    std::vector<std::string> notes;                   ///< passed on
};

[[nodiscard]] ChartData timeChartData(const TimeChartInput& input);

/// Sizes at which something was measured or replayed for these parameters (n aside), ascending; for choosing where the
/// models are to be evaluated.
[[nodiscard]] std::vector<std::uint64_t> measuredSizes(const TimeChartInput& input);

/// `sizes` with one size between each two neighbours (their geometric mean, a multiple of `step`).
[[nodiscard]] std::vector<std::uint64_t> withSizesBetween(std::vector<std::uint64_t> sizes, std::uint64_t step);

/// "block=16 type=f32": all parameters but n.
[[nodiscard]] Parameters withoutSize(const Parameters& parameters);

}  // namespace lanescope
