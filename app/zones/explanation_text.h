// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "app/zones/picture_links.h"
#include "core/algorithms/algorithm.h"

namespace lanescope {

/// What an algorithm is, for a student: title, where it is from, its explanation, what is known of the variant that is
/// chosen, and the steps of its plan. Rich text.
[[nodiscard]] QString explanationHtml(const Algorithm& algorithm, const Plan& plan);
/// The same, with links ("show:0", …) to what the block that is watched has of it; these are added to `links`.
[[nodiscard]] QString explanationHtml(const Algorithm& algorithm, const Plan& plan, const flow::BlockFlow* flow,
                                      std::vector<PictureLink>& links);

/// What of the plan no kernel does: "On the CPU: dpotrf, 4 times. By cuBLAS: cublasDgemm, 6 times." Empty if all that
/// computes is kernels.
[[nodiscard]] QString otherWork(const Plan& plan);

/// Why a plan that launches no kernel has no threads to be shown, and what it does instead.
[[nodiscard]] QString noThreadsText(const Plan& plan);

}  // namespace lanescope
