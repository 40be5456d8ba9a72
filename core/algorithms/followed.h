// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/algorithms/algorithm.h"

namespace lanescope {

/// All values of what stands beside a run of `first` with `ofFirst`: its own, then those of the first that have the
/// same name and role and are legal for it, then what pictures of it open with. Whether they have a plan, plan() says.
[[nodiscard]] Parameters followedValues(const Algorithm& beside, const Parameters& own, const Algorithm& first,
                                        const Parameters& ofFirst);

}  // namespace lanescope
