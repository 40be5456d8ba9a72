// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a run that others are held against, and what is said of one that is.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/baseline/difference.h"
#include "core/metrics/dictionary.h"
#include "core/models/model.h"
#include "core/run/emulation.h"
#include "core/study/measurement.h"

namespace lanescope::baseline {

/// One launch of a configuration, and how long the whole configuration takes.
struct Baseline {
    std::string algorithm;   ///< id
    Parameters parameters;   ///< complete
    std::size_t launch = 0;  ///< that the counters are of, from 0
    Facts hard;              ///< counters of hardware
    Facts soft;              ///< those of the emulator
    Times times;
    std::string measuredOn;   ///< title of the GPU of `times.hardware` and `hard`; empty: not measured
    std::string estimatedOn;  ///< of `times.estimate`, with the model: "Volkov 2016, NVIDIA H200"; empty: not estimated
    bool sampled = false;     ///< some blocks were counted, and stand for the rest
    [[nodiscard]] Counted counted() const { return {&hard, &soft}; }
};

/// Of launch number `launch` of a run; one that it does not have, or that faulted, has no counters. `measured` may be
/// nullptr. Without an estimate: addEstimate().
[[nodiscard]] Baseline baselineOf(const Emulation& run, std::size_t launch, const Measurement* measured);

/// A model's answer as far as it is compared with a measurement's time: of all steps, or of launches and library calls.
struct EstimatedTime {
    double seconds = 0;
    std::string outOfRange;  ///< Estimate::outOfRange
};
/// Registers as kept machine code has them (`codes`; nullptr = none is). Errors: those of the model.
[[nodiscard]] Result<EstimatedTime> estimatedTime(const Emulation& run, const GpuSpec& gpu,
                                                  const sass::MachineCodes* codes, const Model& model);
/// Into `times` and `estimatedOn`, where the model says something that it should be believed.
void addEstimate(Baseline& baseline, const Emulation& run, const GpuSpec& gpu, const sass::MachineCodes* codes,
                 const Model& model);

/// A metric of both, as the dictionary orders them.
struct MetricDifference {
    const Metric* metric = nullptr;
    Difference difference;
};
/// Of all counters that both have from the same kind of source.
[[nodiscard]] std::vector<MetricDifference> differencesOf(const Baseline& before, const Baseline& after);

/// "3.2 times faster than the baseline: 425 µs → 133 µs (replayed)."; or why that is not known.
[[nodiscard]] Message sentenceOf(const Baseline& before, const Baseline& after);

}  // namespace lanescope::baseline
