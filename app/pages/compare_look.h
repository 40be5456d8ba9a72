// SPDX-License-Identifier: GPL-3.0-or-later
// A comparison as sessions name it: what stands in the chart beside the choice, along what, counted how.
#pragma once

#include <QStringList>

#include "app/state/comparison.h"
#include "core/session/session.h"

namespace lanescope {

/// Without what is as usual.
[[nodiscard]] session::PageLook lookOf(const Comparison& comparison);
/// What it does not name is as usual again. What is not possible is left out, and told.
QStringList takeLook(Comparison& comparison, const session::PageLook& look);

}  // namespace lanescope
