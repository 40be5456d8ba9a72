// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/block_writes.h"

#include <algorithm>

namespace lanescope {
namespace {

/// Smallest rectangle of elements that holds all that was written.
struct Extent {
    std::uint64_t firstRow = ~std::uint64_t{0};
    std::uint64_t lastRow = 0;
    std::uint64_t firstColumn = ~std::uint64_t{0};
    std::uint64_t lastColumn = 0;
    [[nodiscard]] bool empty() const { return firstRow > lastRow; }
};

template <typename Visit>
void eachElement(const BlockTrace& trace, BufferId buffer, Visit visit) {
    for (const simt::MemoryWrite& write : trace.writes())
        if (const auto element = trace.memoryBefore().element(write.address); element && element->buffer == buffer)
            visit(*element);
}

/// The block's number in one dimension, `distance` elements from a block whose tile is `size` elements; nothing outside
/// 0 … count.
std::optional<std::uint32_t> blockAt(std::uint32_t own, std::uint64_t first, std::uint64_t size, std::uint64_t at,
                                     std::uint32_t count) {
    const auto signedSize = static_cast<std::int64_t>(size);
    const auto distance = static_cast<std::int64_t>(at) - static_cast<std::int64_t>(first);
    const std::int64_t tiles = distance >= 0 ? distance / signedSize : -((-distance + signedSize - 1) / signedSize);
    const std::int64_t block = std::int64_t{own} + tiles;
    if (block < 0 || block >= std::int64_t{count}) return std::nullopt;
    return static_cast<std::uint32_t>(block);
}

}  // namespace

bool writes(const BlockTrace& trace, const simt::ElementRef& element) {
    bool found = false;
    eachElement(trace, element.buffer, [&](const simt::ElementRef& written) { found = found || written == element; });
    return found;
}

std::optional<Dim3> likelyWriter(const BlockTrace& trace, const simt::ElementRef& element) {
    Extent extent;
    eachElement(trace, element.buffer, [&](const simt::ElementRef& written) {
        extent.firstRow = std::min(extent.firstRow, written.row);
        extent.lastRow = std::max(extent.lastRow, written.row);
        extent.firstColumn = std::min(extent.firstColumn, written.column);
        extent.lastColumn = std::max(extent.lastColumn, written.column);
    });
    if (extent.empty()) return std::nullopt;
    const Dim3 grid = trace.launch().grid;
    const auto x = blockAt(trace.block().x, extent.firstColumn, extent.lastColumn - extent.firstColumn + 1,
                           element.column, grid.x);
    const auto y = blockAt(trace.block().y, extent.firstRow, extent.lastRow - extent.firstRow + 1, element.row, grid.y);
    if (!x || !y) return std::nullopt;
    return Dim3{*x, *y, trace.block().z};
}

}  // namespace lanescope
