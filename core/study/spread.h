// SPDX-License-Identifier: GPL-3.0-or-later
// How far a time that a model says may be off, as far as that has been tried: "usually within 8 %, one in twenty off by
// more than 30 %". Whoever tells such a time asks here: the command line and the window.
#pragma once

#include <optional>
#include <string>

#include "core/gpus/gpu_spec.h"
#include "core/models/model.h"
#include "core/study/recorded_accuracy.h"
#include "core/study/run_code.h"

namespace lanescope {

/// A time, as far as its spread depends on it.
struct ToldTime {
    std::string model;        ///< id
    std::string bound;        ///< Estimate::bound
    double seconds = 0;       ///< Estimate::kernelSeconds
    bool outOfRange = false;  ///< the model says that it should not be believed
    bool unseen = false;      ///< of a kernel that is not the catalogue's
    bool machineCode = true;  ///< that is what ran, where the model takes in what warps did; else PTX did
    bool changed = false;     ///< what if: numbers of the GPU, or of the launch, are others than they are
};

[[nodiscard]] ToldTime toldTime(const Estimate& estimate, const RunCode& code, bool unseen);
/// Of one launch that was simulated by itself, as the model "simulation" would say it. `bound`: boundId().
[[nodiscard]] ToldTime simulatedTime(double seconds, std::string_view bound, const RunCode& code, bool unseen);

/// Of a whole plan (core/timing/plan_timeline.h), whose timelines are compared as the model "plan".
[[nodiscard]] ToldTime planTime(double seconds, const RunCode& code, bool unseen);

struct Spread {
    double usual = 0;          ///< half of what was compared is as far off at most, a share
    double rare = 0;           ///< one in twenty is off by more
    std::size_t compared = 0;  ///< configurations
    std::string bound;         ///< of those whose time was of the same (Estimate::bound); empty: of all
    bool unseen = false;       ///< of launches of kernels that nobody who made the model had seen
    bool machineCode = true;   ///< of runs of machine code; else of PTX
    std::string gpu;           ///< id of the one whose times were compared
    /// A sentence that says that nobody has compared times of the GPU that is asked for, where that is another one:
    /// then the figures say little of it.
    std::string elsewhere;
    bool calibrated = true;  ///< some of the asked GPU's numbers were measured on one
    std::string caution;     ///< sentences where the figures say little of this time; else empty
};

/// Nothing where nobody has told the model's spread on any GPU. That of another GPU is taken where there is no other,
/// and that of runs of machine code where there is none of PTX; both are said.
[[nodiscard]] std::optional<Spread> spreadOf(const ToldTime& time, const GpuSpec& gpu,
                                             const RecordedAccuracies& accuracies);

/// "usually within 8 %, one in twenty off by more than 30 % (151 measured configurations …)", and the caution; of
/// another GPU that first.
[[nodiscard]] std::string describe(const Spread& spread);

}  // namespace lanescope
