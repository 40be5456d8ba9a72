// SPDX-License-Identifier: GPL-3.0-or-later
// How many samples are enough.
//
// NVBench (66212f1) stops at 0.5 % of relative standard deviation of the mean (stdrel) after at least 10 samples and
// 0.5 s, or by the entropy of the samples. Times have a long upper tail, which the mean and its deviation follow; what
// is shown here is the median. So the same 10 samples are asked for, and of the median that two runs agree within those
// 0.5 %: each is known to half of that by its notch, 1.57 × IQR / √n (McGill, Tukey and Larsen 1978). And the medians
// of the first and the second half of the samples must agree, which tells drift: of a clock that is still rising, for
// one.
#pragma once

#include <cstddef>
#include <vector>

#include "gpu/measure_options.h"

namespace lanescope {

/// Has enough been seen? `wallSeconds` is what taking them has cost; `resolution` is the least difference between two
/// samples that means something, in seconds.
[[nodiscard]] bool enoughSamples(const std::vector<double>& seconds, double wallSeconds, const MeasureOptions& options,
                                 double resolution = 0);

/// How far along it is, from 0 to 1, as far as can be told.
[[nodiscard]] double fractionDone(std::size_t samples, double wallSeconds, const MeasureOptions& options);

}  // namespace lanescope
