// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/scenes/touched.h"

#include <algorithm>
#include <bit>

namespace lanescope {
namespace {

/// Byte offset of a kernel's shared array in its block's shared memory.
std::optional<std::uint64_t> sharedOffset(const Launch& launch, std::size_t index) {
    const SharedArray& array = launch.kernel->shared[index];
    for (const program::SharedVariable& variable : launch.kernel->code().shared)
        if (variable.shortName == array.name) return variable.offset;
    return std::nullopt;
}

/// Start address of an array in the address space that StepRecord::address is in.
std::optional<std::uint64_t> baseOf(const Timeline& timeline, const ArrayShape& shape) {
    if (shape.array.kind == ArrayRef::Kind::Buffer) return timeline.memory().allocation(shape.array.index).base;
    return sharedOffset(timeline.trace().launch(), shape.array.index);
}

}  // namespace

std::vector<ArrayShape> arraysOf(const Timeline& timeline) {
    std::vector<ArrayShape> shapes;
    for (BufferId id = 0; id < timeline.memory().size(); ++id) {
        const Buffer& buffer = timeline.memory().allocation(id).buffer;
        shapes.push_back({{ArrayRef::Kind::Buffer, id}, buffer.name, buffer.type, buffer.rows, buffer.columns});
    }
    const std::vector<SharedArray>& shared = timeline.trace().launch().kernel->shared;
    for (std::size_t i = 0; i < shared.size(); ++i)
        shapes.push_back(
            {{ArrayRef::Kind::Shared, i}, shared[i].name, shared[i].type, shared[i].rows, shared[i].columns});
    return shapes;
}

std::optional<simt::StepRecord> currentStep(const Timeline& timeline) {
    if (timeline.position() == 0) return std::nullopt;
    return timeline.trace().record(timeline.position() - 1);
}

std::vector<LaneTouch> touchesOf(const simt::StepRecord& step, const Timeline& timeline, const ArrayShape& shape) {
    std::vector<LaneTouch> touches;
    const bool isBuffer = shape.array.kind == ArrayRef::Kind::Buffer;
    if (step.access == simt::AccessKind::None ||
        step.space != (isBuffer ? program::Space::Global : program::Space::Shared))
        return touches;
    const std::optional<std::uint64_t> base = baseOf(timeline, shape);
    if (!base) return touches;
    const std::size_t size = sizeOf(shape.type);
    const std::uint64_t bytes = shape.rows * shape.columns * size;
    for (simt::LaneMask lanes = step.active; lanes != 0; lanes &= lanes - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
        const std::uint64_t offset = step.address[lane] - *base;
        if (offset >= bytes) continue;
        const std::uint64_t last = std::min(bytes, offset + std::max<unsigned>(1, step.bytesPerLane)) - 1;
        for (std::uint64_t element = offset / size; element <= last / size; ++element)
            touches.push_back({lane, element / shape.columns, element % shape.columns});
    }
    return touches;
}

}  // namespace lanescope
