// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

namespace lanescope {

/// Do both name the same values, in whatever order?
[[nodiscard]] bool sameParameters(const Parameters& one, const Parameters& other);

}  // namespace lanescope
