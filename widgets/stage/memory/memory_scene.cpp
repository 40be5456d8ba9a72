// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/memory/memory_scene.h"

#include <algorithm>

#include "widgets/stage/memory/neighbour.h"

namespace lanescope {
namespace {

MemorySide sideOf(const flow::BlockFlow& flow, EventRange step) {
    MemorySide side;
    const auto seen = seenAccess(flow.trace(), step);
    if (!seen) return side;
    side.request = requestScene(flow, seen->event);
    side.when = seen->when;
    if (seen->when == SeenAccess::When::Before) side.away = step.end - seen->event - 1;
    if (seen->when == SeenAccess::When::Behind) side.away = seen->event - step.end + 1;
    const auto neighbour = neighbourOf(flow, seen->event);
    if (!neighbour) return side;
    side.neighbour = requestScene(flow, neighbour->event);
    side.neighbourAfter = neighbour->after;
    return side;
}

/// Values go through shared memory, or come as they are from one place to another.
bool passesValuesOn(const flow::BlockFlow& flow) {
    return !flow.entry().shared.empty() || flow.owned().valuesPerThread() == 0;
}

}  // namespace

MemoryScene memoryScene(const Playback& playback) {
    MemoryScene scene;
    for (std::size_t side = 0; side < playback.sides(); ++side) {
        const flow::BlockFlow& flow = playback.flow(side);
        scene.sides.push_back(sideOf(flow, playback.stepOf(side)));
        scene.mostLines = std::clamp(flow.requests().mostLines(), scene.mostLines, simt::kWarpSize);
        scene.hasNeighbours = scene.hasNeighbours || passesValuesOn(flow);
    }
    return scene;
}

}  // namespace lanescope
