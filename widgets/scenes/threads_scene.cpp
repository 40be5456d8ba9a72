// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/scenes/threads_scene.h"

#include <algorithm>
#include <cmath>

#include "widgets/style/palette.h"

namespace lanescope {
namespace {

using State = ThreadWork::State;

std::uint64_t share(std::uint64_t whole, std::uint64_t part) { return (whole + part - 1) / part; }

/// So many in a row that `count` things of width × height make about a square.
std::uint64_t squareColumns(std::uint64_t count, std::uint64_t width, std::uint64_t height) {
    const double area = static_cast<double>(count) * static_cast<double>(width) * static_cast<double>(height);
    const double columns = std::sqrt(area) / static_cast<double>(width);
    return std::clamp<std::uint64_t>(static_cast<std::uint64_t>(std::ceil(columns)), 1,
                                     std::max<std::uint64_t>(1, count));
}

double along(std::uint64_t index, std::uint64_t count) {
    return count > 1 ? static_cast<double>(index) / static_cast<double>(count - 1) : 0.5;
}

}  // namespace

ThreadSpace::Cell ThreadSpace::cellOf(std::uint64_t thread) const {
    const std::uint64_t inBlock = thread % threads.count, number = thread / threads.count;
    return {number / blocks.columns * threads.rows() + inBlock / threads.columns,
            number % blocks.columns * threads.columns + inBlock % threads.columns};
}

std::optional<std::uint64_t> ThreadSpace::threadAt(const Cell& cell) const {
    if (cell.column >= columns() || cell.row >= rows()) return std::nullopt;
    const std::uint64_t number = cell.row / threads.rows() * blocks.columns + cell.column / threads.columns;
    const std::uint64_t inBlock = cell.row % threads.rows() * threads.columns + cell.column % threads.columns;
    if (number >= blocks.count || inBlock >= threads.count) return std::nullopt;
    return number * threads.count + inBlock;
}

ThreadSpace threadSpaceOf(const Dim3& grid, const Dim3& block) {
    ThreadSpace space{grid, block, {grid.count(), grid.x}, {block.count(), block.x}};
    if (block.count() == block.x && block.x > simt::kWarpSize) {
        space.threads.columns = simt::kWarpSize;
        space.foldedBlock = true;
    }
    if (grid.count() == grid.x && grid.x > 1) {
        space.blocks.columns = squareColumns(grid.x, space.threads.columns, space.threads.rows());
        space.foldedGrid = space.blocks.columns != grid.x;
    }
    return space;
}

std::optional<std::uint64_t> DataSpace::elementAt(const ThreadSpace::Cell& cell) const {
    if (cell.column >= elements.columns || cell.row >= elements.rows()) return std::nullopt;
    const std::uint64_t element = cell.row * elements.columns + cell.column;
    if (element >= elements.count) return std::nullopt;
    return element;
}

DataSpace dataSpaceOf(const Buffer& buffer) {
    DataSpace space{buffer.rows, buffer.columns, {buffer.elements(), std::max<std::uint64_t>(1, buffer.columns)}};
    const bool line = buffer.rows == 1 || buffer.columns == 1;
    if (line && buffer.elements() > simt::kWarpSize)
        space.elements.columns = share(squareColumns(buffer.elements(), 1, 1), simt::kWarpSize) * simt::kWarpSize;
    return space;
}

QColor placeColour(double u, double v) {
    const QColor hue = mix(QColor(0, 114, 178), QColor(230, 159, 0), u);
    return v < 0.5 ? mix(hue, Qt::white, 0.55 * (1 - 2 * v)) : mix(hue, Qt::black, 0.5 * (2 * v - 1));
}

ThreadsScene makeThreadsScene(std::shared_ptr<const ThreadWork> work, const Plan& plan, BufferId buffer) {
    ThreadsScene scene;
    scene.buffer = buffer;
    scene.threads = threadSpaceOf(work->grid(), work->block());
    scene.data = dataSpaceOf(plan.buffers.at(buffer));
    if (scene.data.elements.count <= ThreadsScene::kMostElements) scene.writers.assign(scene.data.elements.count, 0);
    for (const ThreadWork::Write& write : work->writes())
        if (write.buffer == buffer && write.element < scene.writers.size())
            scene.writers[write.element] = static_cast<std::uint8_t>(std::min(2, scene.writers[write.element] + 1));
    scene.work = std::move(work);
    return scene;
}

std::vector<std::uint64_t> ThreadsScene::elementsOf(std::uint64_t thread, std::size_t most) const {
    std::vector<std::uint64_t> elements;
    for (const ThreadWork::Write& write : work->writesOf(thread))
        if (write.buffer == buffer && elements.size() < most) elements.push_back(write.element);
    return elements;
}

CellLook ThreadsScene::lookOfElement(std::uint64_t element, Look look) const {
    if (element >= writers.size()) return {};
    if (writers[element] == 0) return {colourOf(Colour::Ground, look).rgb(), Pattern::Hatch};
    return {placeOf(element), writers[element] > 1 ? Pattern::Cross : Pattern::Plain};
}

QRgb ThreadsScene::placeOf(std::uint64_t element) const {
    const ThreadSpace::Cell cell = data.cellOf(element);
    return placeColour(along(cell.column, data.elements.columns), along(cell.row, data.elements.rows())).rgb();
}

CellLook ThreadsScene::lookOfThread(std::uint64_t thread, Look look) const {
    switch (work->state(thread)) {
        case State::NotRun: return {colourOf(Colour::Ground, look).rgb(), Pattern::Unknown};
        case State::Idle: {
            const bool wasted = work->isWasted(thread / threads.threads.count);
            return {colourOf(Colour::Idle, look).rgb(), wasted ? Pattern::Cross : Pattern::Hatch};
        }
        case State::Helps: return {colourOf(Colour::Shared0, look).rgb(), Pattern::Dots};
        case State::Writes: break;
    }
    const std::vector<std::uint64_t> first = elementsOf(thread, 1);
    // It writes to another buffer, or what it writes was not kept.
    if (first.empty()) return {colourOf(Colour::Raised, look).rgb(), Pattern::Dots};
    return {placeOf(first.front()), Pattern::Plain};
}

}  // namespace lanescope
