// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/memory/part_copy.h"

#include <algorithm>
#include <cstring>

#include "core/plan/library_call.h"

namespace lanescope::simt {
namespace {

using Allocation = DeviceMemory::Allocation;

/// Where the rows of a part lie in its buffer, in bytes.
struct Rows {
    Rows(const Part& part, const Buffer& buffer) {
        const Part p = resolved(part, buffer);
        const std::uint64_t size = sizeOf(buffer.type);
        first = (p.row * buffer.columns + p.column) * size;
        pitch = buffer.columns * size;
        bytes = p.columns * size;
        count = p.rows;
    }
    [[nodiscard]] std::uint64_t at(std::uint64_t row) const { return first + row * pitch; }

    std::uint64_t first = 0;
    std::uint64_t pitch = 0;
    std::uint64_t bytes = 0;  ///< of one row
    std::uint64_t count = 0;
};

bool isInitialised(const Allocation& allocation, std::uint64_t offset, std::uint64_t bytes) {
    if (allocation.uninitialisedWords == 0) return true;
    const auto first = allocation.initialised.begin() + static_cast<std::ptrdiff_t>(offset / 4);
    const auto last = allocation.initialised.begin() + static_cast<std::ptrdiff_t>((offset + bytes - 1) / 4) + 1;
    return std::find(first, last, 0) == last;
}

/// Elements that were never written stay so; a word that is shared with other elements keeps its flag.
void copyFlags(const Allocation& from, std::uint64_t source, Allocation& to, std::uint64_t target, std::uint64_t bytes,
               std::uint64_t elementBytes) {
    if (isInitialised(from, source, bytes)) return to.markInitialised(target, bytes);
    for (std::uint64_t i = 0; i < bytes; i += elementBytes) {
        if (isInitialised(from, source + i, elementBytes)) {
            to.markInitialised(target + i, elementBytes);
            continue;
        }
        for (std::uint64_t word = (target + i + 3) / 4; word < (target + i + elementBytes) / 4; ++word) {
            to.uninitialisedWords += to.initialised[word];
            to.initialised[word] = 0;
        }
    }
}

void copyOnDevice(DeviceMemory& memory, const CopyStep& step) {
    Allocation& to = memory.writable(step.to.buffer);
    const Allocation& from = memory.allocation(step.from.buffer);
    const Rows source(step.from, from.buffer);
    const Rows target(step.to, to.buffer);
    for (std::uint64_t row = 0; row < source.count; ++row) {
        std::memcpy(to.data.data() + target.at(row), from.data.data() + source.at(row), source.bytes);
        copyFlags(from, source.at(row), to, target.at(row), source.bytes, sizeOf(to.buffer.type));
    }
}

}  // namespace

void copyParts(DeviceMemory& memory, const CopyStep& step, std::span<std::byte> host) {
    if (step.direction == CopyStep::Direction::OnDevice) return copyOnDevice(memory, step);
    const Rows source(step.from, memory.allocation(step.from.buffer).buffer);
    const Rows target(step.to, memory.allocation(step.to.buffer).buffer);
    if (step.direction == CopyStep::Direction::ToHost) {
        const Allocation& from = memory.allocation(step.from.buffer);
        for (std::uint64_t row = 0; row < source.count; ++row)
            std::memcpy(host.data() + target.at(row), from.data.data() + source.at(row), source.bytes);
        return;
    }
    Allocation& to = memory.writable(step.to.buffer);
    for (std::uint64_t row = 0; row < source.count; ++row) {
        std::memcpy(to.data.data() + target.at(row), host.data() + source.at(row), source.bytes);
        to.markInitialised(target.at(row), target.bytes);
    }
}

void fillBuffer(DeviceMemory& memory, const FillStep& step) {
    Allocation& allocation = memory.writable(step.buffer);
    std::ranges::fill(allocation.data, std::byte{step.byte});
    allocation.markInitialised(0, allocation.data.size());
}

Result<void> callLibrary(DeviceMemory& memory, const LibraryStep& step, const JobContext& job) {
    Allocation& c = memory.writable(step.c.buffer);
    const auto operand = [&](const Part& part) -> Operand<const std::byte> {
        const Allocation& allocation = memory.allocation(part.buffer);
        return {&allocation.buffer, allocation.data};
    };
    const bool usesB = step.call == LibraryStep::Call::Gemm;
    auto done = callOnHost(step, operand(step.a), usesB ? operand(step.b) : Operand<const std::byte>{},
                           {&c.buffer, c.data}, job);
    if (!done) return done;
    const Rows rows(step.c, c.buffer);
    const bool lower = step.call == LibraryStep::Call::Syrk;
    for (std::uint64_t row = 0; row < rows.count; ++row)
        c.markInitialised(rows.at(row), lower ? (row + 1) * sizeOf(c.buffer.type) : rows.bytes);
    return {};
}

}  // namespace lanescope::simt
