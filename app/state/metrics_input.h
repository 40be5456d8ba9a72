// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of a launch in numbers: emulated, predicted, measured or replayed, published.
#pragma once

#include <QCoreApplication>

#include "core/library/library.h"
#include "core/run/emulation.h"
#include "widgets/panels/metrics_model.h"

namespace lanescope {

/// Of launch number `launch` of a run; what there is not, is said in words. `run` and `measurement` may be nullptr.
[[nodiscard]] MetricsInput metricsInputOf(const Emulation* run, std::size_t launch, const Measurement* measurement,
                                          const Library& library);

}  // namespace lanescope
