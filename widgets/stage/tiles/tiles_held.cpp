// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/tiles/tiles_held.h"

#include <algorithm>

#include "widgets/stage/tiles/tiles_product.h"

namespace lanescope::tiles {
namespace {

using flow::Move;
using flow::Place;

/// How far back what a warp holds is looked for: its own events, and all.
constexpr int kMostOwn = 700;
constexpr std::uint64_t kMostAll = 30'000;
constexpr std::uint64_t kReadWithin = 1'000'000;

/// Is what the event brought read at or behind `from`?
bool isStillRead(const flow::BlockFlow& flow, const Move& move, std::uint64_t event, std::uint64_t from) {
    const auto readers = flow.moves().readersOf(move.to, move.bytes, event, event + kReadWithin);
    return !readers.empty() && readers.back().event >= from;
}

void take(const Block& block, const Timeline& timeline, std::uint64_t event, std::uint32_t slot, Scene& scene) {
    const flow::BlockFlow& flow = block.flow();
    SlotState& state = scene.slots[slot];
    const program::RegisterId reg = block.registerOf(flow.trace().instruction(event));
    const program::Instruction& what = flow.entry().instructions[flow.trace().instruction(event)];
    for (const Move& move : flow.moves().of(event)) {
        SlotState::Lane& lane = state.lanes[move.lane];
        if (lane.has || move.to.reg != reg || move.to.kind != Place::Kind::Register) continue;
        const auto writer = flow.moves().writerOf(move.to, move.bytes, scene.position);
        if (!writer || writer->event != event) continue;
        const auto bits = flow::bitsAt(move.to, move.bytes, timeline);
        if (!bits) continue;
        const auto element = block.arrays().at(move.from);
        lane.has = true;
        lane.bits = *bits;
        lane.text = element ? valueText(block.arrays()[element->array].type, *bits) : valueText(what.type, *bits);
        lane.place = move.lane;
        lane.source =
            element ? Spot{Spot::Kind::Cell, static_cast<std::uint32_t>(element->array), element->number} : Spot{};
        if (slot >= Block::kMostSlots) {
            const auto value = fedBy(flow, block.sums(), event, move.lane);
            const auto at = flow.owned().positionOf({move.to.warp, move.lane, value.value_or(0)});
            lane.has = at.has_value();
            if (at) lane.place = slot == Block::kLeft ? at->row : at->column;
        }
        if (state.event) continue;
        state.event = event;
        if (element) state.from = element->array;
        const auto family = flow.families().ofRegister(flow.moves(), move.to, move.bytes, scene.position);
        state.family = element ? block.arrays()[element->array].family : family ? *family : flow.families().ofOwned();
    }
}

}  // namespace

void hold(const Block& block, const Timeline& timeline, Scene& scene) {
    const flow::BlockFlow& flow = block.flow();
    const BlockTrace& trace = flow.trace();
    const std::uint64_t first = scene.position - std::min(scene.position, kMostAll);
    int own = 0;
    for (std::uint64_t event = scene.position; event-- > first && own < kMostOwn;) {
        if (trace.warp(event) != scene.warp) continue;
        ++own;
        const auto slot = block.slotOf(trace.instruction(event));
        if (!slot || trace.active(event) == 0) continue;
        const SlotState& state = scene.slots[*slot];
        // A row has one load's values; lanes that went another way have theirs from it, too.
        if (state.event && trace.instruction(*state.event) != trace.instruction(event)) continue;
        const auto moves = flow.moves().of(event);
        const bool missing = std::ranges::any_of(moves, [&](const Move& m) { return !state.lanes[m.lane].has; });
        if (!missing) continue;
        const bool inStep = event >= scene.step.first;
        const program::RegisterId reg = block.registerOf(trace.instruction(event));
        const auto mine = std::ranges::find_if(moves, [&](const Move& m) { return m.to.reg == reg; });
        if (mine == moves.end()) continue;
        if (inStep || block.showsComputed() || isStillRead(flow, *mine, event, scene.step.first))
            take(block, timeline, event, *slot, scene);
    }
}

}  // namespace lanescope::tiles
