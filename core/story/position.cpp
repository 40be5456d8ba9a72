// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/position.h"

#include <algorithm>
#include <cmath>

namespace lanescope::story {
namespace {

using How = FoundPosition::How;

bool isOf(const flow::Phase& phase, const Position::Part& part) {
    return phase.kind == part.kind && phase.round == part.round;
}

const flow::Phase* partOf(const flow::Phases& phases, const Position::Part& wanted) {
    std::uint32_t nth = 0;
    for (const flow::Phase& phase : phases.parts())
        if (isOf(phase, wanted) && ++nth == wanted.nth) return &phase;
    // Of a block whose rounds have one part, the round itself is what people name.
    nth = 0;
    for (const flow::Phase& phase : phases.all())
        if (isOf(phase, wanted) && ++nth == wanted.nth) return &phase;
    return nullptr;
}

/// The position where `event` lies now, if it is still what was written.
bool isStillThere(const Position& position, const flow::BlockFlow& flow, const flow::Phase* part) {
    const std::uint64_t event = position.event;
    if (event == 0 || event > flow.trace().size() || flow.stops().count(0, event) != position.stop) return false;
    return part == nullptr || (event > part->first && event <= part->end);
}

std::uint64_t atShare(double share, const flow::BlockFlow& flow) {
    const std::uint64_t size = flow.trace().size();
    const auto wanted = static_cast<std::uint64_t>(std::llround(share * static_cast<double>(size)));
    if (wanted == 0 || wanted >= size) return std::min(wanted, size);
    return flow.stops().next(wanted - 1);
}

}  // namespace

FoundPosition find(const Position& position, const flow::BlockFlow& flow) {
    const bool written = position.event != 0;
    const flow::Phase* part = position.part ? partOf(flow.phases(), *position.part) : nullptr;
    if (written && (part != nullptr || !position.part) && isStillThere(position, flow, part)) return {position.event};
    if (part != nullptr) {
        const std::uint64_t event = position.stopInPart == 0
                                        ? part->end
                                        : std::min(part->end, flow.stops().after(part->first, position.stopInPart));
        return {event, written ? How::Moved : How::Exact};
    }
    const bool lost = position.part.has_value() || written;
    if (position.stop != 0) return {flow.stops().after(0, position.stop), lost ? How::Guessed : How::Exact};
    return {atShare(position.share, flow), lost ? How::Guessed : How::Exact};
}

Position positionAt(const flow::BlockFlow& flow, std::uint64_t event) {
    Position position;
    const std::uint64_t size = flow.trace().size();
    event = std::min(event, size);
    if (event == 0) return position;
    position.event = event;
    position.stop = flow.stops().count(0, event);
    const flow::Phase& phase = flow.phases().partAt(event - 1);
    Position::Part part{phase.kind, phase.round, 1};
    for (const flow::Phase& before : flow.phases().parts())
        if (before.first < phase.first && isOf(before, part)) ++part.nth;
    position.part = part;
    position.stopInPart = event == phase.end ? 0 : std::max<std::uint64_t>(1, flow.stops().count(phase.first, event));
    return position;
}

}  // namespace lanescope::story
