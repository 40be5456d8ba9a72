// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/triangle_launches.h"

#include <algorithm>

namespace lanescope::triangle {
namespace {

Workload workloadOf(const Choice& choice) {
    if (choice.is("workload", "edm")) return Workload::Distances;
    return choice.is("workload", "collision") ? Workload::Collisions : Workload::Dummy;
}

const RootName& nameOf(Root root) { return *std::ranges::find(kRoots, root, &RootName::root); }

/// Threads of UTM are numbered in one line, and so are those of its blocks.
Dim3 lineOfBlocks(std::uint64_t threads, std::uint32_t perBlock) {
    return {static_cast<std::uint32_t>((threads + perBlock - 1) / perBlock), 1, 1};
}

std::vector<Shape> launchesOfCells(const Configuration& c, const std::string& arguments) {
    const auto first = static_cast<std::int32_t>(c.region.first());
    if (c.map == Map::UpperTriangular) {
        const std::uint32_t threads = c.block * c.block;
        return {{(c.published ? "utmPublished" : "utm") + arguments,
                 lineOfBlocks(c.cells(), threads),
                 {threads, 1, 1},
                 {first}}};
    }
    const Dim3 grid{ceilDivide(c.region.n, c.block), std::max(1U, ceilDivide(c.region.n / 2, c.block)), 1};
    return {{"rbPublished" + arguments, grid, {c.block, c.block, 1}, {}}};
}

}  // namespace

Configuration::Configuration(Map m, const Choice& choice)
    : map(m),
      region{.n = choice.number("n"), .diagonal = choice.is("diagonal", "yes"), .upper = m == Map::UpperTriangular},
      work{.workload = workloadOf(choice), .dimensions = choice.number("dimensions")},
      block(choice.number("block")) {
    if (map == Map::RectangularBox || map == Map::UpperTriangular) published = choice.published();
    if (map == Map::LowerTriangular) {
        root = std::ranges::find(kRoots, choice.text("root"), &RootName::value)->root;
        grid = choice.is("grid", "line") ? LtmGrid::Line : LtmGrid::Square;
    }
    if (map == Map::Recursive) levels = choice.number("levels");
}

Stages stagesOf(const Configuration& c) {
    switch (c.map) {
        case Map::LowerTriangular: return lowerTriangular(c.rows(), c.grid);
        case Map::RectangularBox: return rectangularBox(c.rows());
        case Map::Recursive: return recursive(c.rows(), c.levels);
        case Map::Folded: return foldedAtEveryScale(c.rows());
        case Map::BoundingBox:
        case Map::UpperTriangular: break;
    }
    return boundingBox(c.rows());
}

std::vector<Shape> launchesOf(const Configuration& c) {
    const std::string arguments = kernelArgument(c.work) + ">";
    if (!c.byTiles()) return launchesOfCells(c, "<" + arguments);
    const std::string before = c.map == Map::LowerTriangular ? "<" + std::string(nameOf(c.root).kernel) + ", " : "<";
    std::vector<Shape> launches;
    for (const Stage& stage : stagesOf(c)) {
        std::vector<std::int32_t> numbers{static_cast<std::int32_t>(c.region.first())};
        numbers.insert(numbers.end(), stage.numbers.begin(), stage.numbers.end());
        launches.push_back({stage.kernel + before + arguments, stage.grid, {c.block, c.block, 1}, std::move(numbers)});
    }
    return launches;
}

Tally tallyOf(const Configuration& c) {
    Tally tally;
    for (const Shape& launch : launchesOf(c)) {
        tally.blocks += launch.grid.count();
        tally.threads += launch.grid.count() * launch.block.count();
    }
    if (c.published) return tally;
    tally.usefulBlocks = c.byTiles() ? triangular(c.rows()) : tally.blocks;
    tally.usefulThreads = c.cells();
    return tally;
}

}  // namespace lanescope::triangle
