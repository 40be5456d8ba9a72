// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "widgets/explore/limits_picture.h"

namespace lanescope {

/// Where each launch stands in its roofline, and its bytes at each level: side, level, quantity, value, unit, origin. A
/// quantity that is not known has no row.
[[nodiscard]] std::string limitsCsv(const LimitsPicture& picture);

}  // namespace lanescope
