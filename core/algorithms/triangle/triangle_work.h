// SPDX-License-Identifier: GPL-3.0-or-later
// What the cells of a triangle are to hold: the kinds of work of document 002's experiments, with their data and the
// values that the kernels must give, bit for bit. Private to this room.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/plan/plan.h"

namespace lanescope::triangle {

enum class Workload { Dummy, Distances, Collisions };

struct Work {
    Workload workload = Workload::Dummy;
    std::uint32_t dimensions = 3;  ///< of the points whose distances are wanted
};

/// The triangle that is wanted of an n × n matrix.
struct Region {
    std::uint32_t n = 1;
    bool diagonal = true;
    bool upper = false;
    /// The first row that has cells, without the diagonal of a lower triangle: 1; else 0.
    [[nodiscard]] std::uint32_t first() const { return diagonal ? 0 : 1; }
    [[nodiscard]] bool has(std::uint64_t row, std::uint64_t column) const {
        return upper ? row + first() <= column : column + first() <= row;
    }
};

/// Template argument in triangle.cu: "Distance<2>".
[[nodiscard]] std::string kernelArgument(const Work& work);

/// The matrix M, in which every cell holds -1 so far: no kind of work makes that.
[[nodiscard]] Buffer resultBuffer(const Work& work, const Region& region);
/// What the work looks at; none for the dummy.
[[nodiscard]] std::optional<Buffer> dataBuffer(const Work& work, const Region& region);
/// Shared arrays of a kernel whose blocks work on tiles.
[[nodiscard]] std::vector<SharedArray> sharedArrays(const Work& work);

/// The region's cells hold the work's values, all others -1. M is buffer `result`, the data buffer `data`.
[[nodiscard]] Reference referenceFor(const Work& work, const Region& region, BufferId result, BufferId data);

}  // namespace lanescope::triangle
