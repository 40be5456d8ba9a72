// SPDX-License-Identifier: GPL-3.0-or-later
// From times of single steps to the parts of a Measurement.
#pragma once

#include <optional>
#include <vector>

#include "core/plan/plan.h"
#include "core/study/measurement.h"

namespace lanescope {

/// Seconds of each of a plan's steps in one run of it, by the step's index; nothing where the run left the step out.
using StepSeconds = std::vector<std::optional<double>>;

/// Sums each run's steps by their names (partNameOf) and gives the quartiles over the runs that did all of them, in the
/// order in which the plan comes to the names. Waits are no part.
[[nodiscard]] std::vector<MeasuredPart> sumParts(const Plan& plan, const std::vector<StepSeconds>& runs);

/// Makes the measurement's parts go together with its time, which was taken of the whole.
///   Launches timed: those of launches and calls add up to the time. What is left is "launch gaps"; where there is less
///   than nothing left (an event around each launch costs time itself) the parts are scaled to the time. The one kernel
///   of a plan with one launch has the time's own quartiles.
///   Steps timed: all parts and "launch gaps" add up to the time, unless steps overlap: then a note says so. Tasks of
///   the CPU alone do not; their parts are scaled to the time.
void fitParts(const Plan& plan, Measurement& measurement);

}  // namespace lanescope
