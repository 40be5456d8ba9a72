// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/triangle/triangle_launches.h"

#include <algorithm>

#include "core/algorithms/parameter_specs.h"
#include "core/algorithms/plan_parts.h"

namespace lanescope::triangle {
namespace {

Workload workloadOf(const Choice& choice) {
    if (choice.is("workload", "edm")) return Workload::Distances;
    return choice.is("workload", "collision") ? Workload::Collisions : Workload::Dummy;
}

const RootName& nameOf(Root root) { return *std::ranges::find(kRoots, root, &RootName::root); }

/// "bb<Index>", "ltm<Sqrt, Distance<2> >", "bb<RowsOf<Index> >": as nvcc's names are demangled.
std::string kernelName(const std::string& name, const Configuration& c) {
    std::string work = kernelArgument(c.work) + (c.work.workload == Workload::Distances ? " " : "");
    if (c.threadRows != 0) work = "RowsOf<" + work + "> ";
    if (c.map != Map::LowerTriangular) return instanceName(name, {work});
    return instanceName(name, {nameOf(c.root).kernel, work});
}

/// Threads of UTM are numbered in one line, and so are those of its blocks.
Dim3 lineOfBlocks(std::uint64_t threads, std::uint32_t perBlock) {
    return {static_cast<std::uint32_t>((threads + perBlock - 1) / perBlock), 1, 1};
}

std::vector<Shape> launchesOfCells(const Configuration& c) {
    const auto first = static_cast<std::int32_t>(c.region.first());
    if (c.map == Map::UpperTriangular) {
        const std::uint32_t threads = c.block * c.block;
        return {{kernelName(c.published ? "utmPublished" : "utm", c),
                 lineOfBlocks(c.cells(), threads),
                 {threads, 1, 1},
                 {first}}};
    }
    const Dim3 grid{ceilDivide(c.region.n, c.block), std::max(1U, ceilDivide(c.region.n / 2, c.block)), 1};
    return {{kernelName("rbPublished", c), grid, {c.block, c.block, 1}, {}}};
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
    if (byTiles()) threadRows = rowsOf(choice);
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
    if (!c.byTiles()) return launchesOfCells(c);
    std::vector<Shape> launches;
    for (const Stage& stage : stagesOf(c)) {
        std::vector<std::int32_t> numbers{static_cast<std::int32_t>(c.region.first())};
        numbers.insert(numbers.end(), stage.numbers.begin(), stage.numbers.end());
        const std::uint32_t height = c.threadRows == 0 ? c.block : c.threadRows;
        launches.push_back({kernelName(stage.kernel, c), stage.grid, {c.block, height, 1}, std::move(numbers)});
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

Coverage publishedCoverageOf(const Configuration& c) {
    const std::int64_t n = c.region.n;
    return publishedBoxCoverage(n, c.region.diagonal, {0, n - 1, 0, n / 2 - 1});
}

}  // namespace lanescope::triangle
