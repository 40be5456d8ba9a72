// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpus/gpu_spec.h"

namespace lanescope::cli {

/// All values of a GPU with units, spreads, meanings and sources; then what is missing and why.
void printSpec(const GpuSpec& gpu);
/// Its calibrated values alone, as a table for a Markdown document.
void printCalibration(const GpuSpec& gpu);

}  // namespace lanescope::cli
