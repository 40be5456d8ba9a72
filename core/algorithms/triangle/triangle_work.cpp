// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/triangle/triangle_work.h"

#include <bit>
#include <cmath>
#include <cstring>

#include "core/algorithms/plan_parts.h"

namespace lanescope::triangle {
namespace {

constexpr std::uint32_t kNumbersOfASphere = 4;  // x, y, z and radius
constexpr std::uint32_t kLargestBlock = 32;     // the side that triangle.cu's shared arrays are for

float numberAt(const std::vector<std::byte>& data, std::uint64_t index) {
    float value = 0;
    std::memcpy(&value, data.data() + index * sizeof(float), sizeof(float));
    return value;
}

// The values, rounded where the kernel rounds. nvcc joins a product and the sum that it goes into (fma).

float distance(const std::vector<std::byte>& points, std::uint32_t dimensions, std::uint64_t a, std::uint64_t b) {
    float sum = 0;
    for (std::uint32_t d = 0; d < dimensions; ++d) {
        const float difference = numberAt(points, a * dimensions + d) - numberAt(points, b * dimensions + d);
        sum = std::fma(difference, difference, sum);
    }
    return std::sqrt(sum);
}

bool touch(const std::vector<std::byte>& spheres, std::uint64_t a, std::uint64_t b) {
    const auto of = [&](std::uint64_t sphere, std::uint32_t number) {
        return numberAt(spheres, sphere * kNumbersOfASphere + number);
    };
    const float dx = of(a, 0) - of(b, 0);
    const float dy = of(a, 1) - of(b, 1);
    const float dz = of(a, 2) - of(b, 2);
    const float reach = of(a, 3) + of(b, 3);
    return std::fma(dz, dz, std::fma(dx, dx, dy * dy)) <= reach * reach;
}

/// Spheres in a cube of side 1, with radii from 0.05 to 0.2: about one pair in twelve touches.
InitialContent spheres(std::uint32_t count) {
    std::vector<std::byte> bytes =
        initialBytes({"", ElementType::F32, count, kNumbersOfASphere, {InitialContent::Kind::Random, 2}});
    for (std::uint64_t i = kNumbersOfASphere - 1; i < std::uint64_t{count} * kNumbersOfASphere;
         i += kNumbersOfASphere) {
        const float radius = std::fma(numberAt(bytes, i), 0.15F, 0.05F);
        std::memcpy(bytes.data() + i * sizeof(float), &radius, sizeof(float));
    }
    return {.kind = InitialContent::Kind::Given,
            .given = std::make_shared<const std::vector<std::byte>>(std::move(bytes))};
}

}  // namespace

std::string kernelArgument(const Work& work) {
    switch (work.workload) {
        case Workload::Dummy: return "Index";
        case Workload::Distances: return "Distance<" + std::to_string(work.dimensions) + ">";
        case Workload::Collisions: return "Collision";
    }
    return "";
}

Buffer resultBuffer(const Work& work, const Region& region) {
    const bool distances = work.workload == Workload::Distances;
    const std::uint64_t minusOne = distances ? std::bit_cast<std::uint32_t>(-1.0F) : 0xffff'ffffU;
    return {.name = "M",
            .type = distances ? ElementType::F32 : ElementType::I32,
            .rows = region.n,
            .columns = region.n,
            .initial = {.kind = InitialContent::Kind::Constant, .constant = minusOne}};
}

std::optional<Buffer> dataBuffer(const Work& work, const Region& region) {
    switch (work.workload) {
        case Workload::Dummy: return std::nullopt;
        case Workload::Distances:
            return Buffer{.name = "points",
                          .type = ElementType::F32,
                          .rows = region.n,
                          .columns = work.dimensions,
                          .initial = {.kind = InitialContent::Kind::Random, .seed = 1}};
        case Workload::Collisions:
            return Buffer{.name = "spheres",
                          .type = ElementType::F32,
                          .rows = region.n,
                          .columns = kNumbersOfASphere,
                          .initial = spheres(region.n)};
    }
    return std::nullopt;
}

std::vector<SharedArray> sharedArrays(const Work& work) {
    if (work.workload != Workload::Collisions) return {};
    return {{"ofRows", ElementType::F32, kNumbersOfASphere, kLargestBlock},
            {"ofCols", ElementType::F32, kNumbersOfASphere, kLargestBlock}};
}

Reference referenceFor(const Work& work, const Region& region, BufferId result, BufferId data) {
    const auto valueOf = [=](const HostBuffers& inputs, std::uint64_t row, std::uint64_t column) -> double {
        switch (work.workload) {
            case Workload::Dummy: return static_cast<double>(row * region.n + column);
            case Workload::Distances: return distance(inputs[data], work.dimensions, row, column);
            case Workload::Collisions: return touch(inputs[data], row, column) ? 1 : 0;
        }
        return 0;
    };
    const std::uint64_t steps = work.workload == Workload::Dummy ? 1 : 8;  // takes as long as so many of a product
    return elementwise(
        result,
        [=](const HostBuffers& inputs, std::uint64_t row, std::uint64_t column) {
            return region.has(row, column) ? valueOf(inputs, row, column) : -1.0;
        },
        steps);
}

}  // namespace lanescope::triangle
