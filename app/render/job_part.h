// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"

namespace lanescope {

/// A part of a job that goes from one share of it to another. `job` must outlive it.
inline JobContext partOf(const JobContext& job, double from, double to) {
    return {job.stop, [&job, from, to](double share) { job.report(from + (to - from) * share); }};
}

}  // namespace lanescope
