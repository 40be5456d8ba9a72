// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/memory/request_scene.h"

#include <algorithm>

#include "core/simt/memory/place_name.h"

namespace lanescope {
namespace {

using program::Space;
using simt::AccessKind;

std::uint32_t lineOf(const BlockTrace& trace, std::uint32_t instruction) {
    const program::Module& module = *trace.launch().kernel->module;
    const auto shown = simt::shownInFunction(module, trace.entry(), instruction);
    return shown ? simt::sourceLineOf(module, trace.entry().instructions[*shown]).line : 0;
}

void nameBuffer(RequestScene& scene, const flow::BlockFlow& flow, std::uint32_t which) {
    const simt::DeviceMemory& memory = flow.trace().memoryBefore();
    if (which >= memory.size()) return;
    const auto& allocation = memory.allocation(which);
    scene.array = allocation.buffer.name;
    scene.family = flow.families().ofBuffer(which);
    scene.base = allocation.base;
    scene.rows = allocation.buffer.rows;
    scene.columns = allocation.buffer.columns;
    scene.elementBytes = static_cast<unsigned>(sizeOf(allocation.buffer.type));
}

void nameShared(RequestScene& scene, const flow::BlockFlow& flow, std::uint32_t which) {
    const auto& arrays = flow.entry().shared;
    if (which >= arrays.size()) return;
    scene.array = arrays[which].shortName;
    scene.family = flow.families().ofShared(which);
    scene.base = arrays[which].offset;
    for (const SharedArray& shape : flow.trace().launch().kernel->shared) {
        if (shape.name != scene.array) continue;
        scene.rows = shape.rows;
        scene.columns = shape.columns;
        scene.elementBytes = static_cast<unsigned>(sizeOf(shape.type));
    }
    if (scene.columns != 0) return;
    scene.rows = 1;
    scene.columns = arrays[which].size / std::max(scene.request.bytes, 1U);
}

std::vector<LineUse> linesOf(const std::vector<simt::SectorUse>& sectors) {
    std::vector<LineUse> lines;
    for (std::size_t i = 0; i < sectors.size(); ++i) {
        const std::uint64_t address = sectors[i].address / simt::kLineBytes * simt::kLineBytes;
        if (lines.empty() || lines.back().address != address) lines.push_back({address, i, i, 0});
        lines.back().end = i + 1;
        lines.back().lanes |= sectors[i].lanes;
    }
    return lines;
}

}  // namespace

bool RequestScene::isWasteful() const {
    if (isAtomic() && cost.meeting > 1) return true;
    return isShared() ? cost.shared.wavefronts > cost.shared.fewest : cost.sectors > cost.fewestSectors;
}

std::string RequestScene::elementAt(std::uint64_t address) const {
    if (array.empty() || columns == 0 || address < base) return {};
    const std::uint64_t index = (address - base) / elementBytes;
    if (index >= rows * columns) return {};
    if (isVector()) return array + "[" + std::to_string(index) + "]";
    return array + "[" + std::to_string(index / columns) + "][" + std::to_string(index % columns) + "]";
}

bool isRequest(const BlockTrace& trace, std::uint64_t event) {
    if (trace.active(event) == 0) return false;
    const AccessHead head = trace.access(event);
    return head.access != AccessKind::None &&
           (head.space == Space::Global || head.space == Space::Shared || head.space == Space::Local);
}

std::optional<RequestScene> requestScene(const flow::BlockFlow& flow, std::uint64_t event) {
    const BlockTrace& trace = flow.trace();
    if (event >= trace.size() || !isRequest(trace, event)) return std::nullopt;
    const std::vector<simt::Request> requests = simt::requestsOf(trace.record(event));
    if (requests.empty()) return std::nullopt;
    RequestScene scene;
    scene.event = event;
    scene.warp = trace.warp(event);
    scene.line = lineOf(trace, trace.instruction(event));
    scene.request = requests.front();
    scene.cost = simt::costOf(scene.request);
    scene.elementBytes = std::max(scene.request.bytes, 1U);
    const flow::Touched touched = flow.activities().touched(event);
    if (touched.space == Space::Global) nameBuffer(scene, flow, touched.array);
    if (touched.space == Space::Shared) nameShared(scene, flow, touched.array);
    scene.sectors = simt::sectorsUsed(scene.request);
    scene.lines = linesOf(scene.sectors);
    scene.words = simt::wordsOf(scene.request);
    scene.meetings = simt::meetingsOf(scene.request);
    return scene;
}

std::optional<SeenAccess> seenAccess(const flow::BlockFlow& flow, EventRange step) {
    const BlockTrace& trace = flow.trace();
    if (flow.requests().mostLines() == 0 && flow.requests().mostWavefronts() == 0) return std::nullopt;
    const std::uint64_t end = std::min<std::uint64_t>(step.end, trace.size());
    for (std::uint64_t event = end; event-- > 0;)
        if (isRequest(trace, event))
            return SeenAccess{event, event >= step.first ? SeenAccess::When::Now : SeenAccess::When::Before};
    for (std::uint64_t event = end; event < trace.size(); ++event)
        if (isRequest(trace, event)) return SeenAccess{event, SeenAccess::When::Behind};
    return std::nullopt;
}

}  // namespace lanescope
