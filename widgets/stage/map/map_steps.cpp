// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/map/map_steps.h"

#include <algorithm>
#include <map>
#include <set>

namespace lanescope {
namespace {

constexpr std::uint32_t kHost = 0xffffffffU;

/// What a step writes, as far as the plan says it: parts of buffers; of a launch the buffers that its arguments name
/// are not known to be written, so that it has none.
std::optional<Part> writtenBy(const Step& step) {
    if (const auto* upload = std::get_if<UploadStep>(&step)) return Part{.buffer = upload->buffer};
    if (const auto* download = std::get_if<DownloadStep>(&step)) return Part{.buffer = download->buffer};
    if (const auto* copy = std::get_if<CopyStep>(&step)) return copy->to;
    if (const auto* fill = std::get_if<FillStep>(&step)) return Part{.buffer = fill->buffer};
    if (const auto* call = std::get_if<LibraryStep>(&step)) return call->c;
    if (const auto* host = std::get_if<HostStep>(&step))
        if (!host->writes.empty()) return Part{.buffer = host->writes.front()};
    return std::nullopt;
}

bool isWhole(const Part& part, const Plan& plan) {
    const Buffer& buffer = plan.buffers[part.buffer];
    const Part spelt = resolved(part, buffer);
    return spelt.rows == buffer.rows && spelt.columns == buffer.columns;
}

MapRect rectOf(const Part& part, const Plan& plan) {
    const Part spelt = resolved(part, plan.buffers[part.buffer]);
    return {static_cast<std::uint32_t>(spelt.row), static_cast<std::uint32_t>(spelt.column),
            static_cast<std::uint32_t>(spelt.rows), static_cast<std::uint32_t>(spelt.columns)};
}

/// Of a launch: the part of `buffer` that a copy brings what is in one of its arrays to next, before anything else is
/// brought there.
std::optional<Part> copiedNext(const Plan& plan, std::size_t step, BufferId buffer) {
    const Launch& launch = std::get<LaunchStep>(plan.steps[step]).launch;
    std::set<BufferId> arrays;
    for (const Argument& argument : launch.arguments)
        if (const auto array = bufferOf(argument)) arrays.insert(*array);
    if (arrays.contains(buffer)) return std::nullopt;  // it may write the buffer anywhere; its log would say
    for (std::size_t next = step + 1; next < plan.steps.size(); ++next) {
        const auto* copy = std::get_if<CopyStep>(&plan.steps[next]);
        if (!copy) continue;
        if (copy->to.buffer == buffer && arrays.contains(copy->from.buffer)) return copy->to;
        if (arrays.contains(copy->to.buffer)) arrays.erase(copy->to.buffer);
        if (arrays.empty()) return std::nullopt;
    }
    return std::nullopt;
}

std::optional<BufferId> mostParts(const Plan& plan) {
    std::map<BufferId, std::size_t> parts;
    for (const Step& step : plan.steps)
        if (const auto part = writtenBy(step)) parts[part->buffer] += isWhole(*part, plan) ? 1 : 100;
    if (parts.empty()) return std::nullopt;
    return std::ranges::max_element(parts, {}, [](const auto& one) { return one.second; })->first;
}

}  // namespace

bool hasStepsOfItsOwn(const Plan& plan) {
    if (plan.launches().empty()) return true;
    return std::ranges::any_of(plan.steps, [&](const Step& step) {
        if (std::holds_alternative<LibraryStep>(step) || std::holds_alternative<HostStep>(step)) return true;
        const auto* copy = std::get_if<CopyStep>(&step);
        return copy && !isWhole(copy->to, plan);
    });
}

MapScene mapOfSteps(std::shared_ptr<const Plan> plan) {
    MapScene scene;
    scene.kind = MapKind::Steps;
    scene.plan = plan;
    scene.buffer = mostParts(*plan);
    std::map<std::uint32_t, std::uint32_t> lanes;  // by stream; the host first
    for (const Step& step : plan->steps) lanes[streamOf(step).value_or(kHost)] = 0;
    const auto addLane = [&](std::uint32_t stream) {
        lanes[stream] = static_cast<std::uint32_t>(scene.groups.size());
        MapGroup lane;
        if (stream != kHost) lane.stream = stream;
        lane.items = plan->steps.size();
        lane.columns = plan->steps.size();
        scene.groups.push_back(std::move(lane));
    };
    if (lanes.contains(kHost)) addLane(kHost);
    for (const auto& [stream, lane] : lanes)
        if (stream != kHost) addLane(stream);
    for (std::size_t i = 0; i < plan->steps.size(); ++i) {
        const Step& step = plan->steps[i];
        MapItem item{.fate = MapItem::Fate::Elsewhere,
                     .group = lanes[streamOf(step).value_or(kHost)],
                     .number = static_cast<std::uint32_t>(i),
                     .firstPiece = static_cast<std::uint32_t>(scene.pieces.size()),
                     .step = static_cast<std::uint32_t>(i)};
        std::optional<Part> part = writtenBy(step);
        if (scene.buffer && std::holds_alternative<LaunchStep>(step)) part = copiedNext(*plan, i, *scene.buffer);
        if (part && part->buffer == scene.buffer) {
            item.fate = MapItem::Fate::Writes;
            item.box = rectOf(*part, *plan);
            item.elements = item.box.rows * item.box.columns;
            item.pieces = 1;
            scene.pieces.push_back(item.box);
        }
        scene.items.push_back(item);
    }
    scene.launched = scene.known = scene.items.size();
    settle(scene);
    return scene;
}

}  // namespace lanescope
