// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

namespace lanescope {

class Theme;

/// Colours and sizes of charts, of the theme.
[[nodiscard]] ChartStyle chartStyleOf(const Theme& theme);

}  // namespace lanescope
