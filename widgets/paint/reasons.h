// SPDX-License-Identifier: GPL-3.0-or-later
// What a simulated warp does or waits for, as words and as a colour: the same wherever time is shown.
#pragma once

#include <QColor>
#include <QString>

#include "core/timing/multiprocessor.h"
#include "widgets/style/theme.h"

namespace lanescope {

/// "global memory": what a warp waits for, or "issues".
[[nodiscard]] QString reasonWord(timing::Reason reason);
/// As Nsight Compute calls the warp's state: "Long Scoreboard".
[[nodiscard]] QString stateWord(timing::Reason reason);
[[nodiscard]] QColor reasonColour(timing::Reason reason, const Theme& theme);

}  // namespace lanescope
