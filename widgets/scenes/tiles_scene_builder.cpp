// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <bit>

#include "core/base/number_format.h"
#include "widgets/scenes/tiles_scene.h"
#include "widgets/scenes/touch_history.h"

namespace lanescope {

namespace {

/// Where an array's elements are: bytes, and which 4-byte words of them are initialised (none = all are).
struct Content {
    std::span<const std::byte> bytes;
    std::span<const std::uint8_t> initialised;

    [[nodiscard]] bool holds(std::uint64_t element, std::size_t size) const {
        if ((element + 1) * size > bytes.size()) return false;
        if (initialised.empty()) return true;
        for (std::size_t word = element * size / 4; word < ((element + 1) * size + 3) / 4; ++word)
            if (word >= initialised.size() || initialised[word] == 0) return false;
        return true;
    }
};

/// Byte offset of a kernel's shared array in its block's shared memory.
std::optional<std::uint64_t> sharedOffset(const Launch& launch, std::size_t index) {
    const SharedArray& array = launch.kernel->shared[index];
    for (const program::SharedVariable& variable : launch.kernel->code().shared)
        if (variable.shortName == array.name) return variable.offset;
    return std::nullopt;
}

Content contentOf(const Timeline& timeline, const ArrayShape& shape) {
    if (shape.array.kind == ArrayRef::Kind::Buffer) {
        const simt::DeviceMemory::Allocation& allocation = timeline.memory().allocation(shape.array.index);
        return {allocation.data, allocation.initialised};
    }
    const simt::BlockState& state = timeline.state();
    const std::optional<std::uint64_t> offset = sharedOffset(timeline.trace().launch(), shape.array.index);
    const std::uint64_t bytes = shape.rows * shape.columns * sizeOf(shape.type);
    if (!offset || *offset + bytes > state.shared.size()) return {};
    Content content{std::span(state.shared).subspan(*offset, bytes), {}};
    const std::size_t firstWord = *offset / 4;
    if (state.sharedInitialised.size() >= firstWord + bytes / 4)
        content.initialised = std::span(state.sharedInitialised).subspan(firstWord, bytes / 4);
    return content;
}

/// Start address of an array in the address space that StepRecord::address is in.
std::optional<std::uint64_t> baseOf(const Timeline& timeline, const ArrayShape& shape) {
    if (shape.array.kind == ArrayRef::Kind::Buffer) return timeline.memory().allocation(shape.array.index).base;
    return sharedOffset(timeline.trace().launch(), shape.array.index);
}

std::uint8_t nowFlags(simt::AccessKind access) {
    switch (access) {
        case simt::AccessKind::Load: return kReadNow;
        case simt::AccessKind::Store: return kWrittenNow;
        case simt::AccessKind::Atomic: return kReadNow | kWrittenNow;
        case simt::AccessKind::None: break;
    }
    return 0;
}

Region clipped(const Region& region, const ArrayShape& shape) {
    if (region.row >= shape.rows || region.column >= shape.columns) return {};
    return {region.row, region.column, std::min(region.rows, shape.rows - region.row),
            std::min(region.columns, shape.columns - region.column)};
}

bool isReference(const ArrayShape& shape, const CheckResult* check) {
    return check != nullptr && shape.array.kind == ArrayRef::Kind::Buffer && check->buffer == shape.name &&
           check->wrongElements.size() == shape.rows * shape.columns;
}

/// Sets kHasValue of `cells.size()` elements from `first` on. Simple loops: a million cells a picture go through here.
void fillHasValue(std::span<std::uint8_t> cells, const Content& content, std::size_t first, std::size_t size) {
    const bool allInitialised = content.initialised.empty() && !content.bytes.empty();
    const bool wordPerElement = size == 4 && first + cells.size() <= content.initialised.size();
    if (allInitialised) {
        std::fill(cells.begin(), cells.end(), std::uint8_t{kHasValue});
    } else if (wordPerElement) {
        const std::uint8_t* word = content.initialised.data() + first;
        for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = word[i] != 0 ? kHasValue : 0;
    } else {
        for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = content.holds(first + i, size) ? kHasValue : 0;
    }
}

/// True if some of the cells are wrong.
bool fillWrong(std::span<std::uint8_t> cells, const std::vector<bool>& wrong, std::size_t first, bool atEnd) {
    bool any = false;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (!wrong[first + i] || !(atEnd || (cells[i] & kHasValue))) continue;
        cells[i] |= kWrong;
        any = true;
    }
    return any;
}

/// True if some of the cells are wrong.
bool fillCells(TileGrid& grid, const Timeline& timeline, const TouchHistory& history, const CheckResult* check,
               bool wantsValues) {
    const ArrayShape& shape = grid.shape;
    const Region& region = grid.visible;
    const std::size_t size = sizeOf(shape.type);
    const Content content = contentOf(timeline, shape);
    const bool hasPast = shape.array.kind == ArrayRef::Kind::Buffer && shape.array.index < history.bufferCount();
    const bool checked = isReference(shape, check);
    const bool atEnd = timeline.position() == timeline.trace().size();
    bool anyWrong = false;
    grid.flags.resize(region.cells());
    if (wantsValues) grid.values.resize(region.cells());
    for (std::uint64_t row = 0; row < region.rows; ++row) {
        const std::size_t first = (region.row + row) * shape.columns + region.column;
        const std::span cells = std::span(grid.flags).subspan(row * region.columns, region.columns);
        fillHasValue(cells, content, first, size);
        if (hasPast) {
            const std::uint8_t* past = history.flags(shape.array.index).data() + first;
            for (std::size_t i = 0; i < cells.size(); ++i) cells[i] |= past[i];
        }
        if (checked) anyWrong |= fillWrong(cells, check->wrongElements, first, atEnd);
        for (std::size_t i = 0; wantsValues && i < cells.size(); ++i)
            if (cells[i] & kHasValue)
                grid.values[row * region.columns + i] = numbers::plain(
                    elementAsDouble(shape.type, content.bytes.data() + (first + i) * size), kElementDigits);
    }
    return anyWrong;
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

std::optional<double> valueOf(const Timeline& timeline, const ArrayShape& shape, std::uint64_t row,
                              std::uint64_t column) {
    if (row >= shape.rows || column >= shape.columns) return std::nullopt;
    const Content content = contentOf(timeline, shape);
    const std::uint64_t element = row * shape.columns + column;
    if (!content.holds(element, sizeOf(shape.type))) return std::nullopt;
    return elementAsDouble(shape.type, content.bytes.data() + element * sizeOf(shape.type));
}

StepTouches touchesNow(const Timeline& timeline) {
    StepTouches now{currentStep(timeline), {}};
    for (const ArrayShape& shape : arraysOf(timeline))
        now.byArray.push_back(now.step ? touchesOf(*now.step, timeline, shape) : std::vector<LaneTouch>());
    return now;
}

TilesScene makeTilesScene(const Timeline& timeline, const TouchHistory& history, std::span<const GridView> views,
                          const CheckResult* check, StepTouches now) {
    TilesScene scene;
    scene.position = timeline.position();
    scene.size = timeline.trace().size();
    scene.block = timeline.trace().block();
    scene.step = std::move(now.step);
    scene.historyKnown = history.known() >= scene.position;
    const std::vector<ArrayShape> shapes = arraysOf(timeline);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        TileGrid& grid = scene.grids.emplace_back();
        grid.shape = shapes[i];
        if (i < views.size()) grid.visible = clipped(views[i].visible, grid.shape);
        if (grid.shape.array.kind == ArrayRef::Kind::Buffer && grid.shape.array.index < history.bufferCount())
            grid.touched = history.touchedEver(grid.shape.array.index);
        scene.anyWrong |= fillCells(grid, timeline, history, check, i < views.size() && views[i].values);
        if (!scene.step) continue;
        grid.now = std::move(now.byArray.at(i));
        for (const LaneTouch& touch : grid.now)
            if (grid.visible.contains(touch.row, touch.column))
                grid.flags[(touch.row - grid.visible.row) * grid.visible.columns + touch.column -
                           grid.visible.column] |= nowFlags(scene.step->access);
    }
    return scene;
}

}  // namespace lanescope
