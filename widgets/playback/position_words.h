// SPDX-License-Identifier: GPL-3.0-or-later
// Where a run stands, in words.
#pragma once

#include <QStringList>

#include "core/flow/block_flow.h"

namespace lanescope {

/// "load 3"
[[nodiscard]] QString phaseName(const flow::Phase& phase);
/// "l3"
[[nodiscard]] QString shortPhaseName(const flow::Phase& phase);

/// Of a position in a block, the most telling first: "load 3", "warp 3", "step 1 477 of 2 696", and that the recording
/// stops before the block does.
[[nodiscard]] QStringList positionWords(const flow::BlockFlow& flow, quint64 position);

}  // namespace lanescope
