// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a GPU that a launch keeps busy, what each can give in a second, and what the launch asks of it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/rules/launch_facts.h"

namespace lanescope::rules {

/// Arithmetic by precision, issuing of warp instructions, and the levels of memory from the nearest to the farthest.
enum class Resource : std::uint8_t { Fp32, Fp64, Issue, Shared, L1, L2, Dram };

[[nodiscard]] std::span<const Resource> resources();
[[nodiscard]] std::span<const Resource> memoryLevels();  ///< Shared, L1, L2, Dram
[[nodiscard]] std::string_view idOf(Resource resource);  ///< "shared", as JSON has it
[[nodiscard]] Message nameOf(Resource resource);         ///< "shared memory"
/// The metric that tells most of it: "shared_load_wavefronts".
[[nodiscard]] std::string_view metricOf(Resource resource);

/// What the whole GPU gives in a second.
struct Ceiling {
    Resource resource = Resource::Dram;
    double rate = 0;          ///< B/s of memories, floating-point operations or warp instructions a second
    bool calibrated = false;  ///< measured on such a GPU; else as its maker says
    std::string source;       ///< of the GPU's number
};

/// Arithmetic: warp instructions a cycle × 32 lanes × 2 operations of a fused multiply-add × multiprocessors × clock
/// (under load, where that is known); single precision without a calibrated throughput: cores a multiprocessor. Issue:
/// issue_rate × multiprocessors × clock. Memories: their calibrated bandwidth; of device memory without one, the
/// board's. Nothing where the GPU's numbers are not known.
[[nodiscard]] std::optional<Ceiling> ceilingOf(Resource resource, const GpuSpec& gpu);

/// What a launch asks of a part, and the least time that this takes.
struct Bound {
    Ceiling ceiling;
    Fact amount;  ///< bytes, operations or warp instructions
    double seconds = 0;
};

/// Of all that is known of the launch and of the GPU, in the order of resources(); those that the launch asks nothing
/// of are left out.
[[nodiscard]] std::vector<Bound> boundsOf(const LaunchFacts& facts);

}  // namespace lanescope::rules
