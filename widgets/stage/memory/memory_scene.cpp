// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/memory/memory_scene.h"

#include <algorithm>

#include "widgets/stage/memory/neighbour.h"

namespace lanescope {
namespace {

/// Events before a step in which an access like another side's is looked for.
constexpr std::uint64_t kLookedBack = 100'000;

/// The last access to the memory, and of the kind, that another side's step makes: what it is to be held against.
std::optional<SeenAccess> accessLike(const flow::BlockFlow& flow, EventRange step, const simt::Request& lead) {
    const BlockTrace& trace = flow.trace();
    const std::uint64_t end = std::min<std::uint64_t>(step.end, trace.size());
    for (std::uint64_t event = end; event-- > 0 && event + kLookedBack > end;) {
        const AccessHead head = trace.access(event);
        if (head.access != lead.access || head.space != lead.space || !isRequest(trace, event)) continue;
        return SeenAccess{event, event >= step.first ? SeenAccess::When::Now : SeenAccess::When::Before};
    }
    return std::nullopt;
}

MemorySide sideOf(const flow::BlockFlow& flow, EventRange step, const MemorySide* lead) {
    MemorySide side;
    auto seen = seenAccess(flow, step);
    if (!seen) return side;
    side.dimmed = seen->when != SeenAccess::When::Now;
    if (lead != nullptr && lead->request && !lead->dimmed) {
        if (const auto like = accessLike(flow, step, lead->request->request)) {
            seen = like;
            side.dimmed = false;
        }
    }
    side.request = requestScene(flow, seen->event);
    side.when = seen->when;
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
        scene.sides.push_back(sideOf(flow, playback.stepOf(side), side == 0 ? nullptr : &scene.sides.front()));
        scene.mostLines = std::clamp(flow.requests().mostLines(), scene.mostLines, simt::kWarpSize);
        scene.hasNeighbours = scene.hasNeighbours || passesValuesOn(flow);
    }
    return scene;
}

}  // namespace lanescope
