// SPDX-License-Identifier: GPL-3.0-or-later
// How far the timelines of whole plans (core/timing/plan_timeline.h) are from what a recording measured of plans whose
// time is that of all their steps: copies, streams, calls of libraries and tasks of the CPU (Timed::Steps).
#pragma once

#include "core/validation/error_table.h"

namespace lanescope {

/// As errorTable(), with one answer each, of the model "plan", and by algorithm in place of families. Plans of which
/// launches alone are timed are skipped, and said. Errors: Cancelled.
[[nodiscard]] Result<ErrorTable> planErrorTable(const Study& recording, const GpuSpec& gpu, const Catalogue& catalogue,
                                                const ErrorTableOptions& options, const JobContext& job);

}  // namespace lanescope
