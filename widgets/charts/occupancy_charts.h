// SPDX-License-Identifier: GPL-3.0-or-later
// Theoretical occupancy of a launch's blocks over their size, registers and shared memory: as charts, in words and as a
// file. No widget.
#pragma once

#include <QString>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/gpus/gpu_spec.h"
#include "core/metrics/occupancy.h"
#include "core/study/launch_blocks.h"
#include "widgets/charts/chart_data.h"

namespace lanescope {

/// What a GPU's counters say of the same launch.
struct AchievedOccupancy {
    double percent = 0;
    Origin origin = Origin::Measured;
    std::string gpu;    ///< title
    std::string where;  ///< "Replayed: NVIDIA H200, 2026-11-21", "003 Tabela 1"
};

/// A configuration of the same algorithm with blocks of another size.
struct OtherBlock {
    std::string name;  ///< "block=8"
    BlockResources block;
    Parameters parameters;
};

/// The launch that is pinned, on the same GPU.
struct OccupancyBaseline {
    double percent = 0;  ///< theoretical
    std::string words;   ///< "baseline: block 8, 50 %"
};

struct OccupancyInput {
    GpuSpec gpu;
    LaunchBlock launch;
    std::vector<AchievedOccupancy> achieved;  ///< of this GPU and others
    std::string achievedMissing;     ///< a sentence: why none is of this GPU; may be empty where one is of another
    std::vector<OtherBlock> others;  ///< this configuration included; only their size and shared memory count
    std::optional<OccupancyBaseline> baseline{};
};

inline constexpr std::array kOccupancyAxes{OccupancyAxis::Threads, OccupancyAxis::Registers,
                                           OccupancyAxis::SharedMemory};

/// The curve, marks of what limits it where that changes, the present configuration, what was achieved, and over the
/// threads the algorithm's other configurations, each with the shared memory that it takes itself.
struct OccupancyChart {
    ChartData data;
    std::optional<std::size_t> others;  ///< series of those, in the order of OccupancyInput::others that can run
    std::vector<std::size_t> places;    ///< point of that series → place in OccupancyInput::others
};
[[nodiscard]] OccupancyChart occupancyChart(OccupancyAxis axis, const OccupancyInput& input);

/// What limits, as people read it: "threads: the multiprocessor has room for no more of them".
[[nodiscard]] QString limiterWords(const std::string& resource);

/// The answer in rich text: how many blocks, what limits them, and what was achieved.
[[nodiscard]] QString occupancyHtml(const OccupancyInput& input);
/// What it comes from: what a block takes, what each resource is enough for, and what was not looked at.
[[nodiscard]] QString occupancyDetailsHtml(const OccupancyInput& input);

/// curve,x,percent,blocks_per_sm,limited_by,origin,note; the curves' points, the configurations, and what was achieved.
[[nodiscard]] std::string occupancyCsv(const OccupancyInput& input);

}  // namespace lanescope
