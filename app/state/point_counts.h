// SPDX-License-Identifier: GPL-3.0-or-later
// What the models need to know of one configuration, counted without a GPU within a few seconds, or why that cannot be.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/models/model.h"
#include "core/run/counting_policy.h"
#include "core/study/run_code.h"

namespace lanescope {

class Library;
struct Emulation;

/// Whom the models of time are asked about (Model::needsSample): of machine code, where there is some. `library` must
/// outlive it.
struct TimedFor {
    GpuSpec gpu;
    const Library* library = nullptr;
};
/// Of one with the same numbers.
[[nodiscard]] std::string keyOf(const GpuSpec& gpu);

struct PointCounts {
    std::string missing{};         ///< a sentence: why nothing was counted; empty if all went well
    bool tooMuch = false;          ///< `missing` because it takes too long or too much memory: so will larger ones
    Result<ModelInput> lockstep;   ///< what the warps did
    Result<ModelInput> predicted;  ///< what counters of hardware would read
    Result<ModelInput> document;   ///< what a document counted by hand
    std::optional<double> operations{};  ///< floating-point ones of all launches; nothing if there are none
    bool wholeProgram = false;           ///< the plan's time is that of all its steps
    bool sampled = false;
    std::map<std::string, Result<Estimate>, std::less<>> timed{};  ///< by id, what the models of time say
    RunCode code{};                                                ///< what ran for those
    std::string timedFor{};  ///< keyOf() of the GPU that they were asked about; empty: they were not
    bool hurried = false;    ///< only a small sample was done in time: so it will be with larger ones
};

/// The models of time are asked, too, if there is somebody whom. Error: Cancelled. All else is told in
/// PointCounts::missing.
[[nodiscard]] Result<PointCounts> countPoint(const Algorithm& algorithm, const Parameters& parameters,
                                             const JobContext& job, const CountingLimits& limits = {},
                                             const std::optional<TimedFor>& whom = std::nullopt);

/// The models of time were asked, and none can answer: why.
void giveUpTiming(PointCounts& counts, const GpuSpec& gpu, const std::string& why);

/// Of a run that was made for something else.
[[nodiscard]] PointCounts countsOf(const Emulation& run);

/// What each of models() says; if there are no such counts, why.
[[nodiscard]] std::vector<Result<Estimate>> answersOf(const PointCounts& counts, CountSource source,
                                                      const GpuSpec& gpu);

}  // namespace lanescope
