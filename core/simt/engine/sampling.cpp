// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/engine/sampling.h"

#include <algorithm>

namespace lanescope::simt {
namespace {

/// Low edge, inside, high edge of one dimension: those that there are.
struct Range {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};
std::vector<Range> rangesOf(std::uint32_t extent) {
    std::vector<Range> ranges{{0, 1}};
    if (extent > 2) ranges.push_back({1, extent - 2});
    if (extent > 1) ranges.push_back({extent - 1, 1});
    return ranges;
}

struct Group {
    Range x, y, z;
    [[nodiscard]] std::uint64_t size() const { return std::uint64_t{x.count} * y.count * z.count; }
    [[nodiscard]] Dim3 member(std::uint64_t number) const {
        const Dim3 inside = Dim3{x.count, y.count, z.count}.at(number);
        return {x.first + inside.x, y.first + inside.y, z.first + inside.z};
    }
};

}  // namespace

std::vector<SampledBlock> sampleBlocks(const Dim3& grid, std::uint64_t maxBlocks) {
    std::vector<Group> groups;
    for (const Range& z : rangesOf(grid.z))
        for (const Range& y : rangesOf(grid.y))
            for (const Range& x : rangesOf(grid.x)) groups.push_back({x, y, z});

    const std::uint64_t spare = maxBlocks > groups.size() ? maxBlocks - groups.size() : 0;
    std::vector<SampledBlock> blocks;
    for (const Group& group : groups) {
        const std::uint64_t size = group.size();
        const double share = static_cast<double>(size) / static_cast<double>(grid.count());
        const std::uint64_t chosen = std::min(size, 1 + static_cast<std::uint64_t>(share * static_cast<double>(spare)));
        for (std::uint64_t i = 0; i < chosen; ++i) {
            // Member in the middle of the i-th of `chosen` even parts, standing for all of the part.
            const std::uint64_t begin = size / chosen * i + std::min(i, size % chosen);
            const std::uint64_t length = size / chosen + (i < size % chosen ? 1 : 0);
            blocks.push_back({grid.linear(group.member(begin + length / 2)), length});
        }
    }
    std::sort(blocks.begin(), blocks.end(), [](const auto& a, const auto& b) { return a.index < b.index; });
    return blocks;
}

std::vector<std::size_t> probeOrder(std::size_t count) {
    std::vector<std::size_t> order;
    std::vector<bool> known(count, false);
    const auto add = [&](std::size_t place) {
        if (place >= count || known[place]) return;
        known[place] = true;
        order.push_back(place);
    };
    add(0);
    if (count > 1) add(count - 1);
    for (std::size_t parts = 2; order.size() < count; parts *= 2)
        for (std::size_t part = 1; part < parts; part += 2) add(count * part / parts);
    return order;
}

}  // namespace lanescope::simt
