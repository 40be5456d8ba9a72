// SPDX-License-Identifier: GPL-3.0-or-later
// Recorded blocks as Playback takes them.
#pragma once

#include <memory>

#include "widgets/playback/playback.h"

namespace lanescope::test {

/// None for no trace.
inline std::vector<Playback::Block> blocksOf(const std::shared_ptr<const BlockTrace>& trace) {
    if (!trace) return {};
    return {std::make_shared<const flow::BlockFlow>(trace)};
}

}  // namespace lanescope::test
