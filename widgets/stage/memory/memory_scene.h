// SPDX-License-Identifier: GPL-3.0-or-later
// What the view of memory shows: on each side the request of the present step, and the access at the other end of its
// values' way. No pixels.
#pragma once

#include <optional>
#include <vector>

#include "widgets/playback/playback.h"
#include "widgets/stage/memory/request_scene.h"

namespace lanescope {

struct MemorySide {
    std::optional<RequestScene> request;  ///< none: the block accesses no memory
    SeenAccess::When when = SeenAccess::When::Now;
    /// It stands for a step that accesses nothing: shown dimmed. Beside an access of the leading side's step, the last
    /// one of its kind is no such.
    bool dimmed = false;
    std::optional<RequestScene> neighbour;
    bool neighbourAfter = false;
};

struct MemoryScene {
    std::vector<MemorySide> sides;
    /// Of all sides, over their whole traces, so that the scale stays: lines of 128 bytes that a request of global or
    /// local memory touches at most. At least 1, at most 32.
    unsigned mostLines = 1;
    /// Requests may have neighbours: room is kept for them.
    bool hasNeighbours = false;
};

[[nodiscard]] MemoryScene memoryScene(const Playback& playback);

}  // namespace lanescope
