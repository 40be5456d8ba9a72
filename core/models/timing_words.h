// SPDX-License-Identifier: GPL-3.0-or-later
// What the two models of core/timing have in common. Private to this room.
#pragma once

#include <optional>

#include "core/models/launch_model.h"
#include "core/timing/launch_sample.h"
#include "core/timing/launch_setting.h"
#include "core/timing/parameters.h"

namespace lanescope {

/// The numbers of the GPU, each an input of the estimate by its id. Nothing, and the model cannot answer, where one is
/// not known or where no blocks of the launch were recorded.
[[nodiscard]] std::optional<timing::Parameters> timingParameters(const LaunchProfile& launch, Pricing& pricing);

/// What came of the launch's shape, as inputs of the estimate, and what must be said of it.
void tellSetting(const LaunchProfile& launch, const timing::LaunchSetting& setting, Pricing& pricing);

/// What a launch takes before its first block: less behind another.
void priceStart(const LaunchProfile& launch, const timing::Parameters& parameters, Pricing& pricing);

}  // namespace lanescope
