// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <utility>
#include <vector>

#include "core/study/study.h"

namespace lanescope {

/// What each model says, with its terms and assumptions, as rich text; beside the measured time where there is one.
[[nodiscard]] QString estimatesHtml(const std::vector<std::pair<const Model*, Result<Estimate>>>& estimates,
                                    const GpuSpec* gpu, const std::optional<Measurement>& measurement);

}  // namespace lanescope
