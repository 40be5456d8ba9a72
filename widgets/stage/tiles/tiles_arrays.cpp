// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/tiles/tiles_arrays.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lanescope::tiles {
namespace {

struct Use {
    bool loaded = false;
    bool stored = false;
};
using Uses = std::map<flow::Touched, Use>;

/// Which arrays the block accesses, by the first access of each warp with each instruction.
Uses usesOf(const flow::BlockFlow& flow) {
    Uses uses;
    const BlockTrace& trace = flow.trace();
    const flow::Activities& activities = flow.activities();
    const std::uint64_t threads = trace.launch().block.count();
    const auto warps = static_cast<std::uint32_t>((threads + simt::kWarpSize - 1) / simt::kWarpSize);
    for (std::uint32_t i = 0; i < flow.entry().instructions.size(); ++i)
        for (std::uint32_t warp = 0; warp < warps; ++warp) {
            const auto events = flow.moves().eventsOf(warp, i);
            if (events.empty()) continue;
            const AccessHead head = trace.access(events.front());
            if (head.access == simt::AccessKind::None) continue;
            Use& use = uses[activities.touched(events.front())];
            use.loaded = use.loaded || head.access != simt::AccessKind::Store;
            use.stored = use.stored || head.access != simt::AccessKind::Load;
            // An asynchronous copy is recorded with what it reads.
            if (activities.kind(events.front()) != flow::InstructionKind::AsyncCopy) continue;
            for (const flow::Move& move : flow.moves().of(events.front()))
                uses[{program::Space::Shared, move.to.array}].stored = true;
        }
    return uses;
}

Use useOf(const Uses& uses, program::Space space, std::uint32_t array) {
    const auto found = uses.find({space, array});
    return found == uses.end() ? Use{} : found->second;
}

bool isGiven(const Launch& launch, BufferId buffer) {
    return std::ranges::any_of(launch.arguments, [buffer](const Argument& argument) {
        const auto place = placeOf(argument);
        return place && place->buffer == buffer;
    });
}

}  // namespace

void Box::include(std::uint64_t r, std::uint64_t c) {
    if (empty()) {
        *this = {r, c, 1, 1};
        return;
    }
    const std::uint64_t lastRow = std::max(row + rows - 1, r);
    const std::uint64_t lastColumn = std::max(column + columns - 1, c);
    row = std::min(row, r);
    column = std::min(column, c);
    rows = lastRow - row + 1;
    columns = lastColumn - column + 1;
}

Arrays::Arrays(const flow::BlockFlow& flow) {
    addBuffers(flow);
    m_globals = m_arrays.size();
    addShared(flow);
    const Uses uses = usesOf(flow);
    for (Array& array : m_arrays) {
        const auto space = array.isShared() ? program::Space::Shared : program::Space::Global;
        const Use use = useOf(uses, space, array.place);
        array.loaded = use.loaded;
        array.stored = use.stored;
    }
    const Launch& launch = flow.trace().launch();
    const auto unused = std::ranges::remove_if(m_arrays, [&](const Array& array) {
        return !array.isShared() && !array.loaded && !array.stored && !isGiven(launch, array.ref.index);
    });
    m_arrays.erase(unused.begin(), unused.end());
    // A product is A times B, and its result is last, however its arguments stand.
    std::ranges::stable_sort(m_arrays, {}, [](const Array& array) {
        return std::pair(array.isShared(), !array.isShared() && array.stored && !array.loaded);
    });
    m_globals =
        static_cast<std::size_t>(std::ranges::count_if(m_arrays, [](const Array& array) { return !array.isShared(); }));
}

void Arrays::addBuffers(const flow::BlockFlow& flow) {
    const simt::DeviceMemory& memory = flow.trace().memoryBefore();
    for (BufferId id = 0; id < memory.size(); ++id) {
        const simt::DeviceMemory::Allocation& allocation = memory.allocation(id);
        if (allocation.buffer.elements() == 0) continue;
        Array array;
        array.ref = {ArrayRef::Kind::Buffer, id};
        array.place = static_cast<std::uint32_t>(id);
        array.name = allocation.buffer.name;
        array.type = allocation.buffer.type;
        array.rows = allocation.buffer.rows;
        array.columns = allocation.buffer.columns;
        array.base = allocation.base;
        array.family = flow.families().ofBuffer(array.place);
        m_arrays.push_back(std::move(array));
    }
}

void Arrays::addShared(const flow::BlockFlow& flow) {
    const Launch& launch = flow.trace().launch();
    const std::vector<SharedArray>& shapes = launch.kernel->shared;
    const auto& variables = flow.entry().shared;
    bool dynamic = false;
    for (std::uint32_t i = 0; i < variables.size(); ++i) {
        const program::SharedVariable& variable = variables[i];
        // Extern arrays all start at one place: the first stands for them.
        if (variable.size == 0 && std::exchange(dynamic, true)) continue;
        Array array;
        array.place = i;
        array.name = variable.shortName;
        array.base = variable.offset;
        array.family = flow.families().ofShared(i);
        const auto shape = std::ranges::find(shapes, variable.shortName, &SharedArray::name);
        if (shape != shapes.end()) {
            array.ref = {ArrayRef::Kind::Shared, static_cast<std::size_t>(shape - shapes.begin())};
            array.type = shape->type;
            array.rows = shape->rows;
            array.columns = shape->columns;
        } else {
            const std::uint64_t bytes = variable.size > 0 ? variable.size : launch.dynamicSharedBytes;
            array.ref = {ArrayRef::Kind::Shared, shapes.size() + i};
            array.columns = bytes / sizeOf(array.type);
        }
        if (array.elements() > 0) m_arrays.push_back(std::move(array));
    }
}

std::optional<Element> Arrays::at(const flow::Place& place) const {
    const bool shared = place.kind == flow::Place::Kind::Shared;
    if (!shared && place.kind != flow::Place::Kind::Global) return std::nullopt;
    for (std::size_t i = 0; i < m_arrays.size(); ++i) {
        const Array& array = m_arrays[i];
        if (array.isShared() != shared || place.address - array.base >= array.bytes()) continue;
        return Element{i, (place.address - array.base) / sizeOf(array.type)};
    }
    return std::nullopt;
}

std::optional<std::size_t> Arrays::find(ArrayRef array) const {
    for (std::size_t i = 0; i < m_arrays.size(); ++i)
        if (m_arrays[i].ref == array) return i;
    return std::nullopt;
}

std::optional<std::size_t> Arrays::bufferOf(flow::Family family) const {
    for (std::size_t i = 0; i < m_globals; ++i)
        if (m_arrays[i].family.number == family.number) return i;
    return std::nullopt;
}

}  // namespace lanescope::tiles
