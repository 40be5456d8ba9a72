// SPDX-License-Identifier: GPL-3.0-or-later
// A Plan is a whole GPU program as data. An Executor runs it: the emulator (core/simt) or a CUDA device (gpu).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/plan/buffer.h"
#include "core/plan/launch.h"
#include "core/plan/parameters.h"
#include "core/plan/step.h"

namespace lanescope {

/// What the result must be: the host's array of `buffer` after the last step. `expected` gives the elements of one
/// column of `buffer` in the rows asked for, from the initial contents of the host's arrays, in double precision (exact
/// for SmallIntegers). A whole column at a time, so that it need be gathered only once; several threads ask at once,
/// each for a column of its own. `tolerance` is relative; 0 = equal.
struct Reference {
    BufferId buffer = 0;
    std::function<std::vector<double>(const HostBuffers& inputs, std::uint64_t column,
                                      std::span<const std::uint64_t> rows)>
        expected;
    double tolerance = 0;
    std::uint64_t operations = 1;  ///< what one element costs: steps of an inner product
};

/// What the time of a run is. Launches: what the GPU takes for the plan's launches and calls of libraries, which are
/// done again for every sample on what is in memory then. Steps: what the host's clock says from the first step to the
/// end of the last, copies and tasks of the CPU included.
enum class Timed : std::uint8_t { Launches, Steps };

struct Plan {
    std::string algorithm;  ///< id, "matmul.tiled"
    Parameters parameters;  ///< complete: defaults filled in
    std::vector<Buffer> buffers;
    std::vector<Step> steps;
    Reference reference;
    Timed timed = Timed::Launches;

    /// All launches, in order; none in a plan of the CPU alone.
    [[nodiscard]] std::vector<const Launch*> launches() const;
};

/// Every step makes sense: its buffers exist and lie where it needs them, parts lie in their buffers and have equal
/// shapes, types go together. Run by runPlan before anything is allocated. Error: Internal, naming the step: such a
/// plan is a bug of its maker.
[[nodiscard]] Result<void> checkSteps(const Plan& plan);

/// The part with its size spelt out.
[[nodiscard]] Part resolved(const Part& part, const Buffer& buffer);
/// "A", "A[0…3][4…7]"
[[nodiscard]] std::string describe(const Part& part, const Plan& plan);
/// What a step does, for people: "copy A to the device", "launch tiled<16, float>", "dpotrf on the CPU", "cublasDgemm".
[[nodiscard]] std::string describe(const Step& step, const Plan& plan);
/// The library's function: "cublasDtrsm".
[[nodiscard]] std::string functionOf(const LibraryStep& step, const Plan& plan);

}  // namespace lanescope
