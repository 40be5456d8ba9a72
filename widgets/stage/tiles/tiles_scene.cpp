// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/tiles/tiles_scene.h"

#include <algorithm>

#include "widgets/stage/tiles/tiles_equation.h"
#include "widgets/stage/tiles/tiles_held.h"
#include "widgets/stage/tiles/tiles_product.h"

namespace lanescope::tiles {
namespace {

using flow::Activity;
using flow::InstructionKind;
using flow::Move;
using flow::Place;

constexpr std::uint64_t kMostEvents = 512;  ///< of a step that are looked at
constexpr std::size_t kMostStreams = 6;
constexpr int kMostHops = 6;
constexpr std::uint64_t kNextWithin = 3'000;

std::optional<std::uint32_t> ownedValueOf(const flow::Owned& owned, program::RegisterId reg) {
    for (std::uint32_t value = 0; value < owned.valuesPerThread(); ++value)
        if (std::ranges::binary_search(owned.registersOf(value), reg)) return value;
    return std::nullopt;
}

Spot sumSpot(const flow::Owned& owned, std::uint32_t warp, unsigned lane, std::uint32_t value) {
    const auto at = owned.positionOf({warp, static_cast<std::uint8_t>(lane), value});
    if (!at) return {};
    return {Spot::Kind::Sum, 0, std::uint64_t{at->row} * owned.columns() + at->column};
}

/// Of a value that an instruction with a row brings.
Spot slotSpot(const Block& block, std::uint64_t event, unsigned lane) {
    const auto slot = block.slotOf(block.flow().trace().instruction(event));
    if (!slot) return {};
    if (*slot < Block::kMostSlots) return {Spot::Kind::Slot, *slot, lane};
    const auto value = fedBy(block.flow(), block.sums(), event, lane);
    const std::uint32_t warp = block.flow().trace().warp(event);
    const auto at = block.flow().owned().positionOf({warp, static_cast<std::uint8_t>(lane), value.value_or(0)});
    if (!at) return {};
    return {Spot::Kind::Slot, *slot, *slot == Block::kLeft ? at->row : at->column};
}

QString textOf(const Block& block, const Flight& flight, const program::Instruction& what) {
    for (const Spot* spot : {&flight.from, &flight.to})
        if (spot->kind == Spot::Kind::Cell) return valueText(block.arrays()[spot->index].type, flight.bits);
    return valueText(what.type, flight.bits);
}

flow::Family familyOf(const Block& block, const Stream& stream) {
    const flow::Families& families = block.flow().families();
    for (const Flight& flight : stream.flights) {
        if (flight.from.kind == Spot::Kind::Cell) return block.arrays()[flight.from.index].family;
        if (flight.from.kind == Spot::Kind::Sum) return families.ofOwned();
        const auto found = families.ofRegister(block.flow().moves(), flight.move.from, flight.move.bytes, stream.event);
        if (found) return *found;
    }
    for (const Flight& flight : stream.flights)
        if (flight.to.kind == Spot::Kind::Cell) return block.arrays()[flight.to.index].family;
    return families.ofOwned();
}

Stream streamOf(const Block& block, std::uint64_t event, Timeline& before) {
    const flow::BlockFlow& flow = block.flow();
    const std::uint32_t number = flow.trace().instruction(event);
    const program::Instruction& what = flow.entry().instructions[number];
    const flow::Owned& owned = flow.owned();
    Stream stream;
    stream.event = event;
    stream.warp = flow.trace().warp(event);
    stream.kind = flow.moves().kind(event);
    const bool computes = stream.kind == InstructionKind::Compute;
    if (!computes) stream.bytes = flow.activities().bytes(event);
    before.seek(event);
    const auto value = block.sums().valueOf(number);
    for (const Move& move : flow.moves().of(event)) {
        Flight flight;
        flight.move = move;
        if (computes) {
            if (!value) {
                flight.to = slotSpot(block, event, move.lane);
            } else {
                flight.to = sumSpot(owned, stream.warp, move.lane, *value);
                if (ownedValueOf(owned, move.from.reg) == value) continue;  // the sum so far
            }
            flight.from = spotOf(block, move.from, move.bytes, event);
        } else {
            flight.from = spotOf(block, move.from, move.bytes, event);
            flight.to = move.to.kind == Place::Kind::Register ? slotSpot(block, event, move.lane)
                                                              : spotOf(block, move.to, move.bytes, event);
            if (flight.to.kind == Spot::Kind::None && move.to.kind == Place::Kind::Register)
                if (const auto mine = ownedValueOf(owned, move.to.reg))
                    flight.to = sumSpot(owned, stream.warp, move.lane, *mine);
        }
        if (flight.from.kind == Spot::Kind::None && flight.to.kind == Spot::Kind::None) continue;
        if (move.from.kind != Place::Kind::None)
            flight.bits = flow::bitsAt(move.from, move.bytes, before).value_or(0);
        else if (what.sourceCount > 1 && what.sources[1].kind == program::Operand::Kind::Immediate)
            flight.bits = what.sources[1].bits;
        flight.text = textOf(block, flight, what);
        stream.flights.push_back(std::move(flight));
    }
    if (stream.kind == InstructionKind::Exchange) stream.bytes = 4 * stream.flights.size();
    stream.family = familyOf(block, stream);
    return stream;
}

/// Events of a step that move something that shows; of arithmetic the last for each value.
std::vector<std::uint64_t> tellingEvents(const Block& block, EventRange step) {
    const flow::BlockFlow& flow = block.flow();
    std::vector<std::uint64_t> found;
    const std::uint64_t first = step.end - std::min<std::uint64_t>(step.end - step.first, kMostEvents);
    for (std::uint64_t event = first; event < step.end; ++event) {
        if (flow.trace().active(event) == 0) continue;
        const Activity what = flow.activities().activity(event);
        const std::uint32_t number = flow.trace().instruction(event);
        if (what == Activity::Compute) {
            const bool own = block.sums().valueOf(number) || (block.showsComputed() && block.slotOf(number));
            // A number in another form is no news.
            const bool converts = flow.entry().instructions[number].opcode == program::Opcode::Cvt;
            if (!own && (converts || block.registerOf(number) == program::kNoRegister)) continue;
            const auto same = [&](std::uint64_t other) {
                const std::uint32_t n = flow.trace().instruction(other);
                return flow.activities().activity(other) == Activity::Compute &&
                       block.sums().valueOf(n) == block.sums().valueOf(number) &&
                       flow.trace().warp(other) == flow.trace().warp(event);
            };
            std::erase_if(found, same);
        } else if (what != Activity::Load && what != Activity::Store && what != Activity::Exchange) {
            continue;
        }
        found.push_back(event);
    }
    if (found.size() > kMostStreams) found.erase(found.begin(), found.end() - kMostStreams);
    return found;
}

void addSums(const Block& block, Scene& scene) {
    const flow::Owned& owned = block.flow().owned();
    const std::size_t places = std::size_t{owned.rows()} * owned.columns();
    scene.sums.resize(places);
    scene.owned.resize(places);
    bool any = false;
    bool warp = false;
    for (const auto& [cell, at] : owned.cells()) {
        const std::size_t place = std::size_t{at.row} * owned.columns() + at.column;
        const SumProgress progress = block.sums().at(cell, scene.position);
        scene.sums[place] = progress;
        scene.owned[place] = 1;
        if (!any || progress.level() < scene.least.level()) scene.least = progress;
        if (!any || progress.level() > scene.most.level()) scene.most = progress;
        if (!warp && cell.warp == scene.warp) {
            scene.ofWarp = progress;
            warp = true;
        }
        any = true;
    }
    for (const Stream& stream : scene.streams)
        for (const Flight& flight : stream.flights)
            if (flight.to.kind == Spot::Kind::Sum) scene.summedNow.push_back(flight.to.number);
    std::ranges::sort(scene.summedNow);
    const auto twice = std::ranges::unique(scene.summedNow);
    scene.summedNow.erase(twice.begin(), twice.end());
}

void addNext(const Block& block, Scene& scene) {
    if (scene.streams.empty()) return;
    const Stream& last = scene.streams.back();
    const flow::BlockFlow& flow = block.flow();
    for (const Flight& flight : last.flights) {
        if (flight.to.kind != Spot::Kind::Slot || flight.to.index >= Block::kMostSlots) return;
        const auto readers =
            flow.moves().readersOf(flight.move.to, flight.move.bytes, last.event, last.event + kNextWithin);
        if (readers.empty() || readers.front().event < scene.position) continue;
        const std::uint64_t event = readers.front().event;
        const InstructionKind kind = flow.moves().kind(event);
        if (kind != InstructionKind::StoreShared && kind != InstructionKind::StoreGlobal) return;
        Next next;
        next.event = event;
        for (const Flight& other : last.flights) next.from.push_back(other.to);
        for (const Move& move : flow.moves().of(event)) next.to.push_back(spotOf(block, move.to, move.bytes, event));
        std::erase_if(next.to, [](const Spot& spot) { return spot.kind == Spot::Kind::None; });
        if (!next.to.empty()) scene.next = std::move(next);
        return;
    }
}

}  // namespace

Spot spotOf(const Block& block, const Place& place, unsigned bytes, std::uint64_t event) {
    if (const auto element = block.arrays().at(place))
        return {Spot::Kind::Cell, static_cast<std::uint32_t>(element->array), element->number};
    Place at = place;
    const flow::BlockFlow& flow = block.flow();
    for (int hop = 0; hop < kMostHops && at.kind == Place::Kind::Register; ++hop) {
        if (const auto value = ownedValueOf(flow.owned(), at.reg))
            return sumSpot(flow.owned(), at.warp, at.lane, *value);
        const auto written = flow.moves().writerOf(at, bytes, event);
        if (!written) return {};
        if (block.slotOf(flow.trace().instruction(written->event))) return slotSpot(block, written->event, at.lane);
        // Copies, and what is chosen or worked out from a single value, are followed to where it shows.
        Place from;
        for (const Move& move : flow.moves().of(written->event)) {
            if (!(move.to == at) || move.from.kind == Place::Kind::None) continue;
            from = move.from;
            bytes = move.bytes;
            break;
        }
        event = written->event;
        at = from;
        if (at.isMemory()) return {};
    }
    return {};
}

Scene makeScene(const Block& block, const Timeline& timeline, EventRange step, Timeline& before,
                std::optional<ThreadRef> thread) {
    const flow::BlockFlow& flow = block.flow();
    Scene scene;
    scene.position = timeline.position();
    scene.step = step;
    if (!step.empty()) {
        const std::vector<std::uint64_t> telling = tellingEvents(block, step);
        for (const std::uint64_t event : telling) scene.streams.push_back(streamOf(block, event, before));
        std::erase_if(scene.streams, [](const Stream& stream) { return stream.flights.empty(); });
        scene.telling = telling.empty() ? step.end - 1 : telling.back();
        // Behind what moved, a barrier is what the step was about.
        if (flow.activities().activity(step.end - 1) == Activity::Waits) scene.telling = step.end - 1;
        scene.warp = flow.trace().warp(*scene.telling);
        scene.active = flow.trace().active(*scene.telling);
        scene.kind = flow.moves().kind(*scene.telling);
        hold(block, timeline, scene);
    }
    if (const auto parts = operandPartsAt(block, scene.warp, scene.position)) {
        scene.leftPart = parts->left;
        scene.abovePart = parts->above;
    }
    addSums(block, scene);
    addNext(block, scene);
    scene.equation = equationOf(block, scene, before, thread);
    return scene;
}

}  // namespace lanescope::tiles
