// SPDX-License-Identifier: GPL-3.0-or-later
// The part of `errors` about times that others published.
#pragma once

#include "core/base/result.h"
#include "core/gpus/gpu_spec.h"
#include "core/library/library.h"
#include "core/validation/error_table.h"

namespace lanescope::cli {

/// What there is to hold models of a GPU against: all entries of the recordings that Lanescope comes with, if any is of
/// this GPU (errorTable() skips the others, and says so), and what was published of it.
struct KnownTimes {
    Study recorded;
    Study published;
};
/// Error: NoTimes, with what there is, where both are empty; and those of reading either.
[[nodiscard]] Result<KnownTimes> knownTimesOf(const GpuSpec& gpu, const Library& library);

/// Every published time with each model's, and who published it.
void printPublishedPoints(const ErrorTable& table);

}  // namespace lanescope::cli
